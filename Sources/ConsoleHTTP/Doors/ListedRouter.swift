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
