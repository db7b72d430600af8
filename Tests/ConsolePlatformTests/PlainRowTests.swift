import GRDB
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Rows that are read by the places of their columns.
struct PlainRowTests {
    private struct Refused: Error {}

    private static func read<Value: Sendable>(
        _ work: @escaping @Sendable (GRDB.Database) throws -> Value
    ) async throws -> Value {
        try await withDatabase { database in try await database.write { try work($0.db) } }
    }

    @Test func `Columns have the values that the statement finds`() async throws {
        try await Self.read { db in
            let statement = try db.cachedStatement(sql: "SELECT 'Ä', 7, 1.5, 1, NULL WHERE ? = 1")
            let found: (String, Int64, Double, Bool, String?)? = try statement.only([1]) { row in
                (try row.value(0), try row.value(1), try row.value(2), try row.value(3), row[4])
            }
            let row = try #require(found)
            #expect(row.0 == "Ä")
            #expect(row.1 == 7)
            #expect(row.2 == 1.5)
            #expect(row.3)
            #expect(row.4 == nil)
        }
    }

    @Test func `No row is nil, and the statement can be run again`() async throws {
        try await Self.read { db in
            let statement = try db.cachedStatement(sql: "SELECT ?1 WHERE ?1 > 1")
            func found(_ number: Int) throws -> Int? { try statement.only([number]) { try $0.value(0) } }
            #expect(try found(1) == nil)
            #expect(try found(2) == 2)
            #expect(try found(3) == 3)
            #expect(try found(0) == nil)
        }
    }

    @Test func `A column that may not be NULL says so`() async throws {
        try await Self.read { db in
            let statement = try db.cachedStatement(sql: "SELECT NULL")
            let error = #expect(throws: ConsoleError.self) { try statement.only([]) { try $0.value(0) as String } }
            #expect(error?.code == .internalError)
        }
    }

    @Test func `A reader that fails leaves nothing open`() async throws {
        try await withDatabase { database in
            try await database.write { transaction in
                let statement = try transaction.db.cachedStatement(sql: "SELECT name FROM boundedTable WHERE name = ?")
                try transaction.db.execute(sql: "INSERT INTO boundedTable (name) VALUES ('t1')")
                #expect(throws: Refused.self) { try statement.only(["t1"]) { _ in throw Refused() } }
                // A statement that stood at a row would keep its table from being changed.
                try transaction.db.execute(sql: "CREATE TABLE later (id)")
                try transaction.db.execute(sql: "DROP TABLE later")
                #expect(try statement.only(["t1"]) { try $0.value(0) as String } == "t1")
            }
        }
    }
}
