import ConsolePlatform
import Foundation
import GRDB

/// Administrators and API keys.
package struct AdministratorStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// An administrator by user name, letter case ignored, with the subtree of their group; nil if there is none.
    package func administrator(username: String) async throws -> (record: AdministratorRecord, subtree: Subtree)? {
        try await database.read { db in
            let record = try AdministratorRecord.first(where: "username = ?", [username], db)
            guard let record else { return nil }
            return (record, try OrganizationGroupStore.group(id: record.groupId, db).subtree)
        }
    }

    /// An API key by its text, with the subtree of its group; nil if it is unknown or revoked.
    func apiKey(_ key: String) async throws -> (record: APIKeyRecord, subtree: Subtree)? {
        let hash = SecretHash.sha256(key)
        return try await database.read { db in
            let record =
                try APIKeyRecord.first(where: "keyHash = ? AND revokedAt IS NULL", [hash], db)
            return try record.map { ($0, try OrganizationGroupStore.group(id: $0.groupId, db).subtree) }
        }
    }

    /// Makes sure that the administrator and the API key a start is configured with exist.
    ///
    /// An existing administrator keeps their password unless another one is configured. The API key and administrator
    /// of an earlier configuration are removed.
    package func seed(username: String, passwordHash: String?, tenantCode: String, replacing earlier: String?)
        async throws
    {
        let now = clock.now(in: OrganizationGroupRecord.globalID)
        try await database.write { transaction in
            let db = transaction.db
            let global = OrganizationGroupRecord.globalID
            let known = try AdministratorRecord.first(where: "username = ?", [username], db)
            if var known, let passwordHash {
                known.passwordHash = passwordHash
                known.isActive = true
                try known.update(db)
                try log(.administratorPasswordChanged, username, at: now, in: transaction)
                transaction.changesConfiguration()
            } else if known == nil, let passwordHash {
                var record = AdministratorRecord(
                    id: nil, uuid: random.uuid(), groupId: global, username: username, passwordHash: passwordHash,
                    role: AdministratorRole.consoleAdministrator.rawValue, isActive: true, createdAt: now)
                try record.insert(db)
                try log(.administratorCreated, username, at: now, in: transaction)
                transaction.changesConfiguration()
            }
            if let earlier, earlier.lowercased() != username.lowercased() {
                try db.execute(
                    sql: "UPDATE administrator SET isActive = 0 WHERE username = ? AND isActive", arguments: [earlier])
                if db.changesCount > 0 {
                    try log(.administratorDeactivated, earlier, at: now, in: transaction)
                    transaction.changesConfiguration()
                }
            }
            let hash = SecretHash.sha256(tenantCode)
            try db.execute(
                sql: "UPDATE apiKey SET revokedAt = ? WHERE name = 'Default' AND keyHash != ? AND revokedAt IS NULL",
                arguments: [now, hash])
            try db.execute(sql: "UPDATE apiKey SET revokedAt = NULL WHERE keyHash = ?", arguments: [hash])
            if try APIKeyRecord.filter(sql: "keyHash = ?", arguments: [hash]).isEmpty(db) {
                var key = APIKeyRecord(
                    id: nil, uuid: random.uuid(), groupId: global, name: "Default", keyHash: hash, createdAt: now,
                    revokedAt: nil)
                try key.insert(db)
                try log(.apiKeyCreated, key.name, at: now, in: transaction)
                transaction.changesConfiguration()
            }
        }
    }

    private func log(_ action: EventAction, _ name: String, at now: Timestamp, in transaction: Transaction) throws {
        let event = ConsoleEvent(
            action: action, subjectKind: action.noun, subject: name, groupID: OrganizationGroupRecord.globalID, at: now)
        try events.record(event, by: .system, in: transaction)
    }
}
