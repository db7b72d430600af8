import NIOConcurrencyHelpers

/// Counts events of an address, and of the network of 48 bits around it, in windows of time, and says who has too many.
///
/// Only in memory: a start forgets them.
package final class RateLimiter<Subject: Hashable & Sendable>: Sendable {
    /// An address or network that has too many events.
    package struct Excess: Sendable {
        /// The address or network, for the log.
        package let place: String
        /// Seconds until its events are counted anew.
        package let seconds: Int64
    }

    private struct Key: Hashable {
        let place: String
        let subject: Subject
    }

    private let limit: Int
    private let site: SiteRule
    private let clock: ConsoleClock
    private let windows: NIOLockedValueBox<CountedWindows<Key>>

    /// A limiter that has counted nothing.
    ///
    /// - Parameters:
    ///   - limit: Events of one address in a window; 0 means any number.
    ///   - seconds: How long a window is, from its first event on.
    ///   - site: How many more a network of 48 bits may have.
    ///   - clock: Asked for the machine's time.
    package init(limit: Int, seconds: Int64, site: SiteRule = .standard, clock: ConsoleClock) {
        self.limit = limit
        self.site = site
        self.clock = clock
        windows = NIOLockedValueBox(CountedWindows(seconds: seconds))
    }

    /// Counts an event.
    package func count(_ subject: Subject, of network: ClientNetwork) {
        windows.withLockedValue { Self.count(subject, of: network, at: clock.machine, in: &$0) }
    }

    /// Counts an event, unless there were too many.
    ///
    /// - Returns: Who has too many; nil if the event was counted.
    package func admit(_ subject: Subject, of network: ClientNetwork) -> Excess? {
        windows.withLockedValue { windows in
            if let excess = excess(subject, of: network, factor: 1, in: windows) { return excess }
            Self.count(subject, of: network, at: clock.machine, in: &windows)
            return nil
        }
    }

    /// Who has too many events: the network of 48 bits, or else the address; nil if neither has.
    ///
    /// - Parameters:
    ///   - subject: What the events are about.
    ///   - network: The address.
    ///   - factor: How many times the limit there may be.
    /// - Returns: Who has too many; nil if nobody has.
    package func excess(_ subject: Subject, of network: ClientNetwork, factor: Int = 1) -> Excess? {
        windows.withLockedValue { excess(subject, of: network, factor: factor, in: $0) }
    }

    /// Forgets the events of an address; those of its network stay.
    package func forget(_ subject: Subject, of network: ClientNetwork) {
        windows.withLockedValue { $0.forget(Key(place: network.address, subject: subject)) }
    }

    private func excess(
        _ subject: Subject, of network: ClientNetwork, factor: Int, in windows: CountedWindows<Key>
    ) -> Excess? {
        guard limit > 0 else { return nil }
        let (now, limit) = (clock.machine, limit * factor)
        for (place, limit) in [(network.site, site.limit(limit)), (network.address, limit)] {
            guard let place else { continue }
            let seconds = windows.secondsLeft(Key(place: place, subject: subject), reaching: limit, at: now)
            if seconds > 0 { return Excess(place: place, seconds: seconds) }
        }
        return nil
    }

    private static func count(
        _ subject: Subject, of network: ClientNetwork, at now: Timestamp, in windows: inout CountedWindows<Key>
    ) {
        windows.add(Key(place: network.address, subject: subject), at: now)
        if let site = network.site { windows.add(Key(place: site, subject: subject), at: now) }
    }
}
