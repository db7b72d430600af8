import NIOCore

/// Lets a few reads run at a time, callers in turns, so that nobody keeps all connections that read.
///
/// A list of a large customer takes a reader for tens of milliseconds, and anybody may ask for many at once. Those of
/// administrators, and of whoever is not known, never take the last readers, and one customer never all of those.
struct ReadTurns: Sendable {
    /// Connections that read: more than processors, since some of them wait for the disk.
    static let width = max(6, System.coreCount + 2)
    /// Reads that may wait; requests under way have bounds of their own, which are lower.
    private static let (capacity, share) = (200_000, 100_000)

    private let limiter: ConcurrencyLimiter

    /// Nobody reads.
    ///
    /// - Parameter width: How many reads may run at a time.
    init(width: Int = Self.width) {
        let part = max(1, width / 3)
        limiter = ConcurrencyLimiter(
            permits: width,
            shares: [
                .administrator: LimiterShare(max(1, width / 2), perOwner: part),
                .anonymous: LimiterShare(max(1, width - part), perOwner: part),
            ], queue: LimiterShare(Self.capacity, perOwner: Self.share))
    }

    /// How many wait.
    var waiting: Int { limiter.waiting }

    /// Reads something when it is the turn of whoever it is for.
    ///
    /// - Parameters:
    ///   - caller: For whom; nil for the console itself.
    ///   - work: Reads.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws; ``ConsoleError`` `unavailable` if its client has left before its turn came.
    func run<Value: Sendable>(
        for caller: (any DatabaseCaller)?, _ work: () async throws -> Value
    ) async throws -> Value {
        // Without a share of its own the tier is all that counts: the key of a device takes longer.
        if caller?.tier ?? .authenticated == .authenticated, limiter.take(for: .console) == nil {
            defer { limiter.release(of: .console) }
            return try await work()
        }
        do {
            guard let caller else { return try await limiter.run(for: .console, work) }
            return try await limiter.run(for: caller.key, isWanted: { !caller.hasLeft }, work)
        } catch is CancellationError {
            throw DatabaseCallers.departure
        } catch is ConcurrencyLimiter.Refusal {
            throw ConsoleError(.unavailable, "Too many requests wait for the database; try again.")
        }
    }
}
