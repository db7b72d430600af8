package import ConsolePlatform
package import DeviceProtocol
import GRDB

/// API keys ("tenant codes"), created and revoked by administrators.
package struct APIKeyStore: Sendable {
    /// Bytes of a key, which is written as hexadecimal digits.
    private static let keyBytes = 16

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

    /// A page of keys.
    package func page(_ query: AccountQuery, _ page: PageRequest) async throws -> Page<GroupAccount<APIKeyRecord>> {
        try await database.read { db in try GroupAccount.page(query, page, db) }
    }

    /// The key with a uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func key(_ uuid: String, in subtree: Subtree) async throws -> GroupAccount<APIKeyRecord> {
        try await database.read { db in try GroupAccount.find(uuid, in: subtree, db) }
    }

    /// Makes a key.
    ///
    /// - Returns: The stored row, and the text of the key, which is kept nowhere.
    /// - Throws: ``ConsoleError`` `notFound` for a group outside the creator's subtree.
    package func create(named name: String, in code: GroupCode?, by maker: AdministratorIdentity) async throws
        -> (account: GroupAccount<APIKeyRecord>, key: String)
    {
        let (uuid, key) = (random.uuid(), random.secret(byteCount: Self.keyBytes))
        let account = try await database.write { transaction in
            let group = try OrganizationGroupStore.group(code, of: maker, transaction.db)
            let groupID = try group.storedID()
            var record = APIKeyRecord(
                id: nil, uuid: uuid, groupId: groupID, name: name, keyHash: SecretHash.sha256(key),
                createdAt: clock.now(in: groupID), revokedAt: nil)
            try record.insert(transaction.db)
            try log(.apiKeyCreated, record, by: maker, after: record, in: transaction)
            return GroupAccount(record: record, group: group)
        }
        return (account, key)
    }

    /// Revokes a key for good, and keeps it in the list.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func revoke(_ uuid: String, by administrator: AdministratorIdentity) async throws -> GroupAccount<
        APIKeyRecord
    > {
        try await database.write { transaction in
            var account = try GroupAccount<APIKeyRecord>.find(uuid, in: administrator.subtree, transaction.db)
            guard account.record.isActive else { return account }
            let before = account.record
            account.record.revokedAt = clock.now(in: before.groupId)
            try account.record.update(transaction.db)
            try log(.apiKeyRevoked, before, by: administrator, before: before, after: account.record, in: transaction)
            return account
        }
    }

    /// Deletes a key.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func delete(_ uuid: String, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let record = try GroupAccount<APIKeyRecord>.find(uuid, in: administrator.subtree, transaction.db)
                .record
            try record.delete(transaction.db)
            try log(.apiKeyDeleted, record, by: administrator, before: record, in: transaction)
        }
    }

    private func log(
        _ action: EventAction, _ record: APIKeyRecord, by administrator: AdministratorIdentity,
        before: APIKeyRecord? = nil, after: APIKeyRecord? = nil, in transaction: Transaction
    ) throws {
        try AccountLog(events: events).record(
            action, record.name, in: record.groupId, by: administrator, at: clock.now(in: record.groupId),
            before: before, after: after, in: transaction)
    }
}
