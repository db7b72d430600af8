import ConsoleModel
import ConsolePlatform
import GRDB

/// The room that all logs of the console take together, shared among the customers (Operations, "Room for logs").
extension LogStore {
    /// The share of the customer a group belongs to.
    func share(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> LogBound {
        let heads = try Self.customers(db)
        let customer = Self.customer(of: group.subtree, heads)
        let usage = try Self.usage(heads, db)
        let shares = LogShares(of: room.bytes, used: usage.mapValues(\.bytes), customers: heads.count)
        let own = usage[customer]
        return try Self.bound(.share, of: customer, own, limit: shares.share, db)
    }

    /// Whether all logs together, with one more of so many bytes, take less than a customer's share: then none has more
    /// than its share.
    func hasAmpleRoom(for byteCount: Int, _ db: GRDB.Database) throws -> Bool {
        let generation = database.generation
        let customers: Int
        if let known = customerCounts.cached(0, generation: generation) {
            customers = known
        } else {
            customers = try Self.customers(db).count
            customerCounts.store(customers, for: 0, generation: generation)
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT (SELECT COALESCE(SUM(byteCount + logCount * ?1), 0) FROM logUsage)
                    + COALESCE((SELECT byteCount + logCount * ?1 FROM logStock WHERE kind = 'ungrouped'), 0)
                """)
        let used = try Int64.fetchOne(statement, arguments: [LogShares.overhead]) ?? 0
        return used + Int64(byteCount) + LogShares.overhead <= room.bytes / Int64(max(customers, 1))
    }

    /// The share of that customer in the room for logs without a verified sender.
    func unverifiedShare(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> LogBound {
        let heads = try Self.customers(db)
        let customer = Self.customer(of: group.subtree, heads)
        let usage = try Self.unverifiedUsage(heads, db)
        let shares = LogShares(of: room.unverifiedBytes, used: usage.mapValues(\.bytes), customers: heads.count)
        return try Self.bound(.unverified, of: customer, usage[customer], limit: shares.share, db)
    }

    private static func bound(
        _ kind: LogBound.Kind, of customer: Int64, _ usage: (bytes: Int64, groups: [Int64])?, limit: Int64,
        _ db: GRDB.Database
    ) throws -> LogBound {
        let groups = (usage?.groups ?? []).map(String.init).joined(separator: ",")
        let orphans = customer == OrganizationGroupRecord.globalID ? " OR groupId IS NULL" : ""
        return LogBound(
            kind: kind, group: try OrganizationGroupStore.group(id: customer, db), used: usage?.bytes ?? 0,
            limit: limit, condition: "(groupId IN (SELECT value FROM json_each(?))\(orphans))",
            arguments: ["[\(groups)]"], overhead: LogShares.overhead)
    }

    /// Ids of the groups that have a share: the root, those right below it, and customers wherever they are.
    private static func customers(_ db: GRDB.Database) throws -> Set<Int64> {
        let statement = try db.cachedStatement(
            sql: "SELECT id FROM organizationGroup WHERE type = 'Customer' OR parentId IS NULL OR parentId = ?")
        return try Int64.fetchSet(statement, arguments: [OrganizationGroupRecord.globalID])
    }

    private static func customer(of subtree: Subtree, _ heads: Set<Int64>) -> Int64 {
        subtree.ancestorsAndSelf.last(where: heads.contains) ?? OrganizationGroupRecord.globalID
    }

    /// The bytes of each customer's logs, and the groups that have them.
    private static func usage(
        _ heads: Set<Int64>, _ db: GRDB.Database
    ) throws -> [Int64: (bytes: Int64, groups: [Int64])] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT logUsage.groupId, organizationGroup.path, logUsage.byteCount + logUsage.logCount * ?
                FROM logUsage JOIN organizationGroup ON organizationGroup.id = logUsage.groupId
                WHERE logUsage.logCount > 0
                """)
        var usage: [Int64: (bytes: Int64, groups: [Int64])] = [:]
        let rows = try Row.fetchCursor(statement, arguments: [LogShares.overhead])
        while let row = try rows.next() {
            let customer = customer(of: row[1], heads)
            usage[customer, default: (0, [])].bytes += row[2] as Int64
            usage[customer, default: (0, [])].groups.append(row[0])
        }
        let orphaned = try stock("ungrouped", db)
        if orphaned > 0 { usage[OrganizationGroupRecord.globalID, default: (0, [])].bytes += orphaned }
        return usage
    }

    /// The bytes of each customer's unverified logs, and the groups that have them.
    private static func unverifiedUsage(
        _ heads: Set<Int64>, _ db: GRDB.Database
    ) throws -> [Int64: (bytes: Int64, groups: [Int64])] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT usage.groupId, organizationGroup.path, SUM(usage.byteCount + usage.logCount * ?)
                FROM unverifiedLogUsage AS usage
                LEFT JOIN organizationGroup ON organizationGroup.id = usage.groupId GROUP BY usage.groupId
                """)
        var usage: [Int64: (bytes: Int64, groups: [Int64])] = [:]
        let rows = try Row.fetchCursor(statement, arguments: [LogShares.overhead])
        while let row = try rows.next() {
            let subtree: Subtree? = row[1]
            let customer = subtree.map { Self.customer(of: $0, heads) } ?? OrganizationGroupRecord.globalID
            usage[customer, default: (0, [])].bytes += row[2] as Int64
            usage[customer, default: (0, [])].groups.append(row[0])
        }
        return usage
    }

    private static func stock(_ kind: String, _ db: GRDB.Database) throws -> Int64 {
        let statement = try db.cachedStatement(sql: "SELECT byteCount + logCount * ? FROM logStock WHERE kind = ?")
        return try Int64.fetchOne(statement, arguments: [LogShares.overhead, kind]) ?? 0
    }
}

/// How much all logs may take together (Configuration, "Commands and retention").
struct LogRoom: Hashable, Sendable {
    /// Bytes of all logs.
    let bytes: Int64
    /// Bytes of those without a verified sender, among them; shared among the customers, too.
    let unverifiedBytes: Int64
}
