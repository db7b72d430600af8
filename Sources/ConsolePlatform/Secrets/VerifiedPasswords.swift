import Crypto
import Foundation
import NIOConcurrencyHelpers

/// Passwords that were found right lately, so that the same one is not hashed again for the same account.
///
/// Kept is a MAC of password and stored hash under a key of this process: another password gives an account another
/// hash, for which nothing is remembered. Whether the account may sign in at all is asked each time by the caller.
final class VerifiedPasswords: Sendable {
    /// A password for a stored hash.
    struct Mark: Hashable, Sendable {
        fileprivate let mac: Data
    }

    private struct State {
        var recent: Set<Mark> = []
        var older: Set<Mark> = []
    }

    private let key = SymmetricKey(size: .bits256)
    private let limit: Int
    private let state = NIOLockedValueBox(State())

    /// An empty memory.
    ///
    /// - Parameter limit: How many are kept at least once there have been as many; twice as many at most.
    init(limit: Int = 4096) { self.limit = limit }

    /// The mark of a password for a stored hash.
    func mark(of password: String, for hash: String) -> Mark {
        var mac = HMAC<SHA256>(key: key)
        // The length keeps the two apart.
        withUnsafeBytes(of: UInt64(hash.utf8.count)) { mac.update(data: $0) }
        mac.update(data: Data(hash.utf8))
        mac.update(data: Data(password.utf8))
        return Mark(mac: Data(mac.finalize()))
    }

    /// Whether a password was found right.
    func contains(_ mark: Mark) -> Bool {
        state.withLockedValue { state in
            if state.recent.contains(mark) { return true }
            guard state.older.contains(mark) else { return false }
            Self.add(mark, limit, &state)
            return true
        }
    }

    /// Remembers a password that was found right.
    func insert(_ mark: Mark) { state.withLockedValue { Self.add(mark, limit, &$0) } }

    private static func add(_ mark: Mark, _ limit: Int, _ state: inout State) {
        if state.recent.count >= limit { (state.older, state.recent) = (state.recent, []) }
        state.recent.insert(mark)
    }
}
