package import GRDB

/// A state of the database, held ready to be put in place of the one there is, any number of times.
package final class DatabaseTemplate: Sendable {
    /// The most bytes that are held in memory; a larger one stays a file.
    private static let memoryBytes = 64 << 20

    /// The state, on a connection of its own, whose changes are not kept.
    let queue: DatabaseQueue

    /// Reads a state that was copied to a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: How large it is.
    ///   - scratch: Where a large one is copied to, so that the file itself stays as it is.
    ///   - migrations: The schema that it gets if it has an older one.
    /// - Throws: ``ConsoleError`` `conflict` for a state of a newer schema, or one that cannot be read.
    package init(of path: String, bytes: Int64, scratch: String, migrations: [Migration]) throws {
        do {
            queue = try Self.open(path, bytes, scratch)
            let migrator = Migration.migrator(for: migrations)
            if try queue.read({ db in try migrator.hasBeenSuperseded(db) }) {
                throw ConsoleError(.conflict, "It was taken by a newer version of MockUEM; use that version.")
            }
            try migrator.migrate(queue)
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA foreign_keys = OFF") }
        } catch let error as DatabaseError {
            throw ConsoleError(.conflict, "Its file is damaged, or missing.", cause: error)
        }
    }

    private static func open(_ path: String, _ bytes: Int64, _ scratch: String) throws -> DatabaseQueue {
        if bytes <= memoryBytes {
            let queue = try DatabaseQueue()
            let file = try DatabaseQueue(path: path)
            defer { try? file.close() }
            try file.backup(to: queue)
            return queue
        }
        let queue = try DatabaseQueue(path: scratch)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = OFF")
        }
        let file = try DatabaseQueue(path: path)
        defer { try? file.close() }
        try file.backup(to: queue)
        return queue
    }

    /// Reads the state.
    package func read<Value>(_ body: (GRDB.Database) throws -> Value) throws -> Value { try queue.read(body) }

    /// Changes the state, for as long as this is held.
    package func write(_ body: (GRDB.Database) throws -> Void) throws { try queue.write(body) }
}

extension DatabaseTemplate {
    /// Names of the files that rows of a copied database refer to, by the folder they are in.
    package static func names(in path: String, of folders: [KeptFiles]) throws -> [String: [String]] {
        do {
            let file = try DatabaseQueue(path: path)
            defer { try? file.close() }
            return try file.read { db in
                try folders.reduce(into: [:]) { $0[$1.label] = try $1.names(db) }
            }
        } catch let error as DatabaseError {
            throw ConsoleDatabase.consoleError(error)
        }
    }
}
