package import HTTPTypes
package import Hummingbird

/// A router that lists its routes while they are added: asked for them afterwards, it takes as long as for adding them.
package final class ListedRouter<Context: RequestContext>: RouterMethods {
    private let router: Router<Context>
    /// The routes that were added, captures in braces.
    package private(set) var routes: [RegisteredRoute] = []

    /// A router without routes.
    package init(options: RouterOptions = []) {
        router = Router(context: Context.self, options: options)
    }

    /// Adds a route.
    @discardableResult
    package func on<Responder: HTTPResponder>(
        _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
    ) -> Self where Responder.Context == Context {
        routes.append(RegisteredRoute(method, path))
        router.on(path, method: method, responder: responder)
        return self
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

    /// What finds the route of a request.
    func buildResponder() -> RouterResponder<Context> { router.buildResponder() }
}
