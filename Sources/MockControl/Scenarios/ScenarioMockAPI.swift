import ConsolePlatform
import DeviceProtocol

/// A scenario as `/_mock/scenarios` shows it.
struct ScenarioBody: Encodable {
    /// Where a device, a user or a group stands.
    struct Key: Encodable {
        let key: String
        let state: String
        let since: Timestamp
        /// Requests seen in that state.
        let requests: Int
    }

    let name: String
    let title: String?
    let template: String?
    /// What has a state of its own.
    let key: String
    let running: Bool
    /// State in which everything begins.
    let start: String
    let states: [String]
    /// Where they stand that have made a request, as many as are asked for.
    let keys: [Key]
    /// How many there are.
    let keyCount: Int
    /// Requests of others, for which there was no room.
    let unfollowed: Int
    let group: String?
    let administrator: String
    let createdAt: Timestamp
    /// As it was written; only in the answer for one.
    let definition: JSONValue?

    /// The body for a scenario.
    init(_ run: ScenarioRun, group: String?, keys asked: PageRequest, isWhole: Bool = false) {
        let (scenario, positions) = (run.scenario, run.positions)
        name = scenario.name
        title = scenario.title
        template = scenario.template
        key = scenario.subject.rawValue
        running = run.isRunning
        start = scenario.start
        states = scenario.states.map(\.name)
        keys = positions.dropFirst(asked.offset).prefix(asked.size).map { key, position in
            Key(key: key, state: position.state, since: position.since, requests: position.requests)
        }
        keyCount = positions.count
        unfollowed = run.unfollowed
        self.group = group
        administrator = run.administrator
        createdAt = run.createdAt
        definition = isWhole ? scenario.text : nil
    }
}

/// A template as `/_mock/scenarios/templates` shows it.
struct ScenarioTemplateBody: Encodable {
    let name: String
    let summary: String
    let parameters: [ScenarioTemplate.Parameter]

    /// The body for a template.
    init(_ template: ScenarioTemplate) {
        name = template.name
        summary = template.summary
        parameters = template.parameters
    }
}
