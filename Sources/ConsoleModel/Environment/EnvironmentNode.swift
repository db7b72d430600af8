package import ConsolePlatform
import DeviceProtocol
import Foundation
package import Yams

/// A node of an environment file that knows its place; reading it notes problems.
package struct EnvironmentNode {
    /// The node itself.
    let node: Node
    /// Path of fields that led here.
    package let field: String
    /// Where problems go.
    let problems: EnvironmentProblems

    /// A node, with the path of fields to it.
    package init(node: Node, field: String, problems: EnvironmentProblems) {
        self.node = node
        self.field = field
        self.problems = problems
    }

    /// Where it stands.
    package var position: EnvironmentPosition? {
        node.mark.map { EnvironmentPosition(line: $0.line, column: $0.column) }
    }

    /// Whether it is written as a list.
    package var isList: Bool { node.sequence != nil }
    /// Whether it is written as a mapping.
    package var isMapping: Bool { node.mapping != nil }
    /// Whether it is written as an empty value.
    package var isNull: Bool { node.scalar.map { YAMLScalar($0).kind == .null } ?? false }

    /// Notes a problem here.
    package func complain(_ message: String) {
        problems.add(message, at: position, field: field)
    }

    /// The meaning of a scalar by the rules of YAML 1.2; nil, with a problem noted, for anything else.
    package var scalar: YAMLScalar? {
        guard problems.countNode() else { return nil }
        guard let scalar = node.scalar else {
            complain("must be a single value")
            return nil
        }
        return YAMLScalar(scalar)
    }

    /// A text within a length, with any character but NUL: an export contains every text that the console accepts
    /// elsewhere.
    ///
    /// Numbers and booleans are taken as they are written.
    package func text(_ length: ClosedRange<Int> = 0...255) -> String? {
        guard let scalar else { return nil }
        guard scalar.kind != .null else {
            complain("must be a text")
            return nil
        }
        // Counts code points, as the schema does, not what a reader would call characters.
        guard length.contains(scalar.text.unicodeScalars.count), !scalar.text.utf8.contains(0) else {
            complain("must have \(length.lowerBound) to \(length.upperBound) characters, none of them NUL")
            return nil
        }
        return scalar.text
    }

    /// The name of a user, an administrator or a group, which follows `NameRule`.
    package func name(_ length: ClosedRange<Int> = 1...255) -> String? {
        guard let text = text(length) else { return nil }
        if let problem = NameRule.problem(with: text) {
            complain(problem)
            return nil
        }
        return text
    }

    /// A text within a length and on one line, as parts of requests must be.
    package func line(_ length: ClosedRange<Int> = 0...255) -> String? {
        guard let text = text(length) else { return nil }
        guard !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
            complain("must not contain control characters")
            return nil
        }
        return text
    }

    /// One of some texts.
    package func choice(_ choices: [String]) -> String? {
        guard let text = scalar?.text else { return nil }
        guard let found = choices.first(where: { $0.lowercased() == text.lowercased() }) else {
            complain("is \"\(text.prefix(60))\"; it must be one of \(choices.joined(separator: ", "))")
            return nil
        }
        return found
    }

    /// A boolean.
    package var bool: Bool? {
        guard let scalar else { return nil }
        guard case .bool(let value) = scalar.kind else {
            complain("is \"\(scalar.text.prefix(60))\"; it must be true or false")
            return nil
        }
        return value
    }

    /// A whole number in a range.
    package func integer(_ range: ClosedRange<Int64>) -> Int64? {
        guard let scalar else { return nil }
        guard case .integer(let value) = scalar.kind, range.contains(value) else {
            complain(
                "is \"\(scalar.text.prefix(60))\"; it must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
            return nil
        }
        return value
    }

    /// A UUID, in lower case.
    package var uuid: String? {
        guard let text = scalar?.text else { return nil }
        guard let uuid = UUID(uuidString: text) else {
            complain("is \"\(text.prefix(60))\"; it must be a UUID")
            return nil
        }
        return uuid.uuidString.lowercased()
    }

    /// A moment in ISO 8601.
    package var timestamp: Timestamp? {
        guard let text = scalar?.text else { return nil }
        guard let value = Timestamp(iso8601: text) else {
            complain("is \"\(text.prefix(60))\"; it must be a time such as 2030-01-31T00:00:00Z")
            return nil
        }
        return value
    }

    /// The elements of a list; an empty value is an empty list.
    package var list: [EnvironmentNode] {
        guard problems.countNode() else { return [] }
        if isNull { return [] }
        guard let sequence = node.sequence else {
            complain("must be a list")
            return []
        }
        return sequence.enumerated().map { index, element in
            EnvironmentNode(node: element, field: "\(field)[\(index)]", problems: problems)
        }
    }

    /// The entries of a mapping.
    ///
    /// - Parameter allowed: The keys it may have; nil for any. Others are noted.
    /// - Returns: The mapping; nil, with a problem noted, for anything else.
    package func mapping(_ allowed: [String]?) -> EnvironmentMapping? {
        guard problems.countNode() else { return nil }
        guard let mapping = node.mapping else {
            complain("must be a mapping" + (allowed.map { " with the keys \($0.joined(separator: ", "))" } ?? ""))
            return nil
        }
        var entries: [(key: String, node: EnvironmentNode)] = []
        // Keys that differ in their tags only are different ones to the parser.
        var names: Set<String> = []
        for (key, value) in mapping {
            let keyNode = EnvironmentNode(node: key, field: field, problems: problems)
            guard let name = keyNode.scalar?.text else { continue }
            if let allowed, !allowed.contains(name) {
                keyNode.complain("has no key \"\(name.prefix(60))\"; it may have \(allowed.joined(separator: ", "))")
                continue
            }
            guard names.insert(name).inserted else {
                keyNode.complain("has the key \"\(name.prefix(60))\" twice")
                continue
            }
            let path = field.isEmpty ? name : "\(field).\(name)"
            entries.append((name, EnvironmentNode(node: value, field: path, problems: problems)))
        }
        return EnvironmentMapping(
            entries: entries, whole: self, position: position ?? EnvironmentPosition(line: 1, column: 1))
    }
}

/// A mapping of an environment file.
package struct EnvironmentMapping {
    /// Keys and values in the order of the file.
    package let entries: [(key: String, node: EnvironmentNode)]
    /// The mapping as a node.
    package let whole: EnvironmentNode
    /// Where it stands.
    package let position: EnvironmentPosition

    /// The value of a key; nil if it is missing.
    package subscript(key: String) -> EnvironmentNode? {
        entries.first { $0.key == key }?.node
    }

    /// The value of a required key; notes a problem if it is missing.
    package func required(_ key: String) -> EnvironmentNode? {
        if let node = self[key] { return node }
        whole.complain("needs the key \"\(key)\"")
        return nil
    }
}
