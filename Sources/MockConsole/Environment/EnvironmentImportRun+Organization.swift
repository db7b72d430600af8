import DeviceProtocol
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports a group itself, without what belongs to it; nil, with a note, if it has no place.
    func importGroup(_ group: EnvironmentGroup) throws -> OrganizationGroupRecord? {
        let code = group.path.last ?? ""
        let known = try OrganizationGroupStore.group(code: code, db)
        let parentCode = group.path.dropLast().last
        let parent = try parentCode.flatMap { try OrganizationGroupStore.group(code: $0, db) }
        guard try hasPlace(group, known: known, parent: parent) else { return nil }
        var record = OrganizationGroupRecord(
            id: known?.id ?? (parent == nil ? OrganizationGroupRecord.globalID : nil),
            uuid: try uuid(group.uuid, known: known?.uuid, in: "organizationGroup", at: group.position),
            parentId: known?.parentId ?? parent?.id, path: known?.path ?? "", code: known?.code ?? code,
            name: group.name ?? known?.name ?? code,
            type: group.type ?? known?.type ?? (parent == nil ? "Global" : "Container"),
            country: group.country ?? known?.country ?? "", locale: group.locale ?? known?.locale ?? "en-US",
            createdAt: known?.createdAt ?? now)
        let decision = try decide(
            "organizationGroup", group.pathText, at: group.position, known: known, record: record,
            groupID: known?.id)
        switch decision {
        case .create: return try OrganizationGroupStore.insert(record, below: parent, in: transaction)
        case .update:
            try record.save(db)
            return record
        case .leave: return known
        }
    }

    private func hasPlace(
        _ group: EnvironmentGroup, known: OrganizationGroupRecord?, parent: OrganizationGroupRecord?
    ) throws -> Bool {
        let parents = group.path.dropLast()
        if let known {
            let codes = try OrganizationGroupStore.ancestorsAndSelf(of: known, db).map { $0.code.lowercased() }
            if codes == group.path.map({ $0.lowercased() }) { return true }
            problems.add(
                "the group ID \(known.code) is taken by \(codes.joined(separator: "/"))", at: group.position,
                field: "organizationGroups")
            return false
        }
        if parents.isEmpty {
            guard try OrganizationGroupRecord.filter(sql: "parentId IS NULL").isEmpty(db) else {
                problems.add(
                    "there is a topmost group already, and there can be only one", at: group.position,
                    field: "organizationGroups")
                return false
            }
            return true
        }
        let parentPath = try parent.map { try OrganizationGroupStore.ancestorsAndSelf(of: $0, db) } ?? []
        guard parentPath.map({ $0.code.lowercased() }) == parents.map({ $0.lowercased() }) else {
            problems.add(
                "there is no group \(parents.joined(separator: "/")) to put \(group.path.last ?? "") below",
                at: group.position, field: "organizationGroups")
            return false
        }
        return true
    }

    /// Imports the settings a group overrides.
    func importSettings(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        guard let settings = group.settings else { return }
        var overrides: [GroupSetting: SettingValue] = [:]
        for (setting, value) in settings {
            switch value {
            case .value(let value): overrides[setting] = value
            case .profile(let reference):
                if let profile = try profile(reference, in: home) { overrides[setting] = .string(profile.uuid) }
            }
        }
        let known = try OrganizationGroupStore.overrides(at: groupID, db)
        if known.isEmpty, overrides.isEmpty { return }
        let decision = try decide(
            "settings", group.pathText, at: group.position, isSame: known == overrides, groupID: groupID,
            before: known.isEmpty ? nil : Self.fields(known), after: Self.fields(overrides))
        if decision != .leave { try OrganizationGroupStore.setOverrides(overrides, at: groupID, in: transaction) }
    }

    private static func fields(_ settings: [GroupSetting: SettingValue]) -> [String: String?] {
        Dictionary(uniqueKeysWithValues: settings.map { ($0.key.rawValue, "\($0.value)") })
    }

    /// Imports tags and users.
    func importPeople(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        for tag in group.tags { try importTag(tag, in: groupID) }
        for user in group.users { try importUser(user, in: groupID) }
    }

    private func importTag(_ tag: EnvironmentTag, in groupID: Int64) throws {
        let known = try TagRecord.filter(sql: "groupId = ? AND name = ?", arguments: [groupID, tag.name]).fetchOne(db)
        var record = TagRecord(
            id: known?.id, uuid: try uuid(tag.uuid, known: known?.uuid, in: "tag", at: tag.position), groupId: groupID,
            name: tag.name, createdAt: known?.createdAt ?? now,
            kind: tag.kind?.rawValue ?? known?.kind ?? TagKind.device.rawValue,
            avatar: tag.avatar ?? known?.avatar ?? "")
        let decision = try decide(
            "tag", tag.name, at: tag.position, known: known, record: record, groupID: groupID)
        if decision != .leave { try record.save(db) }
    }

    private func importUser(_ user: EnvironmentUser, in groupID: Int64) throws {
        let known = try UserStore.user(named: user.username, inExactly: groupID, db)
        var record = UserRecord(
            id: known?.id, uuid: try uuid(user.uuid, known: known?.uuid, in: "enrollmentUser", at: user.position),
            groupId: groupID, username: user.username, passwordHash: user.passwordHash ?? known?.passwordHash,
            accountType: user.accountType, domain: user.domain, firstName: user.firstName, lastName: user.lastName,
            email: user.email, phone: user.phone, isActive: user.isActive, failedLogins: known?.failedLogins ?? 0,
            lockedAt: known?.lockedAt, createdAt: known?.createdAt ?? now, securityType: known?.securityType)
        for attribute in UserAttribute.further {
            record[keyPath: attribute.path] = user.attributes[attribute] ?? attribute.standard
        }
        if let known {
            (record.messageType, record.categoryId) = (known.messageType, known.categoryId)
            record.enrollmentGroupId = known.enrollmentGroupId
        }
        let missing = try missingTokens(of: user, known: known)
        let decision = try decide(
            "enrollmentUser", user.username, at: user.position, known: known, record: record,
            sameParts: missing.isEmpty, groupID: groupID)
        guard decision != .leave else { return }
        if record.passwordHash != known?.passwordHash || !user.isActive {
            (record.failedLogins, record.lockedAt) = (0, nil)
        }
        try record.save(db)
        let userID = try record.storedID()
        for token in missing { try addToken(token, of: userID) }
        if known?.isActive == true, !user.isActive { try endCredentials(of: userID, user.username, groupID: groupID) }
    }

    /// Tokens the database does not have; one that is there is never taken back to unused.
    private func missingTokens(of user: EnvironmentUser, known: UserRecord?) throws -> [EnvironmentToken] {
        try user.tokens.filter { token in
            let owner = try Int64.fetchOne(
                db, sql: "SELECT userId FROM enrollmentToken WHERE tokenHash = ?", arguments: [token.hash])
            if let owner, owner != known?.id {
                problems.add("a token belongs to another user already", at: user.position, field: "tokens")
            }
            return owner == nil
        }
    }

    private func addToken(_ token: EnvironmentToken, of userID: Int64) throws {
        var record = EnrollmentTokenRecord(
            id: nil, userId: userID, tokenHash: token.hash, createdAt: now, expiresAt: token.expiresAt,
            usedAt: token.usedAt)
        try record.insert(db)
    }

    private func endCredentials(of userID: Int64, _ username: String, groupID: Int64) throws {
        let count = try CredentialStore.revokeAll(
            of: .user(userID), reason: "the user was deactivated", at: now, in: transaction)
        if count > 0 {
            try log(
                "credential.revoked", "enrollmentUser", username, groupID: groupID, after: ["count": String(count)])
        }
    }

    /// Imports user groups and who is in them.
    func importUserGroups(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        for userGroup in group.userGroups {
            let known = try UserStore.userGroup(named: userGroup.name, inExactly: groupID, db)
            var record = UserGroupRecord(
                id: known?.id,
                uuid: try uuid(userGroup.uuid, known: known?.uuid, in: "userGroup", at: userGroup.position),
                groupId: groupID, name: userGroup.name, createdAt: known?.createdAt ?? now,
                description: userGroup.description ?? known?.description ?? "")
            let members = try userGroup.members.compactMap { try user($0, in: home)?.storedID() }
            let knownMembers = try known.map { try UserStore.members(of: $0.storedID(), db).map { try $0.storedID() } }
            let decision = try decide(
                "userGroup", userGroup.name, at: userGroup.position, known: known, record: record,
                sameParts: knownMembers.map(Set.init) == Set(members), groupID: groupID)
            guard decision != .leave else { continue }
            try record.save(db)
            try UserStore.setMembers(
                Array(Set(members)).sorted(), of: try record.storedID(), in: transaction)
        }
    }

    /// The user a reference means; its absence is noted.
    func user(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws -> UserRecord? {
        guard let group = try group(of: reference, in: home) else { return nil }
        let user = try UserStore.user(named: reference.name, inExactly: try group.storedID(), db)
        if user == nil { complain(reference, "there is no user \(reference.name) in \(group.code)") }
        return user
    }
}
