import NIOConcurrencyHelpers
package import NIOCore

/// Bounds how often the same words are written to the log, so that whoever is refused cannot fill a disk (Operations,
/// "The log").
package final class LineBudget: Sendable {
    /// Lines that were left out.
    struct Omission: Equatable, Sendable {
        /// Their words.
        let message: String
        let count: Int
    }

    private struct Window {
        let end: NIODeadline
        var written = 0
        var omitted = 0
    }

    /// How long lines are counted together.
    private static let length = TimeAmount.seconds(10)
    /// Different words that are followed at a time.
    private static let mostMessages = 1000

    private let limit: Int
    private let now: @Sendable () -> NIODeadline
    private let windows = NIOLockedValueBox<[String: Window]>([:])

    /// A budget of which nothing is spent.
    ///
    /// - Parameters:
    ///   - limit: Most lines of the same words in ten seconds.
    ///   - now: The time of this machine.
    package init(limit: Int, now: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.limit = limit
        self.now = now
    }

    /// Asks for a line.
    ///
    /// - Parameter message: Its words, without what it carries.
    /// - Returns: Whether it may be written, and what was left out meanwhile and has to be said now.
    func spend(on message: String) -> (isWritten: Bool, omissions: [Omission]) {
        let now = now()
        return windows.withLockedValue { windows in
            var omissions: [Omission] = []
            if windows[message].map({ $0.end <= now }) ?? true {
                // Few are followed, and a window begins seldom.
                for (words, window) in windows where window.end <= now {
                    if window.omitted > 0 { omissions.append(Omission(message: words, count: window.omitted)) }
                    windows[words] = nil
                }
                if windows.count >= Self.mostMessages { windows = [:] }
                windows[message] = Window(end: now + Self.length)
            }
            let isWritten = windows[message].map { $0.written < limit } ?? true
            if isWritten { windows[message]?.written += 1 } else { windows[message]?.omitted += 1 }
            return (isWritten, omissions.sorted { $0.message < $1.message })
        }
    }
}
