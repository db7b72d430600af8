import GRDB

/// A table that only grows by appending and is kept at a bound; what the bound evicts is counted.
///
/// The count of rows is kept by triggers in `boundedTable`, so keeping the bound costs one lookup.
struct BoundedTable: Sendable {
    /// Some rows of a table, with a bound of their own.
    struct Part: Sendable {
        /// Name of the table.
        let table: String
        /// Which of its rows, in SQL.
        let condition: String
    }

    /// Name of the table; of a part, what `boundedTable` calls it.
    let name: String
    /// The most rows it may hold.
    let bound: Int
    /// The rows that count, if not all of the table.
    var part: Part?
    /// Rows that are evicted only where no others are left, in SQL.
    var lasting: String?

    /// Evicts the oldest rows beyond the bound.
    ///
    /// Call it after each insert, in the same transaction.
    func trim(_ db: GRDB.Database) throws {
        let excess = try excess(db)
        guard excess > 0 else { return }
        let table = part?.table ?? name
        let condition = part.map { "WHERE \($0.condition)" } ?? ""
        let order = lasting.map { "\($0), id" } ?? "id"
        try db.execute(
            sql: "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) \(condition) ORDER BY \(order) LIMIT ?)",
            arguments: [excess])
        try addEvicted(excess, db)
    }

    /// How many rows are beyond the bound.
    func excess(_ db: GRDB.Database) throws -> Int {
        let count = try db.cachedStatement(sql: "SELECT rowCount FROM boundedTable WHERE name = ?")
        return max((try Int.fetchOne(count, arguments: [name]) ?? 0) - bound, 0)
    }

    /// Counts rows that were evicted for another reason than the bound.
    func addEvicted(_ count: Int, _ db: GRDB.Database) throws {
        try db.execute(
            sql: "UPDATE boundedTable SET evicted = evicted + ? WHERE name = ?", arguments: [count, name])
    }

    /// How many rows the bound has evicted since the database was made.
    func evicted(_ db: GRDB.Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT evicted FROM boundedTable WHERE name = ?", arguments: [name]) ?? 0
    }
}
