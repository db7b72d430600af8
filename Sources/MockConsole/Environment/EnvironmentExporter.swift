import DeviceProtocol
import Foundation
import GRDB

/// Reads an environment out of the database, in a fixed order: groups by path, the rest by name.
struct EnvironmentExporter: Sendable {
    let database: Database

    /// The environment as the text of an environment file.
    func exportText() async throws -> String {
        try EnvironmentWriter.write(try await document())
    }

    /// The environment as a document, from one consistent state.
    func document() async throws -> EnvironmentDocument {
        try await database.read { db in
            let export = EnvironmentExport(db: db)
            let groups = try OrganizationGroupRecord.fetchAll(db).map { try export.group($0) }
            return EnvironmentDocument(
                groups: groups.sorted { $0.pathText.lowercased() < $1.pathText.lowercased() })
        }
    }
}

/// Reads the parts of one group.
struct EnvironmentExport {
    let db: GRDB.Database
    let nowhere = EnvironmentPosition(line: 0, column: 0)

    init(db: GRDB.Database) {
        self.db = db
    }

    func group(_ record: OrganizationGroupRecord) throws -> EnvironmentGroup {
        let groupID = try record.storedID()
        var group = EnvironmentGroup(position: nowhere, path: try path(of: record))
        group.name = record.name
        group.type = record.type
        group.uuid = record.uuid
        group.id = record.parentId == nil ? record.id : nil
        group.country = record.country
        group.locale = record.locale
        group.settings = [:]
        for (setting, value) in try OrganizationGroupStore.overrides(at: groupID, db) {
            group.settings?[setting] = try self.setting(setting, value, in: groupID)
        }
        group.restrictedUserGroups = try restrictedUserGroups(of: groupID)
        group.tags = try TagRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name").fetchAll(db)
            .map { tag in
                EnvironmentTag(
                    position: nowhere, name: tag.name, uuid: tag.uuid, kind: TagKind(rawValue: tag.kind),
                    avatar: tag.avatar)
            }
        group.users = try UserRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "username")
            .fetchAll(db).map(user)
        group.userGroups = try UserGroupRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name")
            .fetchAll(db).map { try userGroup($0) }
        group.images = try BrandingImageRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name")
            .fetchAll(db).map { EnvironmentImage(position: nowhere, name: $0.name, data: $0.data) }
        group.profiles = try ProfileRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name")
            .fetchAll(db).map(profile)
        group.complianceRules = try ComplianceRuleStore.rules(of: groupID, db).map { rule in
            EnvironmentComplianceRule(position: nowhere, uuid: rule.uuid, draft: rule.draft)
        }
        group.smartGroups = try SmartGroupRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name")
            .fetchAll(db).map { try smartGroup($0) }
        group.applications = try ApplicationRecord.filter(sql: "groupId = ?", arguments: [groupID])
            .order(sql: "bundleId, platform, version").fetchAll(db).map { try application($0) }
        group.applicationGroups = try applicationGroups(of: groupID)
        group.mdmProfiles = try mdmProfiles(of: groupID)
        group.termsOfUse = try termsOfUse(of: groupID)
        group.eventNotifications = try eventNotifications(of: groupID)
        return group
    }

    private func path(of group: OrganizationGroupRecord) throws -> [String] {
        try OrganizationGroupStore.ancestorsAndSelf(of: group, db).map(\.code)
    }

    /// A reference from one group to something of another, or of the same.
    func reference(to name: String, of groupID: Int64, from home: Int64) throws -> EnvironmentReference {
        let group =
            groupID == home
            ? nil : try path(of: try OrganizationGroupStore.group(id: groupID, db)).joined(separator: "/")
        return EnvironmentReference(position: nowhere, field: "", group: group, name: name)
    }

    private func setting(_ setting: GroupSetting, _ value: SettingValue, in groupID: Int64) throws
        -> EnvironmentSetting?
    {
        guard case .profile = setting.form, case .string(let uuid) = value else { return .value(value) }
        guard let profile = try ProfileRecord.filter(sql: "uuid = ?", arguments: [uuid]).fetchOne(db) else {
            return nil
        }
        return .profile(try reference(to: profile.name, of: profile.groupId, from: groupID))
    }

    private func user(_ record: UserRecord) throws -> EnvironmentUser {
        var user = EnvironmentUser(position: nowhere, username: record.username)
        user.uuid = record.uuid
        user.passwordHash = record.passwordHash
        user.accountType = record.accountType
        user.domain = record.domain
        user.firstName = record.firstName
        user.lastName = record.lastName
        user.email = record.email
        user.phone = record.phone
        for attribute in UserAttribute.further where record[keyPath: attribute.path] != attribute.standard {
            user.attributes[attribute] = record[keyPath: attribute.path]
        }
        user.isActive = record.isActive
        // Tokens of logins and of the identity provider live for minutes, and the latter for one device.
        user.tokens =
            try EnrollmentTokenRecord
            .filter(sql: "userId = ? AND kind = 'enrollment'", arguments: [record.id])
            .order(sql: "expiresAt, tokenHash").fetchAll(db)
            .map { EnvironmentToken(hash: $0.tokenHash, expiresAt: $0.expiresAt, usedAt: $0.usedAt) }
        return user
    }

    private func userGroup(_ record: UserGroupRecord) throws -> EnvironmentUserGroup {
        let members = try UserStore.members(of: try record.storedID(), db)
        return EnvironmentUserGroup(
            position: nowhere, name: record.name, uuid: record.uuid, description: record.description,
            members: try sorted(members.map { try reference(to: $0.username, of: $0.groupId, from: record.groupId) }))
    }

    /// References by group and name.
    func sorted(_ references: [EnvironmentReference]) -> [EnvironmentReference] {
        references.sorted { ($0.group ?? "", $0.name.lowercased()) < ($1.group ?? "", $1.name.lowercased()) }
    }

    private func profile(_ record: ProfileRecord) throws -> EnvironmentProfile {
        var profile = EnvironmentProfile(position: nowhere, name: record.name)
        profile.uuid = record.uuid
        profile.description = record.description
        profile.version = record.version
        profile.inherits = record.inherits
        profile.payloads = try ProfileStore.payloads(of: record, db)
        profile.previousVersions =
            try ProfileVersionRecord
            .filter(sql: "profileId = ? AND version < ?", arguments: [record.id, record.version])
            .order(sql: "version").fetchAll(db)
            .map { EnvironmentProfileVersion(version: $0.version, payloads: try $0.decodedPayloads()) }
        return profile
    }

    private func smartGroup(_ record: SmartGroupRecord) throws -> EnvironmentSmartGroup {
        var group = EnvironmentSmartGroup(position: nowhere, name: record.name)
        group.uuid = record.uuid
        group.criteriaType = record.criteriaType
        for criterion in try SmartGroupStore.criteria(of: try record.storedID(), db) {
            try add(criterion, to: &group, from: record.groupId)
        }
        for member in try SmartGroupStore.members(of: try record.storedID(), db) {
            if let userGroup = try member.userGroupId.flatMap({ try UserGroupRecord.fetchOne(db, key: $0) }) {
                group.excludedUserGroups.append(
                    try reference(to: userGroup.name, of: userGroup.groupId, from: record.groupId))
            }
            guard let user = try member.userId.flatMap({ try UserRecord.fetchOne(db, key: $0) }) else { continue }
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
            let path = try path(of: try OrganizationGroupStore.group(id: id, db)).joined(separator: "/")
            group.organizationGroups.append(
                EnvironmentReference(position: nowhere, field: "", group: nil, name: path))
        case .userGroup:
            guard let found = try UserGroupRecord.fetchOne(db, key: criterion.userGroupId) else { return }
            group.userGroups.append(try reference(to: found.name, of: found.groupId, from: home))
        case .tag:
            guard let found = try TagRecord.fetchOne(db, key: criterion.tagId) else { return }
            group.tags.append(try reference(to: found.name, of: found.groupId, from: home))
        case .osVersion:
            group.osVersions.append(
                EnvironmentOSVersion(
                    platform: criterion.platform, comparison: criterion.operator ?? "=", version: text))
        case .platform, .ownership, .model, .managementType, .enrollmentCategory, .cpuArchitecture, .oemAndModel:
            group.words[criterion.kind, default: []].append(text)
        }
    }

    private func application(_ record: ApplicationRecord) throws -> EnvironmentApplication {
        var application = EnvironmentApplication(position: nowhere, bundleId: record.bundleId, name: record.name)
        application.uuid = record.uuid
        application.type = try AppKind.of(record, db).rawValue
        application.store = try store(of: record)
        application.platform = record.platform
        application.version = record.version
        application.status = record.status
        application.profileMode = record.profileMode
        if let profile = try record.profileId.flatMap({ try ProfileRecord.fetchOne(db, key: $0) }) {
            application.profile = try reference(to: profile.name, of: profile.groupId, from: record.groupId)
        }
        for assignment in try AssignmentRecord.ordered(of: try record.storedID(), db) {
            guard let smartGroup = try SmartGroupRecord.fetchOne(db, key: assignment.smartGroupId) else { continue }
            application.assignments.append(
                EnvironmentAssignment(
                    smartGroup: try reference(to: smartGroup.name, of: smartGroup.groupId, from: record.groupId),
                    priority: assignment.priority))
        }
        for id in try ExclusionRecord.smartGroups(of: try record.storedID(), db) {
            guard let smartGroup = try SmartGroupRecord.fetchOne(db, key: id) else { continue }
            application.exclusions.append(
                try reference(to: smartGroup.name, of: smartGroup.groupId, from: record.groupId))
        }
        return application
    }
}
