import ConsoleModel
import GRDB

/// How much room the unverified logs of a network take.
struct UnverifiedLogUsage: Decodable, FetchableRecord {
    static let databaseTableName = "unverifiedLogUsage"

    let network: String
    let bytes: Int64
}

/// Making room among logs that nobody vouches for: whoever sends many gives way to whoever sends few, never the other
/// way round.
extension LogBound {
    /// The unverified logs that have to go before another one has room.
    ///
    /// Only networks give way that have more than the one the log comes from will have with it, and none comes to have
    /// less than that.
    ///
    /// - Returns: Their ids, none if there is room; nil if there is no room to be had.
    func rivals(of record: DeviceLogRecord, _ db: GRDB.Database) throws -> [Int64]? {
        var excess = excess(adding: record.byteCount)
        guard excess > 0 else { return [] }
        let usages = try UnverifiedLogUsage.fetchAll(
            db,
            sql: """
                SELECT network, SUM(byteCount + logCount * \(LogShares.overhead)) AS bytes
                FROM unverifiedLogUsage WHERE \(condition) GROUP BY network ORDER BY bytes DESC, network
                """, arguments: arguments)
        let network = record.network ?? ""
        let own = Int64(record.byteCount) + LogShares.overhead + (usages.first { $0.network == network }?.bytes ?? 0)
        var ids: [Int64] = []
        for usage in usages where usage.network != network && usage.bytes > own {
            ids += try oldest(of: usage, spare: usage.bytes - own, &excess, db)
            if excess <= 0 { return ids }
        }
        return nil
    }

    /// The oldest logs of a network, as many as it can spare and as are needed.
    private func oldest(
        of usage: UnverifiedLogUsage, spare: Int64, _ excess: inout Int64, _ db: GRDB.Database
    ) throws -> [Int64] {
        var (ids, left): ([Int64], Int64) = ([], spare)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, byteCount FROM deviceLog WHERE verified = 0 AND network = ? AND \(condition) ORDER BY id
                """, arguments: [usage.network] + arguments)
        while excess > 0, let row = try rows.next() {
            let bytes: Int64 = row["byteCount"]
            left -= bytes + LogShares.overhead
            guard left >= 0 else { break }
            ids.append(row["id"])
            excess -= bytes + overhead
        }
        return ids
    }

    /// Removes unverified logs and counts them.
    static func remove(_ ids: [Int64], _ db: GRDB.Database) throws {
        guard !ids.isEmpty else { return }
        try db.execute(
            sql: "DELETE FROM deviceLog WHERE id IN (SELECT value FROM json_each(?))",
            arguments: ["[\(ids.map(String.init).joined(separator: ","))]"])
        try db.execute(
            sql: "UPDATE logStock SET displaced = displaced + ? WHERE kind = 'unverified'",
            arguments: [db.changesCount])
    }
}
