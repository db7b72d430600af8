package import ConsolePlatform
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// No route of a router has this path and method.
struct NoRoute: Error {}

/// Turns errors of the framework into ours, so that they reach the router's error renderer.
package struct ErrorTranslation<Context: RequestContext>: RouterMiddleware {

    /// Made of its parts.
    package init() {
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is NIOTooManyBytesError {
            throw ConsoleError(.payloadTooLarge, "The body is larger than this route takes.")
        } catch let error as HTTPError {
            if error.status == .notFound { throw NoRoute() }
            if error.status == .contentTooLarge {
                throw ConsoleError(.payloadTooLarge, "The body is larger than this route takes.")
            }
            throw ConsoleError(error.status.code < 500 ? .badRequest : .internalError, error.body ?? "", cause: error)
        } catch let error as HTTPParserError {
            throw ConsoleError(.badRequest, "The body is not framed as HTTP asks: \(error).", cause: error)
        } catch  where error is CancellationError || error is ChannelError || error is IOError {
            throw ConsoleError(.unavailable, "The connection was lost before the request was answered.", cause: error)
        }
    }
}

/// Renders errors the way the clients of one router expect them.
package protocol ErrorRenderer: Sendable {
    /// The answer for an error.
    func render(_ error: ConsoleError, to request: Request, requestID: String) -> Response
    /// The answer for a path the router does not have.
    func renderNoRoute(_ request: Request, requestID: String) -> Response
}

/// A router together with its error renderer: the only place where an error becomes an answer.
package struct RoutedResponder<Context: RequestContext>: Sendable {
    private let responder: RouterResponder<Context>
    private let names: [String: String]
    private let routes: RouteTable
    private let renderer: any ErrorRenderer
    private let fallback: FallbackRoutes<Context>?

    /// A responder.
    ///
    /// - Parameters:
    ///   - router: A complete router.
    ///   - list: Where its routes are listed.
    ///   - renderer: How its errors are shown.
    ///   - fallback: Answers addresses that no route has; by default there are none.
    package init(
        router: ListedRouter<Context>, list: RouteList, renderer: any ErrorRenderer,
        fallback: FallbackRoutes<Context>? = nil
    ) {
        responder = router.buildResponder()
        names = router.names
        list.addRest(router.routes)
        routes = RouteTable(router.routes)
        self.renderer = renderer
        self.fallback = fallback
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    ///   - notes: Takes what becomes known of it.
    ///   - isConnected: Asks whether its sender is still there.
    /// - Returns: The answer.
    func respond(
        to request: Request, context: Context, notes: ExchangeNotes, isConnected: () -> Bool
    ) async -> Response {
        do {
            let response = try await routed(request, context: context)
            notes.note(route: route(of: context), refusal: nil)
            return response
        } catch is NoRoute {
            let methods = methods(of: request).map(\.rawValue)
            // The table ignores letter case, but the router of pages does not: there the path is a different one.
            if methods.isEmpty || methods.contains(request.method.rawValue) {
                return noRoute(request, context: context, notes: notes)
            }
            let allowed = methods.joined(separator: ", ")
            let error = ConsoleError(
                .methodNotAllowed, "\(request.method.rawValue) is not served here, only \(allowed).",
                headers: ["Allow": allowed])
            return render(error, request: request, context: context, notes: notes)
        } catch let error as ConsoleError {
            return render(error, request: request, context: context, notes: notes)
        } catch  where !isConnected() {
            // Whatever failed, failed because the sender has left.
            let error = ConsoleError(.unavailable, "The client left before the request was answered.", cause: error)
            return render(error, request: request, context: context, notes: notes)
        } catch {
            let wrapped = ConsoleError(.internalError, "The console failed; its log says why.", cause: error)
            return render(wrapped, request: request, context: context, notes: notes)
        }
    }

    /// Answers by a route, or by the fallback where there is none.
    private func routed(_ request: Request, context: Context) async throws -> Response {
        do {
            return try await responder.respond(to: request, context: context)
        } catch let error as NoRoute {
            guard let fallback, let path = fallback.path(request) else { throw error }
            context.coreContext.endpointPath.value = path
            return try await fallback.answer(request, context)
        }
    }

    /// The methods that the path of a request has.
    private func methods(of request: Request) -> [HTTPRequest.Method] {
        let methods = routes.methods(of: request.uri.path)
        return methods.isEmpty ? fallback?.methods(request) ?? [] : methods
    }

    /// The path of the route that a request would go to.
    private func path(of request: Request) -> String? {
        routes.path(of: request.uri.path, request.method) ?? fallback?.path(request)
    }

    /// Answers as if no route had the path.
    func noRoute(_ request: Request, context: Context, notes: ExchangeNotes) -> Response {
        context.logger.info("No such route", metadata: Self.metadata(request, status: .notFound))
        notes.note(route: nil, refusal: ConsoleError(.notFound, "No route has this path."))
        return renderer.renderNoRoute(request, requestID: notes.facts.requestID)
    }

    /// Refuses a request without looking for its route.
    func refuse(_ request: Request, _ error: ConsoleError, context: Context, notes: ExchangeNotes) -> Response {
        render(
            error, request: request, context: context, notes: notes, route: path(of: request))
    }

    /// Notes the route a request would have gone to.
    func note(_ request: Request, notes: ExchangeNotes) {
        notes.note(route: path(of: request), refusal: nil)
    }

    /// The path of the route that answered, by one name however the request was written.
    private func route(of context: Context) -> String? {
        context.endpointPath.map { names[$0] ?? RouteTable.name(of: $0) }
    }

    private func render(
        _ error: ConsoleError, request: Request, context: Context, notes: ExchangeNotes, route: String? = nil
    ) -> Response {
        notes.note(route: self.route(of: context) ?? route, refusal: error)
        var response = renderer.render(error, to: request, requestID: notes.facts.requestID)
        for (name, value) in error.headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        log(error, request: request, status: response.status, logger: context.logger)
        return response
    }

    private func log(_ error: ConsoleError, request: Request, status: HTTPResponse.Status, logger: Logger) {
        var metadata = Self.metadata(request, status: status)
        metadata["reason"] = "\(error.message)"
        if let cause = error.cause { metadata["cause"] = "\(cause)" }
        if !error.details.isEmpty { metadata["details"] = "\(error.details.prefix(20).joined(separator: "; "))" }
        if error.code == .internalError {
            logger.error("Failed", metadata: metadata)
        } else {
            logger.info("Refused", metadata: metadata)
        }
    }

    private static func metadata(_ request: Request, status: HTTPResponse.Status) -> Logger.Metadata {
        // Whoever is refused says what stands here, so that it has to end somewhere.
        let (path, length) = (request.uri.path, 200)
        let isLong = path.utf8.count > length
        return [
            "method": "\(request.method.rawValue.prefix(40))",
            "path": "\(isLong ? path.prefix(length) + "…" : path[...])", "status": "\(status.code)",
        ]
    }
}
