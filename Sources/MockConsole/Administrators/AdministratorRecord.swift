import Foundation
import GRDB

/// Someone who may use the admin REST API and the console.
struct AdministratorRecord: Codable, Hashable, Sendable, AccountRecord {
    static let databaseTableName = "administrator"
    static let noun = "administrator"
    static let nameColumn = "username"

    var id: Int64?
    var uuid: String
    /// The group whose subtree they administer.
    var groupId: Int64
    var username: String
    var passwordHash: String
    /// Name of an ``AdministratorRole``.
    var role: String
    var isActive: Bool
    var createdAt: Timestamp
    var firstName = ""
    var lastName = ""
    var email = ""
    /// Empty for coordinated universal time.
    var timeZone = ""
    /// Empty for that of the group.
    var locale = ""
    /// Empty for the one of everybody.
    var landingPage = ""
    var requiresPasswordChange = false
    /// When they last signed in.
    var lastLoginAt: Timestamp?
}

/// An API key ("tenant code") of an organization group; only its hash is kept.
struct APIKeyRecord: Codable, Hashable, Sendable, AccountRecord {
    static let databaseTableName = "apiKey"
    static let noun = "API key"
    static let nameColumn = "name"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var name: String
    var keyHash: Data
    var createdAt: Timestamp
    var revokedAt: Timestamp?
}

/// An OAuth 2 client: a program that gets tokens for the admin REST API with an id and a secret, of which only the hash
/// is kept.
struct OAuthClientRecord: Codable, Hashable, Sendable, AccountRecord {
    static let databaseTableName = "oauthClient"
    static let noun = "OAuth client"
    static let nameColumn = "name"

    var id: Int64?
    var uuid: String
    /// The group whose subtree it administers.
    var groupId: Int64
    /// What it signs in as.
    var clientId: String
    var secretHash: Data
    /// Counts the secrets it has had; tokens of an earlier one end.
    var secretVersion: Int64
    var name: String
    /// Name of an ``AdministratorRole``.
    var role: String
    var createdAt: Timestamp
    /// Since when it is not active.
    var revokedAt: Timestamp?
}
