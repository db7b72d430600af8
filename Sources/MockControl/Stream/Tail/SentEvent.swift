/// A server-sent event, as a client reads it.
package struct SentEvent: Hashable, Sendable {
    /// Its kind; `message` unless it says another.
    package var kind = "message"
    package var data = ""
    /// What a client that connects again sends as `Last-Event-ID`; empty for none.
    package var id = ""

    /// An event of nothing.
    package init() {}
}

/// Reads server-sent events from bytes as they come (WHATWG HTML, "Server-sent events").
package struct SentEventReader: Sendable {
    /// Bytes of one line above which it is no stream of events.
    private static let longestLine = 64 << 20

    /// A line that does not end.
    package struct Endless: Error {}

    private var line: [UInt8] = []
    private var lastWasReturn = false
    private var isFirst = true
    private var event = SentEvent()
    private var lines: [String] = []
    /// The last id that was sent; stays until another one comes.
    package private(set) var lastID = ""
    /// Milliseconds to wait before connecting again; nil unless the stream says so.
    package private(set) var retry: Int?

    /// A reader at the beginning of a stream.
    ///
    /// - Parameter lastID: The last id of an earlier stream.
    package init(lastID: String = "") {
        self.lastID = lastID
    }

    /// Reads some bytes.
    ///
    /// - Returns: Events that are complete now.
    /// - Throws: ``Endless``.
    package mutating func read(_ bytes: some Sequence<UInt8>) throws -> [SentEvent] {
        var events: [SentEvent] = []
        for byte in bytes {
            defer { lastWasReturn = byte == 0x0D }
            switch byte {
            case 0x0A where lastWasReturn: continue
            case 0x0A, 0x0D: if let event = endLine() { events.append(event) }
            default:
                guard line.count < Self.longestLine else { throw Endless() }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> SentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirst = false
        guard !line.isEmpty else { return dispatch() }
        let text = String(decoding: line, as: UTF8.self)
        let colon = text.firstIndex(of: ":")
        let name = text[..<(colon ?? text.endIndex)]
        var value = colon.map { text[text.index(after: $0)...] } ?? ""
        if value.first == " " { value = value.dropFirst() }
        switch name {
        case "event": event.kind = value.isEmpty ? "message" : String(value)
        case "data": lines.append(String(value))
        case "id": if !value.utf8.contains(0) { lastID = String(value) }
        case "retry": if let time = Int(value), time >= 0 { retry = time }
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> SentEvent? {
        defer { (event, lines) = (SentEvent(), []) }
        guard !lines.isEmpty else { return nil }
        event.data = lines.joined(separator: "\n")
        event.id = lastID
        return event
    }
}
