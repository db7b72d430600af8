package import ConsolePlatform
package import GRDB

extension OrganizationGroupStore {
    /// The error of the admin REST API for an unknown group (AdminGroups).
    package static func missing(_ reference: some CustomStringConvertible) -> ConsoleError {
        ConsoleError(
            .notFound,
            "Organization group \(String(describing: reference).prefix(80)) not found or user does not have access to it.",
            number: 6008)
    }

    /// The group that a body names, in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    package static func group(inBody reference: RecordReference, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupRecord.find(reference, db), subtree.contains(group) else {
            throw ConsoleError(.badRequest, "There is no organization group \(reference).")
        }
        return group
    }

    /// The subtree of the group that a search names; an empty one for an unknown group.
    package static func subtree(ofSearched reference: RecordReference, _ db: GRDB.Database) throws -> Subtree {
        try OrganizationGroupRecord.find(reference, db)?.subtree ?? .nowhere
    }

    /// Groups by id; unknown ones are left out.
    package static func groups(_ ids: some Sequence<Int64>, _ db: GRDB.Database) throws -> [Int64:
        OrganizationGroupRecord]
    {
        let groups = try SQLRequest<OrganizationGroupRecord>(
            literal: "SELECT * FROM organizationGroup WHERE id IN (\(.ids(Set(ids))))"
        ).fetchAll(db)
        return Dictionary(try groups.map { (try $0.storedID(), $0) }) { $1 }
    }

    /// The group that a path names, in a subtree.
    ///
    /// - Throws: ``missing(_:)``.
    package static func group(_ reference: RecordReference, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupRecord.find(reference, db), subtree.contains(group) else {
            throw missing(reference)
        }
        return group
    }

    /// The group that a filter names: one of a subtree, or by its code one above it, which narrows nothing; nil if it is
    /// unknown.
    ///
    /// - Throws: ``ConsoleError`` `conflict` with their uuids for a name that several groups have.
    static func group(filtering subtree: Subtree, named text: String, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord?
    {
        if let above = try group(code: text, db), above.subtree.contains(subtree) { return above }
        return try group(named: text, in: subtree, db)
    }

    /// The group that a route below `/_mock` names, in a subtree; nil if there is none.
    ///
    /// It is named by its code, its uuid, its id, or its name; the first that fits counts.
    ///
    /// - Throws: ``ConsoleError`` `conflict` with their uuids for a name that several groups have.
    package static func group(named text: String, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord?
    {
        if let group = try group(code: text, db), subtree.contains(group) { return group }
        if let reference = RecordReference(text), let group = try OrganizationGroupRecord.find(reference, db),
            subtree.contains(group)
        {
            return group
        }
        let named = try OrganizationGroupRecord.filter(sql: "name = ? COLLATE NOCASE", arguments: [text])
            .order(sql: "id").fetchAll(db).filter(subtree.contains)
        guard named.count > 1 else { return named.first }
        throw ConsoleError.ambiguous(text, "organization groups", named.map { "\($0.uuid) (\($0.code))" })
    }

    /// The group that a path names, in a subtree.
    ///
    /// - Throws: ``missing(_:)``.
    package func group(_ reference: RecordReference, in subtree: Subtree) async throws -> OrganizationGroupRecord {
        try await database.read { db in try Self.group(reference, in: subtree, db) }
    }
}
