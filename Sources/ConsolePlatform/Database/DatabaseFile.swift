import CSQLiteChanges
import GRDB

/// The file of an open database and its write-ahead log, as they were when they were opened.
///
/// SQLite writes on into files that were moved, deleted or replaced meanwhile. What is written there is gone for the next
/// start, so that such a write must not be acknowledged.
struct DatabaseFile: Sendable {
    /// Where it was opened.
    let path: String
    /// File numbers (inodes) of the database and of its write-ahead log; 0 for a file that did not exist.
    private let numbers: (database: UInt64, log: UInt64)

    /// The files of a database that has just been opened.
    init(at path: String) {
        self.path = path
        numbers = (fileNumber(path), fileNumber("\(path)-wal"))
    }

    /// Whether both files are still where they were opened.
    var isInPlace: Bool {
        fileNumber(path) == numbers.database && (numbers.log == 0 || fileNumber("\(path)-wal") == numbers.log)
    }

    /// Keeps SQLite from deleting the write-ahead log by its name when a connection is closed: it may be that of another
    /// database by now.
    static func keepLog(_ db: GRDB.Database) {
        guard let connection = db.sqliteConnection else { return }
        keepWriteAheadLog(connection)
    }
}
