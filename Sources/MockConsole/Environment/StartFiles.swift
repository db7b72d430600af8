import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import MockControl

/// The files with faults, scenarios and clocks that a start puts into force (Configuration, "Faults and scenarios").
struct StartFiles: Sendable {
    let configuration: ConsoleConfiguration

    /// Faults and scenarios of `faults.file` and `scenarios.file`, in the order written.
    ///
    /// - Throws: ``ConsoleError`` with the file and what is wrong with it.
    func rules() throws -> [StartRule] {
        try rules(.fault, of: configuration.faultsFile, called: "faults.file")
            + rules(.scenario, of: configuration.scenariosFile, called: "scenarios.file")
    }

    /// Clocks of `clocks.file`.
    ///
    /// - Throws: As ``rules()``.
    func clocks() throws -> [StartRule] { try rules(.clock, of: configuration.clocksFile, called: "clocks.file") }

    /// Puts everything into force, once the database is seeded.
    ///
    /// - Throws: As ``rules()``, and for what makes no sense.
    func putIntoForce(in parts: ConsoleParts) async throws {
        let (rules, again) = (try self.rules() + clocks(), try rulesOfEnvironment())
        guard !rules.isEmpty || !again.isEmpty else { return }
        try await parts.core.database.running {
            try await parts.control.start.begin(with: rules, againWith: again)
        }
    }

    /// The faults and scenarios that a reset finds in the environment file; none if that cannot be read any more.
    private func rulesOfEnvironment() throws -> [StartRule] {
        guard let text = try? Seeding.text(configuration), text.contains("faults") || text.contains("scenarios"),
            let document = try? EnvironmentReader.read(text)
        else { return [] }
        return try Self.rules(of: document)
    }

    private static func rules(of document: EnvironmentDocument) throws -> [StartRule] {
        try document.groups.flatMap { group -> [StartRule] in
            let code = group.path.count > 1 ? group.path.last : nil
            let faults = (group[FaultEnvironmentSection.self] ?? []).map { (StartRule.Kind.fault, $0) }
            let scenarios = (group[ScenarioEnvironmentSection.self] ?? []).map { (StartRule.Kind.scenario, $0) }
            return try (faults + scenarios).map { kind, rule in
                try StartRule(kind, rule.posted(in: code), place: "The environment file, \(rule.title)")
            }
        }
    }

    private func rules(_ kind: StartRule.Kind, of path: String?, called name: String) throws -> [StartRule] {
        guard let path, !path.isEmpty else { return [] }
        let text = try TextFile.read(path, called: "file of \(name)")
        let value: JSONValue
        do {
            value = try DeepStack.run { try EnvironmentReader.value(text, .environment, called: "The file") }
        } catch let error as ConsoleError {
            throw ConsoleError(.unprocessable, "\(name), \(path): \(error.message)")
        }
        guard case .array(let elements) = value else {
            throw ConsoleError(.unprocessable, "\(name), \(path) has to be a list.")
        }
        return try elements.enumerated().map { place, json in
            try StartRule(kind, json, place: "\(name), \(path), number \(place + 1)")
        }
    }
}
