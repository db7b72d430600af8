package import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The scenarios that are in force, and how one is put into force: by a request, a file, or an import.
package struct ScenarioRegister: Sendable {
    /// Scenarios.
    let book: ScenarioBook
    private let faults: FaultRegister
    private let random: RandomSource

    /// A register without scenarios.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - rules: How many there may be.
    ///   - faults: Says how long actions may take.
    package init(_ core: Core, rules: ScenarioRules, faults: FaultRegister) {
        book = ScenarioBook(rules, clock: core.clock)
        self.faults = faults
        random = core.random
    }

    /// Puts a scenario into force, in place of one of the same name of the same group.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - maker: Who posts it; it is about requests of their subtree.
    ///   - tree: All groups.
    /// - Returns: The scenario, and whether none had its name.
    /// - Throws: ``ConsoleError`` `badRequest` for a group that is not there, `conflict` if there are too many.
    func post(
        _ scenario: Scenario, by maker: AdministratorIdentity, in tree: GroupTree
    ) throws -> (run: ScenarioRun, isNew: Bool) {
        let resolved = try scenario.resolved(tree, in: maker.subtree)
        book.prune(tree)
        return try book.add(resolved, by: maker, customer: tree.customer(of: maker.groupID))
    }

    /// A scenario out of a body: as somebody writes it, or the name of a template with what can be said about it.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    func scenario(_ json: JSONValue) throws -> Scenario {
        let reader = ScenarioReader(actions: faults.actions)
        guard json.member("template") != nil else { return try reader.scenario(json) }
        let reading = try FaultReading(json, "The scenario", known: ["template", "name", "parameters"])
        let template = try ScenarioTemplate.named(try reading.text("template", 1...100) ?? "")
        let name = try FaultDraft.label(reading, "name") ?? template.name
        let written = try template.scenario(named: name, reading["parameters"]) { random.uuid() }
        return try reader.scenario(written, template: template.name)
    }
}
