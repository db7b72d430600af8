import Logging

/// Limits how many requests of one customer run at once, and how many of all; what finds no permit is refused.
package struct CustomerLimiter: Sendable {
    private let limiter: ConcurrencyLimiter
    /// What runs, in the plural.
    private let subject: String
    /// The configuration keys of both limits.
    private let keys: (perCustomer: String, total: String)
    private let log: LimitLog

    /// A limiter of which nothing is in use.
    ///
    /// - Parameters:
    ///   - perCustomer: The most of one customer.
    ///   - total: The most of all.
    ///   - subject: What runs, in the plural.
    ///   - key: The configuration key of the first limit; that of the second has `count` in its place.
    ///   - log: Where refusals are noted.
    package init(perCustomer: Int, total: Int = .max, _ subject: String, key: String, log: LimitLog) {
        limiter = ConcurrencyLimiter(
            permits: total, shares: [.administrator: LimiterShare(total, perOwner: perCustomer)])
        self.subject = subject
        keys = (key, key.prefix { $0 != "." } + ".count")
        self.log = log
    }

    /// How many run.
    package var count: Int { limiter.held }

    /// Runs something with a permit.
    ///
    /// - Throws: As ``permit(of:)``; what the closure throws.
    package func run<Value>(_ customer: Int64?, _ body: () async throws -> Value) async throws -> Value {
        let permit = try permit(of: customer)
        defer { withExtendedLifetime(permit) {} }
        return try await body()
    }

    /// Takes a permit, which is free again once nobody holds it.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` if there is none.
    package func permit(of customer: Int64?) throws -> LimiterPermit {
        let key = ClientKey(.administrator, .customer(customer ?? 0))
        guard let refusal = limiter.take(for: key) else {
            return LimiterPermit { [limiter] in limiter.release(of: key) }
        }
        let (whose, limit) = refusal == .share ? (" of this customer", keys.perCustomer) : ("", keys.total)
        log.note("\(subject) were refused (\(limit))", "lastCustomer", "\(customer ?? 0)")
        throw ConsoleError(
            .tooManyRequests, "Too many \(subject.lowercased())\(whose) run already (\(limit)); try again.",
            headers: ["Retry-After": "2"])
    }
}

/// A permit that is returned once nobody holds it any more, also if nothing was ever done with it.
package final class LimiterPermit: Sendable {
    private let release: @Sendable () -> Void

    /// A permit that is returned by a closure.
    init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit { release() }
}
