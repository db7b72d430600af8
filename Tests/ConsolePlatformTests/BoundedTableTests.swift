import GRDB
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Append-only tables are kept at their bound, and what was evicted is counted.
struct BoundedTableTests {
    private static let table = BoundedTable(name: "eventLog", bound: 5)

    private static func append(_ count: Int, to database: ConsoleDatabase, table: BoundedTable = table)
        async throws
    {
        for _ in 0..<count {
            try await database.write { transaction in
                try transaction.db.execute(
                    sql: """
                        INSERT INTO eventLog (at, actorKind, actor, action, subjectKind, subject)
                        VALUES (0, 'system', 'system', 'a', 'b', 'c')
                        """)
                try table.trim(transaction.db)
            }
        }
    }

    private static func state(_ database: ConsoleDatabase) async throws -> (
        ids: [Int], evicted: Int, counted: Int?
    ) {
        try await database.read { db in
            (
                try Int.fetchAll(db, sql: "SELECT id FROM eventLog ORDER BY id"), try table.evicted(db),
                try Int.fetchOne(db, sql: "SELECT rowCount FROM boundedTable WHERE name = 'eventLog'")
            )
        }
    }

    @Test(arguments: [(0, 0), (4, 0), (5, 0), (6, 1), (12, 7)])
    func `The bound is exact and the oldest go first`(count: Int, evicted: Int) async throws {
        try await withDatabase { database in
            try await Self.append(count, to: database)
            let state = try await Self.state(database)
            #expect(state.ids == Array((evicted..<count).map { $0 + 1 }))
            #expect(state.evicted == evicted)
            #expect(state.counted == count - evicted)
        }
    }

    @Test func `Rows deleted by hand make room and are not counted as evicted`() async throws {
        try await withDatabase { database in
            try await Self.append(5, to: database)
            try await database.write { try $0.db.execute(sql: "DELETE FROM eventLog WHERE id IN (2, 4)") }
            try await Self.append(2, to: database)
            #expect(try await Self.state(database).ids == [1, 3, 5, 6, 7])
            #expect(try await Self.state(database).evicted == 0)
            try await database.write { try $0.db.execute(sql: "DELETE FROM eventLog") }
            #expect(try await Self.state(database).counted == 0)
            try await Self.append(6, to: database)
            #expect(try await Self.state(database).evicted == 1)
        }
    }

    @Test func `A smaller bound takes effect with the next row`() async throws {
        try await withDatabase { database in
            try await Self.append(5, to: database)
            try await Self.append(1, to: database, table: BoundedTable(name: "eventLog", bound: 2))
            #expect(try await Self.state(database).ids == [5, 6])
            #expect(try await Self.state(database).evicted == 4)
        }
    }

    @Test(arguments: [
        ("xyxyxyxy", [1, 2, 3, 4, 5, 6, 7, 8]), ("xxxxxxx", [3, 4, 5, 6, 7]), ("yyyyyyy", [3, 4, 5, 6, 7]),
        ("xxxxxyyyyyyy", [1, 2, 3, 4, 5, 8, 9, 10, 11, 12]), ("yyyyyyyxxxxxxx", [3, 4, 5, 6, 7, 10, 11, 12, 13, 14]),
    ])
    func `Rows that are counted apart have the same bound besides`(actions: String, left: [Int]) async throws {
        let table = BoundedTable(name: "eventLog", bound: 5, apart: "action = 'x'")
        try await withDatabase { database in
            for action in actions {
                try await database.write { transaction in
                    try transaction.db.execute(
                        sql: """
                            INSERT INTO eventLog (at, actorKind, actor, action, subjectKind, subject)
                            VALUES (0, 'system', 'system', ?, 'b', 'c')
                            """, arguments: [String(action)])
                    try table.trim(transaction.db)
                }
            }
            let state = try await Self.state(database)
            #expect(state.ids == left && state.counted == left.count)
            #expect(state.evicted == actions.count - left.count)
        }
    }

    @Test func `A write that fails evicts nothing`() async throws {
        try await withDatabase { database in
            try await Self.append(5, to: database)
            await #expect(throws: ConsoleError.self) {
                try await database.write { transaction in
                    try transaction.db.execute(sql: "DELETE FROM eventLog WHERE id = 1")
                    try transaction.db.execute(sql: "INSERT INTO eventLog (at) VALUES (0)")
                }
            }
            #expect(try await Self.state(database).ids == [1, 2, 3, 4, 5])
            #expect(try await Self.state(database).counted == 5)
        }
    }

    @Test(arguments: [
        "eventLog", "command", "beacon", "analyticsEvent", "deviceSample", "pushToken", "deviceLocation",
    ])
    func `Every bounded table counts its rows by triggers`(table: String) async throws {
        try await withDatabase { database in
            let triggers = try await database.read { db in
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT COUNT(*) FROM sqlite_master
                        WHERE type = 'trigger' AND tbl_name = ?1 AND name IN (?1 || 'Inserted', ?1 || 'Deleted')
                        """, arguments: [table])
            }
            #expect(triggers == 2)
        }
    }
}

/// Values that are forgotten when the configuration changes.
struct GenerationCacheTests {
    @Test func `A value is loaded once in a generation`() async throws {
        let cache = GenerationCache<String, Int>()
        let first = try await cache.value(for: "a", generation: 1) { 1 }
        let second = try await cache.value(for: "a", generation: 1) { 2 }
        let third = try await cache.value(for: "a", generation: 2) { 3 }
        #expect([first, second, third] == [1, 1, 3])
        #expect(cache.cached("a", generation: 1) == nil)
    }

    @Test func `A value loaded under an old generation is not served in a new one`() async throws {
        let cache = GenerationCache<String, Int>()
        let slow = try await cache.value(for: "a", generation: 1) {
            _ = try await cache.value(for: "b", generation: 2) { 20 }
            return 10
        }
        #expect(slow == 10)
        #expect(cache.cached("a", generation: 2) == nil)
        #expect(cache.cached("a", generation: 1) == nil)
        #expect(cache.cached("b", generation: 2) == 20)
    }

    @Test func `A failed load leaves nothing`() async throws {
        let cache = GenerationCache<String, Int>()
        await #expect(throws: ConsoleError.self) {
            try await cache.value(for: "a", generation: 1) { throw ConsoleError(.notFound, "") }
        }
        #expect(cache.cached("a", generation: 1) == nil)
    }

    @Test func `It holds no more than its limit`() {
        let cache = GenerationCache<Int, Int>(limit: 10)
        for key in 0..<100 {
            cache.store(key, for: key, generation: 1)
            #expect(cache.cached(key, generation: 1) == key)
            #expect((0..<100).count { cache.cached($0, generation: 1) != nil } <= 10)
        }
        cache.removeAll()
        #expect(cache.cached(99, generation: 1) == nil)
    }

    @Test func `A full cache is not emptied by what is late`() {
        let cache = GenerationCache<Int, Int>(limit: 2)
        cache.store(1, for: 1, generation: 2)
        cache.store(2, for: 2, generation: 2)
        cache.store(3, for: 3, generation: 1)
        #expect(cache.cached(1, generation: 2) == 1)
        #expect(cache.cached(3, generation: 2) == nil)
    }
}
