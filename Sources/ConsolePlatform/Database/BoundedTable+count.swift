package import GRDB

/// How many rows a bounded table has, without counting them.
extension BoundedTable {
    /// Tables whose counts are of all their rows, shared by groups: of others, triggers count parts, or by something else.
    static let countedByGroup: Set<String> = [
        "administratorSignIn", "analyticsEvent", "beacon", "command", "dataUsage", "deviceLocation", "deviceMessage",
        "deviceSample", "eventLog", "notificationDelivery", "pushToken", "termsOfUseDecision",
    ]

    /// How many rows a table has, as triggers count them.
    ///
    /// - Parameters:
    ///   - name: Name of the table.
    ///   - groups: A query for the ids of the groups whose rows are meant; nil for everybody's and nobody's.
    ///   - db: The database.
    /// - Returns: The number; nil for a table that is not counted so.
    /// - Throws: What the database throws.
    package static func rowCount(of name: String, groups: SQL? = nil, _ db: GRDB.Database) throws -> Int? {
        guard countedByGroup.contains(name) else { return nil }
        guard let groups else {
            return try SQLRequest<Int>(
                literal: "SELECT rowCount FROM boundedTable WHERE name = \(name)", cached: true
            ).fetchOne(db)
        }
        return try SQLRequest<Int>(
            literal: """
                SELECT coalesce(SUM(rowCount), 0) FROM boundedShare WHERE name = \(name) AND owner IN (\(groups))
                """, cached: true
        ).fetchOne(db)
    }
}
