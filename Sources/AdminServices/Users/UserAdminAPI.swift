import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation

/// A user as version 1 answers it; names as on the wire (AdminUsers, "Users").
struct UserBody: Encodable, Sendable {
    let Id: AdminID
    let Uuid: String
    let UserName: String
    let FirstName: String
    let LastName: String
    let DisplayName: String
    let Status: Bool
    let Email: String
    let SecurityType: Int
    let ContactNumber: String
    let MobileNumber: String
    let MessageType: Int
    let EmailUserName: String
    let Group: String
    let LocationGroupId: String
    let OrganizationGroupUuid: String
    let Role: String
    let EnrolledDevicesCount: String
    let CustomAttribute1: String
    let CustomAttribute2: String
    let CustomAttribute3: String
    let CustomAttribute4: String
    let CustomAttribute5: String
    let ExternalId: String
    let StagingMode: String

    /// The body for a user.
    init(_ details: UserOverview) throws {
        let user = details.record
        Id = AdminID(try user.storedID())
        Uuid = user.uuid
        UserName = user.username
        FirstName = user.firstName
        LastName = user.lastName
        DisplayName = user.shownName
        Status = user.isActive
        Email = user.email
        SecurityType = user.security.rawValue
        ContactNumber = user.phone
        MobileNumber = user.mobileNumber
        MessageType = user.messageType
        (EmailUserName, Group) = (user.emailUsername, details.group.name)
        (LocationGroupId, OrganizationGroupUuid) = (String(user.groupId), details.group.uuid)
        (Role, EnrolledDevicesCount) = (user.role, String(details.enrolledDevices))
        (CustomAttribute1, CustomAttribute2) = (user.customAttribute1, user.customAttribute2)
        (CustomAttribute3, CustomAttribute4) = (user.customAttribute3, user.customAttribute4)
        CustomAttribute5 = user.customAttribute5
        ExternalId = user.externalId
        StagingMode = user.stagingMode
    }
}

/// A user as version 2 answers it; names as on the wire.
struct UserBodyV2: Encodable, Sendable {
    let id: Int64
    let uuid: String
    let userName: String
    let securityType: String
    let externalId: String
    let firstName: String
    let middleName: String
    let lastName: String
    let displayName: String
    let fullName: String
    let userPrincipalName: String
    let emailAddress: String
    let emailUsername: String
    let phoneNumber: String
    let mobileNumber: String
    let messageType: Int
    let messageTemplateUuid: String
    let enrollmentRoleUuid: String
    let enrollmentRoleName: String
    let status: Bool
    let organizationGroupUuid: String
    let enrollmentOrganizationGroupUuid: String
    let department: String
    let employeeIdentifier: String
    let costCenter: String
    let customAttribute1: String
    let customAttribute2: String
    let customAttribute3: String
    let customAttribute4: String
    let customAttribute5: String
    let deviceStagingEnabled: Bool
    let deviceStagingType: String
    let enrollmentUserCategoryId: Int64
    let enrolledDevicesCount: Int

    /// The body for a user.
    init(_ details: UserOverview) throws {
        let user = details.record
        id = try user.storedID()
        uuid = user.uuid
        userName = user.username
        (securityType, externalId) = (user.security.word, user.externalId)
        firstName = user.firstName
        middleName = user.middleName
        lastName = user.lastName
        (displayName, userPrincipalName) = (user.shownName, user.userPrincipalName)
        fullName =
            user.fullName.isEmpty
            ? [user.firstName, user.middleName, user.lastName].filter { !$0.isEmpty }.joined(separator: " ")
            : user.fullName
        (emailAddress, emailUsername) = (user.email, user.emailUsername)
        phoneNumber = user.phone
        mobileNumber = user.mobileNumber
        messageType = user.messageType
        messageTemplateUuid =
            user.messageTemplateUuid.isEmpty ? "00000000-0000-0000-0000-000000000000" : user.messageTemplateUuid
        enrollmentRoleUuid = user.roleUuid.isEmpty ? NamedUUID.of([Data(user.role.utf8)]) : user.roleUuid
        (enrollmentRoleName, status) = (user.role, user.isActive)
        organizationGroupUuid = details.group.uuid
        enrollmentOrganizationGroupUuid = details.enrollmentGroupUUID
        (department, employeeIdentifier) = (user.department, user.employeeIdentifier)
        costCenter = user.costCenter
        (customAttribute1, customAttribute2) = (user.customAttribute1, user.customAttribute2)
        (customAttribute3, customAttribute4) = (user.customAttribute3, user.customAttribute4)
        customAttribute5 = user.customAttribute5
        deviceStagingEnabled = user.stagingMode != UserRecord.stagingDisabled
        deviceStagingType = deviceStagingEnabled ? user.stagingMode : ""
        (enrollmentUserCategoryId, enrolledDevicesCount) = (user.categoryId, details.enrolledDevices)
    }
}

/// The created object, as version 2 answers it.
struct CreatedUserBody: Encodable, Sendable {
    let uuid: String
}
