import Foundation
import GRDB
package import Logging

extension ConsoleDatabase {
    /// When a commit counts as safe: SQLite's `synchronous` setting.
    package enum Synchronous: String, CaseIterable, Sendable {
        /// Never waits for the disk. For throw-away databases.
        case off
        /// Safe against a killed process; a power cut can lose the last commits.
        case normal
        /// Safe against a power cut.
        case full
    }

    /// How carefully a database is checked before it is used.
    package enum Check: String, CaseIterable, Sendable {
        /// Not at all.
        case none
        /// Page by page, unless ``CleanStop`` says that it was closed in good order.
        case quick
        /// Page by page and against its indexes, at each start.
        case full
    }

    /// How a database is opened.
    package struct Options: Sendable {
        package var synchronous: Synchronous = .normal
        var check: Check = .quick
        var maximumPages: Int = 0
        /// Whether room on the disk is held for deletions.
        package var hasReserve = false

        /// Made of its parts.
        package init(synchronous: Synchronous = .normal, check: Check = .quick, maximumPages: Int = 0) {
            self.synchronous = synchronous
            self.check = check
            self.maximumPages = maximumPages
        }
    }

    /// Opens the file, checks and migrates it.
    ///
    /// A file that is damaged, or was written by a newer version, is left as it is.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` with a sentence for the person who started the program.
    package static func open(
        at path: String, options: Options, migrations: [Migration], logger: Logger,
        closing: @escaping @Sendable (Transaction) throws -> Void = { _ in }
    ) throws -> ConsoleDatabase {
        let migrator = Migration.migrator(for: migrations)
        let cleanStop = CleanStop(ofDatabase: path, migrations: migrations)
        do {
            // Checking a whole file takes longer the larger it is, and a file that was closed in good order is intact.
            let isKnown = options.check != .full && cleanStop.isNoted
            if !isKnown, FileManager.default.fileExists(atPath: path) {
                try inspect(path, check: options.check, migrator: migrator)
            }
            cleanStop.forget()
            try makeFile(at: path)
            let pool = try DatabasePool(path: path, configuration: configuration())
            // GRDB sets NORMAL itself when it switches to WAL, so ours comes after opening.
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = \(options.synchronous.rawValue)")
                // A large log passes through the write-ahead log, which would keep that size for ever.
                try db.execute(sql: "PRAGMA journal_size_limit = \(journalSizeLimit)")
                if options.maximumPages > 0 {
                    try db.execute(sql: "PRAGMA max_page_count = \(options.maximumPages)")
                }
            }
            if !isKnown { try migrator.migrate(pool) }
            // A database that never waits for the disk may be damaged by a power cut after it was closed.
            return ConsoleDatabase(
                pool: pool, logger: logger, maximumPages: options.maximumPages,
                cleanStop: options.synchronous == .off ? nil : cleanStop,
                diskReserve: options.hasReserve ? DiskReserve(path: "\(path)-reserve") : nil, closing: closing)
        } catch let error as DatabaseError {
            throw openingError(error, path: path)
        }
    }

    /// Makes an empty file only its owner may read; SQLite gives its -wal and -shm files the same permissions.
    private static func makeFile(at path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        do {
            try PrivateFile.create(at: path).close()
        } catch {
            throw ConsoleError(
                .unavailable, "The database \(path) cannot be opened: its folder cannot be written.", cause: error)
        }
    }

    /// Bytes to which the file of the write-ahead log is cut after a checkpoint.
    private static let journalSizeLimit = 16 << 20

    /// Settings every connection shares.
    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = ReadTurns.width
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // Some builds of SQLite overwrite every page they free: deleting a large row would take as much memory.
            try db.execute(sql: "PRAGMA secure_delete = FAST")
        }
        return configuration
    }

    /// Checks an existing file without changing it.
    private static func inspect(_ path: String, check: Check, migrator: DatabaseMigrator) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if let size = attributes?[.size] as? NSNumber, size.intValue == 0 { return }
        var readOnly = Configuration()
        readOnly.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: readOnly)
        defer { try? queue.close() }
        try queue.read { db in
            if try migrator.hasBeenSuperseded(db) {
                throw ConsoleError(
                    .unavailable,
                    "The database \(path) was written by a newer version of MockUEM. Use that version, or another folder."
                )
            }
            guard check != .none else { return }
            let pragma = check == .full ? "integrity_check(1)" : "quick_check(1)"
            let verdict = try String.fetchOne(db, sql: "PRAGMA \(pragma)") ?? "no answer"
            if verdict != "ok" {
                throw ConsoleError(
                    .unavailable, "The database \(path) is damaged (\(verdict)). Restore a copy, or use another folder."
                )
            }
        }
    }

    /// A sentence for why the file could not be opened.
    private static func openingError(_ error: DatabaseError, path: String) -> ConsoleError {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            ConsoleError(
                .unavailable,
                "The database \(path) is damaged or no database at all. Restore a copy, or use another folder.",
                cause: error)
        case .SQLITE_FULL:
            ConsoleError(.unavailable, "The disk that holds \(path) is full.", cause: error)
        default:
            ConsoleError(
                .unavailable, "The database \(path) cannot be opened: \(error.message ?? "unknown reason").",
                cause: error)
        }
    }
}
