import ConsolePlatform
import Crypto
import Foundation

/// Basic credentials that were verified lately, so that not every request pays for scrypt.
///
/// Entries are keyed by a MAC with a key of this process, and dropped with any change of configuration.
struct VerifiedCredentials: Sendable {
    private let key = SymmetricKey(size: .bits256)
    private let cache = GenerationCache<Data, AdministratorIdentity>(limit: 1000)

    /// Whom the credentials belong to.
    func identity(of credentials: String, generation: UInt64) -> AdministratorIdentity? {
        cache.cached(mac(credentials), generation: generation)
    }

    /// Remembers credentials that were verified.
    func remember(_ credentials: String, identity: AdministratorIdentity, generation: UInt64) {
        cache.store(identity, for: mac(credentials), generation: generation)
    }

    private func mac(_ credentials: String) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(credentials.utf8), using: key))
    }
}
