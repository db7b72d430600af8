import ConsoleModel
import ConsolePlatform
import GRDB

/// Enrollment users, created and changed by administrators (AdminUsers).
struct UserAccountStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let hasher: PasswordHasher
    let clock: ConsoleClock
    let random: RandomSource

    /// A user of the administrator's groups.
    ///
    /// - Throws: What the route says of an unknown user.
    func user(_ user: NamedUser, for administrator: AdministratorIdentity) async throws -> UserOverview {
        try await database.read { db in try Self.details(of: try Self.find(user, for: administrator, db), db) }
    }

    /// Adds a user.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` for a name or password that is missing, `badRequest` for a name that is
    ///   taken or an unknown group.
    func create(_ draft: UserDraft, by administrator: AdministratorIdentity) async throws -> UserRecord {
        guard let username = draft.username, let security = draft.security else {
            throw Self.required(draft.username == nil ? "UserName" : "SecurityType")
        }
        guard draft.password != nil || security != .basic else { throw Self.required("Password") }
        let hash = try await hash(draft, security)
        let uuid = random.uuid()
        return try await database.write { transaction in
            let group = try OrganizationGroupStore.group(
                inBody: draft.group ?? .id(administrator.groupID), in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            let blank = UserRecord(
                id: nil, uuid: uuid, groupId: try group.storedID(), username: username, passwordHash: hash,
                accountType: security.accountType, domain: "", firstName: "", lastName: "", email: "", phone: "",
                isActive: true, failedLogins: 0, lockedAt: nil, createdAt: now)
            var record = draft.applied(to: blank)
            try Self.setEnrollmentGroup(draft.enrollmentGroup, of: &record, for: administrator, transaction.db)
            try Self.requireFreeName(record, in: group, transaction.db)
            try record.insert(transaction.db)
            try log(.enrollmentUserCreated, record, by: administrator, at: now, after: record, in: transaction)
            return record
        }
    }

    /// Changes the fields of a draft.
    ///
    /// - Throws: As for ``create(_:by:)``, and what the route says of an unknown user.
    func change(_ user: NamedUser, _ draft: UserDraft, by administrator: AdministratorIdentity) async throws {
        let known = try await self.user(user, for: administrator).record
        let hash = try await hash(draft, draft.security ?? known.security)
        try await database.write { transaction in
            let db = transaction.db
            let known = try Self.find(user, for: administrator, db)
            let now = clock.now(in: known.groupId)
            var record = draft.applied(to: known)
            if let reference = draft.group {
                record.groupId = try OrganizationGroupStore.group(inBody: reference, in: administrator.subtree, db)
                    .storedID()
            }
            try Self.setEnrollmentGroup(draft.enrollmentGroup, of: &record, for: administrator, db)
            if let hash { record.passwordHash = hash }
            if draft.security == .basic, record.passwordHash == nil { throw Self.required("Password") }
            try Self.requireFreeName(record, in: try OrganizationGroupStore.group(id: record.groupId, db), db)
            try save(record, instead: known, by: administrator, at: now, in: transaction)
        }
    }

    /// Lets a user sign in again, or revokes their credentials at once and refuses sign-ins.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if nothing would change, and the route's error for an unknown user.
    func setActive(_ isActive: Bool, _ user: NamedUser, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let known = try Self.find(user, for: administrator, transaction.db)
            let now = clock.now(in: known.groupId)
            guard known.isActive != isActive else {
                throw ConsoleError(.badRequest, "User is already \(isActive ? "" : "in")active.", number: 6)
            }
            var record = known
            record.isActive = isActive
            try save(record, instead: known, by: administrator, at: now, in: transaction)
        }
    }

    /// Moves a user to another group; their devices stay where they are.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group or a name that is taken there, and what the route
    ///   says of an unknown user.
    func move(_ user: NamedUser, to group: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await change(user, UserDraft(group: group), by: administrator)
    }

    /// Deletes a user without enrolled devices.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` while a device of theirs is enrolled, and what the route says of
    ///   an unknown user.
    func delete(_ user: NamedUser, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let record = try Self.find(user, for: administrator, transaction.db)
            let now = clock.now(in: record.groupId)
            let devices = try Self.details(of: record, transaction.db).enrolledDevices
            guard devices == 0 else {
                throw ConsoleError(
                    .badRequest,
                    "The user \(record.username) has \(devices) enrolled device\(devices == 1 ? "" : "s") and cannot be deleted.",
                    number: 9)
            }
            try end(record, "the user was deleted", by: administrator, at: now, in: transaction)
            try record.delete(transaction.db)
            try log(.enrollmentUserDeleted, record, by: administrator, at: now, before: record, in: transaction)
        }
    }
}

extension UserAccountStore {
    /// The hash of the password a draft brings, if users of the kind have one.
    private func hash(_ draft: UserDraft, _ security: UserSecurity) async throws -> String? {
        guard let password = draft.password, security.takesPassword else { return nil }
        return try await hasher.hash(password)
    }

    /// Writes what is different; a new password takes back a lock, and so does becoming active.
    private func save(
        _ changed: UserRecord, instead known: UserRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        in transaction: Transaction
    ) throws {
        var record = changed
        let hasNewPassword = record.passwordHash != known.passwordHash
        if hasNewPassword || record.isActive != known.isActive { (record.failedLogins, record.lockedAt) = (0, nil) }
        guard record != known else { return }
        try record.update(transaction.db)
        if known.isActive, !record.isActive {
            try end(record, "the user was deactivated", by: administrator, at: now, in: transaction)
        }
        try log(
            .enrollmentUserUpdated, record, by: administrator, at: now, before: known, after: record,
            note: hasNewPassword ? ["password": "changed"] : [:], in: transaction)
    }

    /// Ends both kinds of credential of a user's devices.
    private func end(
        _ user: UserRecord, _ reason: String, by administrator: AdministratorIdentity, at now: Timestamp,
        in transaction: Transaction
    ) throws {
        let count = try CredentialStore.revokeAll(
            of: .user(user.storedID()), reason: reason, at: now, in: transaction)
        guard count > 0 else { return }
        try events.record(
            ConsoleEvent(
                action: .credentialRevoked, subjectKind: "enrollmentUser", subject: user.username,
                groupID: user.groupId, at: now),
            by: .administrator(administrator.name), after: ["count": String(count)], in: transaction)
    }

    private func log(
        _ action: EventAction, _ user: UserRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        before: UserRecord? = nil, after: UserRecord? = nil, note: [String: String?] = [:], in transaction: Transaction
    ) throws {
        transaction.changesConfiguration()
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "enrollmentUser", subject: user.username,
                groupID: user.groupId, at: now),
            by: .administrator(administrator.name), before: try before.map(EventLogStore.fields),
            after: try after.map { try EventLogStore.fields($0).merging(note) { $1 } }, in: transaction)
    }
}
