import DeviceProtocol
import GRDB

/// Whose a device is, by the words of smart groups and of the admin API.
enum DeviceOwnership: String, CaseIterable, Sendable {
    case corporateDedicated = "CorporateDedicated"
    case corporateShared = "CorporateShared"
    case employeeOwned = "EmployeeOwned"
    case undefined = "Undefined"
}

/// A device, as the console knows it.
struct DeviceRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "device"

    var id: Int64?
    var uuid: String
    /// The identifier the client goes by, lower case.
    var identifier: String
    var groupId: Int64
    var userId: Int64?
    var friendlyName: String
    var platform: String
    var model: String?
    var osVersion: String?
    /// ``osVersion`` as a number that sorts like the version (``OSVersion``).
    var osVersionNumber: Int64?
    var ownership: String
    var isSupervised: Bool
    /// Whether a management system manages it.
    var isManaged: Bool
    /// Raw value of a `ManagementType`.
    var managedBy: Int
    /// Raw value of an `EnrollmentStatus`.
    var enrollmentStatus: Int
    /// Raw value of a `ComplianceStatus`.
    var complianceStatus: Int
    var isCompromised: Bool
    var email: String?
    var phone: String?
    var macAddress: String?
    /// Degrees.
    var latitude: Double?
    /// Degrees.
    var longitude: Double?
    var locatedAt: Timestamp?
    var doNotDisturb: Bool
    /// Since when; nil while it is not silenced.
    var doNotDisturbAt: Timestamp?
    var lastSeenAt: Timestamp
    var enrolledAt: Timestamp?
    var createdAt: Timestamp

    /// A device that has just been heard of.
    static func new(_ identifier: DeviceIdentifier, groupID: Int64, uuid: String, at now: Timestamp) -> DeviceRecord {
        DeviceRecord(
            id: nil, uuid: uuid, identifier: identifier.value, groupId: groupID, userId: nil, friendlyName: "",
            platform: "Apple", model: nil, osVersion: nil, osVersionNumber: nil, ownership: "Undefined",
            isSupervised: false, isManaged: false, managedBy: ManagementType.mam.rawValue,
            enrollmentStatus: EnrollmentStatus.discovered.rawValue,
            complianceStatus: ComplianceStatus.compliant.rawValue, isCompromised: false, email: nil, phone: nil,
            macAddress: nil, latitude: nil, longitude: nil, locatedAt: nil, doNotDisturb: false,
            doNotDisturbAt: nil, lastSeenAt: now, enrolledAt: nil, createdAt: now)
    }
}

/// One app on one device.
struct InstallationRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "installation"

    var id: Int64?
    var deviceId: Int64
    var bundleId: String
    /// The application record it was last resolved to.
    var applicationId: Int64?
    var appVersion: String?
    var sdkVersion: String?
    var pushToken: String?
    /// The SDK profile it last fetched.
    var profileId: Int64?
    var profileVersion: Int64?
    /// How the last profile fetch was resolved (``ResolutionOutcome``).
    var profileOutcome: String?
    var profileAt: Timestamp?
    var singleSignOn: Bool
    var lastSeenAt: Timestamp
    var createdAt: Timestamp
}
