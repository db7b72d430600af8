package import ConsoleHTTP
package import ConsoleModel
package import DeviceProtocol

/// Answers that depend on what came before (Scenarios).
package struct ScenarioFeature: Feature {
    /// What is in force.
    let book: ScenarioBook
    private let controller: ScenarioMockController

    /// A book without scenarios.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - rules: How many there may be.
    ///   - faults: How long their actions may take.
    ///   - yaml: Reads YAML.
    package init(
        _ core: Core, rules: ScenarioRules, faults: FaultRules, yaml: @escaping @Sendable (String) throws -> JSONValue
    ) {
        book = ScenarioBook(rules, clock: core.clock)
        controller = ScenarioMockController(
            book: book, groups: GroupTreeStore(database: core.database), core: core,
            reader: ScenarioReader(actions: FaultActionReader(longest: Double(faults.seconds) * 1000)), yaml: yaml)
    }

    /// Takes all scenarios of a subtree away.
    package func removeAll(in subtree: Subtree) { book.removeAll(in: subtree) }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        controller.addRoutes(to: doors.admin.mock(.console))
    }
}
