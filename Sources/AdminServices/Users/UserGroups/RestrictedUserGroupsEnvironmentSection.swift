package import ConsoleModel
import ConsolePlatform
package import Yams

/// User groups that a group's enrollment restrictions apply to, in environment files.
package struct RestrictedUserGroupsEnvironmentSection: EnvironmentSection {
    package static let key = "restrictedUserGroups"
    package static let schema = JSONSchema.references
    package static let definitions: [(String, JSONSchema)] = []

    /// A section that asks the database only.
    init() {}

    /// Reads references to them.
    package static func read(_ node: EnvironmentNode) -> [EnvironmentReference] { EnvironmentReference.list(node) }

    /// The references as they are written.
    package static func write(_ content: [EnvironmentReference]) -> Node? {
        content.isEmpty ? nil : YAMLWriting.list(content.map(\.node))
    }

    /// Imports them; a group that says nothing of them keeps what it has.
    package func importContent(
        _ content: [EnvironmentReference], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        let groupID = try home.storedID()
        let known = try EnrollmentRestrictions.userGroups(namedBy: groupID, run.db)
        let wanted = try content.compactMap { try run.userGroup($0, in: home) }
        if known.isEmpty, wanted.isEmpty { return }
        func fields(_ groups: [UserGroupRecord]) -> [String: String?] {
            ["userGroups": groups.map(\.name).joined(separator: ", ")]
        }
        let decision = try run.decide(
            .restrictionPolicy, group.pathText, at: group.position,
            isSame: Set(known.map(\.id)) == Set(wanted.map(\.id)), groupID: groupID,
            before: known.isEmpty ? nil : fields(known), after: fields(wanted))
        guard decision != .leave else { return }
        try EnrollmentRestrictions.replaceUserGroups(
            namedBy: groupID, with: wanted.compactMap(\.id), in: run.transaction)
    }

    /// Those the group itself names, by group and name; nil for none.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentReference]?
    {
        let groupID = try group.storedID()
        let groups = try EnrollmentRestrictions.userGroups(namedBy: groupID, export.db)
        let references = try groups.map { try export.reference(to: $0.name, of: $0.groupId, from: groupID) }
        return references.isEmpty ? nil : export.sorted(references)
    }
}
