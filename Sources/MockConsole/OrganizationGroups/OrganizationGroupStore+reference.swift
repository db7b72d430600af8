import GRDB

extension OrganizationGroupStore {
    /// What the admin REST API says of a group there is not (AdminGroups).
    static func missing(_ reference: some CustomStringConvertible) -> ConsoleError {
        ConsoleError(
            .notFound,
            "Organization group \(String(describing: reference).prefix(80)) not found or user does not have access to it.",
            number: 6008)
    }

    /// The group a body names, in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    static func group(inBody reference: RecordReference, below groupPath: String, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupRecord.find(reference, db), group.path.hasPrefix(groupPath) else {
            throw ConsoleError(.badRequest, "There is no organization group \(reference).")
        }
        return group
    }

    /// The path of the group a search names; of a group there is not, one that nothing is below.
    static func path(ofSearched reference: RecordReference, _ db: GRDB.Database) throws -> String {
        try OrganizationGroupRecord.find(reference, db)?.path ?? "none"
    }

    /// Groups by id; those that are not there are left out.
    static func groups(_ ids: some Sequence<Int64>, _ db: GRDB.Database) throws -> [Int64: OrganizationGroupRecord] {
        let groups = try SQLRequest<OrganizationGroupRecord>(
            literal: "SELECT * FROM organizationGroup WHERE id IN (\(.ids(Set(ids))))"
        ).fetchAll(db)
        return Dictionary(try groups.map { (try $0.storedID(), $0) }) { $1 }
    }

    /// The group a path names, in a subtree.
    ///
    /// - Throws: ``missing(_:)``.
    static func group(_ reference: RecordReference, below groupPath: String, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupRecord.find(reference, db), group.path.hasPrefix(groupPath) else {
            throw missing(reference)
        }
        return group
    }

    /// The group a path names, in a subtree.
    ///
    /// - Throws: ``missing(_:)``.
    func group(_ reference: RecordReference, below groupPath: String) async throws -> OrganizationGroupRecord {
        try await database.read { db in try Self.group(reference, below: groupPath, db) }
    }
}
