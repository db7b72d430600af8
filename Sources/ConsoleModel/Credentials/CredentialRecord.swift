package import ConsolePlatform
import Foundation
import GRDB

/// An HMAC credential, with which a device signs its requests (DeviceServices, sections 2 and 7.3).
package struct CredentialRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "credential"

    package var id: Int64?
    var deviceId: Int64
    /// The app that asked for it.
    package var installationId: Int64
    var userId: Int64?
    /// Name under which it was issued: the bundle identifier, or that of a family of apps.
    package var authenticationGroup: String
    /// The HMAC token, sealed.
    var sealedToken: Data
    var createdAt: Timestamp
    var revokedAt: Timestamp?
    var revokedReason: String?

    /// Made of its parts.
    init(
        id: Int64? = nil, deviceId: Int64, installationId: Int64, userId: Int64? = nil, authenticationGroup: String,
        sealedToken: Data, createdAt: Timestamp, revokedAt: Timestamp? = nil, revokedReason: String? = nil
    ) {
        self.id = id
        self.deviceId = deviceId
        self.installationId = installationId
        self.userId = userId
        self.authenticationGroup = authenticationGroup
        self.sealedToken = sealedToken
        self.createdAt = createdAt
        self.revokedAt = revokedAt
        self.revokedReason = revokedReason
    }
}

/// A bearer token, by the id it carries.
package struct AccessTokenRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "accessToken"

    package var id: Int64?
    /// The token's `jti` claim.
    var jti: String
    var deviceId: Int64
    var installationId: Int64
    var userId: Int64?
    /// The authentication group of the login that issued it.
    var authenticationGroup: String
    var issuedAt: Timestamp
    var expiresAt: Timestamp
    package var revokedAt: Timestamp?
    package var revokedReason: String?

    /// Made of its parts.
    package init(
        id: Int64? = nil, jti: String, deviceId: Int64, installationId: Int64, userId: Int64? = nil,
        authenticationGroup: String, issuedAt: Timestamp, expiresAt: Timestamp, revokedAt: Timestamp? = nil,
        revokedReason: String? = nil
    ) {
        self.id = id
        self.jti = jti
        self.deviceId = deviceId
        self.installationId = installationId
        self.userId = userId
        self.authenticationGroup = authenticationGroup
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.revokedReason = revokedReason
    }
}
