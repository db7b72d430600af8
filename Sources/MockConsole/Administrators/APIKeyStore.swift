import DeviceProtocol
import GRDB

/// API keys ("tenant codes"), made and ended by administrators.
struct APIKeyStore: Sendable {
    /// Bytes of a key, which is written as hexadecimal digits.
    private static let keyBytes = 16

    let database: Database
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// A page of keys.
    func page(_ query: AccountQuery, _ page: PageRequest) async throws -> Page<GroupAccount<APIKeyRecord>> {
        try await database.read { db in try GroupAccount.page(query, page, db) }
    }

    /// The key with a uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func key(_ uuid: String, below groupPath: String) async throws -> GroupAccount<APIKeyRecord> {
        try await database.read { db in try GroupAccount.find(uuid, below: groupPath, db) }
    }

    /// Makes a key.
    ///
    /// - Returns: What is kept of it, and its text, which is nowhere else.
    /// - Throws: ``ConsoleError`` `notFound` for a group outside of the maker's subtree.
    func create(named name: String, in code: GroupCode?, by maker: AdministratorIdentity) async throws
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
            try log("created", record, by: maker, after: record, in: transaction)
            return GroupAccount(record: record, group: group)
        }
        return (account, key)
    }

    /// Ends a key for good, and keeps it in the list.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func revoke(_ uuid: String, by administrator: AdministratorIdentity) async throws -> GroupAccount<APIKeyRecord> {
        try await database.write { transaction in
            var account = try GroupAccount<APIKeyRecord>.find(uuid, below: administrator.groupPath, transaction.db)
            guard account.record.isActive else { return account }
            let before = account.record
            account.record.revokedAt = clock.now(in: before.groupId)
            try account.record.update(transaction.db)
            try log("revoked", before, by: administrator, before: before, after: account.record, in: transaction)
            return account
        }
    }

    /// Deletes a key.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ uuid: String, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let record = try GroupAccount<APIKeyRecord>.find(uuid, below: administrator.groupPath, transaction.db)
                .record
            try record.delete(transaction.db)
            try log("deleted", record, by: administrator, before: record, in: transaction)
        }
    }

    private func log(
        _ change: String, _ record: APIKeyRecord, by administrator: AdministratorIdentity,
        before: APIKeyRecord? = nil, after: APIKeyRecord? = nil, in transaction: Transaction
    ) throws {
        try AccountLog(events: events).record(
            "apiKey.\(change)", record.name, in: record.groupId, by: administrator, at: clock.now(in: record.groupId),
            before: before, after: after, in: transaction)
    }
}
