package import Logging
package import NIOCore

/// Says in the log that a limit was reached: at once, and then at most once a minute, with how often it was.
package final class LimitLog: Sendable {
    private let log: RareLog<String>

    /// A log of limits none of which was reached yet.
    package init(_ logger: Logger, now: @escaping @Sendable () -> NIODeadline = NIODeadline.now) {
        log = RareLog(logger, now: now)
    }

    /// Notes that a limit was reached.
    ///
    /// - Parameter sentence: What it says, always the same about one limit.
    package func note(_ sentence: String) {
        log.note(sentence) { logger, count in logger.warning("\(sentence)", metadata: ["times": "\(count)"]) }
    }

    /// Notes that a limit was reached.
    ///
    /// - Parameters:
    ///   - sentence: What it says, always the same about one limit.
    ///   - address: Of the sender of this time.
    package func note(_ sentence: String, from address: String) {
        note(sentence, "lastAddress", address)
    }

    /// Notes that a limit was reached that does not ask for addresses.
    ///
    /// - Parameters:
    ///   - sentence: What it says, always the same about one limit.
    ///   - key: What is known of this time: the key in the log.
    ///   - value: The value.
    package func note(_ sentence: String, _ key: String, _ value: String) {
        log.note(sentence) { logger, count in
            logger.warning("\(sentence)", metadata: ["times": "\(count)", key: "\(value)"])
        }
    }
}
