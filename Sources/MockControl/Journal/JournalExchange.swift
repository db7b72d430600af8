import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// A request under way: collects what is kept of its bodies, and becomes an entry when the answer is complete.
final class JournalExchange: Sendable {
    let arrivedAt: Timestamp
    let began = NIODeadline.now()
    let connection: JournalConnection
    let head: HTTPRequest
    let notes: ExchangeNotes
    /// Takes down which rows it changes.
    let changes: ChangeLog
    /// Id of the entry that is sent once more; nil for a request of a client.
    let replayOf: Int64?
    /// The most bytes kept of one body.
    private let limit: Int
    private let finish: @Sendable (JournalExchange, JournalResponse) async -> Void
    private let received = NIOLockedValueBox(CapturedBody.none)

    init(
        arrivedAt: Timestamp, connection: JournalConnection, head: HTTPRequest, limit: Int, notes: ExchangeNotes,
        changes: ChangeLog, replayOf: Int64? = nil,
        finish: @escaping @Sendable (JournalExchange, JournalResponse) async -> Void
    ) {
        self.arrivedAt = arrivedAt
        self.connection = connection
        self.head = head
        self.limit = limit
        self.notes = notes
        self.changes = changes
        self.replayOf = replayOf
        self.finish = finish
    }

    /// What has arrived of the body.
    var body: CapturedBody { received.withLockedValue { $0 } }

    /// The request, whose body is looked at as it is read.
    func watched(_ request: Request) -> Request {
        guard request.method != .get, request.method != .head else { return request }
        var request = request
        request.body = RequestBody(
            asyncSequence: request.body.map { [self] piece in
                received.withLockedValue { $0.append(piece, limit: limit) }
                return piece
            })
        return request
    }

    /// The answer, whose entry is written before its last bytes are sent.
    func watched(_ response: Response) async throws -> Response {
        guard !notes.isPaced, response.body.isSmall else { return streaming(response) }
        var response = response
        let bytes = try await response.body.whole()
        response.body = ResponseBody(whole: bytes)
        notes.noteWhole()
        var kept = CapturedBody.none
        kept.append(bytes, limit: limit)
        await finish(self, JournalResponse(head: response.head, body: kept))
        return response
    }

    /// Writes the entry of a request that gets no answer; its status is 0, as in HTTP archives.
    func fail(_ error: any Error) async {
        await finish(
            self, JournalResponse(head: HTTPResponse(status: .init(code: 0)), body: .none, failure: "\(error)"))
    }

    /// An answer that is not made whole: its entry is written before it ends, also if it breaks off.
    private func streaming(_ response: Response) -> Response {
        var response = response
        let (head, body) = (response.head, response.body)
        response.body = ResponseBody(contentLength: body.contentLength) { [self] writer in
            let tee = BodyTee(writer, length: body.contentLength, limit: limit) { [self] sent, failure in
                await finish(self, JournalResponse(head: head, body: sent, failure: failure))
            }
            do {
                try await body.write(tee)
            } catch {
                await tee.end(failure: "\(error)")
                throw error
            }
        }
        return response
    }
}

/// Passes a body on, keeps its first bytes, and says when its last ones are about to be sent.
private final class BodyTee: ResponseBodyWriter {
    private let writer: any ResponseBodyWriter
    /// How long the body will be; nil if that is not known.
    private let length: Int?
    private let limit: Int
    private var sent = CapturedBody.none
    private var hasEnded = false
    private let ending: (CapturedBody, _ failure: String?) async -> Void

    init(
        _ writer: any ResponseBodyWriter, length: Int?, limit: Int,
        ending: @escaping (CapturedBody, _ failure: String?) async -> Void
    ) {
        self.writer = writer
        self.length = length
        self.limit = limit
        self.ending = ending
    }

    func write(_ buffer: ByteBuffer) async throws {
        sent.append(buffer, limit: limit)
        // A client that was told the length has its answer with these bytes.
        if let length, sent.byteCount >= length { await end() }
        var writer = writer
        try await writer.write(buffer)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {
        await end()
        try await writer.finish(trailingHeaders)
    }

    /// Says that the body ends, once.
    func end(failure: String? = nil) async {
        guard !hasEnded else { return }
        hasEnded = true
        await ending(sent, failure)
    }
}
