import ConsoleModel
import HTTPTypes
import Hummingbird

/// Asks of the administrator's role what the routes behind it need: reading for GET and HEAD, writing for the rest
/// unless said otherwise.
struct AdminAreaMiddleware: RouterMiddleware {
    typealias Context = AdminRequestContext

    let area: AdminPermission.Area
    /// What the routes need by any method; for a POST that only reads.
    var access: AdminPermission.Access?

    func handle(
        _ request: Request, context: AdminRequestContext,
        next: (Request, AdminRequestContext) async throws -> Response
    ) async throws -> Response {
        try context.identity.require(permission(for: request.method))
        return try await next(request, context)
    }

    /// What a route of a method needs.
    func permission(for method: HTTPRequest.Method) -> AdminPermission {
        let isReading = method == .get || method == .head
        return AdminPermission(area: area, access: access ?? (isReading ? .read : .write))
    }
}
