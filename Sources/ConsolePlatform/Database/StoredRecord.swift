package import GRDB

/// A row with an integer id, which it gets when it is inserted.
package protocol StoredRecord: FetchableRecord, MutablePersistableRecord {
    /// Row id; nil before the insert.
    var id: Int64? { get set }
}

extension StoredRecord {
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
