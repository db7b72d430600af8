import NIOConcurrencyHelpers
import NIOCore

/// Since when a connection has had no request under way: written by its own thread, read by whoever looks for room.
final class ConnectionActivity: Sendable {
    private let quiet = NIOLockedValueBox<NIODeadline?>(nil)

    /// Since when; nil while a request is under way, or before the first.
    var quietSince: NIODeadline? { quiet.withLockedValue { $0 } }

    /// Requests are under way again.
    func begin() { quiet.withLockedValue { $0 = nil } }

    /// The last request under way has ended.
    func end(at now: NIODeadline) { quiet.withLockedValue { $0 = now } }
}
