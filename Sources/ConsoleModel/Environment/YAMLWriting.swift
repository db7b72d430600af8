import ConsolePlatform
package import DeviceProtocol
import Foundation
package import Yams

/// Builds a YAML mapping whose keys keep the order they are added in.
package struct YAMLMapping {
    private var pairs: [(Node, Node)] = []

    /// A mapping filled by a closure.
    package init(_ fill: (inout YAMLMapping) -> Void) {
        fill(&self)
    }

    /// Whether nothing was added.
    package var isEmpty: Bool { pairs.isEmpty }

    /// Adds a key; nil adds nothing.
    package mutating func add(_ key: String, _ value: Node?) {
        if let value { pairs.append((YAMLWriting.text(key), value)) }
    }

    /// Adds a text unless it is empty.
    package mutating func addText(_ key: String, _ text: String) {
        if !text.isEmpty { add(key, YAMLWriting.text(text)) }
    }

    /// Adds a list unless it is empty.
    package mutating func addList(_ key: String, _ nodes: [Node]) {
        if !nodes.isEmpty { add(key, YAMLWriting.list(nodes)) }
    }

    /// The mapping; an empty one is written as `{}`.
    package var node: Node { Node(pairs, .implicit, pairs.isEmpty ? .flow : .block) }
}

/// Makes YAML nodes that read back as the same values.
package enum YAMLWriting {
    /// A text: plain where that reads back as the same text under YAML 1.1 and 1.2, else in quotes.
    package static func text(_ text: String) -> Node {
        .scalar(Node.Scalar(text, Tag(.str), isPlain(text) ? .plain : .doubleQuoted))
    }

    package static func integer(_ number: Int64) -> Node { .scalar(Node.Scalar(String(number), Tag(.int), .plain)) }

    package static func bool(_ value: Bool) -> Node {
        .scalar(Node.Scalar(value ? "true" : "false", Tag(.bool), .plain))
    }

    package static func list(_ nodes: [Node]) -> Node { Node(nodes, .implicit, nodes.isEmpty ? .flow : .block) }

    package static func setting(_ value: SettingValue) -> Node {
        switch value {
        case .none: .scalar(Node.Scalar("null", Tag(.null), .plain))
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .string(let value): text(value)
        case .strings(let values): list(values.map(text))
        }
    }

    /// A property-list value; data and dates, for which YAML 1.2 has no scalar, as `{$data: …}` and `{$date: …}`.
    package static func propertyList(_ value: PropertyListValue) -> Node {
        switch value {
        case .string(let value): text(value)
        case .integer(let value): integer(value)
        case .real(let value): .scalar(Node.Scalar("\(value)", Tag(.float), .plain))
        case .bool(let value): bool(value)
        case .data(let value): YAMLMapping { $0.add("$data", text(value.base64EncodedString())) }.node
        case .date(let value): YAMLMapping { $0.add("$date", text(Timestamp(value).description)) }.node
        case .array(let values): list(values.map(propertyList))
        case .dictionary(let values):
            YAMLMapping { mapping in
                for (key, value) in values.sorted(by: { $0.key < $1.key }) { mapping.add(key, propertyList(value)) }
            }.node
        }
    }

    /// Letters, digits and harmless marks, which every version of YAML reads as a text.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "$" else { return false }
        guard text.last != " ", !text.contains("  ") else { return false }
        let harmless = "-_./@+$ '"
        guard
            text.unicodeScalars.allSatisfy({
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || harmless.unicodeScalars.contains($0)
            })
        else { return false }
        let keywords = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
        return !keywords.contains(text.lowercased()) && YAMLScalar.kind(ofPlain: text) == .text
    }
}
