package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// A device tag.
package struct EnvironmentTag: EnvironmentEntry {
    /// The kinds of tags in files.
    package static let types = TagKind.allCases.map(\.word)

    package var position: EnvironmentPosition
    var name: String
    var uuid: String?
    var kind = TagKind.device
    /// Stands for its picture.
    var avatar = ""

    package var title: String { name }
}

/// Tags in environment files.
package struct TagEnvironmentSection: EnvironmentListSection {
    package static let key = "tags"
    package static let entryName = "tag"
    package static let definitions: [(String, JSONSchema)] = [("tag", tag)]

    private static let tag = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")),
            ("type", .word(EnvironmentTag.types).defaulting(to: .string("Device"))), ("avatar", .text()),
        ], required: ["name"])

    /// A section that asks the database only.
    init() {}

    /// Reads a tag; nil, with a note, if it has no name.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentTag? {
        guard let mapping = node.mapping(["name", "uuid", "type", "avatar"]),
            let name = mapping.required("name")?.text(1...255)
        else { return nil }
        var tag = EnvironmentTag(position: mapping.position, name: name, uuid: mapping["uuid"]?.uuid)
        tag.kind = mapping["type"]?.choice(EnvironmentTag.types).flatMap(TagKind.init) ?? .device
        tag.avatar = mapping["avatar"]?.text() ?? ""
        return tag
    }

    /// A tag as it is written.
    package static func writeEntry(_ tag: EnvironmentTag) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(tag.name))
            $0.add("uuid", tag.uuid.map(YAMLWriting.text))
            if tag.kind != .device { $0.addText("type", tag.kind.word) }
            $0.addText("avatar", tag.avatar)
        }.node
    }

    /// Imports tags.
    package func importContent(
        _ content: [EnvironmentTag], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for tag in content { try run.importTag(tag, in: try home.storedID()) }
    }

    /// Tags of a group, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws -> [EnvironmentTag]? {
        try TagRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()]).order(sql: "name")
            .fetchAll(export.db)
            .map {
                EnvironmentTag(
                    position: export.nowhere, name: $0.name, uuid: $0.uuid,
                    kind: TagKind(rawValue: $0.kind) ?? .device, avatar: $0.avatar)
            }
    }
}

extension EnvironmentImportRun {
    fileprivate func importTag(_ tag: EnvironmentTag, in groupID: Int64) throws {
        let known = try TagRecord.first(where: "groupId = ? AND name = ?", [groupID, tag.name], db)
        var record = TagRecord(
            id: known?.id, uuid: try uuid(tag.uuid, known: known?.uuid, in: "tag", at: tag.position), groupId: groupID,
            name: tag.name, createdAt: known?.createdAt ?? now, kind: tag.kind.rawValue, avatar: tag.avatar)
        let decision = try decide(
            .tag, tag.name, at: tag.position, known: known, record: record, groupID: groupID)
        if decision != .leave { try record.save(db) }
    }
}
