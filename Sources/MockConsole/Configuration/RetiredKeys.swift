/// Configuration keys of earlier versions, and what took their place.
enum RetiredKeys {
    private static let successors = [
        "retention.logs": "retention.logBytes", "retention.unverifiedLogs": "retention.unverifiedLogBytes",
    ]

    /// Advice about an unknown key; empty if it never was one.
    static func advice(_ key: String) -> String {
        successors[key].map { " Logs are bounded by bytes now: \($0)." } ?? ""
    }
}
