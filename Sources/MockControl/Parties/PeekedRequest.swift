import HTTPTypes
import Hummingbird
import NIOCore

/// A request whose body was looked at before anybody handles it; whoever handles it finds the body as it was sent.
struct PeekedRequest: Sendable {
    /// The beginning of the body.
    let body: CapturedBody
    /// What to handle in place of the request.
    let request: Request

    /// Looks at the beginning of a body.
    ///
    /// One that says it is longer than the limit is not touched, so that large uploads go where they are going at once.
    ///
    /// - Parameters:
    ///   - original: The request.
    ///   - limit: The most bytes to hold back.
    ///   - willRead: Called before the body is read, for its client may wait for permission to send it.
    init(_ original: Request, limit: Int, willRead: () -> Void) async {
        let declared = original.headers[.contentLength].flatMap { Int($0) }
        let hasBody = declared.map { $0 > 0 } ?? (original.method != .get && original.method != .head)
        guard hasBody, declared ?? 0 <= limit else {
            body = CapturedBody(bytes: ByteBuffer(), byteCount: declared ?? 0)
            request = original
            return
        }
        willRead()
        let pieces = await BodyPieces(original.body, limit: limit)
        var captured = CapturedBody.none
        for piece in pieces.pieces { captured.append(piece, limit: limit) }
        body = captured
        var head = original.head
        head.headerFields[.expect] = nil
        request = Request(head: head, body: pieces.body)
    }
}

/// Pieces that were read of a body, and what follows them.
private struct BodyPieces: Sendable {
    private(set) var pieces: [ByteBuffer] = []
    /// Why reading ended before its time.
    private var failure: (any Error)?
    /// Where the rest comes from; nil if everything was read.
    private var rest: RequestBody?

    /// Reads until a body ends, or is longer than a limit.
    init(_ body: RequestBody, limit: Int) async {
        var count = 0
        var iterator = body.makeAsyncIterator()
        do {
            // Two pieces at least: a body that is one buffer begins anew with each reader, unless it was read to its end.
            while count <= limit || pieces.count < 2 {
                guard let piece = try await iterator.next() else { return }
                pieces.append(piece)
                count += piece.readableBytes
            }
            rest = body
        } catch {
            failure = error
        }
    }

    /// The whole body once more.
    var body: RequestBody {
        guard rest != nil || failure != nil else {
            if pieces.count == 1 { return RequestBody(buffer: pieces[0]) }
            var whole = ByteBuffer()
            for piece in pieces { whole.writeImmutableBuffer(piece) }
            return RequestBody(buffer: whole)
        }
        return RequestBody(asyncSequence: ReplayedBody(pieces: pieces, failure: failure, rest: rest))
    }
}

/// What was read of a body, then an error or the rest.
private struct ReplayedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let pieces: [ByteBuffer]
    let failure: (any Error)?
    let rest: RequestBody?

    struct AsyncIterator: AsyncIteratorProtocol {
        var pieces: ArraySlice<ByteBuffer>
        let failure: (any Error)?
        var rest: RequestBody.AsyncIterator?

        mutating func next() async throws -> ByteBuffer? {
            if let piece = pieces.popFirst() { return piece }
            if let failure { throw failure }
            return try await rest?.next()
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pieces: pieces[...], failure: failure, rest: rest?.makeAsyncIterator())
    }
}
