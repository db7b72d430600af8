import DeviceProtocol
import Yams

/// What is wrong with a script, each with its place.
public struct SimulationScriptError: Error, Hashable, Sendable {
    /// Sentences such as `line 3: steps: …`.
    public let problems: [String]
}

extension SimulationScript {
    /// Reads a script.
    ///
    /// - Throws: ``SimulationScriptError`` with everything that is wrong.
    public init(yaml: String) throws {
        let root: Node?
        do {
            root = try Yams.compose(yaml: yaml)
        } catch let error as YamlError {
            throw SimulationScriptError(problems: [ScriptReader.sentence(of: error)])
        }
        self.init()
        var reader = ScriptReader()
        if let root { reader.read(root, into: &self) }
        guard reader.problems.isEmpty else { throw SimulationScriptError(problems: reader.problems) }
    }
}

/// Reads the nodes of a script and collects what is wrong.
private struct ScriptReader {
    private(set) var problems: [String] = []
    private typealias Name = SimulationAction.Name
    /// The apps that are named, where they are named.
    private var named: [(app: BundleIdentifier, node: Node)] = []

    static func sentence(of error: YamlError) -> String {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            "line \(mark.line): \(problem)"
        default: "the script is no YAML"
        }
    }

    private mutating func complain(_ node: Node, _ message: String) {
        problems.append((node.mark.map { "line \($0.line): " } ?? "") + message)
    }

    mutating func read(_ root: Node, into script: inout SimulationScript) {
        let keys = "apps, users, steps, weights, knobs"
        guard let mapping = root.mapping else { return complain(root, "a script is a mapping with the keys \(keys)") }
        for (key, value) in mapping {
            switch key.string ?? "" {
            case "apps": script.clusters = clusters(value)
            case "users": script.users = users(value)
            case "steps": script.steps = steps(value)
            case "weights": script.weights = weights(value)
            case "knobs": script.knobs = knobs(value)
            default: complain(key, "a script has no key \"\(key.string ?? "")\"; it may have \(keys)")
            }
        }
        if let both = mapping["steps"], mapping["weights"] != nil {
            complain(both, "a script has steps or weights, not both")
        }
        let apps = script.clusters.flatMap { $0 }
        for (app, node) in named where !apps.isEmpty && !apps.contains(app) {
            complain(node, "app: \(app) is not among the apps of the script")
        }
        let actions = script.steps.map(\.action) + script.weights.map(\.action)
        if actions.contains(.changeUser), script.users.isEmpty {
            complain(root, "changeUser: the script needs users, who take the device in turn")
        }
    }

    /// A list of clusters, each a list of apps; an app alone is a cluster of its own.
    private mutating func clusters(_ node: Node) -> [[BundleIdentifier]] {
        guard let elements = node.sequence, !elements.isEmpty else {
            complain(node, "apps: must be a list of clusters, each a list of bundle identifiers")
            return []
        }
        let clusters = elements.map { element in
            (element.sequence.map(Array.init) ?? [element]).compactMap { bundle($0, "apps") }
        }
        let apps = clusters.flatMap { $0 }
        if Set(apps).count < apps.count { complain(node, "apps: an app is named twice") }
        return clusters.filter { !$0.isEmpty }
    }

    private mutating func bundle(_ node: Node, _ field: String) -> BundleIdentifier? {
        if let bundle = node.scalar.flatMap({ BundleIdentifier($0.string) }) { return bundle }
        complain(node, "\(field): must be \(BundleIdentifier.rule)")
        return nil
    }

    private mutating func users(_ node: Node) -> [ClientSetup.User] {
        let users = (node.sequence.map(Array.init) ?? []).compactMap { element -> ClientSetup.User? in
            guard let mapping = element.mapping, mapping.count == 2, let name = mapping["user"]?.scalar?.string,
                let password = mapping["password"]?.scalar?.string
            else { return nil }
            return ClientSetup.User(username: name, password: password)
        }
        if users.isEmpty || users.count != node.sequence?.count {
            complain(node, "users: must be a list of mappings with user and password")
        }
        return users
    }

    private mutating func steps(_ node: Node) -> [SimulationScript.Step] {
        guard let elements = node.sequence, !elements.isEmpty else {
            complain(node, "steps: must be a list of actions")
            return []
        }
        let steps = elements.compactMap { step($0) }
        if steps.count == elements.count, steps.allSatisfy({ $0.action == .firstLaunch }) {
            complain(node, "steps: something has to follow the first launch")
        }
        return steps
    }

    /// `beacon`, `wait: 5` or `log: {bytes: 2048}`.
    private mutating func step(_ node: Node) -> SimulationScript.Step? {
        if let text = node.scalar?.string {
            return name(text, at: node).map { SimulationScript.Step(SimulationAction($0)) }
        }
        guard let mapping = node.mapping, mapping.count == 1, let entry = mapping.first else {
            complain(node, "steps: a step is an action, such as beacon or log: {bytes: 2048}")
            return nil
        }
        guard let name = name(entry.key.string ?? "", at: entry.key),
            let action = action(name, entry.value, extra: [])
        else { return nil }
        return SimulationScript.Step(action, app: app(of: entry.value))
    }

    private mutating func name(_ text: String, at node: Node) -> SimulationAction.Name? {
        if let name = Name(rawValue: text) { return name }
        let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
        complain(node, "there is no action \"\(text)\"; there are \(known)")
        return nil
    }

    /// The app that a mapping names, which has to be one of a bundle identifier.
    private mutating func app(of node: Node) -> BundleIdentifier? {
        guard let node = node.mapping?["app"], let app = bundle(node, "app") else { return nil }
        named.append((app, node))
        return app
    }

    /// An action of a value: its setting as a number, or a mapping with the setting.
    private mutating func action(_ name: SimulationAction.Name, _ node: Node, extra: [String]) -> SimulationAction? {
        guard let mapping = node.mapping else {
            guard let setting = name.setting else {
                complain(node, "\(name.rawValue): has no settings")
                return nil
            }
            return integer(node, setting.range, "\(name.rawValue)").map { SimulationAction(name, $0) }
        }
        let extra = extra + ["app"]
        var found: Int?
        for (key, value) in mapping where !extra.contains(key.string ?? "") {
            guard let setting = name.setting, key.string == setting.key else {
                let allowed = (extra + [name.setting?.key].compactMap { $0 }).joined(separator: ", ")
                complain(key, "\(name.rawValue): has no setting \"\(key.string ?? "")\"; it may have \(allowed)")
                return nil
            }
            guard let number = integer(value, setting.range, "\(name.rawValue).\(setting.key)") else { return nil }
            found = number
        }
        return SimulationAction(name, found)
    }

    private mutating func weights(_ node: Node) -> [SimulationScript.Weight] {
        guard let mapping = node.mapping, !mapping.isEmpty else {
            complain(node, "weights: must be a mapping of actions to numbers")
            return []
        }
        var weights: [SimulationScript.Weight] = []
        for (key, value) in mapping {
            guard let name = name(key.string ?? "", at: key) else { continue }
            let isDetailed = value.mapping != nil
            guard let number = real(value.mapping?["weight"] ?? value, 0...1_000_000, "weights.\(name.rawValue)"),
                let action = isDetailed ? action(name, value, extra: ["weight"]) : SimulationAction(name)
            else { continue }
            weights.append(SimulationScript.Weight(action: action, weight: number, app: app(of: value)))
        }
        if problems.isEmpty, !weights.contains(where: { $0.weight > 0 }) {
            complain(node, "weights: one of them has to be above 0")
        }
        return weights
    }

    private mutating func knobs(_ node: Node) -> SimulationScript.Knobs {
        var knobs = SimulationScript.Knobs()
        guard let mapping = node.mapping else {
            complain(node, "knobs: must be a mapping")
            return knobs
        }
        let shares: [(String, WritableKeyPath<SimulationScript.Knobs, Double>)] = [
            ("notNow", \.notNow), ("silence", \.silence), ("reenroll", \.reenroll), ("duplicate", \.duplicates),
            ("drop", \.drops),
        ]
        for (key, value) in mapping {
            let name = key.string ?? ""
            if name == "clockSkew" {
                knobs.clockSkew = integer(value, 0...31_536_000, "knobs.clockSkew") ?? 0
            } else if let share = shares.first(where: { $0.0 == name }) {
                knobs[keyPath: share.1] = real(value, 0...1, "knobs.\(name)") ?? 0
            } else {
                let known = (shares.map(\.0) + ["clockSkew"]).joined(separator: ", ")
                complain(key, "there is no knob \"\(name)\"; there are \(known)")
            }
        }
        return knobs
    }

    private mutating func integer(_ node: Node, _ range: ClosedRange<Int>, _ field: String) -> Int? {
        if let number = node.scalar.flatMap({ Int($0.string) }), range.contains(number) { return number }
        complain(node, "\(field): must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    private mutating func real(_ node: Node, _ range: ClosedRange<Double>, _ field: String) -> Double? {
        if let number = node.scalar.flatMap({ Double($0.string) }), range.contains(number) { return number }
        complain(node, "\(field): must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        return nil
    }
}
