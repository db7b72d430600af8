/// Answers that depend on what came before: named states, moved by requests, by time and by call (Scenarios).
///
/// ```swift
/// let busy = MockScenario(
///     "busy at first", on: .path("/deviceservices/**"),
///     states: [
///         .state("busy", answers: [.answer(.post("/**"), .status(503))], moves: [.after(2, .post("/**"), to: "calm")]),
///         .state("calm"),
///     ])
/// try await mock.start(busy)
/// ```
public struct MockScenario: Sendable, Hashable {
    /// What has a state of its own.
    public enum Key: String, Sendable {
        /// Each device, user or organization group.
        case device, user, group
        /// All requests together.
        case everything
    }

    /// One of its states.
    public struct State: Sendable, Hashable {
        let name: String
        let json: JSONValue

        /// A state; one without answers and moves is the end.
        public static func state(_ name: String, answers: [Answer] = [], moves: [Move] = []) -> State {
            State(name: name, json: ["answers": .array(answers.map(\.json)), "moves": .array(moves.map(\.json))])
        }
    }

    /// What is answered in a state.
    public struct Answer: Sendable, Hashable {
        let json: JSONValue

        /// Some requests fail in this way.
        public static func answer(_ match: RequestMatch, _ action: FaultAction) -> Answer {
            Answer(json: ["match": match.json, "action": action.json])
        }
    }

    /// What leads to another state.
    public struct Move: Sendable, Hashable {
        let json: JSONValue

        /// So many requests lead to it.
        public static func after(_ count: Int = 1, _ match: RequestMatch, to state: String) -> Move {
            Move(json: ["match": match.json, "after": .integer(Int64(count)), "to": .string(state)])
        }

        /// So long in the state leads to it, by the clock of the group.
        public static func after(_ time: Duration, to state: String) -> Move {
            Move(json: ["seconds": .integer(time.components.seconds), "to": .string(state)])
        }
    }

    /// Its name.
    public let name: String
    /// As the console reads it.
    public let json: JSONValue

    /// A scenario of its states; everything begins in the first.
    ///
    /// - Parameters:
    ///   - name: Its name, of ASCII without slashes.
    ///   - key: What has a state of its own.
    ///   - match: Which requests it is about.
    ///   - states: Its states.
    public init(_ name: String, key: Key = .device, on match: RequestMatch = .any, states: [State]) {
        self.name = name
        let named = Dictionary(states.map { ($0.name, $0.json) }) { $1 }
        json = [
            "name": .string(name), "key": .string(key.rawValue), "match": match.json,
            "start": .string(states.first?.name ?? ""), "states": .object(named),
        ]
    }
}

extension MockSurface {
    /// Starts a scenario, in place of one of the same name.
    public func start(_ scenario: MockScenario) async throws {
        try await call("POST", "/_mock/scenarios", scenario.json)
    }

    /// Starts a scenario from a template of the console, such as `wipe`.
    ///
    /// - Parameters:
    ///   - template: Its name.
    ///   - name: What to call it.
    ///   - parameters: What can be said about it.
    /// - Throws: ``MockUEMError`` if the console refuses.
    public func startScenario(template: String, name: String, _ parameters: JSONValue = [:]) async throws {
        try await call(
            "POST", "/_mock/scenarios",
            ["template": .string(template), "name": .string(name), "parameters": parameters])
    }

    /// The state in which something stands; nil if it has made no request yet.
    ///
    /// - Parameters:
    ///   - name: Name of the scenario.
    ///   - key: The device, user or group.
    /// - Returns: Name of the state.
    /// - Throws: ``MockUEMError`` if the console refuses.
    public func scenarioState(_ name: String, of key: String) async throws -> String? {
        let keys = try await call("GET", scenarioPath(name) + "?pageSize=500")["keys"]?.array ?? []
        return keys.first { $0["key"]?.string == key.lowercased() }?["state"]?.string
    }

    /// Puts something into a state.
    public func moveScenario(_ name: String, of key: String, to state: String) async throws {
        try await call("POST", scenarioPath(name) + "/move", ["key": .string(key), "to": .string(state)])
    }

    /// Ends a scenario.
    public func removeScenario(_ name: String) async throws { try await call("DELETE", scenarioPath(name)) }

    private func scenarioPath(_ name: String) -> String { "/_mock/scenarios/\(ControlClient.escaped(name))" }
}
