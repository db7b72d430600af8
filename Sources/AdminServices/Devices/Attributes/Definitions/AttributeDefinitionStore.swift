import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// Definitions of custom attributes; they go with their group.
struct AttributeDefinitionStore: Sendable {
    /// The definitions that a search asks for.
    struct Search: Sendable {
        /// The group whose subtree is searched; nil for the administrator's own.
        let group: RecordReference?
        /// Part of the name, letter case of A to Z ignored; nil for all.
        let name: String?
    }

    /// The most definitions of one group.
    private static let maximumCount = 1000

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// Defines an attribute.
    ///
    /// - Parameters:
    ///   - draft: The attribute.
    ///   - administrator: Who defines it.
    /// - Returns: Its id.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group, and for one that has too many attributes, `conflict`
    ///   if the group has the attribute.
    func create(_ draft: AttributeDefinitionDraft, by administrator: AdministratorIdentity) async throws -> Int64 {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let db = transaction.db
            let group = try OrganizationGroupStore.group(
                inBody: draft.group ?? .id(administrator.groupID), in: administrator.subtree, db)
            let now = clock.now(in: group.id)
            let own = AttributeDefinitionRecord.filter(Column("groupId") == group.id)
            let same = own.filter(
                sql: "applicationGroup = ? AND name = ?", arguments: [draft.applicationGroup, draft.name])
            guard try same.isEmpty(db) else {
                throw ConsoleError(.conflict, "The organization group has a custom attribute \(draft.name) already.")
            }
            guard try own.fetchCount(db) < Self.maximumCount else {
                throw ConsoleError(
                    .badRequest, "An organization group has at most \(Self.maximumCount) custom attributes.")
            }
            var record = try draft.record(uuid: uuid, groupID: try group.storedID(), at: now)
            try record.insert(db)
            try events.record(
                ConsoleEvent(
                    action: .attributeDefinitionCreated, subjectKind: "attributeDefinition", subject: record.name,
                    groupID: group.id, at: now),
                by: administrator.actor, after: try EventLogStore.fields(record), in: transaction)
            return try record.storedID()
        }
    }

    /// A page of the definitions of a group, of those below it and of those above it, by id.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group in the administrator's subtree.
    func definitions(
        _ search: Search, _ page: PageRequest, for administrator: AdministratorIdentity
    ) async throws -> Page<AttributeDefinitionRecord> {
        try await database.read { db in
            let subtree = try DeviceDirectoryStore.subtree(of: search.group, in: administrator.subtree, db)
            let found = AttributeDefinitionRecord.filter(
                sql: """
                    groupId IN (SELECT id FROM organizationGroup WHERE \(Subtree.overlap("path", ":top")))
                    AND (:name IS NULL OR instr(lower(name), lower(:name)) > 0)
                    """, arguments: ["top": subtree, "name": search.name])
            let rows = try found.order(Column("id")).limit(page.size, offset: page.offset).fetchAll(db)
            return Page(items: rows, request: page, total: try found.fetchCount(db))
        }
    }
}
