package import ConsolePlatform
import NIOConcurrencyHelpers

/// Counts the requests of the admin REST API for each API key, OAuth client and the administrator token, by days in UTC
/// (AdminAPI, "Quota").
///
/// Only in memory: a start counts anew.
package final class RequestQuota: Sendable {
    /// The account for which requests are counted.
    ///
    /// An API key belongs to one group, so its count is that group's share.
    package enum Account: Hashable, Sendable {
        case administratorToken
        case apiKey(Int64)
        case client(Int64)
    }

    /// The quota of a caller.
    package struct Figures: Hashable, Sendable {
        /// Requests per day.
        package let limit: Int
        /// How many are left.
        package let remaining: Int
        /// When they are counted anew, in seconds since 1970.
        package let reset: Int64
    }

    private struct State {
        var day: Int64 = 0
        var counts: [Account: Int] = [:]
    }

    private static let daySeconds: Int64 = 86_400
    /// The limit that is reported if there is none, because clients expect a number.
    private static let unlimited = Int(Int32.max)

    private let limit: Int
    private let clock: ConsoleClock
    private let capacity: Int
    private let state = NIOLockedValueBox(State())

    /// A quota.
    ///
    /// - Parameters:
    ///   - limit: Requests per day; 0 refuses none.
    ///   - clock: Asked for the console's own time.
    ///   - capacity: The most accounts that are counted; beyond it the smallest count is dropped.
    package init(limit: Int, clock: ConsoleClock, capacity: Int = 10_000) {
        self.limit = limit
        self.clock = clock
        self.capacity = capacity
    }

    /// Counts a request.
    ///
    /// - Returns: The figures after it, and whether the request is beyond the limit and was not counted.
    package func count(_ account: Account) -> (figures: Figures, isExceeded: Bool) {
        let day = day()
        return state.withLockedValue { state in
            Self.begin(day, in: &state)
            let used = state.counts[account] ?? 0
            guard limit == 0 || used < limit else { return (figures(used: used, day: day), true) }
            if used == 0, state.counts.count >= capacity,
                let least = state.counts.min(by: { $0.value < $1.value })
            {
                state.counts[least.key] = nil
            }
            state.counts[account] = used + 1
            return (figures(used: used + 1, day: day), false)
        }
    }

    /// Requests of an account today.
    package func used(_ account: Account) -> Int {
        let day = day()
        return state.withLockedValue { state in
            Self.begin(day, in: &state)
            return state.counts[account] ?? 0
        }
    }

    /// The figures for an unknown caller.
    package var unused: Figures { figures(used: 0, day: day()) }

    /// Seconds until requests are counted anew.
    package var secondsLeft: Int64 { (day() + 1) * Self.daySeconds - clock.machine.seconds }

    private func day() -> Int64 { clock.machine.seconds / Self.daySeconds }

    private static func begin(_ day: Int64, in state: inout State) {
        if state.day != day { state = State(day: day) }
    }

    private func figures(used: Int, day: Int64) -> Figures {
        let limit = limit > 0 ? limit : Self.unlimited
        return Figures(limit: limit, remaining: max(0, limit - used), reset: (day + 1) * Self.daySeconds)
    }
}

extension AdminCredential {
    /// The account for which requests are counted; nil for an administrator without an API key.
    package var quotaAccount: RequestQuota.Account? {
        switch self {
        case .token: .administratorToken
        case .password(_, let keyID): keyID.map { .apiKey($0) }
        case .client(let id): .client(id)
        case .user: nil
        }
    }
}
