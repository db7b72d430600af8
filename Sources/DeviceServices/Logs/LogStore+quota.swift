import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// The room logs may take (EnvironmentFile, `logQuotaMegabytes`).
extension LogStore {
    /// Seconds within which administrators are notified only once of refused logs, because clients try again and again.
    private static let silence: Int64 = 3600

    /// How a group of a subtree stands: its quota, the share of its customer, and what was refused.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func standing(of code: String, in subtree: Subtree) async throws -> LogStanding {
        try await database.read { db in
            let group = try Self.group(code, in: subtree, db)
            let quota = try Self.quota(of: group, db)
            return LogStanding(
                quota: quota, share: try share(of: group, db), usage: try Self.usage(of: quota.scope.group, db))
        }
    }

    /// The group with a code, if it is in a subtree.
    static func group(_ code: String, in subtree: Subtree, _ db: GRDB.Database) throws -> OrganizationGroupRecord {
        guard let group = try OrganizationGroupStore.group(named: code, in: subtree, db) else {
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

    /// Makes room for a log: one that is verified displaces the oldest that are not, another one those of networks that
    /// have sent more.
    ///
    /// - Returns: The quota it would exceed, if any; then nothing was removed.
    func makeRoom(for record: DeviceLogRecord, within bounds: [LogBound], _ db: GRDB.Database) throws -> LogBound? {
        guard record.verified else { return try makeRoom(unverified: record, within: bounds, db) }
        var plan: [(bound: LogBound, newest: Int64)] = []
        for bound in bounds {
            guard let newest = try bound.newestToGo(for: record, db) else { return bound }
            plan.append((bound, newest))
        }
        for step in plan { try step.bound.removeUnverified(upTo: step.newest, db) }
        return nil
    }

    private func makeRoom(
        unverified record: DeviceLogRecord, within bounds: [LogBound], _ db: GRDB.Database
    ) throws -> LogBound? {
        var rivals: Set<Int64> = []
        for bound in bounds {
            guard let found = try bound.rivals(of: record, db) else { return bound }
            rivals.formUnion(found)
        }
        try LogBound.remove(rivals.sorted(), db)
        return nil
    }

    /// Notifies administrators once when usage passes the warning threshold, and again only after it was below.
    ///
    /// - Parameters:
    ///   - before: The quota without the log.
    ///   - after: The quota with it.
    ///   - isNoted: Whether it stands noted that they were notified.
    ///   - transaction: The transaction that keeps it.
    /// - Throws: What the database throws.
    func warn(
        before: LogQuota, after: LogQuota, isNoted: Bool, in transaction: Transaction
    ) throws {
        // A note that is older than a time below the threshold counts no more.
        let isTold = isNoted && before.isWarning
        guard isNoted != after.isWarning || isNoted != isTold else { return }
        try transaction.db.execute(
            sql: """
                INSERT INTO logUsage (groupId, isWarned) VALUES (?, ?)
                ON CONFLICT (groupId) DO UPDATE SET isWarned = excluded.isWarned
                """, arguments: [after.scope.group.id, after.isWarning])
        guard after.isWarning, !isTold else { return }
        try record(.logsQuotaWarning, after.bound, after.bound.fields, in: transaction)
    }

    /// Notes that a log was refused; administrators are notified of the first in an hour.
    ///
    /// - Returns: The answer to its sender, without figures for an unverified one.
    func refuse(
        _ log: DeviceLogRecord, from sender: DeviceSender, _ bound: LogBound, in transaction: Transaction
    ) throws -> ConsoleError {
        let id = try bound.group.storedID()
        let toldAt = try Self.usage(of: bound.group, transaction.db)?.toldAt
        // The bound may be that of a group above the sender's, which many groups with other clocks share.
        let now = clock.now(in: id)
        let tells = toldAt.map { now < $0 || now >= $0.adding(seconds: Self.silence) } ?? true
        try transaction.db.execute(
            sql: """
                INSERT INTO logUsage (groupId, refusals, refusedAt, toldAt) VALUES (?, 1, ?, ?)
                ON CONFLICT (groupId) DO UPDATE SET refusals = refusals + 1, refusedAt = excluded.refusedAt,
                    toldAt = COALESCE(excluded.toldAt, toldAt)
                """, arguments: [id, now, tells ? now : nil])
        if tells {
            var fields = bound.fields
            fields[log.verified ? "device" : "claimedDevice"] = sender.device.value
            fields["byteCount"] = String(log.byteCount)
            try record(.logsQuotaExceeded, bound, fields, in: transaction)
        }
        guard log.verified else {
            return ConsoleError(.payloadTooLarge, "There is no room for this log; the console keeps nothing of it.")
        }
        return ConsoleError(.payloadTooLarge, bound.refusal(of: log.byteCount))
    }

    private func record(
        _ action: EventAction, _ bound: LogBound, _ fields: [String: String?], in transaction: Transaction
    ) throws {
        let group = bound.group
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "organizationGroup", subject: group.code, groupID: group.id,
                at: clock.now(in: group.id)),
            by: .system, after: fields, in: transaction)
    }

    private static func usage(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> LogUsageRecord? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM logUsage WHERE groupId = ?")
        return try LogUsageRecord.fetchOne(statement, arguments: [group.storedID()])
    }
}

extension LogQuotaScope {
    /// Leaves rows of these groups, in SQL.
    var condition: String {
        includesSubtree ? "groupId IN (\(Subtree.groupsInBounds))" : "groupId = ?"
    }

    /// The arguments of the condition.
    var arguments: StatementArguments { includesSubtree ? group.subtree.bounds : [group.id] }
}

extension LogQuota {
    /// The limit that logs exceed.
    var bound: LogBound {
        LogBound(
            kind: .quota, group: scope.group, used: used, limit: limit, condition: scope.condition,
            arguments: scope.arguments)
    }
}
