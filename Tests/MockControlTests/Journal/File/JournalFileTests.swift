import ConsolePlatform
import Foundation
import GRDB
import Logging
import ServiceLifecycle
import Testing

@testable import ConsoleTestSupport
@testable import MockControl

/// The file of the journal: what of memory is in it, and what a start makes of it.
struct JournalFileTests {
    private static let now = Timestamp(milliseconds: 1_772_706_030_000)

    /// A journal with its file, which is written when a test says so.
    private struct Journal {
        let memory: JournalMemory
        let service: JournalFileService

        /// Opens the file of a folder, and reads it.
        init(_ folder: String, _ rules: JournalRules = JournalWorld.rules()) async throws {
            memory = JournalMemory(rules)
            service = try #require(
                JournalFileService(
                    at: "\(folder)/journal.sqlite", memory: memory, rules: rules,
                    clock: ConsoleClock { _ in JournalFileTests.now }, logger: Logger(label: "test")))
            await service.load()
            memory.endLoading()
        }

        /// Adds entries of a customer.
        func add(_ count: Int = 1, of customer: Int64? = nil) {
            for _ in 0..<count {
                memory.add { JournalWorld.entry($0, sent: "body \($0)", at: $0) { $0.customerID = customer } }
            }
        }

        var ids: [Int64] { memory.entries().map(\.id) }
    }

    @Test func `What was written is there at the next start, and ids go on`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Journal(folder)
            first.add(1200)
            await first.service.flush()
            first.add(3)
            await first.service.flush(isLast: true)
            let second = try await Journal(folder)
            #expect(second.ids == first.ids)
            #expect(second.memory.entry(700)?.request.body.text == "body 700")
            second.add()
            #expect(second.ids.last == 1204)
        }
    }

    @Test func `After a kill what was written is there, and no id is given away twice`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Journal(folder)
            first.add(3)
            await first.service.flush()
            first.add(40)
            let second = try await Journal(folder)
            #expect(second.ids == [1, 2, 3])
            second.add()
            #expect(try #require(second.ids.last) > 43)
        }
    }

    @Test func `What is evicted or deleted leaves the file as well`() async throws {
        try await withTemporaryFolder { folder in
            let rules = JournalWorld.rules(entries: 5)
            let first = try await Journal(folder, rules)
            first.add(4, of: 1)
            await first.service.flush()
            first.add(4, of: 2)
            #expect(first.memory.remove { $0.id == 6 } == 1)
            await first.service.flush()
            let second = try await Journal(folder, rules)
            #expect(second.ids == first.ids)
            let (before, after) = (first.memory.census(of: [1]), second.memory.census(of: [1]))
            #expect(after.evicted == before.evicted && after.lastEvicted == before.lastEvicted)
            #expect(after.evictedUntil == before.evictedUntil && after.count == before.count)
            #expect(second.memory.census().evicted == 3)
            #expect(try await Self.rows(folder) == first.ids.count)
        }
    }

    @Test func `An entry that is replaced is replaced in the file`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Journal(folder)
            first.add(3)
            await first.service.flush()
            #expect(first.memory.replace(2) { JournalWorld.entry($0, sent: "new") { $0.isVerified = true } })
            await first.service.flush()
            let second = try await Journal(folder)
            #expect(second.ids == [1, 2, 3] && second.memory.entry(2)?.request.body.text == "new")
            #expect(second.memory.entry(2)?.parties.isVerified == true)
            #expect(first.memory.changes(limit: 10).changed.isEmpty)
        }
    }

    @Test func `An entry that is replaced while it is written is written again`() async throws {
        try await withTemporaryFolder { folder in
            let journal = try await Journal(folder)
            journal.add(2)
            let changes = journal.memory.changes(limit: 10)
            #expect(journal.memory.replace(2) { JournalWorld.entry($0, sent: "new") })
            journal.memory.settle(changes)
            let next = journal.memory.changes(limit: 10)
            #expect(next.entries.isEmpty && next.changed.map(\.request.body.text) == ["new"])
            journal.memory.unsettle()
            #expect(journal.memory.changes(limit: 10).changed.map(\.id) == [2])
        }
    }

    @Test func `An entry that is evicted while it is written does not stay in the file`() async throws {
        try await withTemporaryFolder { folder in
            let journal = try await Journal(folder, JournalWorld.rules(entries: 2))
            journal.add(2)
            let changes = journal.memory.changes(limit: 10)
            journal.add(2)
            journal.memory.settle(changes)
            #expect(journal.memory.changes(limit: 10).removed == [1, 2])
        }
    }

    @Test func `So many removals that they are not noted one by one are followed too`() async throws {
        try await withTemporaryFolder { folder in
            let count = JournalMemory.notedRemovals + 10
            let rules = JournalWorld.rules(entries: count + 10, bytes: 1_000_000_000)
            let first = try await Journal(folder, rules)
            first.add(count)
            await first.service.flush()
            first.add()
            first.memory.remove { $0.id <= count - 3 }
            await first.service.flush()
            #expect(try await Self.rows(folder) == 4)
            first.memory.remove { $0.id == count }
            await first.service.flush(isLast: true)
            #expect(try await Journal(folder, rules).ids == first.ids)
        }
    }

    @Test func `With narrower bounds the latest entries are read and the rest is evicted`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Journal(folder)
            first.add(20, of: 3)
            await first.service.flush(isLast: true)
            let second = try await Journal(folder, JournalWorld.rules(entries: 5))
            #expect(second.ids == [16, 17, 18, 19, 20])
            #expect(second.memory.census(of: [3]).evicted == 15)
            #expect(second.memory.census(of: [3]).lastEvicted == 15)
            #expect(try await Self.rows(folder) == 5)
        }
    }

    @Test func `A journal that was emptied is empty at the next start, and has lost nothing`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Journal(folder, JournalWorld.rules(entries: 2))
            first.add(4)
            await first.service.flush()
            first.memory.remove(countsAnew: true) { _ in true }
            await first.service.flush(isLast: true)
            let second = try await Journal(folder)
            #expect(second.memory.census() == .init())
            second.add()
            #expect(second.ids == [5])
        }
    }

    @Test(arguments: ["PRAGMA user_version = 1", "DROP TABLE standing", "DELETE FROM standing"])
    func `A file of another version is put aside`(change: String) async throws {
        try await withTemporaryFolder { folder in
            let first = try await Journal(folder)
            first.add(3)
            await first.service.flush(isLast: true)
            try await Self.execute(change, in: folder)
            let second = try await Journal(folder)
            #expect(second.ids.isEmpty)
            second.add()
            #expect(try #require(second.ids.first) >= Self.now.milliseconds)
            #expect(FileManager.default.fileExists(atPath: "\(folder)/journal.sqlite.unusable"))
        }
    }

    @Test(arguments: [Data("no database at all, but long enough to be taken for one".utf8), Data(count: 100_000)])
    func `A file that is no database is put aside`(content: Data) async throws {
        try await withTemporaryFolder { folder in
            try content.write(to: URL(filePath: "\(folder)/journal.sqlite"))
            let journal = try await Journal(folder)
            journal.add(2)
            await journal.service.flush(isLast: true)
            #expect(try await Journal(folder).ids == journal.ids)
        }
    }

    @Test func `Damage that shows only later loses the file, not what is in memory`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Journal(folder)
            first.add(500)
            await first.service.flush(isLast: true)
            try await Self.execute("UPDATE entry SET content = x'00' WHERE id = 250", in: folder)
            let second = try await Journal(folder)
            second.add(2)
            await second.service.flush(isLast: true)
            #expect(second.ids.count == 2)
            #expect(try await Journal(folder).ids == second.ids)
        }
    }

    @Test func `A folder that cannot be written leaves a journal without a file`() throws {
        let memory = JournalMemory(JournalWorld.rules())
        let service = JournalFileService(
            at: "/nowhere/journal.sqlite", memory: memory, rules: JournalWorld.rules(),
            clock: ConsoleClock { _ in Self.now }, logger: Logger(label: "test"))
        #expect(service == nil)
        #expect(memory.nextID == Self.now.milliseconds)
    }

    @Test func `Secrets that were kept are gone once they are to be left out`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Journal(folder, JournalWorld.rules(secrets: .keep))
            first.add(3)
            await first.service.flush(isLast: true)
            #expect(try await Journal(folder, JournalWorld.rules(secrets: .keep)).ids == [1, 2, 3])
            let second = try await Journal(folder)
            #expect(second.ids.isEmpty)
            second.add()
            #expect(try #require(second.ids.first) > 3)
            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/journal.sqlite"))
            #expect(bytes.range(of: Data("body 2".utf8)) == nil)
        }
    }

    @Test func `The service writes what changes while it runs, and the rest when it stops`() async throws {
        try await withTemporaryFolder { folder in
            let rules = JournalWorld.rules()
            let memory = JournalMemory(rules)
            let service = try #require(
                JournalFileService(
                    at: "\(folder)/journal.sqlite", memory: memory, rules: rules,
                    clock: ConsoleClock { _ in Self.now }, logger: Logger(label: "test")))
            let group = ServiceGroup(
                configuration: .init(services: [.init(service: service)], logger: Logger(label: "test")))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                await memory.whenLoaded()
                memory.add { JournalWorld.entry($0) }
                while try await Self.rows(folder) == 0 { await Task.yield() }
                memory.add { JournalWorld.entry($0) }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            #expect(try await Journal(folder).ids == [1, 2])
        }
    }

    private static func rows(_ folder: String) async throws -> Int {
        let queue = try DatabaseQueue(path: "\(folder)/journal.sqlite")
        return try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") ?? 0 }
    }

    private static func execute(_ sql: String, in folder: String) async throws {
        let queue = try DatabaseQueue(path: "\(folder)/journal.sqlite")
        try await queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }
}
