import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Verifies bearer tokens (DeviceServices, section 4.6).
struct BearerVerifier: Sendable {
    let tokens: AccessTokens
    let credentials: CredentialStore
    let clock: ConsoleClock
    let cache = GenerationCache<String, Verified>()

    /// A token whose signature was right and that was not revoked in this generation, or is good for leaving.
    struct Verified: Sendable {
        let identity: DeviceIdentity
        let expiresAt: Timestamp
        /// Why it ended, if it is good for leaving only.
        let leavingReason: String?
    }

    /// The identity that a token stands for.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - admitsLeaving: Whether one will do that ended with a wipe which is still pending.
    /// - Returns: The device, app and user.
    /// - Throws: ``ConsoleError`` `unauthorized` for a token that is malformed, foreign, expired or revoked.
    func identity(ofToken token: String, admitsLeaving: Bool) async throws -> DeviceIdentity {
        do {
            let generation = credentials.database.generation
            let verified = try await cache.value(for: token, generation: generation) { try await verify(token) }
            guard verified.expiresAt > clock.now(in: verified.identity.groupID) else {
                throw Self.expired(at: verified.expiresAt)
            }
            if let reason = verified.leavingReason, !admitsLeaving { throw Self.revoked(reason) }
            return verified.identity
        } catch let error as ConsoleError where error.code == .unauthorized {
            throw Self.challenging(error)
        }
    }

    /// A refusal that says what was wrong with the token.
    static func challenging(_ error: ConsoleError) -> ConsoleError {
        var error = error
        error.headers["WWW-Authenticate"] =
            "Bearer error=\"invalid_token\", error_description=\"\(error.message.replacing("\"", with: "'"))\""
        return error
    }

    /// The refusal of a token that has expired.
    static func expired(at moment: Timestamp) -> ConsoleError {
        ConsoleError(.unauthorized, "The bearer token expired at \(moment).")
    }

    private func verify(_ token: String) async throws -> Verified {
        let claims = try await tokens.read(token)
        guard let found = try await credentials.accessToken(jti: claims.jti) else {
            throw ConsoleError(.unauthorized, "The bearer token is no longer known to this console.")
        }
        let endedReason = found.record.revokedAt.map { _ in found.record.revokedReason ?? "no reason given" }
        if let endedReason, !found.isLeaving { throw Self.revoked(endedReason) }
        guard claims.sub == found.identity.device.value else {
            throw ConsoleError(.unauthorized, "The bearer token does not belong to its device.")
        }
        return Verified(
            identity: found.identity, expiresAt: Timestamp(milliseconds: claims.exp * 1000),
            leavingReason: endedReason)
    }

    /// The refusal of a token that was revoked.
    static func revoked(_ reason: String) -> ConsoleError {
        ConsoleError(.unauthorized, "The bearer token was revoked: \(reason).")
    }
}
