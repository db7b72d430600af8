import Hummingbird

/// Asks of the administrator's role what the routes behind it need: reading for GET and HEAD, writing for the rest.
struct AdminAreaMiddleware: RouterMiddleware {
    typealias Context = AdminRequestContext

    let area: AdminPermission.Area

    func handle(
        _ request: Request, context: AdminRequestContext,
        next: (Request, AdminRequestContext) async throws -> Response
    ) async throws -> Response {
        let isReading = request.method == .get || request.method == .head
        try context.identity.require(AdminPermission(area: area, access: isReading ? .read : .write))
        return try await next(request, context)
    }
}
