package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// SDK profiles in environment files.
package struct ProfileEnvironmentSection: EnvironmentListSection {
    package static let key = "profiles"
    package static let entryName = "profile"
    package static let definitions: [(String, JSONSchema)] = [
        ("profile", profile), ("previousVersion", previousVersion),
    ]
    package static let valueDefinitions: [(String, JSONSchema)] =
        [("payload", payload), ("value", value)] + payloadTypes

    private static let profile = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")), ("description", .text(0...1000)),
            ("version", .integer(1...1_000_000_000).defaulting(to: .number("1"))),
            ("inherits", .bool.defaulting(to: .bool(true))), ("payloads", .list(.defined("payload"))),
            ("previousVersions", .list(.defined("previousVersion"))),
        ], required: ["name"])

    private static let previousVersion = JSONSchema.object(
        [("version", .integer(1...1_000_000_000)), ("payloads", .list(.defined("payload")))], required: ["version"])

    /// A section that asks the database only.
    init() {}

    /// Reads a profile; nil, with a note, if it has no name.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentProfile? {
        EnvironmentProfileReader.read(node)
    }

    /// A profile as it is written.
    package static func writeEntry(_ profile: EnvironmentProfile) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(profile.name))
            $0.add("uuid", profile.uuid.map(YAMLWriting.text))
            $0.addText("description", profile.description)
            $0.add("version", YAMLWriting.integer(profile.version))
            if !profile.inherits { $0.add("inherits", YAMLWriting.bool(false)) }
            $0.addList("payloads", profile.payloads.map(writePayload))
            $0.addList(
                "previousVersions",
                profile.previousVersions.map { previous in
                    YAMLMapping {
                        $0.add("version", YAMLWriting.integer(previous.version))
                        $0.addList("payloads", previous.payloads.map(writePayload))
                    }.node
                })
        }.node
    }

    private static func writePayload(_ payload: ProfilePayload) -> Node {
        YAMLMapping { mapping in
            mapping.add("PayloadType", YAMLWriting.text(payload.type))
            for (key, value) in payload.settings.sorted(by: { $0.key < $1.key }) {
                mapping.add(key, YAMLWriting.propertyList(value))
            }
        }.node
    }

    /// Imports SDK profiles.
    package func importContent(
        _ content: [EnvironmentProfile], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for profile in content { try run.importProfile(profile, in: home) }
    }

    /// SDK profiles of a group, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentProfile]?
    {
        try ProfileRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()]).order(sql: "name")
            .fetchAll(export.db).map { try export.profile($0) }
    }
}

/// How sections of other features find SDK profiles.
extension ProfileEnvironmentSection {
    package static let targets = EnvironmentTargets("SDK profile") { key, db in
        let query: QueryInterfaceRequest<ProfileRecord> =
            switch key {
            case .id(let id): ProfileRecord.filter(sql: "id = ?", arguments: [id])
            case .uuid(let uuid): ProfileRecord.filter(sql: "uuid = ?", arguments: [uuid])
            case .name(let name, let groupID):
                ProfileRecord.filter(sql: "groupId = ? AND name = ?", arguments: [groupID, name])
            }
        return try query.fetchOne(db).map {
            EnvironmentTargets.Target(id: try $0.storedID(), uuid: $0.uuid, groupID: $0.groupId, name: $0.name)
        }
    }
}
