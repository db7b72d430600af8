import Testing

@testable import MockControl

/// Reading server-sent events.
struct SentEventReaderTests {
    private func events(_ text: String) throws -> [SentEvent] {
        var reader = SentEventReader()
        return try reader.read(text.utf8)
    }

    @Test func `An event has kind, data and id`() throws {
        let event = try #require(try events("event: request\nid: 17.42\ndata: {}\n\n").first)
        #expect(event.kind == "request" && event.data == "{}" && event.id == "17.42")
    }

    @Test(arguments: ["\n", "\r", "\r\n"]) func `Lines end as they like`(end: String) throws {
        let found = try events(["data: a", "data: b", "", "data:c", "", ""].joined(separator: end))
        #expect(found.map(\.data) == ["a\nb", "c"])
        #expect(found.allSatisfy { $0.kind == "message" })
    }

    @Test func `Bytes may come one by one`() throws {
        var reader = SentEventReader()
        let found = try "\u{FEFF}: hello\r\nevent: ä\r\ndata: ö\r\n\r\n".utf8.flatMap { try reader.read([$0]) }
        #expect(found.map(\.kind) == ["ä"] && found.map(\.data) == ["ö"])
    }

    @Test func `Comments, unknown fields and what is not complete are nothing`() throws {
        #expect(try events(": comment\n\nfoo: bar\n\nevent: x\n\ndata: open").isEmpty)
    }

    @Test func `An id stays until another one comes, also without an event`() throws {
        var reader = SentEventReader(lastID: "1.0")
        #expect(try reader.read(": heartbeat\nid: 2.0\n\n".utf8).isEmpty && reader.lastID == "2.0")
        #expect(try reader.read("data: x\n\n".utf8).first?.id == "2.0")
        #expect(try reader.read("id: a\0b\ndata: x\n\n".utf8).first?.id == "2.0")
    }

    @Test func `The time to connect again is read if it is a number`() throws {
        var reader = SentEventReader()
        _ = try reader.read("retry: soon\n\n".utf8)
        #expect(reader.retry == nil)
        _ = try reader.read("retry: 1500\n\n".utf8)
        #expect(reader.retry == 1500)
    }
}
