import ConsoleModel
import ConsolePlatform
import GRDB

extension AnalyticsStore {
    /// So many of the latest events are counted, and up to a quarter more: counting all of a million takes too long.
    private static let fewest = 5000
    private static let most = 6250
    /// The most intervals of an answer.
    private static let mostIntervals = 1000
    /// The most names and versions of an answer.
    private static let mostEntries = 20

    /// Counts analytics events.
    ///
    /// - Parameters:
    ///   - query: Which events.
    ///   - interval: The length of the times they are counted in; nil for one that suits them.
    /// - Returns: The counts, of the latest events if there are very many.
    /// - Throws: ``ConsoleError`` `conflict` for the name of several groups.
    func counts(_ query: RecordQuery, by interval: AnalyticsInterval?) async throws -> AnalyticsCounts {
        try await database.read { db in
            let all = try EventRange.all(query, db)
            let rows = try all.latest(atLeast: Self.fewest, atMost: Self.most, of: query, db)
            let facts = try Row.fetchOne(
                db, sql: "SELECT COUNT(*), MIN(record.receivedAt), MAX(record.receivedAt) \(rows.sql)",
                arguments: rows.arguments)
            let first: Timestamp? = facts.flatMap { $0[1] }
            let last: Timestamp? = facts.flatMap { $0[2] }
            let span = first.flatMap { first in last.map { first...$0 } }
            let length = span.map { $0.upperBound.milliseconds - $0.lowerBound.milliseconds } ?? 0
            var counts = AnalyticsCounts(
                total: all.count, counted: facts.map { $0[0] } ?? 0, span: span,
                interval: interval ?? AnalyticsInterval(spanning: length))
            counts.intervals = try Self.intervals(rows, counts.interval, db)
            counts.names = try Self.names(rows, db)
            counts.versions = try Self.versions(rows, db)
            return counts
        }
    }

    private static func intervals(
        _ rows: CountedRows, _ interval: AnalyticsInterval, _ db: GRDB.Database
    ) throws -> [AnalyticsCounts.Interval] {
        let length = interval.milliseconds
        let found = try Row.fetchAll(
            db,
            sql: """
                SELECT record.receivedAt / \(length) * \(length), COUNT(*) \(rows.sql)
                GROUP BY 1 ORDER BY 1 DESC LIMIT \(mostIntervals)
                """, arguments: rows.arguments)
        return found.reversed().map { .init(from: $0[0], events: $0[1]) }
    }

    /// The plus keeps SQLite from walking through the index of all names.
    private static func names(_ rows: CountedRows, _ db: GRDB.Database) throws -> [AnalyticsCounts.Name] {
        let found = try Row.fetchAll(
            db,
            sql: """
                SELECT record.name, COUNT(*) AS events \(rows.sql)
                GROUP BY +record.name ORDER BY events DESC, record.name LIMIT \(mostEntries)
                """, arguments: rows.arguments)
        return found.map { .init(name: $0[0], events: $0[1]) }
    }

    private static func versions(_ rows: CountedRows, _ db: GRDB.Database) throws -> [AnalyticsCounts.Version] {
        let found = try Row.fetchAll(
            db,
            sql: """
                SELECT record.bundleId, record.bundleVersion, COUNT(*) AS events \(rows.sql)
                GROUP BY record.bundleId, record.bundleVersion
                ORDER BY events DESC, record.bundleId, record.bundleVersion LIMIT \(mostEntries)
                """, arguments: rows.arguments)
        return found.map { .init(bundle: $0[0], version: $0[1], events: $0[2]) }
    }
}

/// What counts are made of: the end of a statement, from `FROM` to `WHERE`.
private struct CountedRows {
    let sql: String
    let arguments: StatementArguments
}

/// How many events a query means, and between which ids they lie.
private struct EventRange {
    private static let table = AnalyticsEventRecord.databaseTableName

    let count: Int
    let oldest: Int64
    let newest: Int64

    /// All events of a query.
    static func all(_ query: RecordQuery, _ db: GRDB.Database) throws -> EventRange {
        let (clause, arguments) = try query.clause(db, inOrderOf: table)
        // One at a time: of most queries the first and the last are known without going through all.
        func end(_ direction: String) throws -> Int64? {
            try Int64.fetchOne(
                db, sql: "SELECT record.id FROM \(table) AS record \(clause) ORDER BY record.id \(direction) LIMIT 1",
                arguments: arguments)
        }
        guard let newest = try end("DESC"), let oldest = try end("ASC") else {
            return EventRange(count: 0, oldest: 0, newest: 0)
        }
        return EventRange(count: try query.count(in: table, db), oldest: oldest, newest: newest)
    }

    /// The latest events, of which there are so many at least, and hardly more than so many; all if there are fewer.
    func latest(
        atLeast fewest: Int, atMost most: Int, of query: RecordQuery, _ db: GRDB.Database
    ) throws -> CountedRows {
        guard count > most else { return try Self.rows(of: query, after: nil, isDense: false, db) }
        var tooNarrow: Int64 = 0
        var tooWide = newest - oldest + 1
        // As if they came evenly; then halving what is left.
        var width = max(Int64(most), tooWide / Int64(count) * Int64(most))
        while tooWide - tooNarrow > 1 {
            let rows = try Self.rows(of: query, after: newest - width, isDense: false, db)
            let found = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(rows.sql)", arguments: rows.arguments) ?? 0
            if found < fewest { tooNarrow = width } else if found > most { tooWide = width } else { break }
            width = (tooNarrow + tooWide) / 2
        }
        return try Self.rows(of: query, after: newest - width, isDense: width <= 4 * Int64(most), db)
    }

    /// The rows of a query after an id; where nearly all between it and the last are meant, they are read in a row.
    private static func rows(
        of query: RecordQuery, after id: Int64?, isDense: Bool, _ db: GRDB.Database
    ) throws -> CountedRows {
        var query = query
        if let id { query.add("record.id > ?", [id]) }
        let (clause, arguments) = try query.clause(db)
        let from = "FROM \(table) AS record\(isDense ? " NOT INDEXED" : "")"
        return CountedRows(sql: "\(from) \(clause)", arguments: arguments)
    }
}
