import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// The room logs may take (EnvironmentFile, `logQuotaMegabytes`).
extension LogStore {
    /// Seconds within which administrators are told once that a log was refused: clients try again and again.
    private static let silence: Int64 = 3600

    /// The quota of a group of a subtree, and what it was the reason for.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func quota(of code: String, in subtree: Subtree) async throws -> (quota: LogQuota, usage: LogUsageRecord?) {
        try await database.read { db in
            let group = try Self.group(code, in: subtree, db)
            let quota = try Self.quota(of: group, db)
            return (quota, try Self.usage(of: quota.scope, db))
        }
    }

    /// The group with a code, if it is in a subtree.
    static func group(_ code: String, in subtree: Subtree, _ db: GRDB.Database) throws -> OrganizationGroupRecord {
        guard let group = try OrganizationGroupStore.group(code: code, db), subtree.contains(group) else {
            throw ConsoleError(.notFound, "There is no organization group \(code).")
        }
        return group
    }

    /// The quota in force for the logs of a group: that of the nearest group on the way to the root that sets one,
    /// counted over that group and all below it.
    ///
    /// The built-in quota is one for each group right below the root, and one for the root by itself.
    static func quota(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> LogQuota {
        let own = try OrganizationGroupStore.settings(of: group, db)
        let setting = own.effective(.logQuotaMegabytes)
        let way = group.ancestorsAndSelf
        let place = try setting.groupID ?? way.dropFirst().first ?? group.storedID()
        let isOwn = place == group.id
        let scope = LogQuotaScope(
            group: isOwn ? group : try OrganizationGroupStore.group(id: place, db),
            includesSubtree: setting.groupID != nil || way.count > 1)
        let settings = isOwn ? own : try OrganizationGroupStore.settings(of: scope.group, db)
        let limit = own.integer(.logQuotaMegabytes) << 20
        return LogQuota(
            scope: scope, limit: limit > 0 ? limit : nil, used: try usedBytes(in: scope, db),
            warningPercent: settings.integer(.logQuotaWarningPercent))
    }

    /// Bytes the logs of some groups take.
    static func usedBytes(in scope: LogQuotaScope, _ db: GRDB.Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT COALESCE(SUM(byteCount), 0) FROM logUsage WHERE \(scope.condition)")
        return try Int64.fetchOne(statement, arguments: scope.arguments) ?? 0
    }

    /// Whether a log has room; one that is verified displaces the oldest that are not.
    func makeRoom(for record: DeviceLogRecord, within quota: LogQuota, _ db: GRDB.Database) throws -> Bool {
        let excess = quota.excess(adding: record.byteCount)
        guard excess > 0 else { return true }
        guard record.verified else { return false }
        let condition = "verified = 0 AND \(quota.scope.condition)"
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, byteCount FROM deviceLog WHERE \(condition) ORDER BY id",
            arguments: quota.scope.arguments)
        var freed: Int64 = 0
        for (index, row) in rows.enumerated() {
            freed += row["byteCount"] as Int64
            guard freed >= excess else { continue }
            try db.execute(
                sql: "DELETE FROM deviceLog WHERE \(condition) AND id <= ?",
                arguments: quota.scope.arguments + [row["id"] as Int64])
            try unverifiedTable.addEvicted(index + 1, db)
            return true
        }
        return false
    }

    /// Tells administrators once that the warning threshold was passed, and again once usage was below it.
    func warn(before: LogQuota, after: LogQuota, at now: Timestamp, in transaction: Transaction) throws {
        let isNoted = try Self.usage(of: after.scope, transaction.db)?.isWarned ?? false
        // A note that is older than a time below the threshold counts no more.
        let isTold = isNoted && before.isWarning
        guard isNoted != after.isWarning || isNoted != isTold else { return }
        try transaction.db.execute(
            sql: """
                INSERT INTO logUsage (groupId, isWarned) VALUES (?, ?)
                ON CONFLICT (groupId) DO UPDATE SET isWarned = excluded.isWarned
                """, arguments: [after.scope.group.id, after.isWarning])
        guard after.isWarning, !isTold else { return }
        try record(.logsQuotaWarning, after, after.fields, at: now, in: transaction)
    }

    /// Notes that a log was refused; administrators are told of the first in an hour.
    ///
    /// - Returns: What its sender is told; one who is not verified, no figures.
    func refuse(
        _ log: DeviceLogRecord, from sender: DeviceSender, _ quota: LogQuota, in transaction: Transaction
    ) throws -> ConsoleError {
        let id = try quota.scope.group.storedID()
        let toldAt = try Self.usage(of: quota.scope, transaction.db)?.toldAt
        let tells = toldAt.map { log.receivedAt >= $0.adding(seconds: Self.silence) } ?? true
        try transaction.db.execute(
            sql: """
                INSERT INTO logUsage (groupId, refusals, refusedAt, toldAt) VALUES (?, 1, ?, ?)
                ON CONFLICT (groupId) DO UPDATE SET refusals = refusals + 1, refusedAt = excluded.refusedAt,
                    toldAt = COALESCE(excluded.toldAt, toldAt)
                """, arguments: [id, log.receivedAt, tells ? log.receivedAt : nil])
        if tells {
            var fields = quota.fields
            fields[log.verified ? "device" : "claimedDevice"] = sender.device.value
            fields["byteCount"] = String(log.byteCount)
            try record(.logsQuotaExceeded, quota, fields, at: log.receivedAt, in: transaction)
        }
        guard log.verified else {
            return ConsoleError(.payloadTooLarge, "There is no room for this log; the console keeps nothing of it.")
        }
        return ConsoleError(
            .payloadTooLarge,
            """
            The logs of the group \(quota.scope.group.code) take \(quota.used) of the \(quota.limit ?? 0) bytes they may \
            have; this one, of \(log.byteCount) bytes, has no room. Delete or purge logs, or raise logQuotaMegabytes.
            """)
    }

    private func record(
        _ action: EventAction, _ quota: LogQuota, _ fields: [String: String?], at now: Timestamp,
        in transaction: Transaction
    ) throws {
        let group = quota.scope.group
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "organizationGroup", subject: group.code, groupID: group.id, at: now),
            by: .system, after: fields, in: transaction)
    }

    private static func usage(of scope: LogQuotaScope, _ db: GRDB.Database) throws -> LogUsageRecord? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM logUsage WHERE groupId = ?")
        return try LogUsageRecord.fetchOne(statement, arguments: [scope.group.storedID()])
    }
}

extension LogQuotaScope {
    /// Leaves rows of these groups, in SQL.
    var condition: String {
        includesSubtree ? "groupId IN (\(Subtree.groupsInBounds))" : "groupId = ?"
    }

    /// What the condition takes.
    var arguments: StatementArguments { includesSubtree ? group.subtree.bounds : [group.id] }
}

extension LogQuota {
    /// As the event log tells it.
    fileprivate var fields: [String: String?] {
        ["usedBytes": String(used), "quotaBytes": limit.map(String.init), "percent": percent.map { "\($0)" }]
    }
}
