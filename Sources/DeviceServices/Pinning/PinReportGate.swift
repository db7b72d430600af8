import ConsolePlatform
import NIOConcurrencyHelpers

/// Lets so many reports of pins in from one network: whoever sends them has no credential, and each is a row, an event of
/// the group of the device it claims to come from, and a notification if somebody wants one (Security, "Reports of pins").
final class PinReportGate: Sendable {
    /// Reports of one network in a while.
    ///
    /// A client sends one when a key did not match, and refreshes its pins at most once in five minutes.
    static let reports = 60
    /// How long a while is, in milliseconds.
    static let span: Int64 = 60_000
    /// Networks that are counted one by one; those beyond share one count.
    static let networks = 10_000

    private let clock: ConsoleClock
    private let log: LimitLog
    private let state = NIOLockedValueBox(State())

    private struct State {
        /// When this while began.
        var began: Timestamp?
        /// Reports of each network.
        var counts: [String: Int] = [:]
    }

    /// A gate that nobody has come to.
    ///
    /// - Parameters:
    ///   - clock: Asked for the console's own time.
    ///   - log: Where it says that somebody is refused.
    init(clock: ConsoleClock, log: LimitLog) {
        self.clock = clock
        self.log = log
    }

    /// Counts a report.
    ///
    /// - Parameter network: The network it came from.
    /// - Throws: ``ConsoleError`` `tooManyRequests` with `Retry-After` if there were too many.
    func admit(_ network: String) throws {
        let now = clock.now(in: nil)
        let isAdmitted = state.withLockedValue { state in
            let isOver = state.began.map { now < $0 || now.milliseconds - $0.milliseconds >= Self.span }
            if isOver ?? true { state = State(began: now) }
            let isCounted = state.counts[network] != nil || state.counts.count < Self.networks
            let count = state.counts[isCounted ? network : "", default: 0]
            if count < Self.reports { state.counts[isCounted ? network : ""] = count + 1 }
            return count < Self.reports
        }
        guard !isAdmitted else { return }
        log.note("Reports of pins are refused: one network sent more than \(Self.reports) in a minute", from: network)
        throw ConsoleError(
            .tooManyRequests, "More than \(Self.reports) reports of pins came from here within a minute.",
            headers: ["Retry-After": "\(Self.span / 1000)"])
    }
}
