import ConsoleModel
import ConsolePlatform
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Lets a few answers of administrators be made at a time, customers in turns.
///
/// A list of 500 rows takes a thread that serves for tens of milliseconds, and one customer may ask for it on hundreds of
/// connections. Customers whose answers take long leave a thread to those of all others. What searches logs or the
/// journal, streams or waits has bounds of its own, and may take seconds.
struct AnswerTurns: Sendable {
    /// First segments below `/_mock`, or their beginnings, of what is not counted.
    private static let uncounted = ["journal", "lint", "stream", "verify", "wait", "why"]

    /// An answer that takes as long is a long one, and for how long its customer counts as one who wants such.
    private static let (long, memory) = (TimeAmount.milliseconds(20), TimeAmount.seconds(2))
    /// Customers that are remembered.
    private static let capacity = 1000

    private let limiter: ConcurrencyLimiter
    private let now: @Sendable () -> NIODeadline
    /// When the last long answer of a customer was made.
    private let slow = NIOLockedValueBox<[[Int64]: NIODeadline]>([:])

    /// None is being made.
    ///
    /// - Parameters:
    ///   - processors: How many there are: customers who want long answers leave one to all others.
    ///   - now: What time it is.
    init(processors: Int = System.coreCount, now: @escaping @Sendable () -> NIODeadline = { NIODeadline.now() }) {
        let permits = max(2, processors)
        limiter = ConcurrencyLimiter(
            permits: permits, shares: [.suspect: LimiterShare(permits - 1)],
            queue: LimiterShare(200_000, perOwner: 100_000))
        self.now = now
    }

    /// How many wait.
    var waiting: Int { limiter.waiting }

    /// Answers a request when it is the turn of the administrator's customer.
    ///
    /// - Throws: What answering throws; ``ConsoleError`` `unavailable` if the client has left before its turn came.
    func run(
        _ request: Request, for administrator: AdministratorIdentity, _ answer: () async throws -> Response
    ) async throws -> Response {
        guard Self.counts(request) else { return try await answer() }
        let customer = administrator.subtree.customer
        let key = administrator.subtree.key(isSlow(customer) ? .suspect : .administrator)
        do {
            return try await limiter.run(for: key, isWanted: { !DatabaseCallers.hasLeft }) {
                let began = now()
                defer { note(now() - began, of: customer) }
                return try await answer()
            }
        } catch is CancellationError {
            throw DatabaseCallers.departure
        } catch is ConcurrencyLimiter.Refusal {
            throw ConsoleError(.unavailable, "Too many requests wait to be answered; try again.")
        }
    }

    private func isSlow(_ customer: [Int64]) -> Bool {
        slow.withLockedValue { $0[customer].map { $0 + Self.memory > now() } ?? false }
    }

    private func note(_ time: TimeAmount, of customer: [Int64]) {
        guard time >= Self.long else { return }
        slow.withLockedValue { slow in
            if slow.count >= Self.capacity { slow.removeAll(keepingCapacity: true) }
            slow[customer] = now()
        }
    }

    /// Whether an answer is one of those of which few are made at a time.
    static func counts(_ request: Request) -> Bool {
        guard request.method == .get || request.method == .head else { return false }
        let segments = request.uri.path.lowercased().split(separator: "/")
        guard segments.first == "_mock", segments.count > 1 else { return true }
        return !segments.contains("logs") && !uncounted.contains { segments[1].hasPrefix($0) }
    }
}
