import ConsolePlatform
import NIOConcurrencyHelpers

/// How much is searched at a time in texts of logs (Configuration, "Limits").
package struct LogSearchRules: Hashable, Sendable {
    /// Searches at a time.
    package let count: Int
    /// Searches of one customer at a time.
    package let perCustomer: Int
    /// Bytes of texts that one search reads.
    package let bytes: Int64

    /// Made of its parts.
    package init(count: Int, perCustomer: Int, bytes: Int64) {
        self.count = count
        self.perCustomer = perCustomer
        self.bytes = bytes
    }
}

/// Counts the searches, so that others have the disk and the processor, too.
final class LogSearchRoom: Sendable {
    let rules: LogSearchRules
    private let log: LimitLog
    private let searches = NIOLockedValueBox<[Int64: Int]>([:])

    /// Room in which nobody searches yet.
    init(_ rules: LogSearchRules, log: LimitLog) {
        self.rules = rules
        self.log = log
    }

    /// How many searches there are.
    var count: Int { searches.withLockedValue { $0.values.reduce(0, +) } }

    /// Searches in the name of a customer.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` if too many search; what the search throws.
    func hold<Value: Sendable>(_ customer: Int64, _ search: () async throws -> Value) async throws -> Value {
        try enter(customer)
        defer { leave(customer) }
        return try await search()
    }

    private func enter(_ customer: Int64) throws {
        let refusal = searches.withLockedValue { searches -> String? in
            if searches[customer, default: 0] >= rules.perCustomer {
                return "\(rules.perCustomer) requests of this customer search logs for a text (searches.perCustomer)"
            }
            if searches.values.reduce(0, +) >= rules.count {
                return "\(rules.count) requests search logs for a text (searches.count)"
            }
            searches[customer, default: 0] += 1
            return nil
        }
        guard let refusal else { return }
        log.note("A search for a text in logs was refused: \(refusal).", from: "customer \(customer)")
        throw ConsoleError(
            .tooManyRequests, "\(refusal); send it again in a moment.", headers: ["Retry-After": "2"])
    }

    private func leave(_ customer: Int64) {
        searches.withLockedValue { searches in
            let left = (searches[customer] ?? 1) - 1
            searches[customer] = left > 0 ? left : nil
        }
    }
}
