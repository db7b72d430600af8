package import ConsolePlatform
package import Foundation
import GRDB

/// An enrollment user: someone who signs in on devices.
///
/// A directory user with a domain also signs in as `DOMAIN\name`.
package struct UserRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "enrollmentUser"
    /// Kinds of account.
    package static let accountTypes = ["Basic", "Directory", "Saml"]
    /// The role of a user without one.
    package static let defaultRole = "Full Access"
    /// The staging mode of a user who stages no devices for others.
    package static let stagingDisabled = "StagingDisabled"

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    package var username: String
    /// scrypt hash; nil for users who have no password here.
    package var passwordHash: String?
    package var accountType: String
    package var domain: String
    package var firstName: String
    package var lastName: String
    package var email: String
    package var phone: String
    package var isActive: Bool
    /// Failed sign-ins since the last successful one.
    package var failedLogins: Int64
    /// Since when too many failed sign-ins keep the account locked.
    package var lockedAt: Timestamp?
    package var createdAt: Timestamp
    /// Raw value of a ``UserSecurity``, where the account type does not say it.
    package var securityType: Int?
    package var middleName = ""
    /// Empty for first and last name.
    var displayName = ""
    package var fullName = ""
    package var userPrincipalName = ""
    package var emailUsername = ""
    package var mobileNumber = ""
    package var externalId = ""
    package var department = ""
    package var employeeIdentifier = ""
    package var costCenter = ""
    package var customAttribute1 = ""
    package var customAttribute2 = ""
    package var customAttribute3 = ""
    package var customAttribute4 = ""
    package var customAttribute5 = ""
    /// Name of the role on the self-service portal.
    package var role = UserRecord.defaultRole
    /// Empty for one made of the role's name.
    package var roleUuid = ""
    package var stagingMode = UserRecord.stagingDisabled
    /// How messages reach the user: a ``UserMessage``.
    package var messageType = 0
    package var messageTemplateUuid = ""
    package var categoryId: Int64 = 0
    /// The group that devices of the user enroll into; nil for that of the user.
    package var enrollmentGroupId: Int64?

    /// Made of its parts.
    package init(
        id: Int64? = nil, uuid: String, groupId: Int64, username: String, passwordHash: String? = nil,
        accountType: String, domain: String, firstName: String, lastName: String, email: String, phone: String,
        isActive: Bool, failedLogins: Int64, lockedAt: Timestamp? = nil, createdAt: Timestamp,
        securityType: Int? = nil, middleName: String = "", displayName: String = "", fullName: String = "",
        userPrincipalName: String = "", emailUsername: String = "", mobileNumber: String = "",
        externalId: String = "", department: String = "", employeeIdentifier: String = "", costCenter: String = "",
        customAttribute1: String = "", customAttribute2: String = "", customAttribute3: String = "",
        customAttribute4: String = "", customAttribute5: String = "", role: String = UserRecord.defaultRole,
        roleUuid: String = "", stagingMode: String = UserRecord.stagingDisabled, messageType: Int = 0,
        messageTemplateUuid: String = "", categoryId: Int64 = 0, enrollmentGroupId: Int64? = nil
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.username = username
        self.passwordHash = passwordHash
        self.accountType = accountType
        self.domain = domain
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.phone = phone
        self.isActive = isActive
        self.failedLogins = failedLogins
        self.lockedAt = lockedAt
        self.createdAt = createdAt
        self.securityType = securityType
        self.middleName = middleName
        self.displayName = displayName
        self.fullName = fullName
        self.userPrincipalName = userPrincipalName
        self.emailUsername = emailUsername
        self.mobileNumber = mobileNumber
        self.externalId = externalId
        self.department = department
        self.employeeIdentifier = employeeIdentifier
        self.costCenter = costCenter
        self.customAttribute1 = customAttribute1
        self.customAttribute2 = customAttribute2
        self.customAttribute3 = customAttribute3
        self.customAttribute4 = customAttribute4
        self.customAttribute5 = customAttribute5
        self.role = role
        self.roleUuid = roleUuid
        self.stagingMode = stagingMode
        self.messageType = messageType
        self.messageTemplateUuid = messageTemplateUuid
        self.categoryId = categoryId
        self.enrollmentGroupId = enrollmentGroupId
    }
}

extension UserRecord: ToldRecord {
    package static let toldColumns: Set<String> = [
        "uuid", "groupId", "username", "accountType", "domain", "firstName", "lastName", "email", "phone", "isActive",
        "securityType", "middleName", "displayName", "fullName", "userPrincipalName", "emailUsername", "mobileNumber",
        "externalId", "department", "employeeIdentifier", "costCenter", "customAttribute1", "customAttribute2",
        "customAttribute3", "customAttribute4", "customAttribute5", "role", "roleUuid", "stagingMode", "messageType",
        "messageTemplateUuid", "categoryId", "enrollmentGroupId",
    ]
}

/// A named set of users.
package struct UserGroupRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "userGroup"

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    package var name: String
    package var createdAt: Timestamp
    package var description = ""

    /// Made of its parts.
    package init(
        id: Int64? = nil, uuid: String, groupId: Int64, name: String, createdAt: Timestamp, description: String = ""
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.name = name
        self.createdAt = createdAt
        self.description = description
    }
}

extension UserGroupRecord: ToldRecord {
    package static let toldColumns: Set<String> = ["uuid", "groupId", "name", "description"]
}

/// A token that enrolls one device of a user once; only its hash is kept.
package struct EnrollmentTokenRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "enrollmentToken"

    /// Who issued a token.
    package enum Kind: String, Codable, Sendable {
        /// An administrator, or an environment file.
        case enrollment
        /// A login that asked for one.
        case login
        /// The identity provider; valid only for one device and one group.
        case saml
    }

    package var id: Int64?
    package var userId: Int64
    /// SHA-256 of the token.
    package var tokenHash: Data
    package var createdAt: Timestamp
    package var expiresAt: Timestamp
    package var usedAt: Timestamp?
    package var kind = Kind.enrollment
    /// The only group it can be used in; nil for any its user belongs to.
    package var groupId: Int64?
    /// The only device it can be used on; nil for any.
    package var deviceIdentifier: String?

    /// Made of its parts.
    package init(
        id: Int64? = nil, userId: Int64, tokenHash: Data, createdAt: Timestamp, expiresAt: Timestamp,
        usedAt: Timestamp? = nil, kind: Kind = Kind.enrollment, groupId: Int64? = nil,
        deviceIdentifier: String? = nil
    ) {
        self.id = id
        self.userId = userId
        self.tokenHash = tokenHash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.usedAt = usedAt
        self.kind = kind
        self.groupId = groupId
        self.deviceIdentifier = deviceIdentifier
    }
}

extension UserRecord {
    /// Whether too many failed sign-ins keep the account locked.
    ///
    /// - Parameters:
    ///   - minutes: How long a lock lasts; 0 is for ever.
    ///   - now: The time in the user's group.
    /// - Returns: Whether it is locked.
    package func isLocked(minutes: Int64, at now: Timestamp) -> Bool {
        guard let lockedAt else { return false }
        return minutes == 0 || now < lockedAt.adding(seconds: minutes * 60)
    }
}
