import HTTPTypes
import NIOConcurrencyHelpers

/// The routes of a router, to find out which methods a path has when no route has answered.
struct RouteTable: Sendable {
    private struct Route: Sendable {
        let pattern: PathPattern
        let method: HTTPRequest.Method
        /// The path by its one name (``RouteTable/name(of:)``).
        let path: String
    }

    private let registered: [RegisteredRoute]
    /// Made for the first request that asks.
    private let made = NIOLockedValueBox<[Route]?>(nil)

    /// The table of all routes of a router.
    init(_ routes: [RegisteredRoute]) {
        registered = routes
    }

    private var routes: [Route] {
        made.withLockedValue { made in
            if let made { return made }
            let routes = registered.map {
                Route(pattern: PathPattern($0.path), method: $0.method, path: Self.name(of: $0.path))
            }
            made = routes
            return routes
        }
    }

    /// The methods a path has, sorted; empty if there is no such path.
    ///
    /// `groups/search` has the methods of its own route, without those of `groups/{id}`, where the router does not
    /// look.
    func methods(of path: String) -> [HTTPRequest.Method] {
        let segments = PathPattern.segments(of: path)
        let found = routes.filter { $0.pattern.matches(segments) }
        let nearest = found.map(\.pattern.vagueness).min { $0.lexicographicallyPrecedes($1) }
        return Set(found.filter { $0.pattern.vagueness == nearest }.map(\.method)).sorted { $0.rawValue < $1.rawValue }
    }

    /// The path of the route that a request would go to, with its placeholders; nil if there is none.
    func path(of path: String, _ method: HTTPRequest.Method) -> String? {
        let segments = PathPattern.segments(of: path)
        return routes.filter { $0.method == method && $0.pattern.matches(segments) }
            .min { $0.pattern.isMoreExact(than: $1.pattern) }?.path
    }

    /// The one name of the path of a route: in lower case but for what its captures are called.
    static func name(of path: String) -> String {
        guard path.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return path }
        let segments = path.split(separator: "/").map { $0.hasPrefix("{") ? String($0) : $0.lowercased() }
        return "/" + segments.joined(separator: "/")
    }
}
