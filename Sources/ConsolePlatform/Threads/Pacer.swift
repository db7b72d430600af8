import NIOConcurrencyHelpers

/// Lets what comes from a sender through one after another, with a pause between; for senders in bad standing, who are
/// slowed down and not kept out.
package final class Pacer: Sendable {
    /// How many of a sender may wait.
    package static let places = 10
    /// Senders that are remembered.
    private static let capacity = 10_000

    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private let next = NIOLockedValueBox<[String: ContinuousClock.Instant]>([:])

    /// A pacer for which nobody waits.
    ///
    /// - Parameters:
    ///   - pause: Between two of one sender.
    ///   - now: The time of this machine: groups may have clocks that stand.
    ///   - sleep: Waits for a while.
    package init(
        pause: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.pause = pause
        self.now = now
        self.sleep = sleep
    }

    /// Waits until it is the turn of something that has just come.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` with `Retry-After` if too many of the sender wait; a cancellation.
    package func wait(for sender: String) async throws {
        let now = now()
        let turn = next.withLockedValue { next -> ContinuousClock.Instant in
            if next.count >= Self.capacity { next = next.filter { $0.value > now } }
            if next.count >= Self.capacity, let any = next.keys.first { next[any] = nil }
            let turn = max(next[sender] ?? now, now)
            if turn - now <= pause * Self.places { next[sender] = turn + pause }
            return turn
        }
        let delay = turn - now
        guard delay <= pause * Self.places else {
            let seconds = delay.components.seconds + 1
            throw ConsoleError(
                .tooManyRequests, "Too many attempts failed from here, and more wait; try again in \(seconds) seconds.",
                headers: ["Retry-After": "\(seconds)"])
        }
        if delay > .zero { try await sleep(delay) }
    }
}
