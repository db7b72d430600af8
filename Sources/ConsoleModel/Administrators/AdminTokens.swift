import ConsolePlatform
import Foundation
import JWTKit

/// The claims of a bearer token of the admin REST API (AdminAPI, "OAuth").
struct AdminTokenClaims: JWTPayload {
    /// The audience of every such token.
    static let audience = "mockuem-admin"

    /// The uuid of the OAuth client.
    let sub: String
    /// Always ``audience``, which tokens for devices lack.
    let aud: String
    /// The number of the client's secret for which it was issued.
    let ver: Int64
    /// The token's id.
    let jti: String
    /// When it was issued, in seconds since 1970.
    let iat: Int64
    /// When it expires, in seconds since 1970.
    let exp: Int64

    /// Times are judged by the console's clock, not by this machine's: see ``AdminSignIn``.
    func verify(using algorithm: some JWTAlgorithm) throws {}
}

/// Signs and reads bearer tokens of the admin REST API, with a key of their own from the data folder.
package struct AdminTokens: Sendable {
    private let keys: JWTKeyCollection
    private let random: RandomSource
    /// Lifetime of a token in seconds.
    package let lifetime: Int64

    /// Tokens signed with a key.
    init(key: Data, lifetime: Int64, random: RandomSource) async {
        keys = await JWTKeyCollection().add(hmac: HMACKey(from: key), digestAlgorithm: .sha256)
        self.lifetime = lifetime
        self.random = random
    }

    /// A new token of a client.
    func token(of client: OAuthClientRecord, at now: Timestamp) async throws -> String {
        try await keys.sign(
            AdminTokenClaims(
                sub: client.uuid, aud: AdminTokenClaims.audience, ver: client.secretVersion, jti: random.uuid(),
                iat: now.seconds, exp: now.seconds + lifetime))
    }

    /// The claims of a token, after its signature was verified.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized` if it is malformed, has another audience, or was not signed by this
    ///   console.
    func read(_ token: String) async throws -> AdminTokenClaims {
        do {
            guard token.utf8.count <= 4096, CanonicalToken.isSpelledAsIssued(token) else {
                throw JWTError.malformedToken(reason: "its length or its spelling")
            }
            let claims = try await keys.verify(token, as: AdminTokenClaims.self)
            guard claims.aud == AdminTokenClaims.audience else {
                throw JWTError.malformedToken(reason: "its audience")
            }
            return claims
        } catch {
            throw ConsoleError(
                .unauthorized, "The bearer token is neither the administrator token nor one of an OAuth client here.",
                cause: error)
        }
    }
}
