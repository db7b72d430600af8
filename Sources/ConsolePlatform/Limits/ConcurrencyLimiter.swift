import NIOConcurrencyHelpers
import NIOCore

/// Limits how much runs at once.
///
/// A job without a permit waits in a bounded queue. Tiers take turns there, and within a tier owners do, so that a flood of
/// one owner delays every other owner by one job in each round. A permit has a weight: 1 for a job, a number of bytes for a
/// body.
package final class ConcurrencyLimiter: Sendable {
    /// Why a job was refused.
    package enum Refusal: Error, Hashable {
        /// Its owner has all that one may have.
        case share
        /// All places are taken.
        case capacity
    }

    private struct Waiter {
        let id: UInt64
        let key: ClientKey
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Tier {
        var held = LimiterUsage()
        var queued = LimiterUsage()
        /// Owners that wait, in the order of their turns, and what waits of each.
        var owners = CircularBuffer<ClientKey.Owner>()
        var waiters: [ClientKey.Owner: CircularBuffer<Waiter>] = [:]
    }

    private struct State {
        var held = 0
        var nextID: UInt64 = 0
        /// By the raw value of their keys.
        var tiers = ClientKey.Tier.allCases.map { _ in Tier() }
        /// Tiers in the order of their turns.
        var turns = Array(ClientKey.Tier.allCases.indices)
    }

    private let permits: Int
    private let shares: [LimiterShare?]
    private let queue: LimiterShare
    private let state = NIOLockedValueBox(State())

    /// A limiter of which nothing is in use.
    ///
    /// - Parameters:
    ///   - permits: The most that all hold together.
    ///   - shares: The most that a tier holds; a tier that is not named may hold all.
    ///   - queue: How many of each tier wait; none refuses what finds no permit.
    package init(
        permits: Int, shares: [ClientKey.Tier: LimiterShare] = [:], queue: LimiterShare = LimiterShare(0)
    ) {
        (self.permits, self.queue) = (permits, queue)
        self.shares = ClientKey.Tier.allCases.map { shares[$0] }
    }

    /// How many wait.
    package var waiting: Int { state.withLockedValue { $0.tiers.reduce(0) { $0 + $1.queued.total } } }
    /// The permits in use.
    package var held: Int { state.withLockedValue { $0.held } }
    /// Whether nothing is in use, so that no client is remembered.
    package var isIdle: Bool {
        state.withLockedValue { $0.held == 0 && $0.tiers.allSatisfy { $0.held.isEmpty && $0.queued.isEmpty } }
    }

    /// Runs a job with a permit.
    ///
    /// - Parameters:
    ///   - key: Whose job it is.
    ///   - outlastsTask: Whether it waits on after its task was cancelled.
    ///   - isWanted: Asked after it waited; a job that nobody wants any more is cancelled.
    ///   - job: Runs with the permit.
    /// - Returns: What the job returns.
    /// - Throws: ``Refusal``; `CancellationError`; what the job throws.
    package func run<Value: Sendable>(
        for key: ClientKey, outlastsTask: Bool = false, isWanted: () -> Bool = { true },
        _ job: () async throws -> Value
    ) async throws -> Value {
        let hasWaited = try await acquire(for: key, outlastsTask: outlastsTask)
        defer { release(of: key) }
        if hasWaited, !isWanted() { throw CancellationError() }
        return try await job()
    }

    /// Waits for a permit of weight 1, which ``release(_:of:)`` has to return.
    ///
    /// - Returns: Whether it had to wait.
    /// - Throws: ``Refusal``; `CancellationError`.
    @discardableResult
    package func acquire(for key: ClientKey, outlastsTask: Bool = false) async throws -> Bool {
        let id = state.withLockedValue { state -> UInt64? in
            if take(1, key, &state) == nil { return nil }
            state.nextID += 1
            return state.nextID
        }
        guard let id else { return false }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                enqueue(Waiter(id: id, key: key, continuation: $0), outlastsTask)
            }
        } onCancel: {
            guard !outlastsTask, let waiter = state.withLockedValue({ Self.remove(id, key, &$0) }) else { return }
            waiter.continuation.resume(throwing: CancellationError())
        }
        return true
    }

    /// Takes permits at once, which ``release(_:of:)`` has to return.
    ///
    /// - Returns: Why they are refused; nil if they are taken.
    package func take(_ weight: Int = 1, for key: ClientKey) -> Refusal? {
        state.withLockedValue { take(weight, key, &$0) }
    }

    /// Why permits would be refused now; nil if they would not.
    package func refusal(of weight: Int, for key: ClientKey) -> Refusal? {
        state.withLockedValue { refusal(of: weight, key, $0) }
    }

    /// Returns permits.
    package func release(_ weight: Int = 1, of key: ClientKey) {
        let next = state.withLockedValue { state in
            state.held -= weight
            if shares[key.tier.index] != nil { state.tiers[key.tier.index].held.add(key, -weight) }
            return dequeue(&state)
        }
        next?.continuation.resume()
    }
}

