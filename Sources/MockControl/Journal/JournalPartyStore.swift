import ConsoleModel
import ConsolePlatform
import GRDB

/// Whose entries somebody may see.
struct JournalScope: Sendable {
    /// Ids of the groups; nil for everyone's and nobody's.
    var groups: Set<Int64>?
    /// The customers those belong to; nil for everyone's and nobody's.
    var customers: Set<Int64?>?

    /// Whether an entry may be seen.
    func contains(_ entry: JournalEntry) -> Bool {
        guard let groups else { return true }
        return entry.parties.groupID.map(groups.contains) ?? false
    }
}

/// Names of those whom entries concern; who is deleted has none.
struct JournalNames: Sendable {
    /// Groups by id.
    var groups: [Int64: OrganizationGroupRecord] = [:]
    /// Names of users by row id.
    var users: [Int64: String] = [:]
}

/// Finds out whose entries are meant, and what those are called whom entries concern.
struct JournalPartyStore: Sendable {
    let database: ConsoleDatabase

    /// What may be seen of a subtree.
    func scope(of subtree: Subtree) async throws -> JournalScope {
        guard !subtree.isWhole else { return JournalScope() }
        return try await database.read { db in try Self.scope(of: subtree, db) }
    }

    /// What may be seen of the group that a query names, in a subtree; nothing of an unknown one.
    func scope(ofGroup text: String?, in subtree: Subtree) async throws -> JournalScope {
        guard let text else { return try await scope(of: subtree) }
        return try await database.read { db in
            guard let group = try OrganizationGroupStore.group(named: text, in: subtree, db) else {
                return JournalScope(groups: [], customers: [])
            }
            return try Self.scope(of: group.subtree, db)
        }
    }

    /// Row ids of the users with a name.
    func users(named name: String?) async throws -> Set<Int64> {
        guard let name else { return [] }
        return try await database.read { db in
            try Int64.fetchSet(db, sql: "SELECT id FROM enrollmentUser WHERE username = ?", arguments: [name])
        }
    }

    /// Whether an administrator or OAuth client, as entries name them, belongs to a subtree; one that is gone, or is no
    /// account, belongs to the whole tree only.
    func isAdministrator(_ name: String, in subtree: Subtree) async throws -> Bool {
        guard !subtree.isWhole else { return true }
        return try await database.read { db in
            let groupID = try Int64.fetchOne(
                db,
                sql: """
                    SELECT groupId FROM administrator WHERE username = ?1
                    UNION ALL SELECT groupId FROM oauthClient WHERE 'oauth.' || clientId = ?1
                    """, arguments: [name])
            return try groupID.map { subtree.contains(try OrganizationGroupStore.group(id: $0, db)) } ?? false
        }
    }

    /// Names of those whom some entries concern.
    func names(for entries: [JournalEntry]) async throws -> JournalNames {
        let groups = Set(entries.compactMap(\.parties.groupID))
        let users = Set(entries.compactMap(\.parties.userID))
        guard !groups.isEmpty || !users.isEmpty else { return JournalNames() }
        return try await database.read { db in
            let rows = try SQLRequest<Row>(
                literal: "SELECT id, username FROM enrollmentUser WHERE id IN (\(.ids(users)))"
            ).fetchAll(db)
            let names: [(Int64, String)] = rows.map { ($0["id"], $0["username"]) }
            return JournalNames(
                groups: try OrganizationGroupStore.groups(groups, db),
                users: Dictionary(names) { $1 })
        }
    }

    private static func scope(of subtree: Subtree, _ db: Database) throws -> JournalScope {
        let groups = try Int64.fetchSet(db, sql: Subtree.groups(in: ":top"), arguments: ["top": subtree])
        // Nothing of a group that is gone.
        guard !groups.isEmpty else { return JournalScope(groups: [], customers: []) }
        let above = try subtree.ancestorsAndSelf.map { try OrganizationGroupStore.group(id: $0, db) }
        let customers = try OrganizationGroupStore.groups(groups, db).filter { $0.value.type == "Customer" }.keys
        let own = try (above.last { $0.type == "Customer" } ?? above.first)?.storedID()
        return JournalScope(groups: groups, customers: Set(customers.map(Optional.some)).union([own]))
    }
}
