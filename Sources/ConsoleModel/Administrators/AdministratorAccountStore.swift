package import ConsolePlatform
import GRDB

/// Administrators, created, changed and removed by other administrators.
package struct AdministratorAccountStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// Made of its parts.
    package init(database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock, random: RandomSource) {
        self.database = database
        self.events = events
        self.clock = clock
        self.random = random
    }

    /// A page of administrators, in order of creation unless the query has another order.
    package func page(
        _ query: AccountQuery, _ page: PageRequest, order: String = "account.id"
    ) async throws -> Page<GroupAccount<AdministratorRecord>> {
        try await database.read { db in try GroupAccount.page(query, page, order: order, db) }
    }

    /// The API keys and OAuth clients of a group itself that are active.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for a group that is unknown or outside of the subtree.
    package func access(ofGroup uuid: String, in subtree: Subtree) async throws
        -> (keys: [APIKeyRecord], clients: [OAuthClientRecord])
    {
        try await database.read { db in
            let group = try OrganizationGroupRecord.first(where: "uuid = ?", [uuid], db)
            guard let group, subtree.contains(group) else {
                throw ConsoleError(.notFound, "There is no organization group \(uuid.prefix(60)).")
            }
            let condition = "groupId = ? AND revokedAt IS NULL"
            return (
                try APIKeyRecord.filter(sql: condition, arguments: [group.id]).order(sql: "id").fetchAll(db),
                try OAuthClientRecord.filter(sql: condition, arguments: [group.id]).order(sql: "id").fetchAll(db)
            )
        }
    }

    /// The administrator with a uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func administrator(_ uuid: String, in subtree: Subtree) async throws -> GroupAccount<AdministratorRecord> {
        try await database.read { db in try GroupAccount.find(uuid, in: subtree, db) }
    }

    /// Makes an administrator.
    ///
    /// - Parameters:
    ///   - draft: The new administrator, with a user name.
    ///   - passwordHash: Hash of the password.
    ///   - maker: The administrator who creates them.
    /// - Returns: The stored row.
    /// - Throws: ``ConsoleError`` `forbidden` for a role above the creator's, `notFound` for a group outside their
    ///   subtree, `conflict` for a user name that is taken.
    package func create(_ draft: AdministratorDraft, passwordHash: String, by maker: AdministratorIdentity) async throws
        -> GroupAccount<AdministratorRecord>
    {
        let uuid = random.uuid()
        let role = draft.role ?? .readOnly
        try maker.requireGrant(of: role)
        return try await database.write { transaction in
            let group =
                try Self.group(of: draft, for: maker, transaction.db)
                ?? OrganizationGroupStore.group(id: maker.groupID, transaction.db)
            let groupID = try group.storedID()
            var record = AdministratorRecord(
                id: nil, uuid: uuid, groupId: groupID, username: draft.username ?? "", passwordHash: passwordHash,
                role: role.rawValue, isActive: draft.isActive ?? true, createdAt: clock.now(in: groupID))
            Self.tell(draft, of: &record)
            let taken = try AdministratorRecord.first(where: "username = ?", [record.username], transaction.db)
            if let taken {
                throw try maker.nameIsTaken(
                    record.username, by: taken.groupId, saying: "There is an administrator \(record.username) already.",
                    transaction.db)
            }
            try record.insert(transaction.db)
            try log(.administratorCreated, record, by: maker, after: record, in: transaction)
            return GroupAccount(record: record, group: group)
        }
    }

    /// Changes role, group, or whether an administrator is active.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden` for a role above the administrator's, `conflict` if the
    ///   administrators would lock themselves out, or the last console administrator of the topmost group.
    package func change(_ uuid: String, to draft: AdministratorDraft, by administrator: AdministratorIdentity)
        async throws
        -> GroupAccount<AdministratorRecord>
    {
        try await database.write { transaction in
            let known = try find(uuid, by: administrator, in: transaction)
            try draft.role.map(administrator.requireGrant)
            let group = try Self.group(of: draft, for: administrator, transaction.db) ?? known.group
            var record = known.record
            record.groupId = try group.storedID()
            record.role = draft.role?.rawValue ?? record.role
            record.isActive = draft.isActive ?? record.isActive
            Self.tell(draft, of: &record)
            guard record != known.record else { return known }
            let mayDoOther =
                (record.groupId, record.role, record.isActive)
                != (known.record.groupId, known.record.role, known.record.isActive)
            if mayDoOther { try requireOther(record, than: administrator) }
            try requireAnother(than: known.record, unless: Self.isMain(record), in: transaction)
            try record.update(transaction.db)
            try log(
                .administratorUpdated, record, by: administrator, before: known.record, after: record, in: transaction)
            return GroupAccount(record: record, group: group)
        }
    }

    /// Gives an administrator another password; the old one is invalid at once, and so are tokens that held until they
    /// are deleted.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden`.
    package func setPassword(hash: String, of uuid: String, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            var record = try find(uuid, by: administrator, in: transaction).record
            record.passwordHash = hash
            try record.update(transaction.db)
            try transaction.db.execute(
                sql: "DELETE FROM administratorToken WHERE administratorId = ?", arguments: [record.id])
            try log(.administratorPasswordChanged, record, by: administrator, in: transaction)
        }
    }

    /// Deletes an administrator.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden`, `conflict` if the administrators would lock themselves out,
    ///   or the last console administrator of the topmost group.
    package func delete(_ uuid: String, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let record = try find(uuid, by: administrator, in: transaction).record
            try requireOther(record, than: administrator)
            try requireAnother(than: record, unless: false, in: transaction)
            try record.delete(transaction.db)
            try log(.administratorDeleted, record, by: administrator, before: record, in: transaction)
        }
    }

    /// The uuid of an administrator of a subtree by an id of either kind.
    ///
    /// - Throws: `missing` if there is none in the subtree, so that nobody learns of administrators elsewhere.
    package func uuid(
        of reference: RecordReference, in subtree: Subtree, else missing: ConsoleError
    ) async throws -> String {
        try await database.read { db in
            guard let record = try AdministratorRecord.find(reference, db),
                try subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
            else { throw missing }
            return record.uuid
        }
    }

    /// The group a draft names; nil if it names none.
    private static func group(
        of draft: AdministratorDraft, for maker: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> OrganizationGroupRecord? {
        if let code = draft.group { return try OrganizationGroupStore.group(code, of: maker, db) }
        return try draft.home.map { try OrganizationGroupStore.group(inBody: $0, in: maker.subtree, db) }
    }

    /// Writes the fields of a draft other than role, group and activity.
    private static func tell(_ draft: AdministratorDraft, of record: inout AdministratorRecord) {
        for (text, value) in draft.texts { record[keyPath: text.path] = value }
        record.requiresPasswordChange = draft.requiresPasswordChange ?? record.requiresPasswordChange
    }

    /// An administrator whom another one may change.
    private func find(_ uuid: String, by administrator: AdministratorIdentity, in transaction: Transaction) throws
        -> GroupAccount<AdministratorRecord>
    {
        let account = try GroupAccount<AdministratorRecord>.find(
            uuid, in: administrator.subtree, transaction.db)
        try administrator.requireGrant(of: AdministratorRole(stored: account.record.role))
        return account
    }

    private func requireOther(_ record: AdministratorRecord, than administrator: AdministratorIdentity) throws {
        guard case .password(let id, _) = administrator.credential, id == record.id else { return }
        throw ConsoleError(
            .conflict, "You cannot deactivate or delete yourself or change your own role or group; ask somebody else.")
    }

    /// Whether an administrator can do everything in all groups.
    private static func isMain(_ record: AdministratorRecord) -> Bool {
        record.isActive && record.groupId == OrganizationGroupRecord.globalID
            && AdministratorRole(stored: record.role) == .consoleAdministrator
    }

    private func requireAnother(
        than record: AdministratorRecord, unless isStillMain: Bool, in transaction: Transaction
    ) throws {
        guard Self.isMain(record), !isStillMain else { return }
        let others = AdministratorRecord.filter(
            sql: "isActive AND groupId = ? AND role = ? AND id != ?",
            arguments: [
                OrganizationGroupRecord.globalID, AdministratorRole.consoleAdministrator.rawValue, record.id,
            ])
        guard try others.isEmpty(transaction.db) else { return }
        throw ConsoleError(
            .conflict, "\(record.username) is the last active Console Administrator of the topmost group.")
    }

    private func log(
        _ action: EventAction, _ record: AdministratorRecord, by administrator: AdministratorIdentity,
        before: AdministratorRecord? = nil, after: AdministratorRecord? = nil, in transaction: Transaction
    ) throws {
        try AccountLog(events: events).record(
            action, record.username, in: record.groupId, by: administrator,
            at: clock.now(in: record.groupId), before: before, after: after, in: transaction)
    }
}
