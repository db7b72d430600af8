import GRDB

extension ConsoleDatabase {
    /// How many rows the bounds of tables have evicted since the database was made, by the names of the bounds.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the database cannot be read.
    package func evictions() async throws -> [String: Int] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, evicted FROM boundedTable WHERE evicted > 0")
            return Dictionary(rows.map { ($0["name"] as String, $0["evicted"] as Int) }) { $1 }
        }
    }
}
