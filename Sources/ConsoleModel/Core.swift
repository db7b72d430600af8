package import ConsolePlatform

/// What every feature needs: database, event log, clock, random numbers and limits.
package struct Core: Sendable {
    /// Where everything is kept.
    package let database: ConsoleDatabase
    /// Writes the event log.
    package let events: EventLogStore
    /// What time it is.
    package let clock: ConsoleClock
    /// Identifiers and secrets.
    package let random: RandomSource
    /// Limits on bytes of requests, and on rows of pages and tables.
    package let limits: Limits
    /// Where large bodies are read, and what else would keep others waiting is done.
    package let threads: LowPriorityThreads

    /// The parts that features are made from.
    package init(
        database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock, random: RandomSource, limits: Limits,
        threads: LowPriorityThreads = LowPriorityThreads()
    ) {
        self.database = database
        self.events = events
        self.clock = clock
        self.random = random
        self.limits = limits
        self.threads = threads
    }

    /// An append-only table of a feature, kept at its bound.
    ///
    /// - Parameters:
    ///   - name: Name of the table.
    ///   - bound: The bound of the table.
    /// - Returns: The table.
    package func table(_ name: String, _ bound: KeyPath<Retention, Int>) -> BoundedTable {
        BoundedTable(name: name, bound: limits.retention[keyPath: bound])
    }
}
