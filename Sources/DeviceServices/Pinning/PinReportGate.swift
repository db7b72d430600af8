import ConsolePlatform
import NIOConcurrencyHelpers

/// Lets so many reports of pins in from one network: whoever sends them has no credential, and each is a row, an event of
/// the group of the device it claims to come from, and a notification if somebody wants one (Security, "Reports of pins").
final class PinReportGate: Sendable {
    /// Reports of one network in a while.
    ///
    /// A client sends one when a key did not match, and refreshes its pins at most once in five minutes.
    static let reports = 60
    /// Reports of all networks of one site in a while.
    static let reportsOfSite = SiteRule.standard.limit(reports)
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
        /// Reports of each network, and of each site.
        var counts: [String: Int] = [:]

        /// Counts one more, if it is not more than may be.
        mutating func admit(_ network: ClientNetwork) -> Bool {
            let isCounted = counts[network.address] != nil || counts.count < PinReportGate.networks
            let place = isCounted ? network.address : ""
            let ofSite = network.site.map { counts[$0, default: 0] } ?? 0
            guard counts[place, default: 0] < PinReportGate.reports, ofSite < PinReportGate.reportsOfSite else {
                return false
            }
            counts[place, default: 0] += 1
            if let site = network.site { counts[site, default: 0] += 1 }
            return true
        }
    }

    /// A gate that nobody has come to.
    ///
    /// - Parameters:
    ///   - clock: Asked for the machine's time.
    ///   - log: Where it says that somebody is refused.
    init(clock: ConsoleClock, log: LimitLog) {
        self.clock = clock
        self.log = log
    }

    /// Counts a report.
    ///
    /// - Parameter network: The network it came from.
    /// - Throws: ``ConsoleError`` `tooManyRequests` with `Retry-After` if there were too many.
    func admit(_ network: ClientNetwork) throws {
        let now = clock.machine
        let isAdmitted = state.withLockedValue { state in
            let isOver = state.began.map { now < $0 || now.milliseconds - $0.milliseconds >= Self.span }
            if isOver ?? true { state = State(began: now) }
            return state.admit(network)
        }
        guard !isAdmitted else { return }
        log.note(
            "Reports of pins are refused: one network sent more than \(Self.reports) in a minute", from: network.address
        )
        throw ConsoleError(
            .tooManyRequests, "More than \(Self.reports) reports of pins came from here within a minute.",
            headers: ["Retry-After": "\(Self.span / 1000)"])
    }
}
