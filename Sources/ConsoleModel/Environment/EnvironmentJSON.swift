package import DeviceProtocol
import Foundation
import Yams

/// JSON values in environment files: written as YAML, read back as exactly what they were (EnvironmentFile, "JSON").
package enum EnvironmentJSON {
    /// The only key of a mapping whose value is a JSON text, for values that YAML cannot express.
    package static let key = "$json"

    /// A value as YAML.
    static func node(_ value: JSONValue) -> Node {
        switch value {
        case .null: return .scalar(Node.Scalar("null", Tag(.null), .plain))
        case .bool(let flag): return YAMLWriting.bool(flag)
        case .number(let text): return isPlain(number: text) ? number(text) : escaped(value)
        case .string(let text): return text.utf8.contains(0) ? escaped(value) : YAMLWriting.text(text)
        case .array(let elements): return YAMLWriting.list(elements.map(node))
        case .object(let members):
            let names = members.map(\.name)
            let isEscape = names == [key]
            guard !isEscape, Set(names).count == names.count, !names.contains(where: { $0.utf8.contains(0) }) else {
                return escaped(value)
            }
            return mapping(members).node
        }
    }

    /// Members as a mapping.
    package static func mapping(_ members: [JSONMember]) -> YAMLMapping {
        YAMLMapping { mapping in
            for member in members { mapping.add(member.name, node(member.value)) }
        }
    }

    private static func escaped(_ value: JSONValue) -> Node {
        YAMLMapping { $0.add(key, YAMLWriting.text(String(decoding: value.encoded(), as: UTF8.self))) }.node
    }

    private static func number(_ text: String) -> Node {
        .scalar(Node.Scalar(text, Tag(text.utf8.allSatisfy(isDigitOrSign) ? .int : .float), .plain))
    }

    private static func isDigitOrSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Whether YAML reads it as a number, and not as a text or as an infinity.
    private static func isPlain(number text: String) -> Bool {
        switch YAMLScalar.kind(ofPlain: text) {
        case .integer: true
        case .real(let value): value.isFinite
        default: false
        }
    }
}

/// Reading JSON values of environment files.
extension EnvironmentNode {
    /// A JSON value of any kind.
    ///
    /// - Parameter depth: How deep it lies in the value it is part of, from 1.
    /// - Returns: The value; nil, with a problem noted, if it is none.
    package func json(depth: Int = 1) -> JSONValue? {
        if isList {
            guard hasRoom(depth) else { return nil }
            return .array(list.compactMap { $0.json(depth: depth + 1) })
        }
        guard isMapping else { return jsonScalar }
        guard hasRoom(depth), let mapping = mapping(nil) else { return nil }
        if mapping.entries.count == 1, let text = mapping[EnvironmentJSON.key] { return text.jsonText(depth: depth) }
        return .object(
            mapping.entries.compactMap { entry in
                entry.node.json(depth: depth + 1).map { JSONMember(name: entry.key, value: $0) }
            })
    }

    /// Members of a mapping, sorted by name; if two names differ only in letter case, the second one is noted as a
    /// problem.
    ///
    /// - Parameters:
    ///   - maximum: How many there may be.
    ///   - reserved: Names that have their place elsewhere, in lower case.
    /// - Returns: The valid members.
    package func jsonMembers(maximum: Int, reserved: Set<String>) -> [JSONMember] {
        guard let mapping = mapping(nil) else { return [] }
        if mapping.entries.count > maximum { complain("must have at most \(maximum) keys") }
        var seen: Set<String> = []
        var members: [JSONMember] = []
        for (name, node) in mapping.entries {
            if reserved.contains(name.lowercased()) {
                node.complain("must not be here: \(name) is said elsewhere")
            } else if !(1...255).contains(name.unicodeScalars.count) {
                complain("must have keys of 1 to 255 characters")
            } else if !seen.insert(name.lowercased()).inserted {
                complain("has the key \(name) twice")
            } else if let value = node.json(depth: 2) {
                members.append(JSONMember(name: name, value: value))
            }
        }
        return members.sorted { $0.name < $1.name }
    }

    private func hasRoom(_ depth: Int) -> Bool {
        if depth > JSONValue.maximumNesting { complain("is nested too deeply") }
        return depth <= JSONValue.maximumNesting
    }

    private var jsonScalar: JSONValue? {
        guard let scalar else { return nil }
        switch scalar.kind {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .text: return .string(scalar.text)
        case .integer(let number): return .number(isJSON(scalar.text) ? scalar.text : String(number))
        case .real(let number):
            if number.isFinite { return .number(isJSON(scalar.text) ? scalar.text : "\(number)") }
            complain("must be a number JSON can hold")
            return nil
        }
    }

    /// Whether a number is written as JSON does, so that it can stay as it is written.
    private func isJSON(_ text: String) -> Bool {
        (try? JSONValue(json: Data(text.utf8))) == .number(text)
    }

    private func jsonText(depth: Int) -> JSONValue? {
        guard let text = scalar?.text else { return nil }
        do {
            let value = try JSONValue(json: Data(text.utf8))
            return hasRoom(depth + value.nesting - 1) ? value : nil
        } catch {
            complain("must be a JSON text: \(error)")
            return nil
        }
    }
}

extension JSONValue {
    /// How deep containers lie in it, itself counted.
    fileprivate var nesting: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.nesting).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.nesting).max() ?? 0)
        default: 0
        }
    }
}
