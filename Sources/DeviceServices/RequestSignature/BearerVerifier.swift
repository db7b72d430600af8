import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Verifies bearer tokens (DeviceServices, section 4.6).
struct BearerVerifier: Sendable {
    let tokens: AccessTokens
    let credentials: CredentialStore
    let clock: ConsoleClock
    let cache = GenerationCache<String, Verified>()

    /// A token whose signature was right and that was not revoked in this generation.
    struct Verified: Sendable {
        let identity: DeviceIdentity
        let expiresAt: Timestamp
    }

    /// Whom a token stands for.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized` for a token that is malformed, foreign, expired or revoked.
    func identity(ofToken token: String) async throws -> DeviceIdentity {
        do {
            let generation = credentials.database.generation
            let verified = try await cache.value(for: token, generation: generation) { try await verify(token) }
            guard verified.expiresAt > clock.now(in: verified.identity.groupID) else {
                throw ConsoleError(.unauthorized, "The bearer token expired at \(verified.expiresAt).")
            }
            return verified.identity
        } catch var error as ConsoleError where error.code == .unauthorized {
            error.headers["WWW-Authenticate"] =
                "Bearer error=\"invalid_token\", error_description=\"\(error.message.replacing("\"", with: "'"))\""
            throw error
        }
    }

    private func verify(_ token: String) async throws -> Verified {
        let claims = try await tokens.read(token)
        guard let found = try await credentials.accessToken(jti: claims.jti) else {
            throw ConsoleError(.unauthorized, "The bearer token is not known to this console any more.")
        }
        guard found.record.revokedAt == nil else {
            throw ConsoleError(
                .unauthorized, "The bearer token was revoked: \(found.record.revokedReason ?? "no reason given").")
        }
        guard claims.sub == found.identity.device.value else {
            throw ConsoleError(.unauthorized, "The bearer token does not belong to its device.")
        }
        return Verified(identity: found.identity, expiresAt: Timestamp(milliseconds: claims.exp * 1000))
    }
}
