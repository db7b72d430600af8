import NIOCore
import NIOHTTPTypes

/// What is to be sent on a connection of HTTP/1.1, in pieces, as the client takes them.
///
/// A large body would be encrypted as a whole otherwise, and be in memory as long as the client does not read: until then
/// all who get a constant page share its bytes.
final class AnswerQueue {
    /// Bytes of a body that are sent at once.
    private static let piece = 65_536

    private var parts = CircularBuffer<(part: HTTPResponsePart, promise: EventLoopPromise<Void>?)>()
    private var closing: (CloseMode, EventLoopPromise<Void>?)?
    /// Bytes that were handed out since somebody was told to flush.
    private var unflushed = 0

    /// Whether there is nothing to send.
    var isEmpty: Bool { parts.isEmpty }

    /// Whether enough was handed out since the last time to be flushed, which begins the count anew.
    func takeFlush() -> Bool {
        guard unflushed >= Self.piece else { return false }
        unflushed = 0
        return true
    }

    /// Adds a part of an answer, a large body in pieces.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - promise: Kept once all of it is sent.
    func add(_ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>?) {
        guard case .body(var rest) = part, rest.readableBytes > Self.piece else { return parts.append((part, promise)) }
        while rest.readableBytes > Self.piece, let piece = rest.readSlice(length: Self.piece) {
            parts.append((.body(piece), nil))
        }
        parts.append((.body(rest), promise))
    }

    /// The next part to send; nil if there is none, or the client has to take something first.
    func next(isWritable: Bool) -> (part: HTTPResponsePart, promise: EventLoopPromise<Void>?)? {
        guard let first = parts.first else { return nil }
        if case .body(let bytes) = first.part {
            guard isWritable else { return nil }
            unflushed += bytes.readableBytes
        }
        return parts.removeFirst()
    }

    /// Has the connection closed once everything is sent.
    func close(_ mode: CloseMode, _ promise: EventLoopPromise<Void>?) {
        guard closing == nil else { return promise?.fail(ChannelError.alreadyClosed) ?? () }
        closing = (mode, promise)
    }

    /// How to close the connection, if somebody has asked for that; asked once.
    func takeClose() -> (CloseMode, EventLoopPromise<Void>?)? {
        defer { closing = nil }
        return closing
    }

    /// Gives up what was not sent: the connection is gone.
    func giveUp() {
        while let (_, promise) = parts.popFirst() { promise?.fail(ChannelError.ioOnClosedChannel) }
        takeClose()?.1?.fail(ChannelError.ioOnClosedChannel)
    }
}
