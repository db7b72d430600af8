package import ConsoleModel

/// The faults and scenarios that are in force; made before the features, since environment files have them as well.
package struct RuleBooks: Sendable {
    /// Faults.
    let faults: FaultRegister
    /// Scenarios.
    let scenarios: ScenarioRegister

    /// Books without faults and scenarios.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - rules: How many faults there may be, and how long they hold requests up.
    ///   - scenarioRules: How many scenarios there may be.
    package init(_ core: Core, faults rules: FaultRules, scenarios scenarioRules: ScenarioRules) {
        faults = FaultRegister(core, rules: rules)
        scenarios = ScenarioRegister(core, rules: scenarioRules, faults: faults)
    }
}
