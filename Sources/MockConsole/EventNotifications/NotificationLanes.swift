import NIOConcurrencyHelpers

/// Sees to it that each target gets one delivery after the other, while targets do not wait for one another.
final class NotificationLanes: Sendable {
    private struct State {
        /// Targets that are served, and who waits to serve them.
        var busy: [Int64: [CheckedContinuation<Void, Never>]] = [:]
    }

    /// Targets served at the same time.
    private let limit: Int
    private let state = NIOLockedValueBox(State())

    /// No target is served.
    init(limit: Int = 16) { self.limit = limit }

    /// Takes a target; false if it is served already, or too many are.
    func begin(_ id: Int64) -> Bool {
        state.withLockedValue { state in
            guard state.busy[id] == nil, state.busy.count < limit else { return false }
            state.busy[id] = []
            return true
        }
    }

    /// Takes a target as soon as nobody else serves it.
    func enter(_ id: Int64) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLockedValue { state in
                if state.busy[id] != nil {
                    state.busy[id]?.append(continuation)
                    return false
                }
                state.busy[id] = []
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives a target back, to whoever has waited longest.
    func leave(_ id: Int64) {
        let next = state.withLockedValue { state in
            guard var waiting = state.busy[id], !waiting.isEmpty else {
                state.busy[id] = nil
                return nil as CheckedContinuation<Void, Never>?
            }
            let next = waiting.removeFirst()
            state.busy[id] = waiting
            return next
        }
        next?.resume()
    }
}
