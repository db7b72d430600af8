/// What to do with an object that is there already and differs from the file.
package enum ConflictPolicy: String, CaseIterable, Sendable {
    /// Leave it as it is.
    case skip
    /// Make it what the file says; keys the file leaves out return to their defaults.
    case overwrite
    /// Refuse the whole file.
    case fail
}

/// What an import did, counted, and what was odd about the file.
package struct ImportSummary: Codable, Hashable, Sendable {
    package var created = 0
    package var updated = 0
    package var unchanged = 0
    package var skipped = 0
    /// Sentences; nil if there are none.
    package var warnings: [String]?
}
