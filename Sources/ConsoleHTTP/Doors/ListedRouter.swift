package import HTTPTypes
package import Hummingbird

/// A router that lists its routes while they are added: asked for them afterwards, it takes as long as for adding them.
package final class ListedRouter<Context: RequestContext>: RouterMethods {
    private let router: Router<Context>
    /// The routes that were added, captures in braces.
    package private(set) var routes: [RegisteredRoute] = []
    /// What the routes are answered by, with the middleware that they were added behind.
    private var endpoints: [ExactRoutes<Context>.Endpoint] = []
    /// How clients write the first word of paths; none if paths are looked for in one way only.
    private let spellings: [String]

    /// A router without routes.
    ///
    /// - Parameters:
    ///   - options: Whether letter case matters.
    ///   - spellings: How clients write the first word of paths where it does not. Paths that begin so, and go on as the
    ///     routes are written, are found quickly.
    package init(options: RouterOptions = [], spellings: [String] = []) {
        router = Router(context: Context.self, options: options)
        self.spellings = spellings
    }

    /// Adds a route.
    @discardableResult
    package func on<Responder: HTTPResponder>(
        _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
    ) -> Self where Responder.Context == Context {
        routes.append(RegisteredRoute(method, path))
        router.on(path, method: method, responder: responder)
        if !spellings.isEmpty {
            let endpoint = router.middlewares.constructResponder(finalResponder: responder)
            endpoints += spelled(path).map { ($0, method, endpoint) }
        }
        return self
    }

    /// A path in each way in which it is often written.
    private func spelled(_ path: RouterPath) -> [RouterPath] {
        guard let first = path.first?.description else { return [path] }
        let rest = path.dropFirst().map { "/\($0)" }.joined()
        let others = spellings.filter { $0 != first && $0.lowercased() == first.lowercased() }
        return [path] + others.map { RouterPath("/\($0)\(rest)") }
    }

    /// Where routes go that are no addresses of the console but stand in for those it does not have: they are not listed.
    package var unlisted: some RouterMethods<Context> { router }

    /// The addresses below a path that begin a route, or take forms only, with the methods they have.
    ///
    /// A catch-all does not see their `GET`: the framework's router ends where it finds a part of a route.
    package func addressesWithoutGet(below root: String) -> [(path: String, methods: [HTTPRequest.Method])] {
        var methods: [String: [HTTPRequest.Method]] = [:]
        for route in routes where route.path.hasPrefix(root + "/") {
            var beginning = root
            for segment in route.path.dropFirst(root.count).split(separator: "/") where segment != "**" {
                beginning += "/" + segment
                methods[beginning, default: []] += beginning == route.path ? [route.method] : []
            }
        }
        return methods.filter { !$0.value.contains(.get) }.map { ($0.key, $0.value) }.sorted { $0.path < $1.path }
    }

    /// Adds middleware for the routes that are added from now on.
    @discardableResult
    package func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
        router.add(middleware: middleware)
        return self
    }

    /// Checks that no two routes stand in each other's way.
    ///
    /// - Throws: What the framework says of those that do.
    package func validate() throws { try router.validate() }

    /// The names of routes that are looked for in two ways, which are those without letter case, by the paths as written.
    var names: [String: String] {
        Dictionary(endpoints.map { ($0.path.description, $0.path.lowercased().description) }) { first, _ in first }
    }

    /// What finds the route of a request.
    func buildResponder() -> RouterResponder<Context> {
        let all = router.buildResponder()
        return spellings.isEmpty ? all : ExactRoutes(endpoints).responder(before: all)
    }
}
