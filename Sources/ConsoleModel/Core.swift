package import ConsolePlatform

/// What every feature stands on: where it keeps things, how it tells of changes, what time it is, and how much it takes.
package struct Core: Sendable {
    /// Where everything is kept.
    package let database: ConsoleDatabase
    /// Writes the event log.
    package let events: EventLogStore
    /// What time it is.
    package let clock: ConsoleClock
    /// Identifiers and secrets.
    package let random: RandomSource
    /// Bytes of requests, rows of pages and tables.
    package let limits: Limits

    /// What features are made from.
    package init(
        database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock, random: RandomSource, limits: Limits
    ) {
        self.database = database
        self.events = events
        self.clock = clock
        self.random = random
        self.limits = limits
    }

    /// An append-only table of a feature, kept at its bound.
    ///
    /// - Parameters:
    ///   - name: Name of the table.
    ///   - bound: Which of the bounds is meant.
    ///   - apart: Rows that are counted apart, in SQL.
    /// - Returns: The table.
    package func table(_ name: String, _ bound: KeyPath<Retention, Int>, apart: String? = nil) -> BoundedTable {
        BoundedTable(name: name, bound: limits.retention[keyPath: bound], apart: apart)
    }
}
