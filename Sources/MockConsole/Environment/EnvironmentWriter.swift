import ConsoleModel
import Yams

/// Writes environment files; the same environment is always the same text.
enum EnvironmentWriter {
    /// The text of a document.
    static func write(_ document: EnvironmentDocument) throws -> String {
        let root = YAMLMapping {
            $0.add("version", YAMLWriting.integer(EnvironmentReader.formatVersion))
            $0.add("organizationGroups", YAMLWriting.list(document.groups.map(group)))
        }
        return try Yams.serialize(node: root.node, indent: 2, width: -1, allowUnicode: true)
    }

    private static func group(_ group: EnvironmentGroup) -> Node {
        YAMLMapping {
            $0.add("path", YAMLWriting.text(group.pathText))
            $0.add("id", group.id.map(YAMLWriting.integer))
            $0.add("uuid", group.uuid.map(YAMLWriting.text))
            $0.add("name", group.name.map(YAMLWriting.text))
            $0.add("type", group.type.map(YAMLWriting.text))
            $0.addText("country", group.country ?? "")
            $0.addText("locale", group.locale ?? "")
            for section in EnvironmentSections.all { section.addContent(of: group, to: &$0) }
        }.node
    }
}
