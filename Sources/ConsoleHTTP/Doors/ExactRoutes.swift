import HTTPTypes
import Hummingbird

/// The routes of a router without letter case, as they are written: a quick way to most of them.
///
/// The framework compares paths without letter case character by character, which takes longer than all else that finds
/// a route. Clients write paths as they are documented, so those are looked for first, byte by byte.
struct ExactRoutes<Context: RequestContext> {
    /// What answers a route.
    typealias Endpoint = (path: RouterPath, method: HTTPRequest.Method, responder: any HTTPResponder<Context>)

    /// Those routes that a request may be answered by without a look at the others.
    private let endpoints: [Endpoint]

    /// Chooses from all routes of a router.
    ///
    /// A capture takes any segment, also a word that is the next segment of another route if its letters are written
    /// otherwise. Routes with such a capture are left to the router without letter case.
    init(_ all: [Endpoint]) {
        let words = Set(
            all.flatMap { endpoint in
                endpoint.path.indices.filter { Self.isWord(endpoint.path[$0]) }.map { Self.way(to: $0, endpoint.path) }
            })
        endpoints = all.filter { endpoint in
            endpoint.path.indices.allSatisfy { place in
                Self.isWord(endpoint.path[place]) || !words.contains(Self.way(to: place, endpoint.path))
            }
        }
    }

    /// A responder that looks for a route here first, then in another responder.
    func responder(before rest: RouterResponder<Context>) -> RouterResponder<Context> {
        let router = Router(context: Context.self)
        for endpoint in endpoints { router.on(endpoint.path, method: endpoint.method, responder: endpoint.responder) }
        // Middleware that is added last stands before nothing but the answer that there is no route.
        router.add(middleware: Elsewhere(rest: rest))
        return router.buildResponder()
    }

    /// Whether a segment of a route is always the same.
    private static func isWord(_ segment: RouterPath.Element) -> Bool {
        !segment.description.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "*") }
    }

    /// What stands before a segment, captures without their names.
    private static func way(to place: Int, _ path: RouterPath) -> String {
        path[..<place].map { isWord($0) ? $0.description.lowercased() : "{}" }.joined(separator: "/")
    }
}

/// Answers what has no route by another responder.
private struct Elsewhere<Context: RequestContext>: RouterMiddleware {
    let rest: RouterResponder<Context>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await rest.respond(to: request, context: context)
    }
}
