/// How much the journal keeps, and what it leaves out (Configuration, "Journal").
package struct JournalRules: Sendable {
    /// Whether passwords, tokens and keys are kept.
    package enum Secrets: String, CaseIterable, Sendable {
        /// They are replaced by `[redacted]`.
        case redact
        /// They stand in the journal as they were sent.
        case keep
    }

    /// Whether there is a journal.
    package let isOn: Bool
    /// The most entries.
    package let entries: Int
    /// The most bytes of all entries together.
    package let bytes: Int
    /// The most bytes kept of one body.
    package let bodyBytes: Int
    /// What happens to secrets.
    package let secrets: Secrets
    /// The most exports of the administrators of one customer at a time.
    package let exportsPerCustomer: Int
    /// Seconds that looking through it may take.
    package let searchSeconds: Int

    /// Made of its parts.
    package init(
        isOn: Bool, entries: Int, bytes: Int, bodyBytes: Int, secrets: Secrets, exportsPerCustomer: Int,
        searchSeconds: Int
    ) {
        self.isOn = isOn
        self.entries = entries
        self.bytes = bytes
        self.bodyBytes = bodyBytes
        self.secrets = secrets
        self.exportsPerCustomer = exportsPerCustomer
        self.searchSeconds = searchSeconds
    }
}
