import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Requests over real sockets, to servers that answer byte for byte what a test says.
struct OutgoingExchangeTests {
    /// Answers whatever comes first with some bytes, and keeps the connection.
    private final class Answer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let text: String
        private var isDone = false

        init(_ text: String) { self.text = text }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isDone else { return }
            isDone = true
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }
    }

    /// Sends a request to a server that answers with a text.
    private static func ask(_ text: String) async throws -> OutgoingResponse {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answer(text))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let address = try #require(IPAddress("127.0.0.1"))
        let request = OutgoingRequest(
            method: "POST", url: try OutgoingURL("http://localhost:\(port)/"), headers: [], body: Data("body".utf8),
            limits: OutgoingLimits(connect: 5, total: 5), trust: OutgoingTrust())
        do {
            let response = try await OutgoingExchange.send(request, to: address)
            try await server.close()
            return response
        } catch {
            try await server.close()
            throw error
        }
    }

    @Test(arguments: ["000", "001", "099"])
    func `An unknown status ends the exchange, and nothing else`(status: String) async throws {
        for tail in [
            "Content-Length: 0\r\n\r\n", "Content-Length: 3\r\n\r\nabc", "\r\n",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "Content-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        ] {
            await #expect(throws: OutgoingFailure.self, "\(tail)") {
                try await Self.ask("HTTP/1.1 \(status) Odd\r\n\(tail)")
            }
        }
    }

    @Test func `What is wrong about a status is told in a sentence`() async throws {
        let failure = await #expect(throws: OutgoingFailure.self) {
            try await Self.ask("HTTP/1.0 007 Odd\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(failure?.description == "the status of the answer is 7")
    }

    @Test func `Answers that are announced are waited for`() async throws {
        let announced = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        let response = try await Self.ask("\(announced)HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(response.status == 200 && String(decoding: response.body, as: UTF8.self) == "ok")
    }

    @Test(arguments: [
        "hello", "HTTP/1.1 99999 Odd\r\n\r\n", "HTTP/1.1 -01 Odd\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n",
    ])
    func `What is no answer is a failure`(text: String) async throws {
        await #expect(throws: OutgoingFailure.self) { try await Self.ask(text) }
    }
}
