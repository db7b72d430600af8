import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird

/// Finds out which device and app a request comes from: by HMAC signature or by bearer token
/// (DeviceServices, sections 4.2 and 4.6).
///
/// 403 is said only to a credential that is unknown or revoked, because a client drops its credential then. A device,
/// user or app in path or query that is not the credential's own is answered as if it did not exist.
struct DeviceAuthenticator: RouterMiddleware {
    typealias Context = DeviceServicesContext

    let signatures: SignatureVerifier
    let bearers: BearerVerifier
    /// What to say instead of 401.
    ///
    /// On the command processor a 401 makes clients restart in a loop, so it says 400.
    let refusal: ConsoleError.Code

    func handle(
        _ request: Request, context: DeviceServicesContext,
        next: (Request, DeviceServicesContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        do {
            let identity = try await identity(of: request, body: context.body, context: context)
            try Self.checkOwnership(of: identity, request: request, context: context)
            context.identity = identity
        } catch let error as ConsoleError where error.code == .unauthorized && refusal != .unauthorized {
            throw ConsoleError(refusal, error.message, cause: error.cause)
        }
        return try await next(request, context)
    }

    private func identity(
        of request: Request, body: ReceivedBody, context: DeviceServicesContext
    ) async throws -> DeviceIdentity {
        guard let header = request.headers[.authorization] else {
            throw ConsoleError(
                .unauthorized, "This route needs a signature or a bearer token.",
                headers: ["WWW-Authenticate": "Bearer"])
        }
        if header.lowercased().hasPrefix("bearer ") || header.lowercased() == "bearer" {
            return try await bearers.identity(ofToken: String(header.dropFirst("bearer ".count)))
        }
        return try await signatures.identity(of: request, body: body, logger: context.logger)
    }

    /// Query strings are not signed, so whatever they name is checked against the credential.
    private static func checkOwnership(
        of identity: DeviceIdentity, request: Request, context: DeviceServicesContext
    ) throws {
        if context.parameters.get("uid") != nil {
            try identity.require(device: try context.pathParameter("uid", as: DeviceIdentifier.init))
        }
        guard request.uri.query != nil else { return }
        let query = QueryParameters(request)
        if let uid = query.value("uid") {
            try identity.require(device: try read(uid, DeviceIdentifier.self))
        }
        if let bundle = query.value("bundleid") {
            try identity.require(bundle: try read(bundle, BundleIdentifier.self))
        }
    }

    private static func read<Identifier: TextIdentifier>(_ text: String, _: Identifier.Type) throws -> Identifier {
        guard let value = Identifier(text) else {
            throw ConsoleError(.badRequest, "\"\(text.prefix(80))\" is not \(Identifier.rule).")
        }
        return value
    }
}
