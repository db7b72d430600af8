import ConsolePlatform
import Foundation
import GRDB
import Logging

/// The database file of the journal, beside the console's (MockControl, "The file").
///
/// It only lets the journal survive a restart: what is searched is in memory. A file of another version, or one that is
/// damaged, is put aside, and a new one begun.
struct JournalFile: Sendable {
    /// Version of the schema and of the bytes of entries.
    static let version = 4
    /// Ids that are set aside with each write: a console that is killed has given away no more than these since.
    private static let reserve: Int64 = 100_000
    /// Bytes the file of the write-ahead log is cut to once it was checkpointed.
    private static let logSizeLimit = 8 << 20

    private static let schema = """
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY, customerId INTEGER, arrivedAt INTEGER NOT NULL, content BLOB NOT NULL
        ) STRICT;
        CREATE TABLE eviction (
            customerId INTEGER PRIMARY KEY, count INTEGER NOT NULL, last INTEGER NOT NULL, until INTEGER
        ) STRICT;
        CREATE TABLE standing (nextId INTEGER NOT NULL, hasSecrets INTEGER NOT NULL) STRICT;
        INSERT INTO standing VALUES (1, 0);
        PRAGMA user_version = \(version);
        """

    /// Where it is.
    let path: String
    private let queue: DatabaseQueue

    /// A file that cannot be used.
    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    // MARK: Opening

    /// What a start finds.
    struct Opening: Sendable {
        /// The file; nil if there can be none now.
        let file: JournalFile?
        /// An id that no entry has had.
        let nextID: Int64
    }

    /// Opens the file, or begins a new one.
    ///
    /// It never stops a start: what goes wrong is a line of the log.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - secrets: Whether it may have secrets; one that has some and may not is deleted.
    ///   - now: The time, which is beyond all ids of a file that does not say its own.
    ///   - logger: Where to say that a file was put aside, or that there is none.
    /// - Returns: The file, and ids for new entries.
    static func open(at path: String, secrets: JournalRules.Secrets, now: Timestamp, logger: Logger) -> Opening {
        do {
            return try open(at: path, secrets, from: 1)
        } catch let error as Secretive {
            logger.warning(
                "The file of the journal had secrets, which it is to leave out now; a new one is begun",
                metadata: ["path": "\(path)"])
            for suffix in suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
            return (try? open(at: path, secrets, from: error.nextID)) ?? Opening(file: nil, nextID: error.nextID)
        } catch let error where isBeyondUse(error) {
            putAside(path, because: error, logger: logger)
        } catch {
            return none(path, error, now, logger)
        }
        do { return try open(at: path, secrets, from: now.milliseconds) } catch {
            return none(path, error, now, logger)
        }
    }

    /// A file with secrets, which the configuration does not want any more.
    private struct Secretive: Error {
        let nextID: Int64
    }

    /// What SQLite adds to the path, for the files that belong together.
    private static let suffixes = ["", "-wal", "-shm"]

    private static func none(_ path: String, _ error: any Error, _ now: Timestamp, _ logger: Logger) -> Opening {
        logger.warning(
            "The journal has no file and will be lost at the end", metadata: ["path": "\(path)", "error": "\(error)"])
        return Opening(file: nil, nextID: max(1, now.milliseconds))
    }

    private static func open(at path: String, _ secrets: JournalRules.Secrets, from firstID: Int64) throws -> Opening {
        if !FileManager.default.fileExists(atPath: path) { try PrivateFile.create(at: path).close() }
        let file = JournalFile(path: path, queue: try DatabaseQueue(path: path, configuration: configuration()))
        let nextID = try file.queue.writeWithoutTransaction { db in
            let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
            if isEmpty { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            try db.execute(sql: "PRAGMA journal_size_limit = \(logSizeLimit)")
            return try begin(db, isEmpty: isEmpty, secrets, from: firstID)
        }
        return Opening(file: file, nextID: nextID)
    }

    /// Makes the schema if there is none, and sets ids aside.
    private static func begin(
        _ db: GRDB.Database, isEmpty: Bool, _ secrets: JournalRules.Secrets, from firstID: Int64
    ) throws -> Int64 {
        var nextID: Int64 = 1
        try db.inTransaction {
            if isEmpty { try db.execute(sql: schema) }
            let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard found == version else { throw Unusable(description: "it is of version \(found), not \(version)") }
            guard let standing = try Row.fetchOne(db, sql: "SELECT nextId, hasSecrets FROM standing") else {
                throw Unusable(description: "it does not say its next id")
            }
            let latest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM entry") ?? 0
            nextID = max(standing["nextId"], firstID, latest + 1)
            if secrets == .redact, standing["hasSecrets"] { throw Secretive(nextID: nextID) }
            try db.execute(
                sql: "UPDATE standing SET nextId = ?, hasSecrets = ?",
                arguments: [nextID + reserve, secrets == .keep])
            return .commit
        }
        return nextID
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = FAST")
        }
        return configuration
    }

