package import Hummingbird

/// What answers on one listener: the console, told by which scheme the request came.
///
/// The framework calls every HTTP/1.1 request plain; links in answers need to know better.
package struct ListenerResponder: HTTPResponder {
    /// What a request comes with.
    package typealias Context = ConsoleContext

    let console: ConsoleResponder
    /// `http` or `https`.
    let scheme: String

    /// Made of its parts.
    package init(console: ConsoleResponder, scheme: String) {
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
