import Foundation

/// Does work that others make at will on threads that give way to those that serve: few at a time, senders in turns.
///
/// What is looked through for one sender, such as a large body full of numbers, takes no turn from what serves the
/// others.
package struct PatientWorks: Sendable {
    /// Bytes of a body from which on it counts as large: looking through it takes much longer than the way to another
    /// thread and back, which is some 60 µs.
    package static let largeBody = 8192

    /// How many works may wait.
    ///
    /// Each holds what it is about, which is 64 KiB at most of a body. As many as there may be requests under way leave
    /// out only what clients have hung up on.
    package struct Places: Hashable, Sendable {
        /// In all.
        let count: Int
        /// Of one sender; all those of a site may have more, as in ``SiteRule``.
        let share: Int
        private let site: SiteRule

        /// Made of its parts.
        package init(count: Int = 512, share: Int = 128, site: SiteRule = .standard) {
            self.count = count
            self.share = share
            self.site = site
        }

        fileprivate var queue: LimiterShare { LimiterShare(count, perAddress: share, site) }
    }

    /// Those that are long.
    let limiter: ConcurrencyLimiter
    private let limits: LimitLog?

    /// Nothing is under way.
    ///
    /// - Parameters:
    ///   - width: How many works may be under way at a time; as many as there are processors, unless said.
    ///   - places: How many may wait.
    ///   - limits: Where it is said that works found no place.
    package init(
        width: Int = ProcessInfo.processInfo.activeProcessorCount, places: Places = Places(), limits: LimitLog? = nil
    ) {
        limiter = ConcurrencyLimiter(permits: max(1, width), queue: places.queue)
        self.limits = limits
    }

    /// Does a work apart from what serves, if it is a long one; any other right here.
    ///
    /// The work waits for its turn also if its request is given up, which the journal has an entry of all the same: nobody
    /// gets a turn sooner by hanging up.
    ///
    /// - Parameters:
    ///   - key: Whom it is done for; asked only for a long one.
    ///   - isLong: Whether it is a long one.
    ///   - work: Does it.
    /// - Returns: What the work returns; nil if it was not done, as there was no place to wait.
    package func run<Value: Sendable>(
        for key: @autoclosure () -> ClientKey, isLong: Bool, _ work: @escaping @Sendable () -> Value
    ) async -> Value? {
        guard isLong else { return work() }
        do {
            return try await limiter.run(for: key(), outlastsTask: true) { try await PatientThread.run(work) }
        } catch {
            limits?.note("Bodies and searches were not looked through, since too many wait (http.streamsPerAddress)")
            return nil
        }
    }
}
