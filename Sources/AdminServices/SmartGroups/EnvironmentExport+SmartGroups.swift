import ConsoleModel
import ConsolePlatform
import GRDB

extension EnvironmentExport {
    /// A smart group as a file has it.
    func smartGroup(_ record: SmartGroupRecord) throws -> EnvironmentSmartGroup {
        var group = EnvironmentSmartGroup(position: nowhere, name: record.name)
        group.uuid = record.uuid
        group.criteriaType = record.criteriaType
        for criterion in try SmartGroupStore.criteria(of: try record.storedID(), db) {
            try add(criterion, to: &group, from: record.groupId)
        }
        for member in try SmartGroupStore.members(of: try record.storedID(), db) {
            if let userGroup = try member.userGroupId.flatMap({ try UserGroupRecord.stored($0, db) }) {
                group.excludedUserGroups.append(
                    try reference(to: userGroup.name, of: userGroup.groupId, from: record.groupId))
            }
            guard let user = try member.userId.flatMap({ try UserRecord.stored($0, db) }) else { continue }
            let reference = try reference(to: user.username, of: user.groupId, from: record.groupId)
            if member.mode == .add { group.addedUsers.append(reference) } else { group.excludedUsers.append(reference) }
        }
        return group
    }

    private func add(
        _ criterion: SmartGroupCriterionRecord, to group: inout EnvironmentSmartGroup, from home: Int64
    ) throws {
        let text = criterion.text ?? ""
        switch criterion.kind {
        case .organizationGroup:
            guard let id = criterion.groupId else { return }
            let path = try pathText(ofGroup: id)
            group.organizationGroups.append(
                EnvironmentReference(position: nowhere, field: "", group: nil, name: path))
        case .userGroup:
            guard let found = try UserGroupRecord.stored(criterion.userGroupId, db) else { return }
            group.userGroups.append(try reference(to: found.name, of: found.groupId, from: home))
        case .tag:
            guard let found = try TagRecord.stored(criterion.tagId, db) else { return }
            group.tags.append(try reference(to: found.name, of: found.groupId, from: home))
        case .osVersion:
            group.osVersions.append(
                EnvironmentOSVersion(
                    platform: criterion.platform, comparison: criterion.operator ?? "=", version: text))
        case .platform, .ownership, .model, .managementType, .enrollmentCategory, .cpuArchitecture, .oemAndModel:
            group.words[criterion.kind, default: []].append(text)
        }
    }
}
