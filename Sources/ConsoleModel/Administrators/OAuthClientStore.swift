package import ConsolePlatform
import Foundation
import GRDB

/// OAuth clients: looked up when one signs in; created, changed and removed by administrators.
package struct OAuthClientStore: Sendable {
    /// Bytes of a generated client id, which is written as hexadecimal digits.
    private static let idBytes = 16

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// The client with an id, active or not; nil if there is none.
    func client(clientID: String) async throws -> OAuthClientRecord? {
        try await database.read { db in try Self.client(clientID: clientID, db) }
    }

    /// The client with a uuid, active or not, and the subtree of its group; nil if there is none.
    func client(uuid: String) async throws -> (record: OAuthClientRecord, subtree: Subtree)? {
        try await database.read { db in
            guard let record = try OAuthClientRecord.first(where: "uuid = ?", [uuid], db) else {
                return nil
            }
            return (record, try OrganizationGroupStore.group(id: record.groupId, db).subtree)
        }
    }

    /// A page of clients.
    package func page(_ query: AccountQuery, _ page: PageRequest) async throws -> Page<GroupAccount<OAuthClientRecord>>
    {
        try await database.read { db in try GroupAccount.page(query, page, db) }
    }

    /// The client with a uuid, in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func client(_ uuid: String, in subtree: Subtree) async throws -> GroupAccount<OAuthClientRecord> {
        try await database.read { db in try GroupAccount.find(uuid, in: subtree, db) }
    }

    /// Makes a client.
    ///
    /// - Returns: The stored row, and the secret, which is kept nowhere.
    /// - Throws: ``ConsoleError`` `forbidden` for a role above the creator's, `notFound` for a group outside their
    ///   subtree, `conflict` for a client id that is taken.
    package func create(_ draft: OAuthClientDraft, by maker: AdministratorIdentity) async throws
        -> (account: GroupAccount<OAuthClientRecord>, secret: String)
    {
        let uuid = random.uuid()
        let generatedID = random.secret(byteCount: Self.idBytes)
        let secret = random.secret()
        let role = draft.role ?? .apiOnly
        try maker.requireGrant(of: role)
        let account = try await database.write { transaction in
            let group = try OrganizationGroupStore.group(draft.group, of: maker, transaction.db)
            let groupID = try group.storedID()
            var record = OAuthClientRecord(
                id: nil, uuid: uuid, groupId: groupID, clientId: draft.clientID ?? generatedID,
                secretHash: SecretHash.sha256(secret), secretVersion: 1, name: draft.name ?? "", role: role.rawValue,
                createdAt: clock.now(in: groupID), revokedAt: nil)
            if let taken = try Self.client(clientID: record.clientId, transaction.db) {
                throw try maker.nameIsTaken(
                    record.clientId, by: taken.groupId,
                    saying: "There is an OAuth client with the id \(record.clientId) already.", transaction.db)
            }
            try record.insert(transaction.db)
            try log(.oauthClientCreated, record, by: maker, after: record, in: transaction)
            return GroupAccount(record: record, group: group)
        }
        return (account, secret)
    }

    /// Changes a client; one that is deactivated loses its tokens at once.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden` for a role above the administrator's, `conflict` for a client
    ///   that would lock itself out.
    package func change(_ uuid: String, to draft: OAuthClientDraft, by administrator: AdministratorIdentity)
        async throws
        -> GroupAccount<OAuthClientRecord>
    {
        try await database.write { transaction in
            let known = try find(uuid, by: administrator, in: transaction)
            try draft.role.map(administrator.requireGrant)
            let group =
                try draft.group.map { try OrganizationGroupStore.group($0, of: administrator, transaction.db) }
                ?? known.group
            var record = known.record
            record.groupId = try group.storedID()
            record.name = draft.name ?? record.name
            record.role = draft.role?.rawValue ?? record.role
            if let isActive = draft.isActive, isActive != record.isActive {
                record.revokedAt = isActive ? nil : clock.now(in: record.groupId)
            }
            guard record != known.record else { return known }
            if record.role != known.record.role || record.groupId != known.record.groupId || !record.isActive {
                try requireOther(record, than: administrator)
            }
            try record.update(transaction.db)
            try log(
                .oauthClientUpdated, record, by: administrator, before: known.record, after: record, in: transaction)
            return GroupAccount(record: record, group: group)
        }
    }

    /// Gives a client another secret; the old one and its tokens are invalid at once.
    ///
    /// - Returns: The stored row, and the secret, which is kept nowhere.
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden`.
    package func rotate(_ uuid: String, by administrator: AdministratorIdentity) async throws
        -> (account: GroupAccount<OAuthClientRecord>, secret: String)
    {
        let secret = random.secret()
        let account = try await database.write { transaction in
            var account = try find(uuid, by: administrator, in: transaction)
            account.record.secretHash = SecretHash.sha256(secret)
            account.record.secretVersion += 1
            try account.record.update(transaction.db)
            try log(.oauthClientSecretChanged, account.record, by: administrator, in: transaction)
            return account
        }
        return (account, secret)
    }

    /// Deletes a client; its tokens are invalid at once.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden`, `conflict` for a client that would delete itself.
    package func delete(_ uuid: String, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let record = try find(uuid, by: administrator, in: transaction).record
            try requireOther(record, than: administrator)
            try record.delete(transaction.db)
            try log(.oauthClientDeleted, record, by: administrator, before: record, in: transaction)
        }
    }
}

