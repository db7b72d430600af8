import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

@testable import ConsoleHTTP

/// Large bodies, which a connection gets one piece at a time.
struct SteadyBodyTests {
    /// A connection that takes pieces on its event loop, as that of the framework does.
    private struct Connection: ResponseBodyWriter {
        let eventLoop: any EventLoop
        let counts: NIOLockedValueBox<(written: Int, waiting: Int, most: Int)>

        func write(_ buffer: ByteBuffer) async throws {
            counts.withLockedValue { counts in
                counts.written += 1
                counts.waiting += 1
                counts.most = max(counts.most, counts.waiting)
            }
            eventLoop.execute { counts.withLockedValue { $0.waiting -= 1 } }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test func `A piece is written once the connection has seen the one before it`() async throws {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let counts = NIOLockedValueBox((written: 0, waiting: 0, most: 0))
        let body = ResponseBody { writer in
            for _ in 1...200 { try await writer.write(ByteBuffer(string: "piece")) }
            try await writer.finish(nil)
        }
        try await body.steady(on: eventLoop).write(Connection(eventLoop: eventLoop, counts: counts))
        let (written, _, most) = counts.withLockedValue { $0 }
        #expect(written == 200 && most == 1)
    }

    @Test(arguments: [(0, true), (262_144, true), (262_145, false), (nil, false)])
    func `Answers of at most 256 KiB are small`(length: Int?, isSmall: Bool) {
        #expect(ResponseBody(contentLength: length) { try await $0.finish(nil) }.isSmall == isSmall)
    }
}
