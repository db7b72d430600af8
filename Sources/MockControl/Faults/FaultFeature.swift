package import ConsoleHTTP
package import ConsoleModel

/// Requests that go wrong on purpose (Faults).
package struct FaultFeature: Feature {
    /// What is in force.
    let book: FaultBook
    private let controller: FaultMockController

    /// A book without faults.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - rules: How many faults there may be.
    ///   - named: What entries of the journal call the faults that acted on them.
    package init(_ core: Core, rules: FaultRules, namedInJournal named: @escaping @Sendable () async -> Set<String>) {
        book = FaultBook(
            rules, clock: core.clock, history: FaultHistory(database: core.database, journal: named))
        controller = FaultMockController(
            book: book, groups: GroupTreeStore(database: core.database), core: core, rules: rules)
    }

    /// Takes all faults of a subtree away.
    package func removeAll(in subtree: Subtree) { book.removeAll(in: subtree) }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        controller.addRoutes(to: doors.admin.mock(.console))
    }
}
