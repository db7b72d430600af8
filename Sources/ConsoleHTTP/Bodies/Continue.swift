import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Request {
    /// Says "100 Continue" to a client that sent `Expect: 100-continue`, which otherwise waits, often a second, before it
    /// sends its body.
    ///
    /// To be called once the body is wanted: a request that is refused before leaves the client free not to send it.
    func sendContinue(on channel: any Channel) {
        guard headers[.expect]?.lowercased() == "100-continue" else { return }
        channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
    }
}

/// Tells a client that waits for leave to send its body that it may, once the body is read.
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
        // Said once: not again by whoever receives the body.
        head.headerFields[.expect] = nil
        let body = AwaitedBody(request: request, channel: context.channel)
        return try await next(Request(head: head, body: RequestBody(asyncSequence: body)), context)
    }
}

/// The body of a request whose client is asked to go on when somebody begins to read.
private struct AwaitedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let request: Request
    let channel: any Channel

    func makeAsyncIterator() -> RequestBody.AsyncIterator {
        request.sendContinue(on: channel)
        return request.body.makeAsyncIterator()
    }
}
