import ConsoleModel
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
