import GRDB

/// A table that only grows by appending and is kept at a bound; what the bound evicts is counted.
///
/// The count of rows is kept by triggers in `boundedTable`, so keeping the bound costs one lookup.
struct BoundedTable: Sendable {
    /// Name of the table.
    let name: String
    /// The most rows it may hold.
    let bound: Int

    /// Evicts the oldest rows beyond the bound.
    ///
    /// Call it after each insert, in the same transaction.
    func trim(_ db: GRDB.Database) throws {
        let count = try db.cachedStatement(sql: "SELECT rowCount FROM boundedTable WHERE name = ?")
        guard let rows = try Int.fetchOne(count, arguments: [name]), rows > bound else { return }
        let excess = rows - bound
        try db.execute(
            sql: "DELETE FROM \(name) WHERE id IN (SELECT id FROM \(name) ORDER BY id LIMIT ?)", arguments: [excess])
        try db.execute(
            sql: "UPDATE boundedTable SET evicted = evicted + ? WHERE name = ?", arguments: [excess, name])
    }

    /// How many rows the bound has evicted since the database was made.
    func evicted(_ db: GRDB.Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT evicted FROM boundedTable WHERE name = ?", arguments: [name]) ?? 0
    }
}