    /// Whether a file will not be of use to a later try either.
    static func isBeyondUse(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return error is Unusable }
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH]
            .contains(error.resultCode)
    }

    /// Renames a file that cannot be used; one that was put aside before gives way.
    static func putAside(_ path: String, because error: any Error, logger: Logger) {
        let manager = FileManager.default
        for suffix in suffixes {
            let (from, to) = (path + suffix, "\(path).unusable\(suffix)")
            try? manager.removeItem(atPath: to)
            guard manager.fileExists(atPath: from) else { continue }
            do { try manager.moveItem(atPath: from, toPath: to) } catch { try? manager.removeItem(atPath: from) }
        }
        logger.warning(
            "The file of the journal cannot be used and was put aside; a new one is begun",
            metadata: ["path": "\(path).unusable", "error": "\(error)"])
    }

    // MARK: Reading

    /// Entries with ids below one, the latest first.
    func entries(below id: Int64, limit: Int) async throws -> [JournalEntry] {
        try await queue.read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT id, content FROM entry WHERE id < ? ORDER BY id DESC LIMIT ?", arguments: [id, limit])
            var entries: [JournalEntry] = []
            while let row = try rows.next() {
                do {
                    entries.append(try JournalEntryCoding.decode(row["content"], id: row["id"]))
                } catch {
                    throw Unusable(description: "entry \(row["id"] ?? 0) cannot be read")
                }
            }
            return entries
        }
    }

    /// What the bounds had evicted of each customer.
    func evictions() async throws -> [Int64?: JournalMemory.Eviction] {
        try await queue.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM eviction")
            let pairs: [(Int64?, JournalMemory.Eviction)] = rows.map { row in
                let customer: Int64 = row["customerId"]
                let until: Int64? = row["until"]
                let eviction = JournalMemory.Eviction(
                    count: row["count"], last: row["last"], until: until.map(Timestamp.init(milliseconds:)))
                return (customer == 0 ? nil : customer, eviction)
            }
            return Dictionary(pairs) { $1 }
        }
    }

    /// Deletes entries with ids below one that are not to be read any more.
    ///
    /// - Returns: What they were, of each customer.
    func drop(below id: Int64) async throws -> [Int64?: JournalMemory.Eviction] {
        try await queue.write { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT customerId, count(*) AS count, max(id) AS last, max(arrivedAt) AS until
                    FROM entry WHERE id < ? GROUP BY customerId
                    """, arguments: [id])
            try db.execute(sql: "DELETE FROM entry WHERE id < ?", arguments: [id])
            let pairs: [(Int64?, JournalMemory.Eviction)] = rows.map { row in
                let eviction = JournalMemory.Eviction(
                    count: row["count"], last: row["last"], until: Timestamp(milliseconds: row["until"]))
                return (row["customerId"], eviction)
            }
            return Dictionary(pairs) { $1 }
        }
    }

    // MARK: Writing

    /// Writes what has changed in memory, in one transaction that no cancelled task interrupts.
    ///
    /// - Parameters:
    ///   - changes: What has changed.
    ///   - isLast: Whether nothing will follow, so that ids need not be set aside.
    /// - Throws: What the database throws; nothing was written then.
    func write(_ changes: JournalMemory.Changes, isLast: Bool = false) async throws {
        let outcome: Result<Void, any Error> = await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { db in
                continuation.resume(
                    returning: Result {
                        try db.inTransaction {
                            try Self.write(changes, isLast: isLast, db)
                            return .commit
                        }
                        if changes.kept != nil { try db.execute(sql: "PRAGMA incremental_vacuum") }
                    })
            }
        }
        try outcome.get()
    }

    private static func write(_ changes: JournalMemory.Changes, isLast: Bool, _ db: GRDB.Database) throws {
        let insert = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO entry (id, customerId, arrivedAt, content) VALUES (?, ?, ?, ?)")
        for entry in changes.entries + changes.changed {
            try insert.execute(arguments: [
                entry.id, entry.parties.customerID, entry.arrivedAt.milliseconds, JournalEntryCoding.encode(entry),
            ])
        }
        let delete = try db.cachedStatement(sql: "DELETE FROM entry WHERE id = ?")
        for id in changes.removed { try delete.execute(arguments: [id]) }
        if let kept = changes.kept {
            let rest = "DELETE FROM entry WHERE id NOT IN (SELECT value FROM json_each(?))"
            try db.execute(sql: rest, arguments: [kept.jsonList])
        }
        try write(changes.evictions, db)
        try db.execute(
            sql: "UPDATE standing SET nextId = ?", arguments: [changes.nextID + (isLast ? 0 : reserve)])
    }

    private static func write(_ evictions: [Int64?: JournalMemory.Eviction]?, _ db: GRDB.Database) throws {
        guard let evictions else { return }
        try db.execute(sql: "DELETE FROM eviction")
        for (customer, eviction) in evictions {
            try db.execute(
                sql: "INSERT INTO eviction (customerId, count, last, until) VALUES (?, ?, ?, ?)",
                arguments: [customer ?? 0, eviction.count, eviction.last, eviction.until?.milliseconds])
        }
    }

    /// Closes it; a file that cannot be closed is as that of a console that was killed.
    func close() { try? queue.close() }
}
