import ConsoleModel
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

    /// Look-up values that the values name.
    private(set) var lookups: Set<LookupValue> = []

    /// The configuration of pairs as a rule has them.
    ///
    /// - Parameters:
    ///   - pairs: Objects with `key`, `value`, `type` and `nested_configurations`.
    ///   - lookups: What stands for names in braces; nil to leave values as they are.
    init(_ pairs: [JSONValue], lookups: LookupValues? = nil) {
        for pair in pairs {
            guard let pair = Pair(pair) else {
                warnings.append("A pair without a key is left out.")
                continue
            }
            if values[pair.key] != nil { warnings.append("\(pair.key) is there more than once; the last one counts.") }
            values[pair.key] = value(of: pair, lookups)
        }
    }

    private mutating func value(of pair: Pair, _ lookups: LookupValues?) -> PropertyListValue {
        if !pair.nested.isEmpty {
            // The elements of an array have keys that nobody reads.
            let isArray = pair.type == "ARRAY"
            let inner = (isArray ? pair.nested.map { [$0] } : [pair.nested]).map {
                ManagedConfiguration($0, lookups: lookups)
            }
            for part in inner {
                warnings += part.warnings.map { "In \(pair.key): \($0)" }
                self.lookups.formUnion(part.lookups)
            }
            return isArray ? .array(inner.flatMap(\.values.values)) : .dictionary(inner[0].values)
        }
        let found = lookups?.replaced(in: pair.value)
        if let found {
            warnings += found.warnings(about: pair.key)
            self.lookups.formUnion(found.used)
        }
        let text = found?.text ?? pair.value
        guard Self.types.contains(pair.type) else {
            warnings.append(
                "\(pair.key) has the type \(pair.type.prefix(40)), which is none, so it is given as a text.")
            return .string(text)
        }
        guard let value = Self.value(text, of: pair.type) else {
            warnings.append("\(pair.key) is no \(pair.type.capitalized), so it is given as a text.")
            return .string(text)
        }
        return value
    }

    /// The words for types, in capitals.
    private static let types: Set<String> = [
        "", "STRING", "INTEGER", "INT", "LONG", "REAL", "FLOAT", "DOUBLE", "BOOLEAN", "BOOL", "DATE", "DATA", "ARRAY",
        "DICTIONARY", "DICT",
    ]

    /// A text as a value of a type; nil if it is none.
    private static func value(_ text: String, of type: String) -> PropertyListValue? {
        let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch type {
        case "INTEGER", "INT", "LONG": return Int64(word).map { .integer($0) }
        case "REAL", "FLOAT", "DOUBLE": return Double(word).flatMap { $0.isFinite ? .real($0) : nil }
        case "BOOLEAN", "BOOL":
            switch word.lowercased() {
            case "true", "yes", "1": return .bool(true)
            case "false", "no", "0": return .bool(false)
            default: return nil
            }
        case "DATE": return Timestamp(iso8601: word).map { .date($0.date) }
        case "DATA": return Data(base64Encoded: word.filter { !$0.isWhitespace }).map { .data($0) }
        case "ARRAY": return array(word)
        case "DICTIONARY", "DICT": return dictionary(word)
        default: return .string(text)
        }
    }

    /// A JSON array, or texts with commas between them; nil for JSON that is none.
    private static func array(_ text: String) -> PropertyListValue? {
        guard text.hasPrefix("[") else {
            let texts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return .array(texts.map { .string($0) })
        }
        guard let value = json(text), case .array = value else { return nil }
        return value
    }

    /// A JSON object; an empty text is an empty one.
    private static func dictionary(_ text: String) -> PropertyListValue? {
        if text.isEmpty { return .dictionary([:]) }
        guard let value = json(text), case .dictionary = value else { return nil }
        return value
    }

    private static func json(_ text: String) -> PropertyListValue? {
        guard let json = try? JSONValue(json: Data(text.utf8)) else { return nil }
        return try? PropertyListValue(json: json, field: "value")
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
                case .some(let value) where value != .null: String(decoding: value.encoded(), as: UTF8.self)
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
