import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// An entry in the list of a group; names as on the wire (AdminRegistrations, "Enrollment tokens of a group").
struct RegisteredDeviceTokenBody: Encodable, Sendable {
    /// A custom attribute the device gets.
    struct Attribute: Encodable, Sendable {
        let name: String
        let value: String
        let application: String
    }

    let uuid: String
    let registration_type: String
    let serial_number: String
    let imei: String
    let udid: String
    /// Such as `APPLE`.
    let platform: String
    let ownership_type: String
    let friendly_name: String
    let user_name: String
    let enrollment_status: String
    let compliance_status: String
    let custom_attributes: [Attribute]

    /// The body for an entry.
    init(_ entry: RegisteredDeviceEntry) {
        let record = entry.record
        (uuid, registration_type) = (record.uuid, record.kind.rawValue)
        serial_number = record.serialNumber ?? entry.device?.serialNumber ?? ""
        (imei, udid) = (record.imei ?? "", (record.identifier ?? entry.device?.identifier ?? "").uppercased())
        platform = (DevicePlatform(record.platform) ?? .apple).shoutedWord
        switch DeviceOwnership(rawValue: record.ownership) {
        case .corporateDedicated: ownership_type = "CORPORATE_DEDICATED"
        case .corporateShared: ownership_type = "CORPORATE_SHARED"
        case .employeeOwned: ownership_type = "EMPLOYEE_OWNED"
        case .undefined, nil: ownership_type = "NONE"
        }
        (friendly_name, user_name) = (record.friendlyName, entry.username)
        (enrollment_status, compliance_status) = (entry.enrollmentStatus, entry.complianceStatus)
        custom_attributes = record.customAttributes.map {
            Attribute(name: $0.Name, value: $0.Value, application: $0.Application)
        }
    }
}

/// An entry by itself: what the list shows, and the documented rest; what is not known here is empty or 0.
struct RegisteredDeviceOverviewBody: Encodable, Sendable {
    /// The user it is for.
    struct User: Encodable, Sendable {
        let name: String
        let user_email_address: String
        let email_user_name: String
        let organization_group_name: String
        let security_type: String
        let contact_number: String
    }

    /// Members beside those of the list.
    struct Rest: Encodable, Sendable {
        let organization_group_name: String
        let asset_number: String
        let operating_system: String
        let model_name: String
        /// The number of ``RegisteredDeviceTokenBody/enrollment_status``.
        let status: Int
        let source = 0
        /// 0 registered, 1 allowed, 2 denied.
        let type: Int
        let registration_date: String
        let expiration_date: String
        let tags: [String]
        let user_info: User?
        let message_type = 0
        let send_to = ""
        let dep_token = ""
        let profile_name = ""
        let profile_status = 0
        let profile_user_name = ""
        let auto_enrollment_sync_status = 0
        let qr_code_image_uri = ""
    }

    let entry: RegisteredDeviceTokenBody
    let rest: Rest

    /// The body for an entry.
    init(_ details: RegisteredDeviceOverview) {
        entry = RegisteredDeviceTokenBody(details.entry)
        let (record, device) = (details.entry.record, details.entry.device)
        let user = details.user.map { user in
            User(
                name: [user.firstName, user.lastName].filter { !$0.isEmpty }.joined(separator: " "),
                user_email_address: user.email, email_user_name: user.emailUsername,
                organization_group_name: details.userGroup?.name ?? "", security_type: user.accountType,
                contact_number: user.phone)
        }
        rest = Rest(
            organization_group_name: details.group.name, asset_number: record.assetNumber,
            operating_system: device?.osVersion ?? "", model_name: device?.model ?? "",
            status: device?.enrollmentStatus ?? EnrollmentStatus.registered.rawValue,
            type: RegisteredDeviceRecord.Kind.allCases.firstIndex(of: record.kind) ?? 0,
            registration_date: record.createdAt.zoneless, expiration_date: (details.expiresAt ?? .never).zoneless,
            tags: record.tagNames, user_info: user)
    }

    func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        try rest.encode(to: encoder)
    }
}

/// What version 2 answers to a new entry.
struct CreatedTokenBody: Encodable, Sendable {
    let qr_code_image_uri = ""
    /// Empty for an entry without a user.
    let token: String
}

/// An enrollment token; names as on the wire (AdminRegistrations, "Tokens of users").
struct ListedTokenBody: Encodable, Sendable {
    /// The text, or asterisks.
    let Token: String
    let SerialNumber: String
    let AssetNumber: String
    let FriendlyName: String
    let Username: String
    let OrganizationGroup: String
    let EnrollmentStatusID: Int
    let ComplianceStatusID: Int

    /// The body for a token.
    init(_ entry: ListedToken) {
        Token = entry.token ?? "********************************"
        SerialNumber = entry.device?.serialNumber ?? ""
        (AssetNumber, FriendlyName) = (entry.device?.assetNumber ?? "", entry.device?.friendlyName ?? "")
        (Username, OrganizationGroup) = (entry.username, entry.group)
        EnrollmentStatusID = entry.enrollmentStatus.rawValue
        ComplianceStatusID = entry.complianceStatus.rawValue
    }
}
