import Foundation
import GRDB

/// Someone who may use the admin REST API and the console.
struct AdministratorRecord: Codable, Sendable, StoredRecord {
    static let databaseTableName = "administrator"

    var id: Int64?
    var uuid: String
    /// The group whose subtree they administer.
    var groupId: Int64
    var username: String
    var passwordHash: String
    var role: String
    var isActive: Bool
    var createdAt: Timestamp
}

/// An API key ("tenant code") of an organization group; only its hash is kept.
struct APIKeyRecord: Codable, Sendable, StoredRecord {
    static let databaseTableName = "apiKey"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var name: String
    var keyHash: Data
    var createdAt: Timestamp
    var revokedAt: Timestamp?
}
