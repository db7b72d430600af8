import Foundation
import GRDB

/// A copy of a database that another process may be writing to meanwhile.
package enum DatabaseCopy {
    /// Copies a database as it is at one moment to a file that is not there yet, and checks the copy as a whole.
    ///
    /// Writers are not held up. The copy is one file, without a write-ahead log beside it.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the database is damaged or newer than this program, or the disk is
    ///   full; what is left of the copy then, the caller removes.
    package static func make(of path: String, at copy: String, migrations: [Migration]) throws {
        do {
            try PrivateFile.create(at: copy).close()
            var readOnly = Configuration()
            readOnly.readonly = true
            readOnly.busyMode = .timeout(10)
            let source = try DatabaseQueue(path: path, configuration: readOnly)
            defer { try? source.close() }
            let target = try DatabaseQueue(path: copy)
            defer { try? target.close() }
            try source.read { source in
                try target.writeWithoutTransaction { target in
                    try target.execute(sql: "PRAGMA synchronous = OFF")
                    try source.backup(to: target)
                }
            }
            // The copy says of itself that it has a write-ahead log, as the original does.
            try target.writeWithoutTransaction { db in _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
            }
            try target.close()
        } catch let error as DatabaseError {
            throw sentence(error, path)
        }
        try check(copy, called: path, migrations: migrations)
    }

    /// Checks a database as a whole.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - name: What a sentence calls it.
    ///   - migrations: The newest schema that is understood.
    /// - Throws: ``ConsoleError`` `unavailable` if it is damaged, or of a newer schema.
    package static func check(_ path: String, called name: String, migrations: [Migration]) throws {
        do {
            var readOnly = Configuration()
            readOnly.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: readOnly)
            defer { try? queue.close() }
            try queue.read { db in
                guard try !Migration.migrator(for: migrations).hasBeenSuperseded(db) else {
                    throw ConsoleError(
                        .unavailable,
                        "The database \(name) was written by a newer version of MockUEM. Use that version.")
                }
                let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
                guard verdict == "ok" else {
                    throw ConsoleError(.unavailable, "The database \(name) is damaged (\(verdict)).")
                }
            }
        } catch let error as DatabaseError {
            throw sentence(error, name)
        }
    }

    /// The migrations that a database has had, in name order; none for a database without tables.
    package static func migrations(of path: String) throws -> [String] {
        do {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            return try queue.read { db in
                guard try db.tableExists("grdb_migrations") else { return [] }
                return try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
            }
        } catch let error as DatabaseError {
            throw sentence(error, path)
        }
    }

    /// A sentence for an error of SQLite, whose own words may have names of a hostile database in them.
    static func sentence(_ error: DatabaseError, _ path: String) -> ConsoleError {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            ConsoleError(.unavailable, "The database \(path) is damaged or no database at all.", cause: error)
        case .SQLITE_FULL, .SQLITE_IOERR:
            ConsoleError(
                .unavailable, "The database \(path) cannot be copied: the disk is full, or fails.", cause: error)
        default:
            ConsoleError(
                .unavailable,
                "The database \(path) cannot be copied: "
                    + "\(PrintableText.escaped(error.message ?? "unknown reason", limit: 400)).",
                cause: error)
        }
    }
}
