package import ConsoleModel
import ConsolePlatform
package import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Calls of administrators' routes from inside the console, by pages for whoever has signed in to them.
///
/// A page can do what a route can, and nothing else: permissions, subtrees, limits and the event log are those of the
/// route (Architecture, "Pages").
package final class InsideCalls: Sendable {
    private let admin = NIOLockedValueBox<RoutedResponder<AdminContext>?>(nil)

    /// Without routes yet.
    package init() {}

    /// Whom a call is made for.
    package struct Caller: Sendable {
        /// Who it is.
        package let identity: AdministratorIdentity
        let address: String
        let channel: any Channel
        let logger: Logger

        /// An administrator, with the connection of their request.
        package init(_ identity: AdministratorIdentity, context: PageContext) {
            self.identity = identity
            address = context.address
            channel = context.channel
            logger = context.logger
        }
    }

    /// Sends calls to the routes, once all are there.
    package func serve(_ responder: RoutedResponder<AdminContext>) {
        admin.withLockedValue { $0 = responder }
    }

    /// The answer of a route to an administrator, errors included in the form of the admin REST API.
    ///
    /// - Parameters:
    ///   - request: The request, without credentials.
    ///   - caller: Whose it is.
    /// - Returns: The answer; 503 before there are routes.
    package func respond(to request: Request, for caller: Caller) async -> Response {
        guard let admin = admin.withLockedValue({ $0 }) else { return Response(status: .serviceUnavailable) }
        var context = AdminContext(
            source: ApplicationRequestContextSource(channel: caller.channel, logger: caller.logger))
        context.identity = caller.identity
        context.address = caller.address
        context.notes.note(caller.identity)
        let (channel, address) = (caller.channel, caller.address)
        // Whoever leaves a page wants none of what it is made of.
        let page = DatabaseCallers.current
        let asking = RequestCaller(
            context.notes, isDeleting: request.method == .delete, at: { address },
            isOver: { page?.hasLeft ?? false })
        return await DatabaseCallers.during(asking) {
            await admin.respond(to: request, context: context, notes: context.notes) { channel.isActive }
        }
    }
}
