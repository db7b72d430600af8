package import ConsolePlatform
import Foundation
import GRDB

/// A bearer token of an administrator that holds until it is deleted; only its hash is kept.
///
/// It expires by no clock, so it survives whatever a test does to the time of its group.
package struct AdministratorTokenRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "administratorToken"

    package var id: Int64?
    var administratorId: Int64
    var tokenHash: Data
    var createdAt: Timestamp

    /// The row of a token.
    package init(_ token: String, of administratorID: Int64, at now: Timestamp) {
        id = nil
        administratorId = administratorID
        tokenHash = SecretHash.sha256(token)
        createdAt = now
    }
}

extension AdministratorStore {
    /// Name and group of a token's administrator; nil for any other token.
    package func owner(ofToken token: String) async throws -> (name: String, groupID: Int64)? {
        try await administrator(ofToken: token).map { ($0.name, $0.groupID) }
    }

    /// Whom a token belongs to that holds until it is deleted; nil for any other.
    func administrator(ofToken token: String) async throws -> AdministratorIdentity? {
        let hash = SecretHash.sha256(token)
        return try await database.read { db in
            let record = try AdministratorRecord.fetchOne(
                db,
                sql: """
                    SELECT administrator.* FROM administratorToken
                    JOIN administrator ON administrator.id = administratorToken.administratorId
                    WHERE administratorToken.tokenHash = ? AND administrator.isActive = 1
                    """, arguments: [hash])
            guard let record else { return nil }
            return AdministratorIdentity(
                name: record.username, groupID: record.groupId,
                subtree: try OrganizationGroupStore.group(id: record.groupId, db).subtree,
                role: AdministratorRole(stored: record.role),
                credential: .password(administratorID: try record.storedID(), keyID: nil))
        }
    }
}

extension AdministratorRecord {
    /// A console administrator of a group, who may sign in at once.
    package static func new(
        _ username: String, passwordHash: String, of groupID: Int64, uuid: String, at now: Timestamp
    ) -> AdministratorRecord {
        AdministratorRecord(
            id: nil, uuid: uuid, groupId: groupID, username: username, passwordHash: passwordHash,
            role: AdministratorRole.consoleAdministrator.rawValue, isActive: true, createdAt: now)
    }
}
