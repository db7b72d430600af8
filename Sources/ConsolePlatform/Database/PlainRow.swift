package import GRDB

/// The row that a statement stands at, read by the places of its columns.
///
/// GRDB's rows know their columns by name, for which each run of a statement makes a dictionary, and copies the values.
/// Where a statement is run for each beacon, that takes several times as long as finding the row.
package struct PlainRow {
    @usableFromInline let statement: SQLiteStatement

    fileprivate init(_ statement: SQLiteStatement) { self.statement = statement }

    /// The value of a column; nil if it is `NULL`.
    @inlinable package subscript<Value: StatementColumnConvertible>(place: CInt) -> Value? {
        Value.fromStatement(statement, atUncheckedIndex: place)
    }

    /// The value of a column that always has one.
    ///
    /// - Throws: ``ConsoleError`` `internalError` if it is `NULL`.
    @inlinable package func value<Value: StatementColumnConvertible>(_ place: CInt) throws -> Value {
        guard let value: Value = self[place] else {
            throw ConsoleError(.internalError, "Column \(place) of a row is NULL, which it cannot be.")
        }
        return value
    }
}

extension Statement {
    /// Reads the only row of a statement that finds one at most.
    ///
    /// - Parameters:
    ///   - arguments: What its `?` stand for.
    ///   - read: Reads the row, while the statement stands at it.
    /// - Returns: What was read; nil if no row was found.
    /// - Throws: What the database throws, or reading.
    package func only<Value>(
        _ arguments: StatementArguments, _ read: @escaping (PlainRow) throws -> Value
    ) throws -> Value? {
        try setArguments(arguments)
        let rows = PlainCursor(self, read)
        do {
            let value = try rows.next()
            // A statement that was not run to its end stays open.
            if value != nil { _ = try rows.next() }
            return value
        } catch {
            // So does one that was left before; this takes it back to its beginning.
            try? setArguments(arguments)
            throw error
        }
    }
}

extension Database {
    /// Whether a table has rows: for those that are mostly empty, and looked at by every unit of work.
    ///
    /// - Throws: What the database throws.
    package func hasRows(in table: String) throws -> Bool {
        try Bool.fetchOne(cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table))")) ?? false
    }
}

/// Steps through the rows of a statement.
private final class PlainCursor<Element>: DatabaseCursor {
    let _statement: Statement
    var _isDone = false
    private let read: (PlainRow) throws -> Element

    init(_ statement: Statement, _ read: @escaping (PlainRow) throws -> Element) {
        _statement = statement
        self.read = read
    }

    func _element(sqliteStatement: SQLiteStatement) throws -> Element {
        try read(PlainRow(sqliteStatement))
    }
}
