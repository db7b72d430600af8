import ConsolePlatform
import NIOConcurrencyHelpers

/// Counts who waits, so that nobody's waits take the place of another's.
final class WaitRoom: Sendable {
    let rules: WaitRules
    private let log: LimitLog
    private let waiting = NIOLockedValueBox<[Int64?: Int]>([:])

    /// A room in which nobody waits.
    init(_ rules: WaitRules, log: LimitLog) {
        self.rules = rules
        self.log = log
    }

    /// How many wait.
    var count: Int { waiting.withLockedValue { $0.values.reduce(0, +) } }

    /// Waits in the name of a customer.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` if too many do; what the wait throws.
    func hold<Value: Sendable>(_ customer: Int64?, _ wait: () async throws -> Value) async throws -> Value {
        try enter(customer)
        defer { leave(customer) }
        return try await wait()
    }

    private func enter(_ customer: Int64?) throws {
        try waiting.withLockedValue { waiting in
            guard waiting[customer, default: 0] < rules.perCustomer else {
                log.note("Waits were refused (waits.perCustomer)", "lastCustomer", "\(customer ?? 0)")
                throw ConsoleError(
                    .tooManyRequests,
                    "\(rules.perCustomer) requests of this customer wait already (waits.perCustomer); come back later.",
                    headers: ["Retry-After": "1"])
            }
            waiting[customer, default: 0] += 1
        }
    }

    private func leave(_ customer: Int64?) {
        waiting.withLockedValue { waiting in
            let left = (waiting[customer] ?? 1) - 1
            waiting[customer] = left > 0 ? left : nil
        }
    }
}
