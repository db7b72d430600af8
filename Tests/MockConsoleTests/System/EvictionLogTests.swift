import GRDB
import Logging
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Full tables are said in the log (Operations, "Limits").
struct EvictionLogTests {
    @Test func `Every bound that counts what it evicts names its key`() async throws {
        try await withDatabase { database in
            let names = try await database.read { try String.fetchAll($0, sql: "SELECT name FROM boundedTable") }
            #expect(names.count > 10)
            let keys = Set(ConfigurationKey.allCases.map(\.name))
            // Sign-ins of an agent under way are no records that somebody configures.
            for name in names where name != "agentSession" {
                let key = EvictionLog.metadata(of: name, count: 1)["key"].map { "\($0)" } ?? ""
                #expect(keys.contains(key), "\(name) has \(key)")
            }
        }
    }

    @Test func `What was evicted is counted by its bound`() async throws {
        try await withDatabase { database in
            #expect(try await database.evictions().isEmpty)
            try await database.write { transaction in
                try transaction.db.execute(sql: "UPDATE boundedTable SET evicted = 7 WHERE name = 'beacon'")
            }
            #expect(try await database.evictions() == ["beacon": 7])
            for count in [0, 2, 3] {
                try await database.write { try BoundedTable.note(evicted: count, of: "uploadTransaction", $0.db) }
            }
            #expect(try await database.evictions() == ["beacon": 7, "uploadTransaction": 5])
            #expect(EvictionLog.metadata(of: "uploadTransaction", count: 5)["key"] == "retention.uploads")
        }
    }
}
