package import GRDB

/// A table that only grows by appending and is kept within a bound; evicted rows are counted.
///
/// The count of rows is kept by triggers in `boundedTable`, so keeping the bound costs one lookup.
package struct BoundedTable: Sendable {
    /// Name of the table.
    let name: String
    /// The most rows it may hold.
    package let bound: Int
    /// An SQL condition for rows that have a bound of the same size to themselves.
    var apart: String?

    /// Made of its parts.
    package init(name: String, bound: Int, apart: String? = nil) {
        self.name = name
        self.bound = bound
        self.apart = apart
    }

    /// Evicts the oldest rows beyond the bound.
    ///
    /// Call it after each insert, in the same transaction.
    package func trim(_ db: GRDB.Database) throws {
        let excess = try excess(db)
        guard excess > 0 else { return }
        guard let apart else { return try evict(excess, where: nil, db) }
        let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(name) WHERE \(apart)") ?? 0
        try evict(count - bound, where: apart, db)
        try evict(excess - count, where: "NOT (\(apart))", db)
    }

    private func evict(_ count: Int, where condition: String?, _ db: GRDB.Database) throws {
        guard count > 0 else { return }
        let condition = condition.map { "WHERE \($0)" } ?? ""
        try db.execute(
            sql: "DELETE FROM \(name) WHERE id IN (SELECT id FROM \(name) \(condition) ORDER BY id LIMIT ?)",
            arguments: [count])
        try addEvicted(count, db)
    }

    /// How many rows are beyond the bound.
    package func excess(_ db: GRDB.Database) throws -> Int {
        let count = try db.cachedStatement(sql: "SELECT rowCount FROM boundedTable WHERE name = ?")
        return max((try Int.fetchOne(count, arguments: [name]) ?? 0) - bound, 0)
    }

    /// Counts rows that were evicted for another reason than the bound.
    package func addEvicted(_ count: Int, _ db: GRDB.Database) throws {
        try db.execute(
            sql: "UPDATE boundedTable SET evicted = evicted + ? WHERE name = ?", arguments: [count, name])
    }

    /// How many rows the bound has evicted since the database was made.
    func evicted(_ db: GRDB.Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT evicted FROM boundedTable WHERE name = ?", arguments: [name]) ?? 0
    }
}
