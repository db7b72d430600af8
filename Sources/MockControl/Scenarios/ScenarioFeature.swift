package import ConsoleHTTP
package import ConsoleModel
package import DeviceProtocol

/// Answers that depend on what came before (Scenarios).
package struct ScenarioFeature: Feature {
    /// What is in force.
    let book: ScenarioBook
    private let controller: ScenarioMockController

    /// Routes that read and change the book.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - register: What is in force.
    ///   - yaml: Reads YAML.
    package init(
        _ core: Core, register: ScenarioRegister, yaml: @escaping @Sendable (String) async throws -> JSONValue
    ) {
        book = register.book
        controller = ScenarioMockController(
            register: register, groups: GroupTreeStore(database: core.database), core: core, yaml: yaml)
    }

    /// Takes all scenarios of a subtree away.
    package func removeAll(in subtree: Subtree) { book.removeAll(in: subtree) }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        controller.addRoutes(to: doors.admin.mock(.console))
    }
}
