import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// The assignments of an app: read, changed and written back as a whole, as their route has it.
///
/// What pages do not show of a rule stays as it is.
struct AssignmentRules: Sendable {
    /// The rules, the winning one first.
    private(set) var rules: [JSON]
    /// Uuids of the smart groups that the app is kept from.
    var excluded: [String]
    private let route: String

    /// The assignments of an app.
    ///
    /// - Throws: What the route throws.
    init(of frame: AppFrame, _ visit: Visit) async throws {
        route = "/api/mam/apps/\(frame.app.id.text)/assignment-rules"
        var call = ConsoleCall(.get, route)
        call.version = 2
        let answer = try await visit.api.json(call)
        rules = answer["assignments"].list
        excluded = answer["excluded_smart_groups"].list.map(\.text)
    }

    /// The rule at a place, counted from one.
    ///
    /// - Parameters:
    ///   - place: As an address has it.
    ///   - name: What it was called when the page was made; nil if that does not matter.
    /// - Returns: The rule.
    /// - Throws: ``ConsoleError`` `notFound`, `conflict` if another one has come there meanwhile.
    func rule(at place: String, called name: String? = nil) throws -> JSON {
        let index = try index(place)
        guard let name, Self.name(rules[index]) != name else { return rules[index] }
        throw ConsoleError(.conflict, "The assignments were changed meanwhile. Look at them again.")
    }

    private func index(_ place: String) throws -> Int {
        guard let number = Int(place), rules.indices.contains(number - 1) else {
            throw ConsoleError(.notFound, "The app has no such assignment.")
        }
        return number - 1
    }

    /// What a rule is called.
    static func name(_ rule: JSON) -> String { rule["distribution"]["name"].text }

    /// Puts a rule at a place, counted from one, after it was taken from where it was.
    mutating func put(_ rule: JSONValue, at place: Int) {
        rules.insert(JSON(rule), at: min(max(0, place - 1), rules.count))
    }

    /// Takes a rule away.
    mutating func remove(at place: String) throws {
        rules.remove(at: try index(place))
    }

    /// Writes them back, numbered in their order.
    ///
    /// - Throws: What the route throws.
    func save(_ visit: Visit) async throws {
        let numbered = rules.enumerated().map { $1.with(["priority": .integer($0)]) }
        var call = ConsoleCall(
            .put, route,
            json: .members([
                "assignments": .array(numbered), "excluded_smart_groups": .array(excluded.map { .string($0) }),
            ]))
        call.version = 2
        _ = try await visit.api.json(call)
    }
}

extension JSON {
    /// The object with other values of some members, or further ones.
    func with(_ changes: KeyValuePairs<String, JSONValue>) -> JSONValue {
        var members: [JSONMember] = []
        if case .object(let own)? = value { members = own.filter { one in !changes.contains { $0.key == one.name } } }
        return .object(members + changes.map { JSONMember(name: $0.key, value: $0.value) })
    }
}
