import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// What answers a request that is sent once more: the console with its journal.
package final class JournalTarget: Sendable {
    /// Answers a request; the number is that of the entry it was, nil if it was in the journal never before.
    let respond: @Sendable (Request, ConsoleContext, Int64?) async throws -> Response

    /// A target.
    init(_ respond: @escaping @Sendable (Request, ConsoleContext, Int64?) async throws -> Response) {
        self.respond = respond
    }
}

/// Sends requests of the journal once more, within the process.
final class JournalReplayer: Sendable {
    /// The console, which lives as long as its responder: its own routes lead here.
    private struct Reference: Sendable {
        weak var target: JournalTarget?
    }

    /// What became of a request.
    struct Outcome: Sendable {
        let status: Int
        /// Id of the request, which the new entry has as well.
        let requestID: String
    }

    private let reference = NIOLockedValueBox(Reference())

    /// Says what answers.
    func attach(_ target: JournalTarget) { reference.withLockedValue { $0.target = target } }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - id: The entry it was; nil if it was in the journal never before.
    ///   - port: The port it came to if that is one of those that are given to groups.
    ///   - channel: The connection of whoever asks for it.
    ///   - logger: The log of that request.
    /// - Returns: What it was answered; the status 0 if a fault dropped the connection.
    /// - Throws: ``ConsoleError`` `unavailable` if the console is stopping.
    func send(
        _ request: Request, again id: Int64? = nil, port: Int? = nil, on channel: any Channel, logger: Logger
    ) async throws -> Outcome {
        guard let target = reference.withLockedValue({ $0.target }) else {
            throw ConsoleError(.unavailable, "The console is stopping.")
        }
        let context = ConsoleContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        context.notes.note(port: port)
        let response = try await target.respond(request, context, id)
        // One that breaks off on purpose is in the journal as far as it went.
        try? await response.body.write(Drain())
        return Outcome(status: response.status.code, requestID: context.notes.facts.requestID)
    }

    /// The request of an entry, with its secrets.
    ///
    /// - Throws: ``ConsoleError`` `conflict`.
    static func request(of entry: JournalEntry) throws -> Request {
        try entry.requireRequest()
        let sent = entry.original ?? entry.request
        if sent.isRedacted {
            throw ConsoleError(
                .conflict,
                "Entry \(entry.id) cannot be sent again: its secrets were kept in memory only, and the console was started since."
            )
        }
        if sent.body.isTruncated {
            throw ConsoleError(
                .conflict,
                "Entry \(entry.id) cannot be sent again: the journal kept \(sent.body.bytes.readableBytes) of \(sent.body.byteCount) bytes of its body."
            )
        }
        var head = sent.head
        // Nobody waits for permission to send the body: it is there.
        head.headerFields[.expect] = nil
        return Request(head: head, body: RequestBody(buffer: sent.body.bytes))
    }
}

extension JournalEntry {
    /// Refuses an entry of a connection.
    ///
    /// - Throws: ``ConsoleError`` `conflict`.
    func requireRequest() throws {
        guard !isRequest else { return }
        throw ConsoleError(
            .conflict, "Entry \(id) is no request that could be sent again: none could be read on its connection.")
    }
}

/// Takes the body of an answer and forgets it: it is in the journal.
private struct Drain: ResponseBodyWriter {
    func write(_ buffer: ByteBuffer) async throws {}
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
