import ConsoleModel
import ConsolePlatform
import GRDB

extension CommandStore {
    /// Commands that a deletion cancels and the event log names.
    private static let namedCancellations = 20

    /// Commands, read back; one that is deleted while it waits is cancelled.
    var archive: RecordArchive<CommandEntry> {
        RecordArchive(
            database: database, events: events, clock: clock, kind: .command, timeColumn: "createdAt",
            prepare: { try await expireDue() },
            willDelete: { query, administrator, transaction in
                try cancel(query, by: administrator, in: transaction)
            })
    }

    /// One command with everything it holds.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func command(_ id: Int64, in subtree: Subtree) async throws -> RecordRow<CommandRecord> {
        try await expireDue()
        return try await RecordArchive<CommandRecord>(
            database: database, events: events, clock: clock, kind: .command, timeColumn: "createdAt"
        ).row(id, in: subtree)
    }

    /// One command, by its id or its uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func command(named text: String, in subtree: Subtree) async throws -> RecordRow<CommandRecord> {
        let uuid = text.lowercased()
        let id = try await database.read { db in
            try Int64.fetchOne(db, sql: "SELECT id FROM command WHERE lower(uuid) = ?", arguments: [uuid])
        }
        guard let id = id ?? Int64(text) else {
            throw ConsoleError(.notFound, "There is no command \"\(text.prefix(80))\".")
        }
        return try await command(id, in: subtree)
    }

    /// Ends commands whose time is over, of devices that no longer ask.
    func expireDue() async throws {
        let groups = try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT groupId, MIN(expiresAt) AS first FROM command
                    WHERE expiresAt IS NOT NULL AND finishedAt IS NULL GROUP BY groupId
                    """
            ).map { row in (id: row["groupId"] as Int64?, first: row["first"] as Timestamp) }
        }
        let due = groups.filter { $0.first <= clock.now(in: $0.id) }.map(\.id)
        guard !due.isEmpty else { return }
        try await database.write { transaction in
            for group in due { try expire(of: group, in: transaction) }
        }
    }

    /// Ends the overdue commands of a group.
    private func expire(of group: Int64?, in transaction: Transaction) throws {
        let now = clock.now(in: group)
        let ended = try EndedCommand.fetchAll(
            transaction.db,
            sql: """
                UPDATE command SET status = 'expired', finishedAt = ?1
                WHERE expiresAt <= ?1 AND finishedAt IS NULL AND groupId IS ?2 \(EndedCommand.returned)
                """, arguments: [now, group])
        try recordEnd(.commandExpired, of: ended, in: group, at: now, in: transaction)
    }

    private func cancel(
        _ query: RecordQuery, by administrator: AdministratorIdentity, in transaction: Transaction
    ) throws {
        var query = query
        query.add("record.status IN ('queued', 'notNow')")
        let (sql, arguments) = try query.clause(transaction.db)
        let uuids = try String.fetchAll(
            transaction.db, sql: "SELECT record.uuid FROM command AS record \(sql)", arguments: arguments)
        guard !uuids.isEmpty else { return }
        try events.record(
            ConsoleEvent(
                action: .commandCancelled, subjectKind: "command",
                subject: uuids.prefix(Self.namedCancellations).joined(separator: ", "),
                groupID: administrator.groupID, at: clock.now(in: administrator.groupID)),
            by: .administrator(administrator.name), before: ["count": String(uuids.count)], in: transaction)
    }
}
