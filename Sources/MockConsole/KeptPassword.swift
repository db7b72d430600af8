import ConsolePlatform
import NIOConcurrencyHelpers

/// Whether an account still has the password that the console was started with, so that no page goes on naming one that
/// was changed.
final class KeptPassword: Sendable {
    private let password: String
    private let hasher: PasswordHasher
    private let hash: @Sendable () async throws -> String?
    private let known = NIOLockedValueBox<(hash: String, isRight: Bool)?>(nil)

    /// A password whose account is asked for now.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hasher: Checks it, once for each hash.
    ///   - hash: The hash that the account has now; nil if it is gone, or cannot sign in.
    init(_ password: String, hasher: PasswordHasher, hash: @escaping @Sendable () async throws -> String?) {
        self.password = password
        self.hasher = hasher
        self.hash = hash
    }

    /// Whether it still is the account's; false as well if that cannot be found out.
    var isKept: Bool {
        get async {
            do {
                guard let hash = try await hash() else { return false }
                if let known = known.withLockedValue({ $0 }), known.hash == hash { return known.isRight }
                let isRight = try await hasher.verify(password, against: hash)
                known.withLockedValue { $0 = (hash, isRight) }
                return isRight
            } catch {
                return false
            }
        }
    }
}
