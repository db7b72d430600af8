import ConsolePlatform
import DeviceProtocol

/// Reads scenarios (Scenarios, "Writing a scenario").
struct ScenarioReader {
    static let members = ["name", "title", "key", "match", "start", "states"]
    /// The most states of a scenario.
    private static let maximumStates = 100
    /// The most answers and the most moves of a state.
    private static let maximumRules = 100
    /// Names that paths have for something else.
    private static let taken = ["templates"]

    /// Reads its actions.
    let actions: FaultActionReader

    /// Reads a scenario.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member and what would be accepted.
    func scenario(_ json: JSONValue, template: String? = nil) throws -> Scenario {
        let reading = try FaultReading(json, "The scenario", known: Self.members)
        guard let name = try FaultDraft.label(reading, "name") else { throw reading.refusal("name", "is missing") }
        guard !Self.taken.contains(name.lowercased()) else {
            throw reading.refusal("name", "is \"\(name)\", which paths have for something else")
        }
        let states = try states(reading)
        let names = states.map(\.name)
        let start = try reading.text("start", 1...100) ?? names[0]
        try Self.require(start, among: names, "The scenario.start")
        for state in states {
            for move in state.moves {
                try Self.require(move.target, among: names, "The scenario.states.\(state.name).moves.to")
            }
        }
        return Scenario(
            name: name, title: try reading.text("title", 1...1000), template: template, subject: try subject(reading),
            matcher: try FaultDraft.matcher(reading["match"] ?? .object([]), "match"), states: states, start: start,
            text: json)
    }

    private func subject(_ reading: FaultReading) throws -> Scenario.Subject {
        guard let word = try reading.text("key", 1...100) else { return .device }
        guard let subject = Scenario.Subject(rawValue: word) else {
            let known = Scenario.Subject.allCases.map(\.rawValue)
            throw ConsoleError(
                .badRequest,
                "The scenario.key is \"\(word.prefix(40))\".\(Spelling.question(word, among: known))"
                    + " It has to be one of \(known.joined(separator: ", ")).")
        }
        return subject
    }

    private func states(_ reading: FaultReading) throws -> [Scenario.State] {
        guard case .object(let members)? = reading["states"], !members.isEmpty else {
            throw reading.refusal("states", "has to be an object of states by name, one at least")
        }
        guard members.count <= Self.maximumStates, Set(members.map(\.name)).count == members.count else {
            throw reading.refusal(
                "states", "has to be at most \(Self.maximumStates) states, each with a name of its own")
        }
        return try members.map { member in
            guard (1...100).contains(member.name.unicodeScalars.count) else {
                throw reading.refusal("states", "has a state whose name is not of 1 to 100 characters")
            }
            return try state(member.name, member.value)
        }
    }

    private func state(_ name: String, _ json: JSONValue) throws -> Scenario.State {
        let path = "states.\(name)"
        let content = json == .null ? JSONValue.object([]) : json
        let reading = try FaultReading(content, path, known: ["answers", "moves"])
        return Scenario.State(
            name: name,
            answers: try list(reading, "answers").map { try answer($0.json, $0.name) },
            moves: try list(reading, "moves").map { try move($0.json, $0.name) })
    }

    private func list(_ reading: FaultReading, _ member: String) throws -> [(json: JSONValue, name: String)] {
        guard let value = reading[member] else { return [] }
        guard case .array(let elements) = value, elements.count <= Self.maximumRules else {
            throw reading.refusal(member, "has to be a list of at most \(Self.maximumRules)")
        }
        return elements.enumerated().map { ($0.element, "\(reading.name).\(member)[\($0.offset)]") }
    }

    private func answer(_ json: JSONValue, _ name: String) throws -> Scenario.Answer {
        let reading = try FaultReading(json, name, known: ["match", "action", "preset"])
        try reading.requireOne(of: ["preset", "action"], because: "a preset is an action with a name")
        let preset = try reading.text("preset", 1...100).map(FaultPreset.named)
        let written = try preset.map { try JSONValue(json: .init($0.action.utf8)) } ?? reading["action"]
        guard let written else { throw reading.refusal("action", "is missing") }
        let match = try preset?.matching(reading["match"]) ?? reading["match"] ?? .object([])
        return Scenario.Answer(
            matcher: try FaultDraft.matcher(match, "\(name).match"),
            action: try actions.action(written, "\(name).action"))
    }

    private func move(_ json: JSONValue, _ name: String) throws -> Scenario.Move {
        let reading = try FaultReading(json, name, known: ["match", "after", "seconds", "to"])
        guard let target = try reading.text("to", 1...100) else { throw reading.refusal("to", "is missing") }
        if let seconds = try reading.integer("seconds", 1...31_536_000) {
            try reading.requireOne(of: ["seconds", "match"], because: "a move is made by time or by requests")
            try reading.requireOne(of: ["seconds", "after"], because: "after counts requests")
            return Scenario.Move(cause: .seconds(seconds), target: target)
        }
        let matcher = try FaultDraft.matcher(reading["match"] ?? .object([]), "\(name).match")
        let count = try reading.integer("after", 1...1_000_000_000) ?? 1
        return Scenario.Move(cause: .requests(matcher, count: count), target: target)
    }

    private static func require(_ name: String, among names: [String], _ member: String) throws {
        guard !names.contains(name) else { return }
        throw ConsoleError(
            .badRequest,
            "\(member) is \"\(name.prefix(40))\", which is no state.\(Spelling.question(name, among: names))"
                + " There are \(names.prefix(20).joined(separator: ", ")).")
    }
}
