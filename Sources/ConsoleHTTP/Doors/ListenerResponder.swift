package import Hummingbird

/// The responder of one listener: it notes by which scheme a request came.
///
/// The framework takes every HTTP/1.1 request for plain HTTP; links in answers need the real scheme.
package struct ListenerResponder<Console: HTTPResponder>: HTTPResponder where Console.Context == ConsoleContext {
    /// What a request comes with.
    package typealias Context = ConsoleContext

    let console: Console
    /// `http` or `https`.
    let scheme: String

    /// Made of its parts.
    package init(console: Console, scheme: String) {
        self.console = console
        self.scheme = scheme
    }

    package func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        if request.head.scheme == scheme { return try await console.respond(to: request, context: context) }
        var head = request.head
        head.scheme = scheme
        return try await console.respond(to: Request(head: head, body: request.body), context: context)
    }
}
