package import HTTPTypes
package import Hummingbird

/// Where features add their routes below `/_mock`, each with the permission it needs.
package struct MockRoutes: RouterMethods {
    /// What a request comes with.
    package typealias Context = AdminRequestContext

    private let group: RouterGroup<AdminRequestContext>
    private let permission: AdminAreaMiddleware
    private let list: RouteList

    /// Routes of a group, behind what asks for their permission.
    init(_ group: RouterGroup<AdminRequestContext>, asking permission: AdminAreaMiddleware, list: RouteList) {
        self.group = group.add(middleware: permission)
        self.permission = permission
        self.list = list
    }

    /// Adds a route.
    @discardableResult
    package func on<Responder: HTTPResponder>(
        _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
    ) -> Self where Responder.Context == AdminRequestContext {
        list.add(RegisteredRoute(method, path, permission: permission.permission(for: method)))
        group.on(path, method: method, responder: responder)
        return self
    }

    /// Adds middleware for the routes that are added from now on.
    @discardableResult
    package func add(middleware: any MiddlewareProtocol<Request, Response, AdminRequestContext>) -> Self {
        group.add(middleware: middleware)
        return self
    }
}
