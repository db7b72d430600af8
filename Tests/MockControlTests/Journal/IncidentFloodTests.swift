import ConsolePlatform
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Floods of connections that come to nothing: some entries, and a number.
struct IncidentFloodTests {
    /// A journal, and a clock that a test sets.
    private struct Stage {
        let memory: JournalMemory
        let time = NIOLockedValueBox(Timestamp(milliseconds: 1_772_706_030_000))
        let recorder: IncidentRecorder

        init(entries: Int = 10_000) {
            let rules = JournalWorld.rules(entries: entries, bytes: 100_000_000)
            memory = JournalMemory(rules)
            recorder = IncidentRecorder(
                rules: rules, memory: memory, clock: ConsoleClock { [time] _ in time.withLockedValue { $0 } },
                home: { _, port in port.map { Int64($0) } })
        }

        func come(
            _ count: Int, from address: String, advice: String = "Trust it.", port: Int? = nil, bytes: String = ""
        ) {
            for _ in 0..<count {
                recorder.record(
                    BrokenConnection(
                        .unreadable, advice: advice, address: address, scheme: "https",
                        bytes: ByteBuffer(string: bytes), port: port))
            }
        }

        /// How many connections each of the entries that count says.
        var more: [Int] { memory.entries().compactMap(\.parties.incident?.more).filter { $0 > 0 } }
        var incidents: [JournalIncident] { memory.entries().compactMap(\.parties.incident) }
    }

    @Test func `Of one address the first have entries, and one says how many there are besides`() {
        let stage = Stage()
        stage.come(18_000, from: "192.0.2.1")
        #expect(stage.memory.census().count == IncidentTally.ownEntries + 1)
        #expect(stage.more == [17_800])
        #expect(
            stage.incidents.last?.advice == "… and 17800 more like it from 192.0.2.1 within ten minutes. Trust it.")
        stage.come(1, from: "192.0.2.2")
        #expect(stage.incidents.last?.more == 0 && stage.incidents.last?.advice == "Trust it.")
    }

    @Test func `What went wrong in another way, or elsewhere, is counted apart`() {
        let stage = Stage()
        stage.come(IncidentTally.ownEntries, from: "2001:db8::1")
        for (advice, port) in [("Trust it.", nil), ("Speak HTTP.", nil), ("Trust it.", 9001)] as [(String, Int?)] {
            for number in 1...3 { stage.come(1, from: "2001:db8::\(number)", advice: advice, port: port) }
        }
        #expect(stage.more == [3, 3, 3])
        #expect(stage.memory.entries(of: [9001]).count == 1)
        #expect(stage.incidents.last?.advice.contains("2001:db8:0:0:0:0:0:0/64") == true)
    }

    @Test func `Of many addresses there are only so many entries, too`() {
        let stage = Stage()
        for number in 0..<6000 { stage.come(1, from: "10.1.\(number / 250).\(number % 250)") }
        #expect(stage.memory.census().count <= IncidentTally.allEntries + IncidentTally.ownCounts + 1)
        #expect(stage.more.reduce(0, +) == 6000 - IncidentTally.allEntries)
        #expect(stage.incidents.last?.advice.hasPrefix("… and 3000 more like it from many addresses") == true)
    }

    @Test func `Of many networks of one site there are only so many entries, and others have theirs`() {
        let stage = Stage()
        for number in 0..<3000 { stage.come(1, from: "2001:db8:0:\(String(number, radix: 16))::1") }
        #expect(stage.memory.census().count == IncidentTally.siteEntries + 1)
        #expect(stage.more == [3000 - IncidentTally.siteEntries])
        #expect(stage.incidents.last?.advice.contains("more like it from 2001:db8:0:0:0:0:0:0/48") == true)
        stage.come(1, from: "2001:db8:1::1")
        #expect(stage.incidents.last?.more == 0)
    }

    @Test func `After ten minutes there are entries again, and what was counted stays`() {
        let stage = Stage()
        stage.come(210, from: "192.0.2.1")
        stage.time.withLockedValue { $0 = Timestamp(milliseconds: $0.milliseconds + IncidentTally.span) }
        stage.come(1, from: "192.0.2.1")
        #expect(stage.more == [10] && stage.incidents.last?.more == 0)
    }

    @Test func `If the entry that counts is gone, there is another one`() {
        let stage = Stage()
        stage.come(210, from: "192.0.2.1")
        stage.memory.remove { _ in true }
        stage.come(1, from: "192.0.2.1")
        #expect(stage.more == [11])
    }

    @Test func `A flood takes little memory, whatever buffers came`() {
        let stage = Stage()
        stage.come(1000, from: "192.0.2.1", bytes: String(repeating: "x", count: 60_000))
        let held = stage.memory.entries().map(\.request.body.bytes.storageCapacity)
        #expect(held.allSatisfy { $0 <= 1024 })
    }

    @Test func `The count is part of the answer`() async throws {
        try await withConsole { console in
            let book = console.parts.control.connections
            for _ in 0..<(IncidentTally.ownEntries + 5) {
                book.note(BrokenConnection(.handshake, advice: "Trust it.", address: "192.0.2.1", scheme: "https"))
            }
            let item = try #require(try await console.journalItems("?pageSize=1").first)
            let incident = try #require(item["incident"] as? [String: Any])
            #expect(incident["more"] as? Int == 5)
            let first = try #require(try await console.journalItems("?pageSize=2").last?["incident"] as? [String: Any])
            #expect(first["more"] == nil)
        }
    }
}
