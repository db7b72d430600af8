import ConsolePlatform

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

/// Limits the searches for texts in logs, so that others have the disk and the processor, too.
struct LogSearches: Sendable {
    let limiter: CustomerLimiter
    /// Bytes of texts that one search reads.
    let byteCount: Int64

    /// None is under way.
    init(_ rules: LogSearchRules, log: LimitLog) {
        limiter = CustomerLimiter(
            perCustomer: rules.perCustomer, total: rules.count, "Searches for texts in logs",
            key: "searches.perCustomer", log: log)
        byteCount = rules.bytes
    }
}
