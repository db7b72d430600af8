import Foundation
import GRDB
import Logging
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// A database whose file is moved, deleted or replaced while it is in use (Operations, "When the database file is moved").
struct DatabaseFileTests {
    /// Opens a database in a folder of its own, and runs it.
    private static func withOpenFile(
        _ body: @escaping @Sendable (ConsoleDatabase, String, RecordedLog) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/test.sqlite"
            let log = RecordedLog()
            let database = try ConsoleDatabase.open(
                at: path, options: .init(synchronous: .normal, check: .none), migrations: Migration.embedded(),
                logger: log.logger)
            try await database.running { try await body(database, path, log) }
            database.close()
        }
    }

    private static func note(_ name: String, _ database: ConsoleDatabase) async throws {
        try await database.write { transaction in
            try transaction.db.execute(sql: "INSERT INTO boundedTable (name) VALUES (?)", arguments: [name])
        }
    }

    private static func expectRefusal(_ database: ConsoleDatabase) async {
        await #expect {
            try await note("lost", database)
        } throws: { error in
            (error as? ConsoleError)?.code == .unavailable
                && (error as? ConsoleError)?.message.contains("was moved, deleted or replaced") == true
        }
        #expect(await database.obstacle() == "the database file was moved, deleted or replaced")
    }

    @Test func `What is written while the file is elsewhere is refused, and taken again once it is back`() async throws
    {
        try await Self.withOpenFile { database, path, log in
            try await Self.note("first", database)
            #expect(await database.obstacle() == nil)
            try FileManager.default.moveItem(atPath: path, toPath: "\(path)-elsewhere")
            await Self.expectRefusal(database)
            await Self.expectRefusal(database)
            #expect(log.lines.filter { $0.level == .error }.count == 1, "\(log.lines)")
            // What lies there now, if anything, is not read either.
            await #expect(throws: ConsoleError.self) {
                try await database.read { try String.fetchAll($0, sql: "SELECT name FROM boundedTable") }
            }
            try FileManager.default.moveItem(atPath: "\(path)-elsewhere", toPath: path)
            let names = try await database.read { try String.fetchAll($0, sql: "SELECT name FROM boundedTable") }
            #expect(names.contains("first") && !names.contains("lost"))
            try await Self.note("second", database)
            #expect(await database.obstacle() == nil)
        }
    }

    @Test(arguments: ["", "-wal"])
    func `A file that is deleted or replaced by another one is noticed, its write-ahead log, too`(ending: String)
        async throws
    {
        try await Self.withOpenFile { database, path, _ in
            try await Self.note("first", database)
            let file = path + ending
            try FileManager.default.moveItem(atPath: file, toPath: "\(file).old")
            await Self.expectRefusal(database)
            try FileManager.default.copyItem(atPath: "\(file).old", toPath: file)
            await Self.expectRefusal(database)
        }
    }

    @Test func `The stop leaves what lies in the place of the file as it is`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/test.sqlite"
            let database = try ConsoleDatabase.open(
                at: path, options: .init(check: .none), migrations: Migration.embedded(),
                logger: Surroundings.test().logger)
            try await database.running { try await Self.note("first", database) }
            try FileManager.default.createDirectory(atPath: "\(folder)/old", withIntermediateDirectories: true)
            for ending in ["", "-wal", "-shm"] {
                try FileManager.default.moveItem(
                    atPath: path + ending, toPath: "\(folder)/old/test.sqlite\(ending)")
                try Data("another".utf8).write(to: URL(filePath: path + ending))
            }
            database.close()
            for ending in ["", "-wal", "-shm"] {
                #expect(FileManager.default.contents(atPath: path + ending) == Data("another".utf8), "\(ending)")
            }
            #expect(!FileManager.default.fileExists(atPath: "\(path)-clean"))
            let old = try DatabaseQueue(path: "\(folder)/old/test.sqlite")
            let names = try await old.read { try String.fetchAll($0, sql: "SELECT name FROM boundedTable") }
            #expect(names.contains("first"))
        }
    }
}
