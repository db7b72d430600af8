import ConsoleModel
import ConsolePlatform
import GRDB

/// Rows of the event log in the order in which they were written.
struct StreamEventStore: Sendable {
    let database: ConsoleDatabase

    /// Some rows.
    struct Rows: Sendable {
        /// Rows after the one that was asked for, the oldest first.
        var records: [EventLogRecord] = []
        /// Codes of their groups, by id.
        var groups: [Int64: String] = [:]
        /// Whether there may be more.
        var isCut = false
        /// Whether rows that were asked for are not kept any more.
        var hasGap = false
    }

    /// Id of the latest row; 0 if there is none.
    func latest() async throws -> Int64 {
        try await database.read { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM eventLog") ?? 0 }
    }

    /// What a credential stands for; nil if it lets nobody in any more.
    func mark(of credential: AdminCredential) async throws -> CredentialMark? {
        if case .token = credential { return .always }
        return try await database.read { db in try credential.mark(db) }
    }

    /// Rows after one.
    func rows(after id: Int64, limit: Int) async throws -> Rows {
        try await database.read { db in
            var rows = Rows()
            let ids = try Row.fetchOne(db, sql: "SELECT min(id) AS first, max(id) AS last FROM eventLog")
            guard let first: Int64 = ids?["first"], let last: Int64 = ids?["last"], last > id else { return rows }
            // Ids only grow, one by one; a bound deletes the oldest.
            rows.hasGap = first > id + 1
            rows.records = try EventLogRecord.fetchAll(
                db, sql: "SELECT * FROM eventLog WHERE id > ? ORDER BY id LIMIT ?", arguments: [id, limit])
            rows.isCut = rows.records.count == limit
            let groups = try OrganizationGroupStore.groups(Set(rows.records.compactMap(\.groupId)), db)
            rows.groups = groups.mapValues(\.code)
            return rows
        }
    }
}

extension JournalFilter {
    /// Whether a row of the event log is meant, of what such a row has: device, user, group and text.
    func matches(_ record: EventLogRecord) -> Bool {
        if let groups {
            guard let group = record.groupId, groups.contains(group) else { return false }
        }
        if let device, !record.names(device, as: "device") { return false }
        if let user, !record.names(user, as: "administrator", "enrollmentUser", "user") { return false }
        guard let text else { return true }
        let texts = [record.action, record.actor, record.subject, record.before, record.after]
        return texts.contains { $0.map(text.isIn) ?? false }
    }
}

extension EventLogRecord {
    /// Whether it is by, or about, somebody of some kinds.
    fileprivate func names(_ name: String, as kinds: String...) -> Bool {
        (kinds.contains(actorKind) && actor.lowercased() == name.lowercased())
            || (kinds.contains(subjectKind) && subject.lowercased() == name.lowercased())
    }
}
