import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
package import Hummingbird

/// Finds out which administrator an admin request comes from (AdminAPI, "Authentication").
///
/// Accepts Basic credentials of an administrator, with an API key in `aw-tenant-code` that is optional below
/// `/_mock` and checked if given; or a bearer token: the one printed at start, or one of an OAuth client.
package struct AdminAuthenticator: RouterMiddleware {
    package typealias Context = AdminContext

    /// The challenge that a refusal carries.
    package static let basicChallenge = "Basic realm=\"MockUEM\", charset=\"UTF-8\""

    /// The challenge that a refusal carries, after a bearer token or anything else.
    package static func challenge(isBearer: Bool) -> String {
        basicChallenge + (isBearer ? ", Bearer realm=\"MockUEM\", error=\"invalid_token\"" : "")
    }

    let signIn: AdminSignIn
    /// Whether Basic credentials without `aw-tenant-code` are refused.
    let requiresTenantCode: Bool
    /// Where the console's own pages are.
    let origin: PublicOrigin
    /// Sites whose pages may call these routes.
    let sites: AllowedOrigins
    /// Bounds how many answers are made at a time.
    let turns: AnswerTurns

    package func handle(
        _ request: Request, context: AdminContext, next: (Request, AdminContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        // Whoever calls from inside has been asked by a page already; no request from outside comes with an identity.
        let identity =
            if let known = context.identity { known } else {
                try await identity(of: request, from: context.sender)
            }
        context.notes.note(identity)
        context.identity = identity
        return try await turns.run(request, for: identity) { try await next(request, context) }
    }

    private func identity(of request: Request, from sender: SignInSender) async throws -> AdministratorIdentity {
        let header = request.authorization ?? ""
        let scheme = header.prefix { $0 != " " }
        if scheme.lowercased() == "basic" { try requireOwnSite(request) }
        let value = header.dropFirst(scheme.count).trimmingCharacters(in: .whitespaces)
        do {
            return try await identity(
                scheme: scheme.lowercased(), value, tenantCode: request.headers[.tenantCode], from: sender)
        } catch var error as ConsoleError where error.code == .unauthorized {
            let isBearer = scheme.lowercased() == "bearer"
            error.headers["WWW-Authenticate"] = Self.challenge(isBearer: isBearer)
            throw error
        }
    }

    /// Refuses changes that a page of another site makes a browser send, because a browser adds the credentials it
    /// remembers to every request.
    private func requireOwnSite(_ request: Request) throws {
        guard request.method != .get, request.method != .head, sites.site(of: request) == nil,
            origin.isForeign(request)
        else { return }
        throw ConsoleError(.forbidden, "A page of another site sent this request; pages of others change nothing here.")
    }

    private func identity(
        scheme: String, _ value: String, tenantCode: String?, from sender: SignInSender
    ) async throws -> AdministratorIdentity {
        switch scheme {
        case "":
            throw ConsoleError(.unauthorized, "Send Basic credentials of an administrator, or a bearer token.")
        case "basic" where !value.isEmpty:
            return try await signIn.administrator(
                basic: value, tenantCode: tenantCode, isCodeNeeded: requiresTenantCode, from: sender)
        case "bearer" where !value.isEmpty:
            return try await signIn.bearer(value, from: sender)
        case "basic", "bearer":
            throw ConsoleError(.unauthorized, "The Authorization header has no credentials.")
        case _ where scheme.hasPrefix("cmsurl"):
            throw ConsoleError(
                .unauthorized, "Certificates of administrators are not configured here; send Basic or Bearer.")
        default:
            throw ConsoleError(
                .unauthorized, "Authorization \(scheme.prefix(20)) is not accepted, only Basic and Bearer.")
        }
    }
}
