import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports a smart group.
    ///
    /// Devices added or kept out by hand are not part of an environment and stay.
    func importSmartGroup(_ smartGroup: EnvironmentSmartGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        let known = try SmartGroupStore.smartGroup(named: smartGroup.name, inExactly: groupID, db)
        var record = SmartGroupRecord(
            id: known?.id,
            uuid: try uuid(smartGroup.uuid, known: known?.uuid, in: "smartGroup", at: smartGroup.position),
            groupId: groupID, name: smartGroup.name, criteriaType: smartGroup.criteriaType,
            createdAt: known?.createdAt ?? now, updatedAt: known?.updatedAt ?? now)
        let criteria = try criteria(of: smartGroup, in: home)
        let users = try members(of: smartGroup, in: home)
        let knownID = known?.id
        let knownCriteria = try knownID.map { try SmartGroupStore.criteria(of: $0, db) } ?? []
        let knownMembers = try knownID.map { try SmartGroupStore.members(of: $0, db) } ?? []
        let devices = knownMembers.filter { $0.deviceId != nil }
        let sameParts =
            Set(criteria.map(\.bare)) == Set(knownCriteria.map(\.bare))
            && Set(users.map(\.bare)) == Set(knownMembers.filter { $0.deviceId == nil }.map(\.bare))
        let decision = try decide(
            .smartGroup, smartGroup.name, at: smartGroup.position, known: known, record: record,
            sameParts: sameParts,
            groupID: groupID)
        guard decision != .leave else { return }
        record.updatedAt = now
        try record.save(db)
        try SmartGroupStore.replace(
            criteria: criteria, members: users + devices.map(\.bare), of: try record.storedID(), in: transaction)
    }

    private func members(of smartGroup: EnvironmentSmartGroup, in home: OrganizationGroupRecord) throws
        -> [SmartGroupMemberRecord]
    {
        let added = try smartGroup.addedUsers.compactMap { try user($0, in: home)?.storedID() }
        let excluded = try smartGroup.excludedUsers.compactMap { try user($0, in: home)?.storedID() }
        let excludedGroups = try smartGroup.excludedUserGroups.compactMap { try userGroup($0, in: home)?.storedID() }
        return added.map { SmartGroupMemberRecord(mode: .add, userId: $0) }
            + excluded.map { SmartGroupMemberRecord(mode: .exclude, userId: $0) }
            + excludedGroups.map { SmartGroupMemberRecord(mode: .exclude, userGroupId: $0) }
    }

    private func criteria(of smartGroup: EnvironmentSmartGroup, in home: OrganizationGroupRecord) throws
        -> [SmartGroupCriterionRecord]
    {
        var criteria: [SmartGroupCriterionRecord] = []
        for reference in smartGroup.organizationGroups {
            if let group = try group(atPath: reference.name, reference) {
                criteria.append(SmartGroupCriterionRecord(kind: .organizationGroup, groupId: group.id))
            }
        }
        for reference in smartGroup.userGroups {
            if let userGroup = try userGroup(reference, in: home) {
                criteria.append(SmartGroupCriterionRecord(kind: .userGroup, userGroupId: userGroup.id))
            }
        }
        for reference in smartGroup.tags {
            if let tag = try tag(reference, in: home) {
                criteria.append(SmartGroupCriterionRecord(kind: .tag, tagId: tag.id))
            }
        }
        for (_, kind) in EnvironmentSmartGroup.wordKeys {
            criteria += (smartGroup.words[kind] ?? []).map { text in
                let number = kind == .managementType ? SmartGroupWords.management(text) : nil
                return SmartGroupCriterionRecord(kind: kind, text: text, number: number)
            }
        }
        return criteria
            + smartGroup.osVersions.map { comparison in
                SmartGroupCriterionRecord(
                    kind: .osVersion, platform: comparison.platform, text: comparison.version,
                    operator: comparison.comparison, number: SmartGroupWords.version(comparison.version))
            }
    }

    private func tag(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws -> TagRecord? {
        guard let group = try group(of: reference, in: home) else { return nil }
        let found =
            try TagRecord.first(where: "groupId = ? AND name = ?", [group.id, reference.name], db)
        if found == nil { complain(reference, "there is no tag \(reference.name) in \(group.code)") }
        return found
    }
}
