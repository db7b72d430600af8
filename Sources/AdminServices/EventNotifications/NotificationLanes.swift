import NIOConcurrencyHelpers

/// Sees to it that each target gets one delivery after the other, while targets do not wait for one another.
final class NotificationLanes: Sendable {
    /// A target that is served.
    private struct Service {
        /// Whether somebody asked for it, who has a room of their own.
        var isAsked: Bool
        /// Tasks that wait to serve it.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private struct State {
        var busy: [Int64: Service] = [:]
        /// Of these, how many are served since something is due.
        var sending = 0
        /// Turns that have ended, and the number of each target's last one.
        var turns = 0
        var last: [Int64: Int] = [:]
    }

    /// Targets served at the same time since something is due.
    private let limit: Int
    private let state = NIOLockedValueBox(State())

    /// No target is served.
    init(limit: Int = 16) { self.limit = limit }

    /// Tasks that wait for a target.
    var waiting: Int { state.withLockedValue { $0.busy.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Puts targets that have something due in order: those first that were served longest ago.
    ///
    /// By any other order, as many as are served at a time could keep the rest waiting by answering slowly, or never.
    ///
    /// - Parameters:
    ///   - due: Targets that have something due.
    ///   - waiting: All that have something waiting; of others no turn is remembered.
    /// - Returns: The targets that have something due.
    func inTurn(_ due: [Int64], among waiting: [Int64]) -> [Int64] {
        let known = Set(waiting)
        let last = state.withLockedValue { state in
            state.last = state.last.filter { known.contains($0.key) }
            return state.last
        }
        return due.sorted { (last[$0] ?? 0, $0) < (last[$1] ?? 0, $1) }
    }

    /// Takes a target; false if it is served already, or too many are.
    func begin(_ id: Int64) -> Bool {
        state.withLockedValue { state in
            guard state.busy[id] == nil, state.sending < limit else { return false }
            state.sending += 1
            state.busy[id] = Service(isAsked: false)
            return true
        }
    }

    /// Takes a target as soon as no other task serves it, since somebody asked for it: however many do, what is due is
    /// sent beside them.
    func enter(_ id: Int64) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLockedValue { state in
                if state.busy[id] != nil {
                    state.busy[id]?.waiting.append(continuation)
                    return false
                }
                state.busy[id] = Service(isAsked: true)
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives a target back, to whoever has waited longest.
    func leave(_ id: Int64) {
        let next = state.withLockedValue { state in
            state.turns += 1
            state.last[id] = state.turns
            guard var service = state.busy[id] else { return nil as CheckedContinuation<Void, Never>? }
            if !service.isAsked { state.sending -= 1 }
            guard !service.waiting.isEmpty else {
                state.busy[id] = nil
                return nil
            }
            // Only those who ask wait.
            service.isAsked = true
            let next = service.waiting.removeFirst()
            state.busy[id] = service
            return next
        }
        next?.resume()
    }
}
