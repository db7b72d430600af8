package import ConsolePlatform

/// Refusals of credentials as clients get them, for whoever brings them about on purpose.
package enum StagedRefusals {
    /// A bearer token that has just expired.
    package static func expiredToken(now: Timestamp) -> ConsoleError {
        BearerVerifier.challenging(BearerVerifier.expired(at: now.adding(seconds: -1)))
    }

    /// A request that was signed longer ago than the console takes.
    ///
    /// - Parameter freshness: Seconds it takes; 0 if it takes any, then the refusal is that of one which takes 300.
    /// - Returns: The refusal.
    package static func signatureTime(freshness: Int) -> ConsoleError {
        let limit = freshness > 0 ? freshness : 300
        return SignatureVerifier.stale(age: limit * 2, limit: limit)
    }

    /// A credential that was revoked.
    package static func revokedCredential(isBearer: Bool, reason: String) -> ConsoleError {
        isBearer
            ? BearerVerifier.challenging(BearerVerifier.revoked(reason)) : SignatureVerifier.revoked(reason)
    }
}
