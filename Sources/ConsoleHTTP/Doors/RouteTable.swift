import HTTPTypes
import NIOConcurrencyHelpers

/// The routes of a router, to find out which methods a path has when no route has answered.
struct RouteTable: Sendable {
    private struct Route: Sendable {
        let segments: [String]
        let method: HTTPRequest.Method
        /// The path by its one name (``RouteTable/name(of:)``).
        let path: String

        /// How exactly it names each segment; of the routes that match, the router takes the one with the smallest
        /// list.
        var vagueness: [Int] {
            segments.map { segment in
                switch segment {
                case "**": 3
                case "*": 2
                default: RouteTable.isCapture(segment) ? 1 : 0
                }
            }
        }
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
                Route(segments: $0.segments.map { $0.lowercased() }, method: $0.method, path: Self.name(of: $0.path))
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
        let segments = path.split(separator: "/").map { $0.lowercased() }
        let found = routes.filter { Self.matches($0.segments, segments) }
        let nearest = found.map(\.vagueness).min { $0.lexicographicallyPrecedes($1) }
        return Set(found.filter { $0.vagueness == nearest }.map(\.method)).sorted { $0.rawValue < $1.rawValue }
    }

    /// The path of the route that a request would go to, with its placeholders; nil if there is none.
    func path(of path: String, _ method: HTTPRequest.Method) -> String? {
        let segments = path.split(separator: "/").map { $0.lowercased() }
        return routes.filter { $0.method == method && Self.matches($0.segments, segments) }
            .min { $0.vagueness.lexicographicallyPrecedes($1.vagueness) }?.path
    }

    /// The one name of the path of a route: in lower case but for what its captures are called.
    static func name(of path: String) -> String {
        guard path.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return path }
        let segments = path.split(separator: "/").map { isCapture(String($0)) ? String($0) : $0.lowercased() }
        return "/" + segments.joined(separator: "/")
    }

    private static func matches(_ pattern: [String], _ segments: [String]) -> Bool {
        if pattern.last == "**" {
            let fixed = pattern.dropLast()
            return segments.count > fixed.count && zip(fixed, segments).allSatisfy(segmentMatches)
        }
        return pattern.count == segments.count && zip(pattern, segments).allSatisfy(segmentMatches)
    }

    private static func segmentMatches(_ pattern: String, _ segment: String) -> Bool {
        pattern == segment || pattern == "*" || isCapture(pattern)
    }

    private static func isCapture(_ pattern: String) -> Bool { pattern.hasPrefix("{") && pattern.hasSuffix("}") }
}
