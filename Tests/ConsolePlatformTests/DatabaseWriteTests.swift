import Foundation
import GRDB
import ServiceLifecycle
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Units of work that are committed together (Architecture, "Database").
struct DatabaseWriteTests {
    /// What happened, in order.
    private final class Notes: Sendable {
        private let list = NIOLockedValueBox<[String]>([])
        var all: [String] { list.withLockedValue { $0 } }
        func add(_ note: String) { list.withLockedValue { $0.append(note) } }
    }

    private struct Refused: Error {}

    private static func insertTag(_ name: String, _ db: GRDB.Database) throws {
        try db.execute(
            sql: "INSERT INTO boundedTable (name) VALUES (?)", arguments: [name])
    }

    private static func names(_ database: ConsoleDatabase) async throws -> [String] {
        try await database.pool.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM boundedTable WHERE name GLOB 't[0-9]*' ORDER BY name")
        }
    }

    /// Opens a database that is not running yet.
    private static func withStandingDatabase<Value>(_ body: (ConsoleDatabase) async throws -> Value) async throws
        -> Value
    {
        try await withTemporaryFolder { folder in
            try await body(
                try ConsoleDatabase.open(
                    at: "\(folder)/test.sqlite", options: .init(synchronous: .off, check: .none),
                    migrations: Migration.embedded(), logger: Surroundings.test().logger))
        }
    }

    @Test func `A write returns what its closure returns, once it is committed`() async throws {
        try await withDatabase { database in
            let value = try await database.write { transaction in
                try Self.insertTag("t1", transaction.db)
                return 42
            }
            #expect(value == 42)
            #expect(try await Self.names(database) == ["t1"])
        }
    }

    @Test func `Writes before the service runs wait and are kept in order`() async throws {
        try await Self.withStandingDatabase { database in
            let notes = Notes()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await database.write { _ in notes.add("first") }
                    notes.add("resumed")
                }
                while notes.all.isEmpty {
                    try await database.running { notes.add("running") }
                    await Task.yield()
                }
                try await group.waitForAll()
            }
            #expect(notes.all.first == "running")
            #expect(notes.all.suffix(1) == ["resumed"])
        }
    }

    @Test(arguments: 0..<50) func `A closure that does nothing ends, however soon`(round: Int) async throws {
        let value = try await Self.withStandingDatabase { database in
            try await database.running { round }
        }
        #expect(value == round)
    }

    @Test func `Many writers at once are all kept`() async throws {
        try await withDatabase { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<600 {
                    group.addTask { try await database.write { try Self.insertTag("t\(index)", $0.db) } }
                }
                try await group.waitForAll()
            }
            #expect(try await Self.names(database).count == 600)
        }
    }

    @Test func `A unit that fails fails alone and leaves nothing`() async throws {
        try await withDatabase { database in
            let failures = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<40 {
                    group.addTask {
                        let result: Result<Void, any Error> = await Self.capture {
                            try await database.write { transaction in
                                try Self.insertTag("t\(index)", transaction.db)
                                if index.isMultiple(of: 4) { throw Refused() }
                            }
                        }
                        if case .failure(let error) = result { return error is Refused }
                        return false
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(failures == 10)
            let names = try await Self.names(database)
            #expect(names.count == 30)
        }
    }

    private static func capture<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    @Test func `Units of one batch fail alone, too`() async throws {
        try await Self.withStandingDatabase { database in
            let notes = Notes()
            let units = ["t1", "t1", "t2"].map { name in
                WriteUnit(
                    perform: { transaction in
                        try Self.insertTag(name, transaction.db)
                        return { notes.add("kept \(name)") }
                    }, fail: { notes.add("refused \(($0 as? ConsoleError)?.code.rawValue ?? "?")") })
            }
            let outcomes = try await database.pool.writeWithoutTransaction { WriteBatch.perform(units, on: $0) }
            for outcome in outcomes { outcome.resume() }
            #expect(notes.all == ["kept t1", "refused conflict", "kept t2"])
            #expect(try await Self.names(database) == ["t1", "t2"])
        }
    }

    /// Somebody who wants something of a database.
    private struct Caller: DatabaseCaller {
        let key: ClientKey
        let isOver: @Sendable () -> Bool

        init(
            _ name: String, of owner: String, _ tier: ClientKey.Tier = .administrator,
            isOver: @escaping @Sendable () -> Bool = { false }
        ) {
            key = ClientKey(tier, .user(owner.hashValue), member: Int64(name.hashValue))
            self.isOver = isOver
        }

        var hasLeft: Bool { isOver() }
    }

    @Test func `Units that wait take turns by owner, devices first, and one of whom nobody waits is given up`() {
        let (now, names) = (NIODeadline.now(), NIOLockedValueBox<[String]>([]))
        func named(_ units: [WriteUnit]) -> [String] {
            for unit in units { unit.fail(Refused()) }
            defer { names.withLockedValue { $0 = [] } }
            return names.withLockedValue { $0 }
        }
        func unit(_ name: String, _ caller: Caller?, since: NIODeadline = now) -> WriteUnit {
            WriteUnit(
                perform: { _ in {} }, fail: { _ in names.withLockedValue { $0.append(name) } }, caller: caller,
                since: since)
        }
        var line = WriteLine()
        let gone = now - .milliseconds(200)
        for number in 1...3 { line.append(unit("north \(number)", Caller("a\(number)", of: "north"))) }
        line.append(unit("left", Caller("a", of: "north", isOver: { true }), since: gone))
        line.append(unit("left a moment ago", Caller("b", of: "south", isOver: { true })))
        line.append(unit("device that left", Caller("c", of: "north", .authenticated, isOver: { true }), since: gone))
        line.append(unit("console", nil))
        let (batch, given) = line.take(4, at: now)
        #expect(named(batch) == ["device that left", "console", "north 1", "left a moment ago"])
        #expect(named(given) == ["left"])
        line.putBack(batch.suffix(1))
        #expect(line.count == 3)
        line.append(unit("south", Caller("d", of: "south")))
        let (rest, none) = line.take(10, at: now)
        #expect(named(rest) == ["left a moment ago", "north 2", "north 3", "south"] && none.isEmpty)
        #expect(line.take(10, at: now).batch.isEmpty)
    }

    @Test func `A batch ends once it takes long, and the others come next`() async throws {
        try await Self.withStandingDatabase { database in
            let (notes, time) = (Notes(), NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1)))
            let units = ["t1", "t2", "t3", "t4"].map { name in
                WriteUnit(
                    perform: { transaction in
                        try Self.insertTag(name, transaction.db)
                        time.withLockedValue { $0 = $0 + .milliseconds(11) }
                        return { notes.add(name) }
                    }, fail: { _ in notes.add("refused") })
            }
            let outcomes = try await database.pool.writeWithoutTransaction { db in
                WriteBatch.perform(units, on: db, now: { time.withLockedValue { $0 } })
            }
            for outcome in outcomes { outcome.resume() }
            #expect(notes.all == ["t1", "t2"])
            #expect(try await Self.names(database) == ["t1", "t2"])
        }
    }

    @Test func `Reads of one customer leave readers to all others, and end with their clients`() async throws {
        let turns = ReadTurns(width: 6)
        let (gate, reading) = (NIOLockedValueBox(false), NIOLockedValueBox(0))
        @Sendable func read(_ caller: Caller) async throws {
            try await turns.run(for: caller) {
                reading.withLockedValue { $0 += 1 }
                while !gate.withLockedValue({ $0 }) { await Task.yield() }
            }
        }
        await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 { group.addTask { try await read(Caller("\(number)", of: "north")) } }
            while turns.waiting != 8 { await Task.yield() }
            group.addTask {
                let error = await #expect(throws: ConsoleError.self) {
                    try await read(Caller("left", of: "north", isOver: { true }))
                }
                #expect(error?.code == .unavailable)
            }
            while turns.waiting != 9 { await Task.yield() }
            group.addTask { try await read(Caller("1", of: "south")) }
            while reading.withLockedValue({ $0 }) != 3 { await Task.yield() }
            // A device, an anonymous client, and the console itself.
            group.addTask { try await read(Caller("device", of: "north", .authenticated)) }
            group.addTask { try await read(Caller("192.0.2.1", of: "192.0.2.1", .anonymous)) }
            while reading.withLockedValue({ $0 }) != 5 { await Task.yield() }
            let own = try? await turns.run(for: nil) { 7 }
            #expect(own == 7)
            gate.withLockedValue { $0 = true }
        }
        #expect(reading.withLockedValue { $0 } == 13 && turns.waiting == 0)
    }

    @Test func `Actions for after the commit run once, in order, before the caller goes on`() async throws {
        try await withDatabase { database in
            let notes = Notes()
            try await database.write { transaction in
                transaction.afterCommit { notes.add("one") }
                transaction.afterCommit { notes.add("two") }
                notes.add("closure")
            }
            notes.add("caller")
            try await database.write { _ in }
            #expect(notes.all == ["closure", "one", "two", "caller"])
        }
    }

    @Test func `After a failure no action runs and the generation stands`() async throws {
        try await withDatabase { database in
            let notes = Notes()
            let generation = database.generation
            await #expect(throws: Refused.self) {
                try await database.write { transaction in
                    transaction.afterCommit { notes.add("never") }
                    transaction.changesConfiguration()
                    throw Refused()
                }
            }
            #expect(notes.all.isEmpty)
            #expect(database.generation == generation)
        }
    }

    @Test func `The generation moves with changes of configuration, before the caller goes on, and only then`()
        async throws
    {
        try await withDatabase { database in
            let before = database.generation
            try await database.write { try Self.insertTag("t1", $0.db) }
            #expect(database.generation == before)
            try await database.write { $0.changesConfiguration() }
            #expect(database.generation == before + 1)
            database.invalidate()
            #expect(database.generation == before + 2)
        }
    }

    @Test func `An action for after the commit sees the moved generation and the committed row`() async throws {
        try await withDatabase { database in
            let before = database.generation
            let seen = Notes()
            try await database.write { transaction in
                try Self.insertTag("t1", transaction.db)
                transaction.changesConfiguration()
                transaction.afterCommit { seen.add(database.generation > before ? "moved" : "stood") }
            }
            #expect(seen.all == ["moved"])
        }
    }

    @Test func `The write of a cancelled caller is still kept`() async throws {
        try await withDatabase { database in
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await database.write { try Self.insertTag("t1", $0.db) }
            }
            task.cancel()
            try await task.value
            #expect(try await Self.names(database) == ["t1"])
        }
    }

    @Test func `After the shutdown writes are refused as unavailable, reads still answer`() async throws {
        try await Self.withStandingDatabase { database in
            let group = ServiceGroup(services: [database], logger: Surroundings.test().logger)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                try await database.write { try Self.insertTag("t1", $0.db) }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            let error = await #expect(throws: ConsoleError.self) {
                try await database.write { try Self.insertTag("t2", $0.db) }
            }
            #expect(error?.code == .unavailable)
            #expect(try await Self.names(database) == ["t1"])
        }
    }

    @Test func `A broken constraint is a conflict, a broken statement our fault`() async throws {
        try await withDatabase { database in
            let twice = await #expect(throws: ConsoleError.self) {
                try await database.write { try Self.insertTag("beacon", $0.db) }
            }
            #expect(twice?.code == .conflict)
            let broken = await #expect(throws: ConsoleError.self) {
                try await database.read { db in try db.execute(sql: "SELECT nothing") }
            }
            #expect(broken?.code == .internalError)
        }
    }

    @Test func `Reading cannot write`() async throws {
        try await withDatabase { database in
            let error = await #expect(throws: ConsoleError.self) {
                try await database.read { db in try Self.insertTag("t1", db) }
            }
            let names = try await Self.names(database)
            #expect(error?.code == .unavailable)
            #expect(names.isEmpty)
        }
    }
}

