import ConsolePlatform

/// Limits reports of pins of one network: their clients have no credential, and each report is a row, an event of the group
/// of the device it claims to come from, and a notification (Security, "Reports of pins").
struct PinReportLimiter: Sendable {
    /// Reports of one network in a minute.
    ///
    /// A client sends one when a key did not match, and refreshes its pins at most once in five minutes.
    static let reports = 60
    /// Seconds in which they are counted.
    static let seconds: Int64 = 60

    private enum Subject { case report }

    private let limiter: RateLimiter<Subject>
    private let log: LimitLog

    /// A limiter that has counted nothing.
    ///
    /// - Parameters:
    ///   - clock: Asked for the machine's time.
    ///   - log: Where refusals are noted.
    init(clock: ConsoleClock, log: LimitLog) {
        limiter = RateLimiter(limit: Self.reports, seconds: Self.seconds, clock: clock)
        self.log = log
    }

    /// Counts a report.
    ///
    /// - Parameter network: The network it came from.
    /// - Throws: ``ConsoleError`` `tooManyRequests` with `Retry-After` if there were too many.
    func admit(_ network: ClientNetwork) throws {
        guard let excess = limiter.admit(.report, of: network) else { return }
        log.note(
            "Reports of pins are refused: one network sent more than \(Self.reports) in a minute", from: network.address
        )
        throw ConsoleError(
            .tooManyRequests, "More than \(Self.reports) reports of pins came from here within a minute.",
            headers: ["Retry-After": "\(excess.seconds)"])
    }
}
