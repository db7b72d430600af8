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

    /// Two customers below the root, one of them with a group of its own.
    private static func addGroups(_ database: ConsoleDatabase) async throws {
        try await database.write { transaction in
            for (id, parent, path, type) in [
                (7, nil, "/7/", "Global"), (21, 7, "/7/21/", "Customer"), (22, 7, "/7/22/", "Customer"),
                (23, 22, "/7/22/23/", "Container"), (24, 7, "/7/24/", "Container"),
            ] as [(Int, Int?, String, String)] {
                try transaction.db.execute(
                    sql: """
                        INSERT OR IGNORE INTO organizationGroup (id, uuid, parentId, path, code, name, type, createdAt)
                        VALUES (?1, ?2, ?3, ?4, ?2, ?2, ?5, 0)
                        """, arguments: [id, "g\(id)", parent, path, type])
            }
        }
    }

    private static func append(
        to groups: [Int?], in database: ConsoleDatabase, table: BoundedTable = table
    ) async throws {
        for group in groups {
            try await database.write { transaction in
                try transaction.db.execute(
                    sql: """
                        INSERT INTO eventLog (at, groupId, actorKind, actor, action, subjectKind, subject)
                        VALUES (0, ?, 'system', 'system', 'a', 'b', 'c')
                        """, arguments: [group])
                try table.trim(transaction.db)
            }
        }
    }

    @Test(
        arguments: [
            // The first customer has one row and keeps it whatever the other sends.
            ([21, 22, 22, 22, 22, 22, 22, 22, 22], [1, 6, 7, 8, 9]),
            // Groups of one customer count together, and the oldest go first whichever of them they are of.
            ([21, 21, 22, 23, 22, 23, 22, 23], [1, 2, 6, 7, 8]),
            // Rows of nobody have a share, too.
            ([nil, nil, 21, 21, 21, 21, 21, 21], [1, 2, 6, 7, 8]),
            ([21, nil, nil, nil, nil, nil, nil], [1, 4, 5, 6, 7]),
            // A group below the root that is no customer stands for itself, and so does the root.
            ([24, 7, 21, 21, 21, 21, 21], [1, 2, 5, 6, 7]),
            ([7, 7, 7, 24, 24, 24, 24, 24, 24], [1, 2, 3, 8, 9]),
        ] as [([Int?], [Int])])
    func `Whoever has most loses the oldest, and nobody else any`(groups: [Int?], left: [Int]) async throws {
        try await withDatabase { database in
            try await Self.addGroups(database)
            try await Self.append(to: groups, in: database)
            let state = try await Self.state(database)
            #expect(state.ids == left && state.counted == left.count)
            #expect(state.evicted == groups.count - left.count)
            #expect(try await Self.sharesAreRight(database))
        }
    }

    /// Whether each owner's rows are counted as they are.
    private static func sharesAreRight(_ database: ConsoleDatabase) async throws -> Bool {
        try await database.read { db in
            let counted = try Row.fetchAll(
                db, sql: "SELECT owner, rowCount FROM boundedShare WHERE name = 'eventLog' AND rowCount > 0 ORDER BY 1")
            let there = try Row.fetchAll(
                db,
                sql: "SELECT coalesce(groupId, 0) AS owner, COUNT(*) AS rowCount FROM eventLog GROUP BY 1 ORDER BY 1")
            return counted == there
        }
    }

    @Test func `A deleted group leaves its rows to nobody, and no count behind`() async throws {
        try await withDatabase { database in
            try await Self.addGroups(database)
            try await Self.append(to: [21, 21, 22], in: database)
            try await database.write { try $0.db.execute(sql: "DELETE FROM organizationGroup WHERE id = 21") }
            #expect(try await Self.sharesAreRight(database))
            let owners = try await database.read { db in
                try Int.fetchAll(db, sql: "SELECT owner FROM boundedShare WHERE name = 'eventLog' ORDER BY 1")
            }
            #expect(owners == [0, 22])
        }
    }

    @Test func `A large table gives up some more at a time`() async throws {
        try await withDatabase { database in
            let table = BoundedTable(name: "eventLog", bound: 3072)
            try await database.write { transaction in
                try transaction.db.execute(
                    sql: """
                        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3073)
                        INSERT INTO eventLog (at, actorKind, actor, action, subjectKind, subject)
                        SELECT 0, 'system', 'system', 'a', 'b', 'c' FROM n
                        """)
                try table.trim(transaction.db)
            }
            let state = try await Self.state(database)
            #expect(state.ids.count == 3069 && state.ids.first == 5 && state.evicted == 4)
        }
    }

    @Test(arguments: [
        ("HQHQHQHQ", [1, 2, 3, 4, 5, 6, 7, 8]), ("HHHHHHH", [3, 4, 5, 6, 7]), ("QQQQQQQ", [3, 4, 5, 6, 7]),
        ("HHHHHQQQQQQQ", [1, 2, 3, 4, 5, 8, 9, 10, 11, 12]), ("QQQQQQQHHHHHHH", [3, 4, 5, 6, 7, 10, 11, 12, 13, 14]),
    ])
    func `Rows that are counted apart have the same bound besides`(wipes: String, left: [Int]) async throws {
        let table = BoundedTable(name: "deviceWipe", bound: 5)
        let parts = [
            table.part("deviceWipe", where: "status <> 'HELD'"), table.part("deviceWipeHeld", where: "status = 'HELD'"),
        ]
        try await withDatabase { database in
            for wipe in wipes {
                try await database.write { transaction in
                    try transaction.db.execute(
                        sql: """
                            INSERT INTO deviceWipe (at, deviceName, deviceUuid, devicePlatform, username, kind, source,
                                orderedBy, status) VALUES (0, '', '', '', '', 'DEVICE_WIPE', '', '', ?)
                            """, arguments: [wipe == "H" ? "HELD" : "QUEUED"])
                    for part in parts { try part.trim(transaction.db) }
                }
            }
            let (ids, counts) = try await database.read { db in
                (
                    try Int.fetchAll(db, sql: "SELECT id FROM deviceWipe ORDER BY id"),
                    try Int.fetchAll(
                        db, sql: "SELECT rowCount FROM boundedTable WHERE name GLOB 'deviceWipe*' ORDER BY name")
                )
            }
            #expect(ids == left && counts.reduce(0, +) == left.count)
            // One that is let go is counted with the others from then on.
            try await database.write { try $0.db.execute(sql: "UPDATE deviceWipe SET status = 'QUEUED'") }
            let after = try await database.read { db in
                try Int.fetchAll(
                    db, sql: "SELECT rowCount FROM boundedTable WHERE name GLOB 'deviceWipe*' ORDER BY name")
            }
            #expect(after == [left.count, 0])
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
        "eventLog", "command", "beacon", "analyticsEvent", "deviceSample", "pushToken", "deviceLocation", "dataUsage",
        "termsOfUseDecision", "agentSession", "administratorSignIn", "deviceMessage", "notificationDelivery",
        "deviceWipe", "pinReport",
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

    @Test(arguments: BoundedTable.countedByGroup.sorted())
    func `What is known to be counted by group is counted so, row by row`(table: String) async throws {
        try await withDatabase { database in
            let trigger = try await database.read { db in
                try String.fetchOne(
                    db, sql: "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?",
                    arguments: ["\(table)Inserted"])
            }
            #expect(trigger?.contains("VALUES ('\(table)', coalesce(NEW.groupId, 0), 1)") == true)
        }
    }

    @Test func `How many rows there are is known without counting, of a group and in all`() async throws {
        try await withDatabase { database in
            try await Self.append(3, to: database)
            let counts = try await database.read { db in
                [
                    try BoundedTable.rowCount(of: "eventLog", db),
                    try BoundedTable.rowCount(of: "eventLog", groups: "SELECT 0", db),
                    try BoundedTable.rowCount(of: "eventLog", groups: "SELECT 7", db),
                    try BoundedTable.rowCount(of: "pinReport", db),
                ]
            }
            #expect(counts == [3, 3, 0, nil])
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
