import GRDB

extension OrganizationGroupStore {
    /// What the admin REST API says of a group there is not (AdminGroups).
    static func missing(_ reference: some CustomStringConvertible) -> ConsoleError {
        ConsoleError(
            .notFound,
            "Organization group \(String(describing: reference).prefix(80)) not found or user does not have access to it.",
            number: 6008)
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
