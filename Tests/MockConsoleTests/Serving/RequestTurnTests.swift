import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import MockConsole

/// Requests of HTTP/1.1 that come one behind the other (Operations, "Limits").
struct RequestTurnTests {
    /// A connection as HTTP/1.1 has it.
    private static func connection() throws -> EmbeddedChannel {
        let census = ConnectionCensus(
            ConnectionRules(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { NIODeadline.now() }
        let channel = EmbeddedChannel()
        let id = try #require(census.enter(channel, from: "192.0.2.1"))
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ConnectionDeadlines(census, id, isSecure: false))
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
        try pipeline.addHandlers([HTTP1ToHTTPServerCodec(secure: false), RequestWatch()])
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        return channel
    }

    /// The paths of requests that have come through, and what else has.
    private static func received(_ channel: EmbeddedChannel) throws -> [String] {
        var parts: [String] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            switch part {
            case .head(let head): parts.append(head.path ?? "")
            case .body(let piece): parts.append(String(buffer: piece))
            case .end: parts.append(".")
            }
        }
        return parts
    }

    private static func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(
            HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentLength: "2"])))
        try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "ok")))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        channel.embeddedEventLoop.run()
    }

    @Test func `The next request waits until the one before is answered`() throws {
        let channel = try Self.connection()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let requests = (1...3).map { "POST /\($0) HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n\($0)" }
        try channel.writeInbound(ByteBuffer(string: requests.joined()))
        for number in 1...3 {
            #expect(try Self.received(channel) == ["/\(number)", "\(number)", "."])
            try Self.answer(channel)
        }
        #expect(try Self.received(channel).isEmpty)
    }

    @Test func `A body that comes late still belongs to the request that is being answered`() throws {
        let channel = try Self.connection()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        try channel.writeInbound(ByteBuffer(string: "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab"))
        #expect(try Self.received(channel) == ["/1", "ab"])
        try channel.writeInbound(ByteBuffer(string: "cdGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"))
        #expect(try Self.received(channel) == ["cd", "."])
        try Self.answer(channel)
        #expect(try Self.received(channel) == ["/2", "."])
    }

    @Test func `An answer before the end of its request lets the next one through once both are whole`() throws {
        let channel = try Self.connection()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        try channel.writeInbound(ByteBuffer(string: "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab"))
        try Self.answer(channel)
        #expect(try Self.received(channel) == ["/1", "ab"])
        try channel.writeInbound(ByteBuffer(string: "cdGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"))
        #expect(try Self.received(channel) == ["cd", ".", "/2", "."])
    }

    @Test func `What is no HTTP, and the end of what a client sends, wait their turn as well`() throws {
        let channel = try Self.connection()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let requests = (1...2).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
        #expect(throws: Never.self) {
            try channel.writeInbound(ByteBuffer(string: requests.joined() + "nonsense\r\n\r\n"))
        }
        #expect(try Self.received(channel) == ["/1", "."])
        // The error comes behind the second request, which is whole.
        #expect(throws: (any Error).self) {
            try Self.answer(channel)
            try channel.throwIfErrorCaught()
        }
        #expect(try Self.received(channel) == ["/2", "."])
    }

    /// Notes when it is told that nothing more will come.
    private final class EndNoter: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        private(set) var isTold = false

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed? = event as? ChannelEvent { isTold = true }
        }
    }

    @Test func `A client that sends nothing more still has all of its answers`() throws {
        let channel = try Self.connection()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let noter = EndNoter()
        try channel.pipeline.syncOperations.addHandler(noter)
        let requests = (1...2).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
        try channel.writeInbound(ByteBuffer(string: requests.joined()))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!noter.isTold)
        #expect(try Self.received(channel) == ["/1", "."])
        try Self.answer(channel)
        #expect(try Self.received(channel) == ["/2", "."])
        #expect(noter.isTold)
    }

    /// Bytes that were sent, piece by piece.
    private static func sent(_ channel: EmbeddedChannel) throws -> [Int] {
        var sizes: [Int] = []
        while let bytes = try channel.readOutbound(as: IOData.self) { sizes.append(bytes.readableBytes) }
        return sizes
    }

    private static func become(_ channel: EmbeddedChannel, writable: Bool) {
        channel.isWritable = writable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    @Test func `A large answer goes out in pieces, as the client takes them, before its connection is closed`() throws {
        let channel = try Self.connection()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let requests = (1...2).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
        try channel.writeInbound(ByteBuffer(string: requests.joined()))
        #expect(try Self.received(channel) == ["/1", "."])
        Self.become(channel, writable: false)
        let head = HTTPResponse(status: .ok, headerFields: [.contentLength: "200000"])
        channel.write(HTTPResponsePart.head(head), promise: nil)
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 97, count: 200_000)), promise: nil)
        let end = channel.eventLoop.makePromise(of: Void.self)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: end)
        channel.close(mode: .output, promise: nil)
        #expect(try Self.sent(channel).allSatisfy { $0 < 1000 }, "only the head")
        #expect(channel.isActive)
        #expect(try Self.received(channel).isEmpty, "the next request waits")
        Self.become(channel, writable: true)
        let sizes = try Self.sent(channel)
        #expect(sizes.reduce(0, +) == 200_000)
        #expect(sizes.allSatisfy { $0 <= 65_536 })
        try end.futureResult.wait()
        #expect(!channel.isActive)
    }

    @Test func `What a client never took is given up with its connection`() throws {
        let channel = try Self.connection()
        try channel.writeInbound(ByteBuffer(string: "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"))
        Self.become(channel, writable: false)
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        let body = channel.eventLoop.makePromise(of: Void.self)
        channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(repeating: 97, count: 200_000)), promise: body)
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        #expect(throws: ChannelError.self) { try body.futureResult.wait() }
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }
}
