import GRDB

extension Timestamp: DatabaseValueConvertible {
    /// Milliseconds, as every time column holds them.
    var databaseValue: DatabaseValue { milliseconds.databaseValue }

    /// Reads milliseconds.
    static func fromDatabaseValue(_ value: DatabaseValue) -> Timestamp? {
        Int64.fromDatabaseValue(value).map(Timestamp.init(milliseconds:))
    }
}
