package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform

/// Requests and events as they happen (Stream).
package struct StreamFeature: Feature {
    /// Limits the streams that are open.
    let limiter: CustomerLimiter
    private let controller: StreamMockController

    /// Made of what it reports.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - memory: The journal.
    ///   - rules: How many may read, and how.
    ///   - hasJournal: Whether there is a journal.
    ///   - log: Where it says that streams were refused.
    package init(_ core: Core, journal memory: JournalMemory, rules: StreamRules, hasJournal: Bool, log: LimitLog) {
        limiter = CustomerLimiter(
            perCustomer: rules.perCustomer, "Streams", key: "stream.perCustomer", log: log)
        controller = StreamMockController(
            memory: memory, parties: JournalPartyStore(database: core.database),
            groups: GroupTreeStore(database: core.database), events: core.events.hub, limiter: limiter, rules: rules,
            hasJournal: hasJournal)
    }

    /// Adds its route.
    package func addRoutes(to doors: Doors) {
        controller.addRoutes(to: doors.admin.mock(.console))
    }
}
