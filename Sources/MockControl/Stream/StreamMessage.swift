import ConsoleModel
import ConsolePlatform
import Foundation
import NIOCore
import NIOFoundationCompat

/// A server-sent event.
struct StreamMessage: Sendable {
    /// What it is about; its field `event`.
    enum Kind: String, Sendable {
        /// An entry of the journal.
        case request
        /// An entry of the journal about a connection on which no request could be read.
        case connection
        /// A row of the event log.
        case event
        /// Something about the stream itself.
        case notice
    }

    let kind: Kind
    /// How far a reader has come with it.
    let position: StreamPosition
    private let data: Data

    /// A message.
    ///
    /// - Throws: What encoding throws.
    init(_ kind: Kind, at position: StreamPosition, _ body: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.kind = kind
        self.position = position
        // One line: JSON escapes the ends of lines in texts.
        data = try encoder.encode(body)
    }

    /// Writes it as it is sent.
    func write(to buffer: inout ByteBuffer) {
        buffer.writeString("event: \(kind.rawValue)\nid: \(position)\ndata: ")
        buffer.writeData(data)
        buffer.writeString("\n\n")
    }

    /// What a stream begins with: so that a reader has something at once, and when to connect again.
    static let opening = ByteBuffer(string: ": MockUEM\nretry: 1000\n\n")

    /// A sign of life, which also says how far the reader has come.
    static func heartbeat(at position: StreamPosition) -> ByteBuffer {
        ByteBuffer(string: ": heartbeat\nid: \(position)\n\n")
    }
}

/// Something about a stream.
struct StreamNotice: Encodable, Sendable {
    /// What there is to say.
    enum Kind: String, Encodable, Sendable {
        /// Messages are missing, because they are no longer kept.
        case gap
        /// The reader is too slow; the stream ends.
        case slow
        /// The console stops; the stream ends.
        case stopping
        /// The whole database was replaced.
        case replaced
        /// The administrator may not look any more; the stream ends.
        case gone
        /// The journal is switched off.
        case off
    }

    let notice: Kind
    /// The same in a sentence.
    let message: String
}

/// A row of the event log, as `/_mock/events` shows it.
struct StreamEventBody: Encodable, Sendable {
    let id: Int64?
    let at: Timestamp
    let action: String
    let actorKind: String
    let actor: String
    let subjectKind: String
    let subject: String
    let group: String?
    let before: [String: String?]?
    let after: [String: String?]?

    /// The body for a row.
    ///
    /// - Parameters:
    ///   - record: The row.
    ///   - group: Code of its group; nil if that is gone.
    /// - Throws: What decoding throws.
    init(_ record: EventLogRecord, group: String?) throws {
        id = record.id
        at = record.at
        action = record.action
        actorKind = record.actorKind
        actor = record.actor
        subjectKind = record.subjectKind
        subject = record.subject
        self.group = group
        before = try record.before.map(Self.fields)
        after = try record.after.map(Self.fields)
    }

    private static func fields(_ json: String) throws -> [String: String?] {
        try JSONDecoder().decode([String: String?].self, from: Data(json.utf8))
    }
}
