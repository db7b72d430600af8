import ConsoleModel
import ConsolePlatform
import GRDB

/// Removing logs by age, on request.
extension LogStore {
    /// Removes old logs of a subtree in one transaction, and records that in the event log.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group in the administrator's subtree.
    func purge(_ purge: LogPurge, by administrator: AdministratorIdentity) async throws -> LogPurgeResult {
        return try await database.write { transaction in
            let db = transaction.db
            let top =
                try purge.group.map { try Self.group($0, in: administrator.subtree, db) }
                ?? OrganizationGroupStore.group(id: administrator.groupID, db)
            let now = clock.now(in: top.id)
            var result = LogPurgeResult()
            for group in try Self.groupsWithLogs(below: top, db) {
                let id = try group.storedID()
                try remove(purge, of: group, "groupId = ?", [id], at: clock.now(in: id), &result, db)
            }
            if top.parentId == nil {
                try remove(purge, of: top, "groupId IS NULL", [], at: clock.machine, &result, db)
            }
            guard result.deleted > 0 else { return result }
            try events.record(
                ConsoleEvent(
                    action: .logsPurged, subjectKind: "organizationGroup", subject: top.code, groupID: top.id,
                    at: now),
                by: .administrator(administrator.name),
                before: ["count": String(result.deleted), "byteCount": String(result.bytes)], in: transaction)
            return result
        }
    }

    /// How many logs a purge would remove now that it would not have removed before.
    @Sendable func countDue(in span: DueSpan, _ db: GRDB.Database) throws -> Int {
        let root = try OrganizationGroupStore.group(id: OrganizationGroupRecord.globalID, db)
        let groups = try Self.groupsWithLogs(below: root, db).filter { span.contains($0.id) }
        var count = 0
        for group in groups { count += try Self.count("groupId = ?", [group.storedID()], of: group, span, db) }
        return count
    }

    /// Logs that have come of the age at which a purge removes them, by the settings of a group.
    private static func count(
        _ condition: String, _ arguments: StatementArguments, of group: OrganizationGroupRecord, _ span: DueSpan,
        _ db: GRDB.Database
    ) throws -> Int {
        let age = try OrganizationGroupStore.settings(of: group, db).integer(.logPurgeDays) * 86_400
        return try Int.fetchOne(
            db, sql: "SELECT COUNT(*) FROM deviceLog WHERE \(condition) AND receivedAt >= ? AND receivedAt < ?",
            arguments: arguments + [span.from.adding(seconds: -age), span.to.adding(seconds: -age)]) ?? 0
    }

    private static func groupsWithLogs(below top: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> [OrganizationGroupRecord]
    {
        try OrganizationGroupRecord.fetchAll(
            db,
            sql: """
                SELECT organizationGroup.* FROM organizationGroup JOIN logUsage ON logUsage.groupId = organizationGroup.id
                WHERE \(Subtree.condition("path", in: "?1"))
                """, arguments: [top.subtree])
    }

    /// Removes what is older at a time, by the settings of a group.
    private func remove(
        _ purge: LogPurge, of group: OrganizationGroupRecord, _ condition: String, _ arguments: StatementArguments,
        at now: Timestamp, _ result: inout LogPurgeResult, _ db: GRDB.Database
    ) throws {
        let days = try purge.days ?? OrganizationGroupStore.settings(of: group, db).integer(.logPurgeDays)
        let end = now.adding(seconds: -days * 86_400)
        let chosen = "FROM deviceLog WHERE \(condition) AND receivedAt < ?"
        let bytes = "SELECT COALESCE(SUM(byteCount), 0) \(chosen)"
        result.bytes += try Int64.fetchOne(db, sql: bytes, arguments: arguments + [end]) ?? 0
        try db.execute(sql: "DELETE \(chosen)", arguments: arguments + [end])
        result.deleted += db.changesCount
    }
}
