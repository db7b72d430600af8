import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MockConsole
@testable import MockControl

/// What becomes of a connection of HTTP/1.1 on which something cannot be read, or nothing more comes.
struct UnreadableHandlerTests {
    private static let head = "POST /livez HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// Lends the server's end of a connection, and where its console hears of connections.
    private static func withChannel(_ body: (EmbeddedChannel, ConnectionBook) throws -> Void) throws {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: true)
        let book = ConnectionBook { _ in }
        let observer = ConnectionObserver(
            isSecure: false, isForSandboxes: false, trustAnchorPath: "", book: book, logger: Logger(label: "test"))
        try UnreadableHandler.watch(channel, observer, ConnectionFacts(port: nil))
        try body(channel, book)
    }

    private static func answer(_ channel: EmbeddedChannel) throws {
        let head = HTTPResponseHead(version: .http1_1, status: .methodNotAllowed, headers: ["Content-Length": "0"])
        try channel.writeOutbound(HTTPServerResponsePart.head(head))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    /// All that was sent to the client.
    private static func sent(_ channel: EmbeddedChannel) throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }

    private static func receive(_ text: String, on channel: EmbeddedChannel) {
        // What cannot be read is an error of the channel as well.
        _ = try? channel.writeInbound(ByteBuffer(string: text))
    }

    @Test func `A request that breaks after its answer gets no second one`() throws {
        try Self.withChannel { channel, _ in
            Self.receive(Self.head, on: channel)
            try Self.answer(channel)
            Self.receive("zz\r\n", on: channel)
            let text = try Self.sent(channel)
            #expect(text.hasPrefix("HTTP/1.1 405 ") && !text.contains(" 400 "), "\(text)")
            #expect(!channel.isActive)
        }
    }

    @Test(arguments: [head + "zz\r\n", "\u{1}\r\n\r\n"])
    func `What breaks before its answer is answered`(received: String) throws {
        try Self.withChannel { channel, _ in
            Self.receive(received, on: channel)
            let text = try Self.sent(channel)
            #expect(text.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test func `What is no request is answered after requests that were`() throws {
        try Self.withChannel { channel, _ in
            Self.receive(Self.head + "0\r\n\r\n", on: channel)
            try Self.answer(channel)
            Self.receive("\u{1}\r\n\r\n", on: channel)
            let text = try Self.sent(channel)
            #expect(text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) } == ["405", "400"])
        }
    }

    @Test func `A client that sends nothing more has left`() throws {
        try Self.withChannel { channel, book in
            #expect(!book.isClosed(channel))
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            #expect(book.isClosed(channel))
            _ = try channel.finish(acceptAlreadyClosed: true)
            #expect(!book.isClosed(channel))
        }
    }
}
