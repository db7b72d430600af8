import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird
import Logging

/// Tokens for OAuth clients (AdminAPI, "OAuth").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/connect/token` | a bearer token for client id and secret |
/// | POST | `/oauth/token` | the same |
///
/// Every answer is in OAuth's own form (RFC 6749, section 5), never in that of the admin REST API.
struct OAuthTokenController {
    let signIn: AdminSignIn
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminContext>) {
        router.post("/connect/token", use: token)
        router.post("/oauth/token", use: token)
    }

    private func token(_ request: Request, context: AdminContext) async throws -> Response {
        do {
            // The media type is ignored: a body that is no form has no grant_type.
            let form = FormFields(try await request.data(limit: bodyLimit))
            let wish = try OAuthTokenRequest(form, authorization: request.authorization)
            let token = try await signIn.token(forClient: wish.spellings, from: context.sender)
            return try .oauth(token: token, lifetime: signIn.tokens.lifetime)
        } catch let error as OAuthTokenError {
            return try refusal(error, request, context)
        } catch let error as ConsoleError {
            return try refusal(OAuthTokenError(error), request, context)
        }
    }

    private func refusal(_ error: OAuthTokenError, _ request: Request, _ context: AdminContext) throws -> Response {
        context.logger.info(
            "No token", metadata: ["error": "\(error.code.rawValue)", "reason": "\(error.description)"])
        var response = try Response.oauth(error)
        if error.status == .unauthorized, request.authorization != nil {
            response.headers[.wwwAuthenticate] = AdminAuthenticator.basicChallenge
        }
        return response
    }
}
