package import ConsoleHTTP
package import ConsoleModel

/// Requests that go wrong on purpose (Faults).
package struct FaultFeature: Feature {
    /// What is in force.
    let book: FaultBook
    private let controller: FaultMockController

    /// Routes that read and change the faults of a register.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - register: The faults that are in force.
    ///   - named: What entries of the journal call the faults that acted on them.
    package init(
        _ core: Core, register: FaultRegister, namedInJournal named: @escaping @Sendable () async -> Set<String>
    ) {
        book = register.book
        controller = FaultMockController(
            register: register, history: FaultHistory(database: core.database, journal: named),
            groups: GroupTreeStore(database: core.database), core: core)
    }

    /// Takes all faults of a subtree away.
    package func removeAll(in subtree: Subtree) { book.removeAll(in: subtree) }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        controller.addRoutes(to: doors.admin.mock(.console))
    }
}
