import Foundation
import GRDB

/// An enrollment user: someone who signs in on devices.
struct UserRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "enrollmentUser"
    /// Kinds of account.
    static let accountTypes = ["Basic", "Directory", "Saml"]
    /// The role of a user who is given none.
    static let defaultRole = "Full Access"
    /// The staging mode of a user who stages no devices for others.
    static let stagingDisabled = "StagingDisabled"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var username: String
    /// scrypt hash; nil for users who have no password here.
    var passwordHash: String?
    var accountType: String
    var domain: String
    var firstName: String
    var lastName: String
    var email: String
    var phone: String
    var isActive: Bool
    /// Failed sign-ins since the last successful one.
    var failedLogins: Int64
    /// Since when too many failed sign-ins keep the account locked.
    var lockedAt: Timestamp?
    var createdAt: Timestamp
    /// Raw value of a ``UserSecurity``, where the account type does not say it.
    var securityType: Int?
    var middleName = ""
    /// Empty for first and last name.
    var displayName = ""
    var fullName = ""
    var userPrincipalName = ""
    var emailUsername = ""
    var mobileNumber = ""
    var externalId = ""
    var department = ""
    var employeeIdentifier = ""
    var costCenter = ""
    var customAttribute1 = ""
    var customAttribute2 = ""
    var customAttribute3 = ""
    var customAttribute4 = ""
    var customAttribute5 = ""
    /// Name of the role on the self-service portal.
    var role = UserRecord.defaultRole
    /// Empty for one made of the role's name.
    var roleUuid = ""
    var stagingMode = UserRecord.stagingDisabled
    /// How the user is written to: a ``UserMessage``.
    var messageType = 0
    var messageTemplateUuid = ""
    var categoryId: Int64 = 0
    /// The group devices of the user are meant to enroll into; nil for that of the user.
    var enrollmentGroupId: Int64?
}

/// A named set of users.
struct UserGroupRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "userGroup"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var name: String
    var createdAt: Timestamp
    var description = ""
}

/// A token that enrolls one device of a user once; only its hash is kept.
struct EnrollmentTokenRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "enrollmentToken"

    /// Who handed a token out.
    enum Kind: String, Codable, Sendable {
        /// An administrator, or an environment file.
        case enrollment
        /// A login that asked for one.
        case login
        /// The identity provider; good for one device and one group only.
        case saml
    }

    var id: Int64?
    var userId: Int64
    /// SHA-256 of the token.
    var tokenHash: Data
    var createdAt: Timestamp
    var expiresAt: Timestamp
    var usedAt: Timestamp?
    var kind = Kind.enrollment
    /// The only group it can be used in; nil for any its user belongs to.
    var groupId: Int64?
    /// The only device it can be used on; nil for any.
    var deviceIdentifier: String?
}

extension UserRecord {
    /// Whether too many failed sign-ins keep the account locked.
    ///
    /// - Parameters:
    ///   - minutes: How long a lock lasts; 0 is for ever.
    ///   - now: The time.
    /// - Returns: Whether it is locked.
    func isLocked(minutes: Int64, at now: Timestamp) -> Bool {
        guard let lockedAt else { return false }
        return minutes == 0 || now < lockedAt.adding(seconds: minutes * 60)
    }
}
