import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOHTTPTypes

extension Request {
    /// Says "100 Continue" to a client that sent `Expect: 100-continue`, which otherwise waits, often a second, before it
    /// sends its body.
    ///
    /// Call it once the body is needed: if a request is refused before that, its client need not send the body.
    package func sendContinue(on channel: any Channel) {
        guard headers[.expect]?.lowercased() == "100-continue" else { return }
        channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
    }
}

/// Lets a client send its body that waits for permission to, once somebody reads the body.
///
/// Windows PowerShell waits before every body, curl before large ones (Operations, "Limits"). A request that is refused
/// unread is answered at once.
package struct ContinueMiddleware: RouterMiddleware {

    /// Made of its parts.
    package init() {
    }

    package typealias Context = AdminContext

    package func handle(
        _ request: Request, context: AdminContext, next: (Request, AdminContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.expect] != nil else { return try await next(request, context) }
        var head = request.head
        // Sent once, and not again when the body is received.
        head.headerFields[.expect] = nil
        let body = AwaitedBody(request: request, channel: context.channel)
        return try await next(Request(head: head, body: RequestBody(asyncSequence: body)), context)
    }
}

/// The body of a request; its client is asked to go on when somebody begins to read.
private struct AwaitedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let request: Request
    let channel: any Channel

    func makeAsyncIterator() -> RequestBody.AsyncIterator {
        request.sendContinue(on: channel)
        return request.body.makeAsyncIterator()
    }
}
