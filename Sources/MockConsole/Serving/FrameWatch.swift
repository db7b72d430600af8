import Hummingbird
import Logging
import NIOCore
import NIOHTTP2

/// Watches a connection that speaks HTTP/2: what its client breaks is reported, and what was written is sent.
enum FrameWatch {
    /// Watches a connection; one that speaks HTTP/1.1 is left alone.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - observer: Says what its client breaks.
    ///   - facts: What is known of it.
    ///   - streams: How many requests its client may have under way.
    /// - Throws: What the pipeline throws if the connection is gone.
    static func begin(
        _ channel: any Channel, _ observer: ConnectionObserver, _ facts: ConnectionFacts, streams: Int
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        guard let frames = try? pipeline.handler(type: NIOHTTP2Handler.self) else { return }
        let tap = FrameTap(observer, facts, client: channel.remoteAddress)
        try pipeline.addHandler(tap, position: .before(frames))
        try pipeline.addHandler(FrameErrorHandler(tap), position: .after(frames))
        // The framework announces a number of its own, which this one follows.
        let settings = HTTP2Settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)])
        let context = try pipeline.context(handlerType: FrameErrorHandler.self)
        context.writeAndFlush(
            NIOAny(HTTP2Frame(streamID: .rootStream, payload: .settings(.settings(settings)))), promise: nil)
    }
}

/// Stands between TLS and the frames of HTTP/2, and knows with which code the console ends a connection.
final class FrameTap: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let observer: ConnectionObserver
    private let facts: ConnectionFacts
    /// Where the client is; gone from the channel once it is closed.
    private let client: SocketAddress?
    private var scanner = FrameScanner()
    private var meter = FrameMeter(at: .now())
    /// Why the connection ends; nil while it does not, or ends in peace.
    private var ending: FrameError?
    /// What the library for HTTP/2 said of it.
    private var errors: [any Error] = []
    /// Whether a stream was reset since somebody asked.
    private var hasReset = false
    /// Whether a request that could not be read was reported already; the others would say the same.
    private var hasReportedRequest = false

    init(_ observer: ConnectionObserver, _ facts: ConnectionFacts, client: SocketAddress?) {
        self.observer = observer
        self.facts = facts
        self.client = client
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Nothing that comes afterwards is looked at.
        guard ending == nil else { return }
        guard meter.read(Self.unwrapInboundIn(data), at: .now()) else { return endFlood(context) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .byteBuffer(let bytes) = Self.unwrapOutboundIn(data) {
            let count = scanner.read(bytes) { frame in
                switch frame {
                case .reset: hasReset = true
                case .goAway(let code): if ending == nil, let error = FrameError(code) { end(for: error) }
                }
            }
            meter.noteSent(count, bytes: bytes.readableBytes)
        }
        context.write(data, promise: promise)
    }

    private func end(for error: FrameError) {
        ending = error
        if error.isFlood { facts.deadlines?.noteFlood() }
        facts.deadlines?.takeLeave()
    }

    /// Ends the connection of a client that keeps the console busy with frames that the library does not count.
    private func endFlood(_ context: ChannelHandlerContext) {
        guard let error = FrameError(FrameError.calm) else { return }
        end(for: error)
        context.write(Self.wrapOutboundOut(.byteBuffer(FrameError.goAway(FrameError.calm))), promise: nil)
        close(context: context, mode: .all, promise: nil)
    }

    /// Sends first what was written.
    ///
    /// The framework closes a connection that is going away within the write that ends its last stream, so that the end
    /// of the last answer would be lost.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.flush()
        // Errors are reported right after what was written because of them.
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute { bound.value.report() }
        context.close(mode: mode, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        report()
        context.fireChannelInactive()
    }

    /// Notes an error.
    ///
    /// - Returns: Whether it is of one stream only, which was reset, so that the connection may go on.
    func note(_ error: any Error) -> Bool {
        let isOfStream = hasReset && ending == nil
        hasReset = false
        guard isOfStream else {
            errors.append(error)
            return false
        }
        // A request that was read has an entry of its own.
        if !hasReportedRequest, !FrameError.isAfterRequest(error) {
            hasReportedRequest = true
            observer.brokenRequest(failure(FrameError.text(error)))
        }
        return true
    }

    /// Reports once why the connection ended, if that was the client's doing.
    private func report() {
        guard let ending, !facts.isTold else { return }
        facts.isTold = true
        // That nothing can be written any more follows from whatever came before.
        let causes = errors.filter { !($0 is NIOHTTP2Errors.IOOnClosedConnection) }
        let text = causes.map(FrameError.text).last { !$0.isEmpty }
        observer.brokenFrames(
            ending.explained(by: errors), failure([ending.name, text].compactMap(\.self).joined(separator: ": ")))
    }

    private func failure(_ cause: String) -> ConnectionObserver.Failure {
        ConnectionObserver.Failure(
            client: client, cause: cause, serverName: facts.serverName, port: facts.port,
            httpVersion: "HTTP/2")
    }
}

/// Stands behind what reads frames.
private final class FrameErrorHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let tap: FrameTap

    init(_ tap: FrameTap) { self.tap = tap }

    /// Keeps pings to itself, which are answered already and counted.
    ///
    /// The framework would close the connection of a client that asks for signs of life more often than every 30 seconds,
    /// as browsers do.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .ping(_, ack: false) = Self.unwrapInboundIn(data).payload { return }
        context.fireChannelRead(data)
    }

    /// Keeps the error of a stream to itself: the framework would close the connection with all its other requests.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !tap.note(error) { context.fireErrorCaught(error) }
    }
}

/// Finds those frames in what is written that end a stream or the connection (RFC 9113, sections 4.1, 6.4 and 6.8).
struct FrameScanner {
    /// A frame that ends something.
    enum Ending: Hashable, Sendable {
        case reset
        case goAway(code: UInt32)
    }

    private static let headLength = 9
    /// Bytes of the last frame that are still to come.
    private var left = 0

    /// Reads some bytes; the head of a frame, and a frame that ends something, are never cut.
    ///
    /// - Returns: How many frames begin in them.
    mutating func read(_ bytes: ByteBuffer, _ found: (Ending) -> Void) -> Int {
        var bytes = bytes
        var count = 0
        while bytes.readableBytes > 0 {
            let skipped = min(left, bytes.readableBytes)
            bytes.moveReaderIndex(forwardBy: skipped)
            left -= skipped
            guard left == 0, let head = bytes.readBytes(length: Self.headLength) else { return count }
            count += 1
            left = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            switch head[3] {
            case 3: found(.reset)
            case 7: found(.goAway(code: bytes.getInteger(at: bytes.readerIndex + 4) ?? 0))
            default: break
            }
        }
        return count
    }
}
