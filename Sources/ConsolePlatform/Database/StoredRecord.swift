package import GRDB

/// A row with an integer id, which it gets when it is inserted.
package protocol StoredRecord: FetchableRecord, MutablePersistableRecord {
    /// Row id; nil before the insert.
    var id: Int64? { get set }
}

extension StoredRecord {
    /// The row with an id; nil if there is none, or no id.
    ///
    /// Its statement is prepared once: making and compiling one takes longer than reading a row.
    ///
    /// - Throws: What the database throws.
    package static func stored(_ id: Int64?, _ db: Database) throws -> Self? {
        guard let id else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT * FROM \(databaseTableName) WHERE id = ?")
        return try fetchOne(statement, arguments: [id])
    }

    package mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }

    /// The id of a row that is stored.
    ///
    /// - Returns: The row id.
    /// - Throws: ``ConsoleError`` `internalError` for a row that was never inserted.
    package func storedID() throws -> Int64 {
        guard let id else {
            throw ConsoleError(.internalError, "A row of \(Self.databaseTableName) is used before it is stored.")
        }
        return id
    }
}

extension FetchableRecord where Self: TableRecord {
    /// The first row that satisfies a condition, found by a statement that is prepared once.
    ///
    /// - Parameters:
    ///   - condition: The condition in SQL, always the same text at the same place.
    ///   - arguments: What its `?` stand for.
    ///   - db: The database.
    /// - Returns: The row; nil if there is none.
    /// - Throws: What the database throws.
    package static func first(
        where condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> Self? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM \(databaseTableName) WHERE \(condition) LIMIT 1")
        return try fetchOne(statement, arguments: arguments)
    }

    /// All rows that satisfy a condition, found by a statement that is prepared once.
    ///
    /// - Parameters:
    ///   - condition: The condition in SQL, always the same text at the same place.
    ///   - arguments: What its `?` stand for.
    ///   - db: The database.
    /// - Returns: The rows, in no order that could be relied on.
    /// - Throws: What the database throws.
    package static func all(
        where condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [Self] {
        try fetchAll(
            db.cachedStatement(sql: "SELECT * FROM \(databaseTableName) WHERE \(condition)"), arguments: arguments)
    }
}
