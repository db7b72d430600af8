package import ConsoleHTTP
package import ConsoleModel

/// Requests that go wrong on purpose (Faults).
package struct FaultFeature: Feature {
    /// What is in force.
    let book: FaultBook
    private let controller: FaultMockController

    /// Routes that read and change the book.
    package init(_ core: Core, register: FaultRegister) {
        book = register.book
        controller = FaultMockController(
            register: register, groups: GroupTreeStore(database: core.database), core: core)
    }

    /// Takes all faults of a subtree away.
    package func removeAll(in subtree: Subtree) { book.removeAll(in: subtree) }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        controller.addRoutes(to: doors.admin.mock(.console))
    }
}
