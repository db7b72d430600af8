/// Configuration keys of earlier versions, and what took their place.
enum RetiredKeys {
    private static let successors = [
        "retention.logs": "retention.logBytes", "retention.unverifiedLogs": "retention.unverifiedLogBytes",
    ]

    /// What to say of a key that is unknown; empty if it never was one.
    static func advice(_ key: String) -> String {
        successors[key].map { " Logs are bounded by bytes now: \($0)." } ?? ""
    }
}
