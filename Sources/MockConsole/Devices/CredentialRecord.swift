import Foundation
import GRDB

/// An HMAC credential: what a device signs with (DeviceServices, sections 2 and 7.3).
struct CredentialRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "credential"

    var id: Int64?
    var deviceId: Int64
    /// The app that asked for it.
    var installationId: Int64
    var userId: Int64?
    /// Name under which it was issued: the bundle identifier, or that of a family of apps.
    var authenticationGroup: String
    /// The HMAC token, sealed.
    var sealedToken: Data
    var createdAt: Timestamp
    var revokedAt: Timestamp?
    var revokedReason: String?
}

/// A bearer token, by the id it carries.
struct AccessTokenRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "accessToken"

    var id: Int64?
    /// The token's `jti` claim.
    var jti: String
    var deviceId: Int64
    var installationId: Int64
    var userId: Int64?
    /// The authentication group of the login it was handed out at.
    var authenticationGroup: String
    var issuedAt: Timestamp
    var expiresAt: Timestamp
    var revokedAt: Timestamp?
    var revokedReason: String?
}
