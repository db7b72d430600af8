import ConsolePlatform

/// Counts the rows of a table of what devices have sent, for whoever waits for them.
package struct RecordTally: Sendable {
    /// What the rows are called, as in paths: `beacons`.
    package let name: String
    /// How many rows a query means.
    package let count: @Sendable (RecordQuery) async throws -> Int
}

extension RecordArchive {
    /// Counts its rows under a name.
    package func tally(_ name: String) -> RecordTally {
        RecordTally(name: name) { query in try await page(query, PageRequest(page: 0, size: 1)).total }
    }
}
