package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// Smart groups in environment files.
package struct SmartGroupEnvironmentSection: EnvironmentListSection {
    package static let key = "smartGroups"
    package static let entryName = "smartGroup"
    package static let definitions: [(String, JSONSchema)] = [("smartGroup", smartGroup), ("criteria", criteria)]

    /// A section that asks the database only.
    init() {}

    /// Reads a smart group; nil, with a note, if it has no name.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentSmartGroup? {
        EnvironmentSmartGroupReader.read(node)
    }

    /// A smart group as it is written.
    package static func writeEntry(_ group: EnvironmentSmartGroup) -> Node {
        let criteria = YAMLMapping {
            $0.addList("organizationGroups", group.organizationGroups.map(\.node))
            $0.addList("userGroups", group.userGroups.map(\.node))
            $0.addList("tags", group.tags.map(\.node))
            for (key, kind) in EnvironmentSmartGroup.wordKeys {
                $0.addList(key, (group.words[kind] ?? []).map(YAMLWriting.text))
            }
            $0.addList("osVersions", group.osVersions.map { YAMLWriting.text($0.text) })
        }
        return YAMLMapping {
            $0.add("name", YAMLWriting.text(group.name))
            $0.add("uuid", group.uuid.map(YAMLWriting.text))
            $0.add("criteriaType", YAMLWriting.text(group.criteriaType))
            if !criteria.isEmpty { $0.add("criteria", criteria.node) }
            $0.addList("addedUsers", group.addedUsers.map(\.node))
            $0.addList("excludedUsers", group.excludedUsers.map(\.node))
            $0.addList("excludedUserGroups", group.excludedUserGroups.map(\.node))
        }.node
    }

    /// Imports smart groups.
    package func importContent(
        _ content: [EnvironmentSmartGroup], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for smartGroup in content { try run.importSmartGroup(smartGroup, in: home) }
    }

    /// Smart groups of a group, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentSmartGroup]?
    {
        try SmartGroupRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()]).order(sql: "name")
            .fetchAll(export.db).map { try export.smartGroup($0) }
    }
}

/// The schema of smart groups.
extension SmartGroupEnvironmentSection {
    private static let smartGroup = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")),
            ("criteriaType", .word(SmartGroupRecord.criteriaTypes).defaulting(to: .string("All"))),
            ("criteria", .defined("criteria")), ("addedUsers", .references), ("excludedUsers", .references),
            ("excludedUserGroups", .references),
        ], required: ["name"])

    private static let criteria = JSONSchema.object(
        [("organizationGroups", .references), ("userGroups", .references), ("tags", .references)]
            + EnvironmentSmartGroup.wordKeys.map { ($0.key, .list(.text(1...255))) }
            + [("osVersions", .list(comparison, maximum: SmartGroupCriterionRecord.maximumVersions))])

    private static let comparison = JSONSchema.string(
        #"^[^<>=!]*([<>!]=|[<>=])\s*(.*\s)?0*[0-9]{1,3}(\.0*[0-9]{1,3}){0,3}\s*$"#, maximumLength: 64
    ).described("A comparison such as '>= 16.0', perhaps with a platform before it.")
}
