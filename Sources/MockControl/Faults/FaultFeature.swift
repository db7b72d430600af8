package import ConsoleHTTP
package import ConsoleModel

/// Requests that go wrong on purpose (Faults).
package struct FaultFeature: Feature {
    /// What is in force.
    let book: FaultBook
    private let controller: FaultMockController

    /// A book without faults.
    package init(_ core: Core, rules: FaultRules) {
        book = FaultBook(rules, clock: core.clock)
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
