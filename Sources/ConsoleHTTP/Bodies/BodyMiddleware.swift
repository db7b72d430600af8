import Hummingbird

/// Receives the body of routes that ask for no credential, within the limit the route declares.
///
/// The file of a spooled body is removed once the request is answered, even after an error.
struct BodyMiddleware: RouterMiddleware {
    typealias Context = DeviceServicesContext

    let policy: BodyPolicy
    let spool: BodySpool

    func handle(
        _ request: Request, context: DeviceServicesContext,
        next: (Request, DeviceServicesContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.body = try await spool.receive(
            request, on: context.channel, policy: policy, from: .body(from: context.address, isProven: false))
        defer { context.body.removeFile() }
        return try await next(request, context)
    }
}
