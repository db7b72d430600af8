/// What to do with an existing object that differs from the file.
package enum ConflictPolicy: String, CaseIterable, Sendable {
    /// Leave it as it is.
    case skip
    /// Replace it by the one in the file; keys that the file leaves out return to their defaults.
    case overwrite
    /// Refuse the whole file.
    case fail
}

/// Counts of what an import did, and warnings about the file.
package struct ImportSummary: Codable, Hashable, Sendable {
    package var created = 0
    package var updated = 0
    package var unchanged = 0
    package var skipped = 0
    /// Sentences; nil if there are none.
    package var warnings: [String]?
}
