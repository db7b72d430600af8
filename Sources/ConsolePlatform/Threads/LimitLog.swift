package import Logging
import NIOConcurrencyHelpers
package import NIOCore

/// Says in the log that a limit was reached: at once, and then at most once a minute, with how often it was.
package final class LimitLog: Sendable {
    /// Between two lines about the same limit.
    private static let pause = TimeAmount.minutes(1)

    private struct Count {
        var untold = 0
        var toldAt: NIODeadline?
    }

    private let logger: Logger
    private let now: @Sendable () -> NIODeadline
    private let counts = NIOLockedValueBox<[String: Count]>([:])

    /// A log of limits none of which was reached yet.
    package init(_ logger: Logger, now: @escaping @Sendable () -> NIODeadline = NIODeadline.now) {
        self.logger = logger
        self.now = now
    }

    /// Notes that a limit was reached.
    ///
    /// - Parameters:
    ///   - sentence: What it says, always the same about one limit.
    ///   - address: Of the sender of this time.
    package func note(_ sentence: String, from address: String) {
        let now = now()
        let count = counts.withLockedValue { counts -> Int? in
            var count = counts[sentence] ?? Count()
            count.untold += 1
            defer { counts[sentence] = count }
            if let told = count.toldAt, now - told < Self.pause { return nil }
            defer { (count.untold, count.toldAt) = (0, now) }
            return count.untold
        }
        guard let count else { return }
        logger.warning("\(sentence)", metadata: ["times": "\(count)", "lastAddress": "\(address)"])
    }
}
