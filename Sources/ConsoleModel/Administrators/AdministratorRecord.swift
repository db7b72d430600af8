package import ConsolePlatform
package import Foundation
import GRDB

/// Someone who may use the admin REST API and the console.
package struct AdministratorRecord: Codable, Hashable, Sendable, AccountRecord {
    package static let databaseTableName = "administrator"
    package static let noun = "administrator"
    package static let nameColumn = "username"

    package var id: Int64?
    package var uuid: String
    /// The group whose subtree they administer.
    package var groupId: Int64
    package var username: String
    package var passwordHash: String
    /// Name of an ``AdministratorRole``.
    package var role: String
    package var isActive: Bool
    package var createdAt: Timestamp
    package var firstName = ""
    package var lastName = ""
    package var email = ""
    /// Empty for coordinated universal time.
    package var timeZone = ""
    /// Empty for that of the group.
    package var locale = ""
    /// Empty for the default one.
    package var landingPage = ""
    package var requiresPasswordChange = false
    /// When they last signed in.
    package var lastLoginAt: Timestamp?
}

extension AdministratorRecord {
    package static let toldColumns: Set<String> = [
        "uuid", "groupId", "username", "role", "isActive", "firstName", "lastName", "email", "timeZone", "locale",
        "landingPage", "requiresPasswordChange", "lastLoginAt",
    ]
}

/// An API key ("tenant code") of an organization group; only its hash is kept.
package struct APIKeyRecord: Codable, Hashable, Sendable, AccountRecord {
    package static let databaseTableName = "apiKey"
    package static let noun = "API key"
    package static let nameColumn = "name"

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    package var name: String
    var keyHash: Data
    package var createdAt: Timestamp
    package var revokedAt: Timestamp?

    /// Made of its parts.
    package init(
        id: Int64? = nil, uuid: String, groupId: Int64, name: String, keyHash: Data, createdAt: Timestamp,
        revokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.name = name
        self.keyHash = keyHash
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}

extension APIKeyRecord {
    package static let toldColumns: Set<String> = ["uuid", "groupId", "name", "revokedAt"]
}

/// An OAuth 2 client: a program that gets tokens for the admin REST API with an id and a secret, whose hash is kept.
package struct OAuthClientRecord: Codable, Hashable, Sendable, AccountRecord {
    package static let databaseTableName = "oauthClient"
    package static let noun = "OAuth client"
    package static let nameColumn = "name"

    package var id: Int64?
    package var uuid: String
    /// The group whose subtree it administers.
    package var groupId: Int64
    /// The client id, with which it signs in.
    package var clientId: String
    var secretHash: Data
    /// Counts the secrets it has had; tokens of earlier secrets are invalid.
    var secretVersion: Int64
    package var name: String
    /// Name of an ``AdministratorRole``.
    package var role: String
    package var createdAt: Timestamp
    /// When it was deactivated.
    package var revokedAt: Timestamp?
}

extension OAuthClientRecord {
    package static let toldColumns: Set<String> = ["uuid", "groupId", "clientId", "name", "role", "revokedAt"]
}