/// A database that may not grow any more.
struct DatabaseFullTests {
    private static let options = ConsoleDatabase.Options(synchronous: .off, check: .none, maximumPages: 480)

    private static func fill(_ database: ConsoleDatabase, kilobytes: Int) async throws {
        try await database.write { transaction in
            try transaction.db.execute(
                sql: """
                    INSERT INTO command (uuid, requestType, command, createdAt)
                    VALUES (hex(randomblob(16)), 'Fill', zeroblob(?), 0)
                    """, arguments: [kilobytes * 1024])
        }
    }

    private static func isSound(_ database: ConsoleDatabase) async throws -> Bool {
        try await database.read { db in try String.fetchOne(db, sql: "PRAGMA integrity_check") } == "ok"
    }

    @Test func `A full disk refuses units as unavailable and keeps what it said it kept`() async throws {
        try await withDatabase(Self.options) { database in
            let kept = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<60 {
                    group.addTask {
                        do {
                            try await Self.fill(database, kilobytes: 40)
                            return true
                        } catch {
                            #expect((error as? ConsoleError)?.code == .unavailable)
                            #expect((error as? ConsoleError)?.message.contains("disk is full") == true)
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(kept < 60)
            let count = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM command") }
            #expect(count == kept)
            #expect(try await Self.isSound(database))
        }
    }

    @Test func `Once rows are deleted it works again`() async throws {
        try await withDatabase(Self.options) { database in
            try await Self.fill(database, kilobytes: 100)
            await #expect(throws: ConsoleError.self) { try await Self.fill(database, kilobytes: 2000) }
            #expect(try await Self.isSound(database))
            try await database.write { try $0.db.execute(sql: "DELETE FROM command") }
            try await Self.fill(database, kilobytes: 100)
            #expect(try await Self.isSound(database))
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM command") } == 1)
        }
    }

    @Test func `Without a limit the same fits`() async throws {
        try await withDatabase { database in
            try await Self.fill(database, kilobytes: 4000)
        }
    }
}