extension OAuthClientStore {
    /// Makes sure that the client a start is configured with exists, is active and has its secret.
    ///
    /// - Parameters:
    ///   - clientID: Its id.
    ///   - secret: Its secret.
    ///   - earlier: Id of the client that an earlier start has created; it is removed if it differs.
    /// - Throws: What the database throws.
    package func seed(clientID: String, secret: String, replacing earlier: String?) async throws {
        let now = clock.now(in: OrganizationGroupRecord.globalID)
        let (uuid, hash) = (random.uuid(), SecretHash.sha256(secret))
        try await database.write { transaction in
            if let earlier, earlier != clientID, var old = try Self.client(clientID: earlier, transaction.db),
                old.isActive
            {
                old.revokedAt = now
                try old.update(transaction.db)
                try logSeed(.oauthClientDeactivated, old, at: now, in: transaction)
            }
            guard var known = try Self.client(clientID: clientID, transaction.db) else {
                var record = OAuthClientRecord(
                    id: nil, uuid: uuid, groupId: OrganizationGroupRecord.globalID, clientId: clientID,
                    secretHash: hash, secretVersion: 1, name: "Default",
                    role: AdministratorRole.consoleAdministrator.rawValue, createdAt: now, revokedAt: nil)
                try record.insert(transaction.db)
                return try logSeed(.oauthClientCreated, record, at: now, in: transaction)
            }
            guard known.secretHash != hash else { return }
            known.secretHash = hash
            known.secretVersion += 1
            known.revokedAt = nil
            try known.update(transaction.db)
            try logSeed(.oauthClientSecretChanged, known, at: now, in: transaction)
        }
    }

    private func logSeed(
        _ action: EventAction, _ record: OAuthClientRecord, at now: Timestamp, in transaction: Transaction
    ) throws {
        let event = ConsoleEvent(
            action: action, subjectKind: "oauthClient", subject: record.name, groupID: record.groupId,
            at: now)
        try events.record(event, by: .system, in: transaction)
        transaction.changesConfiguration()
    }

    private static func client(clientID: String, _ db: GRDB.Database) throws -> OAuthClientRecord? {
        try OAuthClientRecord.first(where: "clientId = ?", [clientID], db)
    }

    /// A client that the administrator may change.
    private func find(_ uuid: String, by administrator: AdministratorIdentity, in transaction: Transaction) throws
        -> GroupAccount<OAuthClientRecord>
    {
        let account = try GroupAccount<OAuthClientRecord>.find(uuid, in: administrator.subtree, transaction.db)
        try administrator.requireGrant(of: AdministratorRole(stored: account.record.role))
        return account
    }

    private func requireOther(_ record: OAuthClientRecord, than administrator: AdministratorIdentity) throws {
        guard administrator.credential != record.id.map(AdminCredential.client) else {
            throw ConsoleError(
                .conflict, "An OAuth client cannot deactivate or delete itself, nor change its own role or group.")
        }
    }

    private func log(
        _ action: EventAction, _ record: OAuthClientRecord, by administrator: AdministratorIdentity,
        before: OAuthClientRecord? = nil, after: OAuthClientRecord? = nil, in transaction: Transaction
    ) throws {
        try AccountLog(events: events).record(
            action, record.name, in: record.groupId, by: administrator,
            at: clock.now(in: record.groupId), before: before, after: after, in: transaction)
    }
}
