import GRDB

/// User groups the restrictions of enrollment of a group are meant for.
extension EnvironmentExport {
    /// Those the group itself names, by group and name; nil for none.
    func restrictedUserGroups(of groupID: Int64) throws -> [EnvironmentReference]? {
        let groups = try EnrollmentRestrictions.userGroups(namedBy: groupID, db)
        let references = try groups.map { try reference(to: $0.name, of: $0.groupId, from: groupID) }
        return references.isEmpty ? nil : sorted(references)
    }
}

extension EnvironmentImportRun {
    /// Imports them; a group that says nothing of them keeps what it has.
    func importRestrictedUserGroups(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        guard let references = group.restrictedUserGroups else { return }
        let groupID = try home.storedID()
        let known = try EnrollmentRestrictions.userGroups(namedBy: groupID, db)
        let wanted = try references.compactMap { try userGroup($0, in: home) }
        if known.isEmpty, wanted.isEmpty { return }
        func fields(_ groups: [UserGroupRecord]) -> [String: String?] {
            ["userGroups": groups.map(\.name).joined(separator: ", ")]
        }
        let decision = try decide(
            "restrictionPolicy", group.pathText, at: group.position,
            isSame: Set(known.map(\.id)) == Set(wanted.map(\.id)), groupID: groupID,
            before: known.isEmpty ? nil : fields(known), after: fields(wanted))
        guard decision != .leave else { return }
        try EnrollmentRestrictions.replaceUserGroups(namedBy: groupID, with: wanted.compactMap(\.id), in: transaction)
    }
}
