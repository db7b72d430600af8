import ConsoleModel
import DeviceProtocol

/// Reads one organization group of an environment file and what belongs to it.
enum EnvironmentGroupReader {
    private static let keys =
        ["path", "id", "uuid", "name", "type", "country", "locale"] + EnvironmentSections.keys

    /// Reads a group; nil, with notes, if it has no path.
    static func read(_ node: EnvironmentNode) -> EnvironmentGroup? {
        guard let mapping = node.mapping(keys), let path = path(mapping.required("path")) else { return nil }
        let isRoot = path.count == 1
        var group = EnvironmentGroup(position: mapping.position, path: path)
        group.name = mapping["name"]?.name()
        group.uuid = mapping["uuid"]?.uuid
        if let id = mapping["id"] {
            group.id = id.integer(OrganizationGroupRecord.globalID...OrganizationGroupRecord.globalID)
            if !isRoot { id.complain("only the topmost group has an id") }
        }
        if let type = mapping["type"] {
            group.type = type.choice(OrganizationGroupRecord.types)
            if let found = group.type, (found == "Global") != isRoot {
                type.complain("only the topmost group is of the type Global")
            }
        }
        group.country = mapping["country"]?.text()
        group.locale = mapping["locale"]?.text(1...255)
        for section in EnvironmentSections.all { section.readContent(of: &group, mapping) }
        for section in EnvironmentSections.all { section.checkContent(of: group, mapping) }
        return group
    }

    private static func path(_ node: EnvironmentNode?) -> [String]? {
        guard let node, let text = node.text(1...1000) else { return nil }
        let codes = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard codes.count <= 32, codes.allSatisfy({ GroupCode($0) != nil }) else {
            node.complain(
                "is \"\(text.prefix(60))\"; it must be group IDs from the root down, joined by slashes, each \(GroupCode.rule)"
            )
            return nil
        }
        return codes
    }
}
