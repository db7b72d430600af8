import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import ConsoleHTTP

/// Addresses of requests that are longer than they may be.
struct LongTargetTests {
    /// Answers whatever comes.
    private struct Anything: HTTPResponder {
        func respond(to request: Request, context: ConsoleContext) async throws -> Response { Response(status: .ok) }
    }

    @Test(arguments: [(1024, HTTPResponse.Status.ok), (1025, .uriTooLong)])
    func `An address has as many bytes as the key says`(count: Int, status: HTTPResponse.Status) async throws {
        let responder = ListenerResponder(
            console: Anything(), scheme: "http", scope: .everything, longestTarget: 1024)
        let path = "/" + String(repeating: "a", count: count - 1)
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path),
            body: RequestBody(buffer: ByteBuffer()))
        let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test"))
        let answer = try await responder.respond(to: request, context: ConsoleContext(source: source))
        #expect(answer.status == status)
    }
}
