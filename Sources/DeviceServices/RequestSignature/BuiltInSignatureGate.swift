import ConsoleHTTP
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird

/// Admits requests signed with the key built into clients, and senders with a credential (DeviceServices, section
/// 4.2.8).
///
/// That key is not known here, so such a signature has to be well-formed and is not checked; whoever sends it stays
/// unknown. Any other request has to prove itself as everywhere else.
struct BuiltInSignatureGate: RouterMiddleware {
    typealias Context = DeviceServicesContext

    let authenticator: DeviceAuthenticator

    func handle(
        _ request: Request, context: DeviceServicesContext,
        next: (Request, DeviceServicesContext) async throws -> Response
    ) async throws -> Response {
        let group = HTTPField.Name("aw-auth-group-id").flatMap { request.headers[$0] }
        guard group?.lowercased() == SignedRequestHeaders.builtInGroup.lowercased() else {
            return try await authenticator.handle(request, context: context, next: next)
        }
        _ = try authenticator.signatures.headers(of: request)
        return try await next(request, context)
    }
}
