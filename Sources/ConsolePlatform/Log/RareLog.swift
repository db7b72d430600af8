package import Logging
import NIOConcurrencyHelpers
package import NIOCore

/// Says in the log that something happens again and again: at once, then once a minute with how often it did.
package final class RareLog<Cause: Hashable & Sendable>: Sendable {
    private struct State {
        /// How often something happened since the log was told.
        var untold: [Cause: Int] = [:]
        var toldAt: [Cause: NIODeadline] = [:]
    }

    private let logger: Logger
    private let pause: TimeAmount
    private let now: @Sendable () -> NIODeadline
    private let state = NIOLockedValueBox(State())

    /// A log that was told nothing yet.
    ///
    /// - Parameters:
    ///   - logger: What it is told through.
    ///   - pause: Between two lines of one cause.
    ///   - now: The time of this machine.
    package init(
        _ logger: Logger, pause: TimeAmount = .minutes(1), now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        self.logger = logger
        self.pause = pause
        self.now = now
    }

    /// Notes that something happened.
    ///
    /// - Parameters:
    ///   - cause: What it was; there are only so many.
    ///   - sentence: Says it for so many times.
    package func note(_ cause: Cause, _ sentence: (_ count: Int) -> String) {
        note(cause, telling: { logger, count in logger.warning("\(sentence(count))") })
    }

    /// Notes that something happened.
    ///
    /// - Parameters:
    ///   - cause: What it was; there are only so many.
    ///   - tell: Tells the log that it happened so many times.
    func note(_ cause: Cause, telling tell: (_ logger: Logger, _ count: Int) -> Void) {
        let now = now()
        let count = state.withLockedValue { state -> Int? in
            state.untold[cause, default: 0] += 1
            if let last = state.toldAt[cause], now - last < pause { return nil }
            state.toldAt[cause] = now
            return state.untold.removeValue(forKey: cause)
        }
        if let count { tell(logger, count) }
    }
}
