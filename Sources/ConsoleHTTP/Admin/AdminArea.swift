import ConsoleModel
import HTTPTypes
import Hummingbird

/// Checks that the administrator's role permits the routes behind it: reading for GET and HEAD, writing for the rest,
/// unless they need something else.
struct AdminAreaMiddleware: RouterMiddleware {
    typealias Context = AdminRequestContext

    let area: AdminPermission.Area
    /// The permission that the routes need with any method, such as for a POST that only reads; nil for the usual one.
    var access: AdminPermission.Access?

    func handle(
        _ request: Request, context: AdminRequestContext,
        next: (Request, AdminRequestContext) async throws -> Response
    ) async throws -> Response {
        try context.identity.require(permission(for: request.method))
        return try await next(request, context)
    }

    /// The permission that a method needs.
    func permission(for method: HTTPRequest.Method) -> AdminPermission {
        let isReading = method == .get || method == .head
        return AdminPermission(area: area, access: access ?? (isReading ? .read : .write))
    }
}
