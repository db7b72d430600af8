import ConsolePlatform
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import MockControl

/// The bounds of the journal, and whose entries they evict.
struct JournalMemoryTests {
    private func rules(entries: Int = 100, bytes: Int = 1_000_000) -> JournalRules {
        JournalRules(isOn: true, entries: entries, bytes: bytes, bodyBytes: 1024, secrets: .redact)
    }

    private func add(_ path: String, of customer: Int64?, to memory: JournalMemory) {
        let request = JournalRequest(
            head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: path), body: .none)
        let response = JournalResponse(head: HTTPResponse(status: .ok), body: .none)
        var parties = JournalParties()
        parties.customerID = customer
        memory.add { [parties] id in
            JournalEntry(
                id: id, arrivedAt: Timestamp(milliseconds: 0), duration: 1, connection: JournalConnection(),
                request: request, response: response, parties: parties, byteCount: 1000)
        }
    }

    @Test func `Entries have ids in the order in which they were added`() {
        let memory = JournalMemory(rules())
        for number in 1...3 { add("/\(number)", of: Int64(number % 2), to: memory) }
        #expect(memory.entries().map(\.id) == [1, 2, 3])
        #expect(memory.entries().map(\.request.target) == ["/1", "/2", "/3"])
        #expect(memory.entries(of: [1]).map(\.request.target) == ["/1", "/3"])
    }

    @Test func `Of what is new the oldest are found, and how many there are`() {
        let memory = JournalMemory(rules())
        for number in 1...10 { add("/\(number)", of: Int64(number % 2), to: memory) }
        let all = memory.backlog(after: 4, limit: 3)
        #expect(all.entries.map(\.id) == [5, 6, 7] && all.count == 6)
        let some = memory.backlog(of: [1, 7], after: 4, limit: 3)
        #expect(some.entries.map(\.id) == [5, 7, 9] && some.count == 3)
        #expect(memory.backlog(after: 10, limit: 3).count == 0 && memory.backlog(of: [], after: 0, limit: 3).count == 0)
    }

    @Test func `Beyond the bound the oldest goes and is counted`() {
        let memory = JournalMemory(rules(entries: 2))
        for number in 1...5 { add("/\(number)", of: nil, to: memory) }
        #expect(memory.entries().map(\.request.target) == ["/4", "/5"])
        #expect(
            memory.census()
                == .init(count: 2, bytes: 2000, evicted: 3, lastEvicted: 3, evictedUntil: .init(milliseconds: 0)))
    }

    @Test func `The bound of bytes holds as well`() {
        let memory = JournalMemory(rules(bytes: 2500))
        for number in 1...5 { add("/\(number)", of: nil, to: memory) }
        #expect(memory.census().count == 2)
    }

    @Test func `Whoever takes most loses entries, nobody else does`() {
        let memory = JournalMemory(rules(entries: 4))
        add("/quiet", of: 1, to: memory)
        for number in 1...50 { add("/\(number)", of: 2, to: memory) }
        #expect(memory.entries(of: [1]).map(\.request.target) == ["/quiet"])
        #expect(memory.census(of: [1]).evicted == 0)
        #expect(memory.census(of: [2]).evicted == 47)
    }

    @Test func `Entries can be removed by a condition, and their bytes with them`() {
        let memory = JournalMemory(rules())
        for number in 1...4 { add("/\(number)", of: nil, to: memory) }
        #expect(memory.remove { $0.id.isMultiple(of: 2) } == 2)
        #expect(memory.census() == .init(count: 2, bytes: 2000))
        add("/5", of: nil, to: memory)
        #expect(memory.entries().map(\.id) == [1, 3, 5])
    }

    @Test func `What an earlier start left is taken over, and ids go on behind it`() {
        let (old, new) = (JournalMemory(rules()), JournalMemory(rules()))
        for number in 1...3 { add("/\(number)", of: nil, to: old) }
        new.beginLoading(below: 9)
        add("/new", of: nil, to: new)
        new.restore(old.entries(), evictions: [:])
        #expect(new.entries().map(\.id) == [1, 2, 3, 9])
    }
}
