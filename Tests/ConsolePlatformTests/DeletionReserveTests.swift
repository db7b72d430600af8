import Foundation
import GRDB
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Deletions where everything else is refused because there is no room (Operations, "When the disk is full").
struct DeletionReserveTests {
    /// Opens a database that may grow by a few pages, fills it, and runs it.
    private static func withFullDatabase(
        _ body: @escaping @Sendable (ConsoleDatabase) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/test.sqlite"
            let logger = Surroundings.test().logger
            try ConsoleDatabase.open(
                at: path, options: .init(synchronous: .off, check: .none), migrations: Migration.embedded(),
                logger: logger
            ).close()
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            let options = ConsoleDatabase.Options(
                synchronous: .off, check: .none, maximumPages: (size?.intValue ?? 0) / 4096 + 64)
            let database = try ConsoleDatabase.open(
                at: path, options: options, migrations: Migration.embedded(), logger: logger)
            try await database.running {
                try await database.write { try $0.db.execute(sql: "CREATE TABLE filler (data BLOB)") }
                for size in [100_000, 10_000, 1000] {
                    while (try? await fill(size, database)) != nil {}
                }
                try await body(database)
            }
            database.close()
        }
    }

    private static func fill(_ size: Int, _ database: ConsoleDatabase) async throws {
        try await database.write { transaction in
            try transaction.db.execute(
                sql: "INSERT INTO filler VALUES (?)", arguments: [Data(repeating: 1, count: size)])
        }
    }

    /// Deletes one small row, and notes that with a large one.
    private static func delete(noting size: Int, _ database: ConsoleDatabase) async throws {
        try await database.write { transaction in
            let smallest = "SELECT rowid FROM filler ORDER BY length(data) LIMIT 1"
            try transaction.db.execute(sql: "DELETE FROM filler WHERE rowid = (\(smallest))")
            try transaction.db.execute(
                sql: "INSERT INTO filler VALUES (?)", arguments: [Data(repeating: 2, count: size)])
        }
    }

    private func count(_ condition: String, _ database: ConsoleDatabase) async throws -> Int {
        try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM filler WHERE \(condition)") ?? 0 }
    }

    @Test func `A deletion may write where the file may not grow any more; nothing else may`() async throws {
        try await Self.withFullDatabase { database in
            let rows = try await count("TRUE", database)
            await #expect(throws: ConsoleError.self) { try await Self.delete(noting: 50_000, database) }
            #expect(try await count("TRUE", database) == rows)
            try await DatabaseCallers.deleting { try await Self.delete(noting: 50_000, database) }
            #expect(try await count("length(data) = 50000", database) == 1)
            // The bound is what it was.
            await #expect(throws: ConsoleError.self) { try await Self.fill(50_000, database) }
        }
    }

    @Test func `A deletion that needs more than the reserve is refused like anything else`() async throws {
        try await Self.withFullDatabase { database in
            let rows = try await count("TRUE", database)
            await #expect(throws: ConsoleError.self) {
                try await DatabaseCallers.deleting { try await Self.delete(noting: 500_000, database) }
            }
            #expect(try await count("TRUE", database) == rows)
        }
    }

    @Test func `In a batch a deletion is kept though what came with it is refused`() async throws {
        try await Self.withFullDatabase { database in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for isDeletion in [false, true, false] {
                    group.addTask {
                        guard isDeletion else { return (try? await Self.fill(50_000, database)) == nil }
                        try await DatabaseCallers.deleting { try await Self.delete(noting: 50_000, database) }
                        return true
                    }
                }
                for try await isAsExpected in group { #expect(isAsExpected) }
            }
            #expect(try await count("length(data) = 50000", database) == 1)
        }
    }

    @Test func `The reserve holds real room on the disk, is given up and taken again`() async throws {
        try await withTemporaryFolder { folder in
            let reserve = DiskReserve(path: "\(folder)/test.sqlite-reserve")
            reserve.take()
            func size() -> Int64? {
                let attributes = try? FileManager.default.attributesOfItem(atPath: reserve.path)
                return (attributes?[.size] as? NSNumber)?.int64Value
            }
            let held = try #require(size())
            #expect((128 << 10...DiskReserve.byteCount).contains(held))
            reserve.release()
            #expect(size() == nil)
            reserve.takeAgain()
            #expect(size() != nil)
        }
    }
}
