import ConsolePlatform
import DeviceProtocol
import Foundation

/// The managed configuration of an app: what its device finds with the installation (AdminApplications, "Managed
/// configuration").
///
/// Pairs of an assignment become values of the type they name; a value that is none of its type stays a text.
struct ManagedConfiguration: Hashable, Sendable {
    /// The name of the pairs in a rule.
    static let member = "application_configuration"
    /// Pairs that an environment file may give an assignment.
    static let maximumPairs = 1000

    /// The values by key.
    private(set) var values: [String: PropertyListValue] = [:]
    /// Warnings about the pairs, each a sentence.
    private(set) var warnings: [String] = []

    /// The configuration of pairs as a rule has them.
    ///
    /// - Parameters:
    ///   - pairs: Objects with `key`, `value`, `type` and `nested_configurations`.
    ///   - lookups: The values for names in braces.
    init(_ pairs: [JSONValue], lookups: [String: String] = [:]) {
        for pair in pairs {
            guard let pair = Pair(pair) else {
                warnings.append("A pair without a key is left out.")
                continue
            }
            if values[pair.key] != nil { warnings.append("\(pair.key) is there more than once; the last one counts.") }
            values[pair.key] = value(of: pair, lookups)
        }
    }

    private mutating func value(of pair: Pair, _ lookups: [String: String]) -> PropertyListValue {
        if !pair.nested.isEmpty {
            let inner = ManagedConfiguration(pair.nested, lookups: lookups)
            warnings += inner.warnings.map { "In \(pair.key): \($0)" }
            return .dictionary(inner.values)
        }
        let text = lookups.sorted { $0.key < $1.key }.reduce(pair.value) { $0.replacing("{\($1.key)}", with: $1.value) }
        guard let value = Self.value(text, of: pair.type) else {
            warnings.append("\(pair.key) is no \(pair.type.capitalized), so it is given as a text.")
            return .string(text)
        }
        return value
    }

    /// A text as a value of a type; nil if it is none.
    private static func value(_ text: String, of type: String) -> PropertyListValue? {
        let text = text.trimmingCharacters(in: .whitespaces)
        switch type {
        case "INTEGER", "INT", "LONG": return Int64(text).map { .integer($0) }
        case "REAL", "FLOAT", "DOUBLE": return Double(text).flatMap { $0.isFinite ? .real($0) : nil }
        case "BOOLEAN", "BOOL":
            switch text.lowercased() {
            case "true", "yes", "1": return .bool(true)
            case "false", "no", "0": return .bool(false)
            default: return nil
            }
        case "DATE": return Timestamp(iso8601: text).map { .date($0.date) }
        default: return .string(text)
        }
    }

    /// A pair of a rule, read leniently.
    private struct Pair {
        let key: String
        let value: String
        let type: String
        let nested: [JSONValue]

        init?(_ pair: JSONValue) {
            guard case .object(let members) = ManagedConfiguration.completed(pair) ?? .null else { return nil }
            func text(_ name: String) -> String {
                switch members.last(where: { $0.name == name })?.value {
                case .string(let text), .number(let text): text
                case .bool(let flag): String(flag)
                default: ""
                }
            }
            (key, value) = (text("key"), text("value"))
            type = text("type").uppercased()
            guard case .array(let elements)? = members.last(where: { $0.name == "nested_configurations" })?.value
            else { return nil }
            nested = elements
        }
    }

    /// A pair with everything that one has, sorted by name; nil for what has no key.
    static func completed(_ pair: JSONValue) -> JSONValue? {
        guard case .object(let members) = pair else { return nil }
        var complete: [String: JSONValue] = [
            "type": .string("STRING"), "value": .string(""), "nested_configurations": .array([]),
        ]
        for member in members where member.value != .null { complete[member.name.lowercased()] = member.value }
        guard case .string(let key)? = complete["key"], !key.isEmpty else { return nil }
        if case .array? = complete["nested_configurations"] {} else { complete["nested_configurations"] = .array([]) }
        return .object(complete.sorted { $0.key < $1.key }.map { JSONMember(name: $0.key, value: $0.value) })
    }
}
