import ConsolePlatform
package import Hummingbird

/// The responder of one listener: it notes by which scheme a request came, what the listener serves, and to which port
/// if groups are given ports.
///
/// The framework takes every HTTP/1.1 request for plain HTTP; links in answers need the real scheme.
package struct ListenerResponder<Console: HTTPResponder>: HTTPResponder where Console.Context == ConsoleContext {
    /// What a request comes with.
    package typealias Context = ConsoleContext

    let console: Console
    /// `http` or `https`.
    let scheme: String
    /// Whether its port is one of those that are given to groups.
    let isForGroups: Bool
    /// What it serves.
    let scope: ListenerScope
    /// Bytes of a target that are looked at; each step on the way of a request reads all of them.
    let longestTarget: Int

    /// Made of its parts.
    package init(
        console: Console, scheme: String, isForGroups: Bool = false, scope: ListenerScope, longestTarget: Int
    ) {
        self.longestTarget = longestTarget
        self.console = console
        self.scheme = scheme
        self.isForGroups = isForGroups
        self.scope = scope
    }

    package func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        if let path = request.head.path, path.utf8.count > longestTarget {
            return .text(
                "The address is longer than \(longestTarget) bytes (http.targetBytes).\n", status: .uriTooLong)
        }
        // The port itself, not the one in the request: ports may be mapped on the way, and anybody writes any host.
        if isForGroups { context.notes.note(port: context.channel.localAddress?.port) }
        if scope != .everything { context.notes.note(scope: scope) }
        if request.head.scheme == scheme, request.head.authority != nil { return try await answer(request, context) }
        var head = HostFields.settled(request.head)
        head.scheme = scheme
        return try await answer(Request(head: head, body: request.body), context)
    }

    /// The answer, with what it wants in place of header fields that are added to it later, and a large body in pieces.
    private func answer(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var response = try await console.respond(to: request, context: context)
        let wishes = context.notes.listenerFields
        if !wishes.isEmpty { ListenerFields.note(wishes, in: &response.headers) }
        if !response.body.isSmall { response.body = response.body.steady(on: context.channel.eventLoop) }
        return response
    }
}
