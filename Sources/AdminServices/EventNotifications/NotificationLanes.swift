import NIOConcurrencyHelpers

/// Sees to it that each target gets one delivery after the other, while targets do not wait for one another, nor
/// customers for those of others.
final class NotificationLanes: Sendable {
    /// A target, and whose it is.
    struct Target: Hashable, Sendable {
        let id: Int64
        let customer: Int64
    }

    /// A target that is served.
    private struct Service {
        /// The customer whose place it takes; nil if somebody asked for it, who has a room of their own.
        var customer: Int64?
        /// Tasks that wait to serve it.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private struct State {
        var busy: [Int64: Service] = [:]
        /// Of these, how many are served since something is due, by customer.
        var sending: [Int64: Int] = [:]
        /// Turns that have ended, and the numbers of the last one of each target and customer.
        var turns = 0
        var last: [Int64: Int] = [:]
        var lastOfCustomer: [Int64: Int] = [:]
    }

    /// Targets served at the same time since something is due, half of them of one customer.
    private let limit: Int
    private let state = NIOLockedValueBox(State())

    /// No target is served.
    init(limit: Int) { self.limit = limit }

    /// Tasks that wait for a target.
    var waiting: Int { state.withLockedValue { $0.busy.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Puts targets that have something due in order: those of the customer first that was served longest ago, among them
    /// those that were.
    ///
    /// By any other order, as many as are served at a time could keep the rest waiting by answering slowly, or never.
    ///
    /// - Parameters:
    ///   - due: Targets that have something due.
    ///   - waiting: All that have something waiting; of others no turn is remembered.
    /// - Returns: The targets that have something due.
    func inTurn(_ due: [Target], among waiting: [Target]) -> [Target] {
        let (known, customers) = (Set(waiting.map(\.id)), Set(waiting.map(\.customer)))
        let (last, lastOfCustomer) = state.withLockedValue { state in
            state.last = state.last.filter { known.contains($0.key) }
            state.lastOfCustomer = state.lastOfCustomer.filter { customers.contains($0.key) }
            return (state.last, state.lastOfCustomer)
        }
        func place(_ target: Target) -> (Int, Int, Int64) {
            (lastOfCustomer[target.customer] ?? 0, last[target.id] ?? 0, target.id)
        }
        return due.sorted { place($0) < place($1) }
    }

    /// Takes a target; false if it is served already, or too many are.
    func begin(_ target: Target) -> Bool {
        state.withLockedValue { state in
            let own = state.sending[target.customer, default: 0]
            let all = state.sending.values.reduce(0, +)
            guard state.busy[target.id] == nil, all < limit, own < max(1, limit / 2) else { return false }
            state.sending[target.customer] = own + 1
            state.busy[target.id] = Service(customer: target.customer)
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
                state.busy[id] = Service()
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
            if let customer = service.customer {
                state.lastOfCustomer[customer] = state.turns
                let left = state.sending[customer, default: 0] - 1
                state.sending[customer] = left > 0 ? left : nil
            }
            guard !service.waiting.isEmpty else {
                state.busy[id] = nil
                return nil
            }
            // Only those who ask wait.
            service.customer = nil
            let next = service.waiting.removeFirst()
            state.busy[id] = service
            return next
        }
        next?.resume()
    }
}