extension ConcurrencyLimiter {
    private func refusal(of weight: Int, _ key: ClientKey, _ state: State) -> Refusal? {
        if let share = shares[key.tier.index],
            let refusal = state.tiers[key.tier.index].held.refusal(of: key, weight, share)
        {
            return refusal
        }
        return state.held > permits - weight ? .capacity : nil
    }

    private func take(_ weight: Int, _ key: ClientKey, _ state: inout State) -> Refusal? {
        if let refusal = refusal(of: weight, key, state) { return refusal }
        state.held += weight
        if shares[key.tier.index] != nil { state.tiers[key.tier.index].held.add(key, weight) }
        return nil
    }

    private func enqueue(_ waiter: Waiter, _ outlastsTask: Bool) {
        let (key, tier) = (waiter.key, waiter.key.tier.index)
        let result = state.withLockedValue { state -> Result<Void, any Error>? in
            // A cancellation that comes later finds the waiter in the queue.
            if !outlastsTask, Task.isCancelled { return .failure(CancellationError()) }
            guard let refusal = take(1, key, &state) else { return .success(()) }
            if queue.total == 0 { return .failure(refusal) }
            if let refusal = state.tiers[tier].queued.refusal(of: key, 1, queue) { return .failure(refusal) }
            state.tiers[tier].queued.add(key, 1)
            if state.tiers[tier].waiters[key.owner] == nil { state.tiers[tier].owners.append(key.owner) }
            state.tiers[tier].waiters[key.owner, default: []].append(waiter)
            return nil
        }
        if let result { waiter.continuation.resume(with: result) }
    }

    /// Takes out the waiter whose turn it is, with a permit; its tier and its owner come last from then on.
    private func dequeue(_ state: inout State) -> Waiter? {
        for (turn, tier) in state.turns.enumerated() {
            let place = state.tiers[tier].owners.firstIndex { owner in
                state.tiers[tier].waiters[owner]?.first.map { refusal(of: 1, $0.key, state) == nil } ?? false
            }
            guard let place else { continue }
            let owner = state.tiers[tier].owners[place]
            guard let first = state.tiers[tier].waiters[owner]?.first, take(1, first.key, &state) == nil else {
                continue
            }
            _ = Self.remove(first.id, first.key, &state)
            state.turns.append(state.turns.remove(at: turn))
            if state.tiers[tier].waiters[owner] != nil {
                state.tiers[tier].owners.append(state.tiers[tier].owners.remove(at: place))
            }
            return first
        }
        return nil
    }

    private static func remove(_ id: UInt64, _ key: ClientKey, _ state: inout State) -> Waiter? {
        let tier = key.tier.index
        guard let place = state.tiers[tier].waiters[key.owner]?.firstIndex(where: { $0.id == id }),
            let waiter = state.tiers[tier].waiters[key.owner]?.remove(at: place)
        else { return nil }
        state.tiers[tier].queued.add(key, -1)
        if state.tiers[tier].waiters[key.owner]?.isEmpty ?? true {
            state.tiers[tier].waiters[key.owner] = nil
            state.tiers[tier].owners.removeAll { $0 == key.owner }
        }
        return waiter
    }
}

extension ClientKey.Tier {
    fileprivate var index: Int { Int(rawValue) }
}
