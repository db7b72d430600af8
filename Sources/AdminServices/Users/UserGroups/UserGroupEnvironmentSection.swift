package import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB
package import Yams

/// A user group.
package struct EnvironmentUserGroup: EnvironmentEntry {
    package var position: EnvironmentPosition
    var name: String
    var uuid: String?
    var description = ""
    var members: [EnvironmentReference] = []

    package var title: String { name }
}

/// User groups in environment files.
package struct UserGroupEnvironmentSection: EnvironmentListSection {
    package static let key = "userGroups"
    package static let entryName = "userGroup"
    package static let definitions: [(String, JSONSchema)] = [("userGroup", userGroup)]

    private static let userGroup = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")), ("description", .text(0...1000)),
            ("members", .references),
        ], required: ["name"])

    /// A section that asks the database only.
    init() {}

    /// Reads a user group; nil, with a note, if it has no name.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentUserGroup? {
        guard let mapping = node.mapping(["name", "uuid", "description", "members"]),
            let name = mapping.required("name")?.text(1...255)
        else { return nil }
        let members = EnvironmentReference.list(mapping["members"])
        return EnvironmentUserGroup(
            position: mapping.position, name: name, uuid: mapping["uuid"]?.uuid,
            description: mapping["description"]?.text(0...1000) ?? "", members: members)
    }

    /// A user group as it is written.
    package static func writeEntry(_ group: EnvironmentUserGroup) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(group.name))
            $0.add("uuid", group.uuid.map(YAMLWriting.text))
            $0.addText("description", group.description)
            $0.addList("members", group.members.map(\.node))
        }.node
    }

    /// Imports user groups and their members.
    package func importContent(
        _ content: [EnvironmentUserGroup], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for userGroup in content { try run.importUserGroup(userGroup, in: home) }
    }

    /// User groups of a group, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentUserGroup]?
    {
        try UserGroupRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()]).order(sql: "name")
            .fetchAll(export.db).map { try export.userGroup($0) }
    }
}

extension EnvironmentExport {
    fileprivate func userGroup(_ record: UserGroupRecord) throws -> EnvironmentUserGroup {
        let members = try UserStore.members(of: try record.storedID(), db)
        return EnvironmentUserGroup(
            position: nowhere, name: record.name, uuid: record.uuid, description: record.description,
            members: try sorted(members.map { try reference(to: $0.username, of: $0.groupId, from: record.groupId) }))
    }
}

extension EnvironmentImportRun {
    fileprivate func importUserGroup(_ userGroup: EnvironmentUserGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        let known = try UserStore.userGroup(named: userGroup.name, inExactly: groupID, db)
        var record = UserGroupRecord(
            id: known?.id,
            uuid: try uuid(userGroup.uuid, known: known?.uuid, in: "userGroup", at: userGroup.position),
            groupId: groupID, name: userGroup.name, createdAt: known?.createdAt ?? now,
            description: userGroup.description)
        let members = try userGroup.members.compactMap { try user($0, in: home)?.storedID() }
        let knownMembers = try known.map { try UserStore.members(of: $0.storedID(), db).map { try $0.storedID() } }
        let decision = try decide(
            .userGroup, userGroup.name, at: userGroup.position, known: known, record: record,
            sameParts: knownMembers.map(Set.init) == Set(members), groupID: groupID)
        guard decision != .leave else { return }
        try record.save(db)
        try UserStore.setMembers(
            Array(Set(members)).sorted(), of: try record.storedID(), in: transaction)
    }
}
