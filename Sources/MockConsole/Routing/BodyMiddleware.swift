import DeviceProtocol
import HTTPTypes
import Hummingbird

/// Receives the body within the limit the route declares, before anybody else looks at the request.
///
/// A spooled body's file is removed once the request is answered, whatever happened.
struct BodyMiddleware: RouterMiddleware {
    typealias Context = DeviceServicesContext

    let policy: BodyPolicy
    let spool: BodySpool

    func handle(
        _ request: Request, context: DeviceServicesContext,
        next: (Request, DeviceServicesContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let algorithm = request.headers[.signatureMethod].flatMap(SignatureAlgorithm.init(headerValue:))
        context.body = try await spool.receive(
            request.body, declaredLength: request.headers[.contentLength].flatMap { Int($0) }, policy: policy,
            algorithm: algorithm ?? .hmacSHA256)
        defer { context.body.removeFile() }
        return try await next(request, context)
    }
}
