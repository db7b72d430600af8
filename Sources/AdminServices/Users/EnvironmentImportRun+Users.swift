import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports a user, with what tokens are missing.
    func importUser(_ user: EnvironmentUser, in groupID: Int64) throws {
        let known = try UserStore.user(named: user.username, inExactly: groupID, db)
        var record = try self.record(of: user, known: known, in: groupID)
        let missing = try missingTokens(of: user, known: known)
        let decision = try decide(
            .enrollmentUser, user.username, at: user.position, known: known, record: record,
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

    /// The row as the file wants it.
    private func record(of user: EnvironmentUser, known: UserRecord?, in groupID: Int64) throws -> UserRecord {
        // A kind that is what the account type says anyway may be stored or not.
        let isSameKind = known?.security == user.security ?? .usual(of: user.accountType)
        var record = UserRecord(
            id: known?.id, uuid: try uuid(user.uuid, known: known?.uuid, in: "enrollmentUser", at: user.position),
            groupId: groupID, username: user.username, passwordHash: user.passwordHash ?? known?.passwordHash,
            accountType: user.accountType, domain: user.domain, firstName: user.firstName, lastName: user.lastName,
            email: user.email, phone: user.phone, isActive: user.isActive, failedLogins: known?.failedLogins ?? 0,
            lockedAt: known?.lockedAt, createdAt: known?.createdAt ?? now,
            securityType: isSameKind ? known?.securityType : user.security?.rawValue)
        for attribute in UserAttribute.further {
            record[keyPath: attribute.path] = user.attributes[attribute] ?? attribute.standard
        }
        (record.messageType, record.categoryId) = (user.message.rawValue, user.categoryId)
        if let reference = user.enrollmentGroup {
            record.enrollmentGroupId = try group(atPath: reference.name, reference)?.storedID()
        }
        return record
    }

    /// Tokens that the database lacks; an existing one never becomes unused again.
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
                .credentialRevoked, .enrollmentUser, username, groupID: groupID, after: ["count": String(count)])
        }
    }
}

extension EnvironmentExport {
    /// A user as a file has them.
    func user(_ record: UserRecord) throws -> EnvironmentUser {
        var user = EnvironmentUser(position: nowhere, username: record.username)
        user.uuid = record.uuid
        user.passwordHash = record.passwordHash
        user.accountType = record.accountType
        user.security = record.security == .usual(of: record.accountType) ? nil : record.security
        user.message = UserMessage(rawValue: record.messageType) ?? .none
        user.categoryId = record.categoryId
        user.enrollmentGroup = try record.enrollmentGroupId.map { id in
            let group = try pathText(ofGroup: id)
            return EnvironmentReference(position: nowhere, field: "", group: group, name: group)
        }
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
}
