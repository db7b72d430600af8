package import Yams

/// A reference by name, to the same group unless it names another one.
package struct EnvironmentReference: Hashable, Sendable {
    var position: EnvironmentPosition
    /// Field it stands in, for messages.
    var field: String
    /// Path of the group it belongs to; nil for the group it is written in.
    package var group: String?
    package var name: String

    /// A reference to a name.
    package init(position: EnvironmentPosition, field: String, group: String?, name: String) {
        self.position = position
        self.field = field
        self.group = group
        self.name = name
    }

    /// Reads one: a name of the same group, or a mapping of `group` (a path) and `name`.
    package static func read(_ node: EnvironmentNode) -> EnvironmentReference? {
        let position = node.position ?? EnvironmentPosition(line: 1, column: 1)
        guard node.isMapping else {
            return node.text(1...255).map {
                EnvironmentReference(position: position, field: node.field, group: nil, name: $0)
            }
        }
        guard let mapping = node.mapping(["group", "name"]), let name = mapping.required("name")?.text(1...255) else {
            return nil
        }
        let group = mapping["group"]?.text(1...1000)
        return EnvironmentReference(position: position, field: node.field, group: group, name: name)
    }

    /// Reads a list of them.
    package static func list(_ node: EnvironmentNode?) -> [EnvironmentReference] {
        node?.list.compactMap { read($0) } ?? []
    }

    /// The reference as it is written; a name that could be read as a choice is written as a mapping.
    package var node: Node {
        let isKeyword = ProfileMode(rawValue: name) != nil
        if group == nil, !isKeyword { return YAMLWriting.text(name) }
        return YAMLMapping {
            $0.add("group", group.map(YAMLWriting.text))
            $0.add("name", YAMLWriting.text(name))
        }.node
    }
}

extension JSONSchema {
    /// A list of references.
    package static let references = list(.defined("reference"))
}
