import ConsolePlatform
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import MockControl

/// The bounds of the journal, and whose entries they evict.
struct JournalMemoryTests {
    private func rules(entries: Int = 100, bytes: Int = 1_000_000) -> JournalRules {
        JournalRules(
            isOn: true, entries: entries, bytes: bytes, bodyBytes: 1024, secrets: .redact, exportsPerCustomer: 8,
            searchSeconds: 20)
    }

    @discardableResult
    private func add(
        _ path: String, of customer: Int64?, isVerified: Bool = false, from address: String = "",
        to memory: JournalMemory
    ) -> JournalEntry {
        let request = JournalRequest(
            head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: path), body: .none)
        let response = JournalResponse(head: HTTPResponse(status: .ok), body: .none)
        var parties = JournalParties()
        parties.customerID = customer
        parties.isVerified = isVerified
        var connection = JournalConnection()
        connection.address = address
        return memory.add { [parties, connection] id in
            JournalEntry(
                id: id, arrivedAt: Timestamp(milliseconds: 0), duration: 1, connection: connection,
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

    @Test func `Requests that only name a customer do not push out those of its devices`() {
        let memory = JournalMemory(rules(entries: 40))
        for number in 1...30 { add("/\(number)", of: 1, isVerified: true, to: memory) }
        for number in 1...500 { add("/forged/\(number)", of: 1, to: memory) }
        let kept = memory.entries(of: [1])
        #expect(kept.filter(\.parties.isVerified).count == 30 && kept.count == 40)
        #expect(kept.map(\.id) == kept.map(\.id).sorted() && kept.last?.request.target == "/forged/500")
        #expect(memory.census(of: [1]).evicted == 490 && memory.census(of: [1]).lastEvicted == 520)
    }

    @Test func `Of requests that only name a customer, a flood pushes out those of its own lot of networks`() throws {
        let memory = JournalMemory(rules(entries: 40))
        let flood = add("/forged", of: 1, from: "2001:db8::1", to: memory)
        // Which networks share a lot is another thing at each start.
        let other = try #require(
            (1...250).map { "192.0.2.\($0)" }.first { address in
                add("/probe", of: 7, from: address, to: JournalMemory(rules())).place.lot != flood.place.lot
            })
        add("/person", of: 1, from: other, to: memory)
        for number in 1...500 { add("/forged", of: 1, from: "2001:db8:0:\(number)::1", to: memory) }
        #expect(memory.entries(of: [1]).map(\.request.target).contains("/person"))
        #expect(memory.census(of: [1]).count == 40)
    }

    @Test func `Requests that only name a customer have a quarter of the room to themselves`() {
        let memory = JournalMemory(rules(entries: 40))
        for number in 1...20 { add("/guess/\(number)", of: nil, to: memory) }
        for number in 1...500 { add("/\(number)", of: 1, isVerified: true, to: memory) }
        #expect(memory.entries(of: [nil]).map(\.request.target) == (11...20).map { "/guess/\($0)" })
        add("/guess/21", of: nil, to: memory)
        #expect(memory.entries(of: [nil]).last?.request.target == "/guess/21" && memory.census().count == 40)
    }

    @Test func `The room of those that only name somebody holds for bytes as well`() {
        let memory = JournalMemory(rules(bytes: 20_000))
        for number in 1...15 { add("/\(number)", of: 1, isVerified: true, to: memory) }
        for number in 1...50 { add("/forged/\(number)", of: 2, to: memory) }
        #expect(memory.census(of: [1]).evicted == 0 && memory.census(of: [2]).count == 5)
    }

    @Test(arguments: [1, 2, 3], [true, false])
    func `The latest entry stays, however little room there is`(entries: Int, isVerified: Bool) {
        let memory = JournalMemory(rules(entries: entries))
        for number in 1...4 { add("/\(number)", of: 1, isVerified: !isVerified, to: memory) }
        add("/latest", of: 1, isVerified: isVerified, to: memory)
        #expect(memory.entries().last?.request.target == "/latest" && memory.census().count == entries)
    }

    @Test func `An entry is replaced in its place`() {
        let memory = JournalMemory(rules())
        for number in 1...3 { add("/\(number)", of: 1, to: memory) }
        #expect(memory.replace(2) { JournalWorld.entry($0, .get, "/new", byteCount: 1500) { $0.customerID = 1 } })
        #expect(memory.entries().map(\.request.target) == ["/1", "/new", "/3"])
        #expect(memory.census().bytes == 3500)
        #expect(!memory.replace(9) { JournalWorld.entry($0) })
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
