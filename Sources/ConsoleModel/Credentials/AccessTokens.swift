import ConsolePlatform
import Foundation
package import JWTKit

/// The claims of a bearer token (DeviceServices, section 4.6).
package struct AccessTokenClaims: JWTPayload {
    /// Device identifier.
    package let sub: String
    /// Bundle identifier.
    let bid: String
    /// Decimal id of the user.
    let uid: String
    /// Code of the organization group.
    let og: String
    /// The token's id.
    package let jti: String
    /// When it expires, in seconds since 1970.
    package let exp: Int64

    /// Made of its parts.
    package init(sub: String, bid: String, uid: String, og: String, jti: String, exp: Int64) {
        self.sub = sub
        self.bid = bid
        self.uid = uid
        self.og = og
        self.jti = jti
        self.exp = exp
    }

    /// Expiry is judged by the console's clock, not by this machine's: see ``DeviceAuthenticator``.
    package func verify(using algorithm: some JWTAlgorithm) throws {}
}

/// Signs and reads bearer tokens, with a key from the data folder.
package struct AccessTokens: Sendable {
    private let keys: JWTKeyCollection

    /// Tokens signed with a key.
    init(key: Data) async {
        keys = await JWTKeyCollection().add(hmac: HMACKey(from: key), digestAlgorithm: .sha256)
    }

    /// The text of a token.
    package func sign(_ claims: AccessTokenClaims) async throws -> String {
        try await keys.sign(claims)
    }

    /// The claims of a token, after its signature was verified.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized` if it is malformed or was not signed by this console.
    package func read(_ token: String) async throws -> AccessTokenClaims {
        guard token.utf8.count <= 4096 else {
            throw ConsoleError(.unauthorized, "The bearer token is longer than any this console hands out.")
        }
        do {
            guard CanonicalToken.isSpelledAsIssued(token) else {
                throw JWTError.malformedToken(reason: "its spelling")
            }
            return try await keys.verify(token, as: AccessTokenClaims.self)
        } catch {
            throw ConsoleError(
                .unauthorized, "The bearer token is malformed or was not signed by this console.", cause: error)
        }
    }
}
