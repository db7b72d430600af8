import Foundation
import GRDB
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// The note that a database was closed in good order (Operations, "Where the time of a start goes").
struct CleanStopTests {
    private static let quick = ConsoleDatabase.Options(synchronous: .normal, check: .quick)
    private static let full = ConsoleDatabase.Options(synchronous: .normal, check: .full)

    @discardableResult
    private static func open(
        _ path: String, _ options: ConsoleDatabase.Options = quick, _ migrations: [Migration] = Migration.embedded()
    ) throws -> ConsoleDatabase {
        try ConsoleDatabase.open(
            at: path, options: options, migrations: migrations, logger: Surroundings.test().logger)
    }

    /// A database with something large in it, which was closed in good order.
    private static func withClosedFile(_ body: (_ path: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/console.sqlite"
            let database = try open(path)
            try await database.pool.write { db in
                try db.execute(sql: "CREATE TABLE large (data BLOB); INSERT INTO large VALUES (randomblob(400000))")
            }
            database.close()
            try await body(path)
        }
    }

    private static func modified(_ path: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    /// Writes nonsense into pages of what is large, which a start needs not: the file keeps its size.
    private static func damage(_ path: String) throws {
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: try file.seekToEnd() - 4096 * 50)
        try file.write(contentsOf: Data((0..<4096 * 6).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
        try file.close()
    }

    private static func refuses(_ path: String, _ options: ConsoleDatabase.Options = quick) -> Bool {
        do {
            try open(path, options).pool.close()
            return false
        } catch {
            return (error as? ConsoleError)?.message.contains("is damaged") == true
        }
    }

    @Test func `A note is left by closing, and is gone as long as the file is open`() async throws {
        try await Self.withClosedFile { path in
            let note = CleanStop(ofDatabase: path, migrations: Migration.embedded())
            #expect(note.isNoted)
            #expect(try permissions(of: note.path) == 0o600)
            let database = try Self.open(path)
            #expect(!note.isNoted && !FileManager.default.fileExists(atPath: note.path))
            let count = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM device") }
            #expect(count == 0)
            database.close()
            #expect(note.isNoted)
        }
    }

    @Test func `With the note the pages of a file are not read, unless every start is to check them`() async throws {
        try await Self.withClosedFile { path in
            // Noted after the damage, so that nothing but reading the pages could find it.
            try Self.damage(path)
            let note = CleanStop(ofDatabase: path, migrations: Migration.embedded())
            note.note()
            #expect(Self.refuses(path, Self.full))
            #expect(note.isNoted)
            #expect(!Self.refuses(path))
        }
    }

    @Test func `A file that was written to since is looked at`() async throws {
        try await Self.withClosedFile { path in
            try Self.damage(path)
            #expect(Self.refuses(path))
        }
    }

    @Test func `A copy put in its place is looked at, even with the same size and time`() async throws {
        try await Self.withClosedFile { path in
            let time = try #require(try Self.modified(path))
            try FileManager.default.copyItem(atPath: path, toPath: "\(path).copy")
            try Self.damage("\(path).copy")
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: "\(path).copy", toPath: path)
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
            #expect(Self.refuses(path))
        }
    }

    @Test func `A file with something in its write-ahead log was not closed in good order`() async throws {
        try await Self.withClosedFile { path in
            let note = CleanStop(ofDatabase: path, migrations: Migration.embedded())
            try Data("frames".utf8).write(to: URL(filePath: "\(path)-wal"))
            #expect(!note.isNoted)
            note.note()
            try FileManager.default.removeItem(atPath: "\(path)-wal")
            // The note that stands is still that of the file itself.
            #expect(note.isNoted)
        }
    }

    @Test(arguments: ["", "nonsense\n", "1 2 3.4 5:x"])
    func `A note that says something else is none`(text: String) async throws {
        try await Self.withClosedFile { path in
            let note = CleanStop(ofDatabase: path, migrations: Migration.embedded())
            try Data(text.utf8).write(to: URL(filePath: note.path))
            #expect(!note.isNoted)
            try Self.damage(path)
            #expect(Self.refuses(path))
        }
    }

    @Test func `A killed console leaves none`() async throws {
        try await Self.withClosedFile { path in
            // Closing the connections alone is what the end of a process comes to.
            try Self.open(path).pool.close()
            let note = CleanStop(ofDatabase: path, migrations: Migration.embedded())
            #expect(!FileManager.default.fileExists(atPath: note.path))
        }
    }

    @Test func `A database that never waits for the disk leaves none`() async throws {
        try await Self.withClosedFile { path in
            try Self.open(path, ConsoleDatabase.Options(synchronous: .off)).close()
            #expect(!CleanStop(ofDatabase: path, migrations: Migration.embedded()).isNoted)
        }
    }

    @Test(arguments: [ResultCode.SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_NOTADB])
    func `A database that could not be read or written leaves none`(code: ResultCode) async throws {
        try await Self.withClosedFile { path in
            let note = CleanStop(ofDatabase: path, migrations: Migration.embedded())
            let read = try Self.open(path)
            await #expect(throws: ConsoleError.self) {
                try await read.read { _ in throw DatabaseError(resultCode: code) }
            }
            read.close()
            #expect(!note.isNoted)
            let written = try Self.open(path)
            try await written.running {
                _ = await #expect(throws: ConsoleError.self) {
                    try await written.write { _ in throw DatabaseError(resultCode: code) }
                }
            }
            written.close()
            #expect(!note.isNoted)
        }
    }

    @Test func `A refusal that says nothing about the file leaves the note`() async throws {
        try await Self.withClosedFile { path in
            let database = try Self.open(path)
            try await database.running {
                _ = await #expect(throws: ConsoleError.self) {
                    try await database.write { _ in throw DatabaseError(resultCode: .SQLITE_CONSTRAINT) }
                }
            }
            database.close()
            #expect(CleanStop(ofDatabase: path, migrations: Migration.embedded()).isNoted)
        }
    }

    @Test func `The note of a newer version does not stand for an older one`() async throws {
        try await Self.withClosedFile { path in
            let older = Migration.embedded().dropLast()
            let error = #expect(throws: ConsoleError.self) { try Self.open(path, Self.quick, Array(older)) }
            #expect(error?.message.contains("written by a newer version") == true)
        }
    }

    @Test func `The note of an older version does not keep migrations from running`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/console.sqlite"
            let all = Migration.embedded()
            try Self.open(path, Self.quick, Array(all.dropLast())).close()
            let names = try await Self.open(path).read { db in
                try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
            }
            #expect(names == all.map(\.name))
        }
    }
}
