import DeviceProtocol
import GRDB

/// Whose a device is, by the words of smart groups and of the admin API.
enum DeviceOwnership: String, CaseIterable, Sendable {
    case corporateDedicated = "CorporateDedicated"
    case corporateShared = "CorporateShared"
    case employeeOwned = "EmployeeOwned"
    case undefined = "Undefined"
}

/// What a device runs, by the words and numbers of smart groups and of the admin API.
enum DevicePlatform: String, CaseIterable, Sendable {
    case apple = "Apple"
    case android = "Android"
    case appleOsX = "AppleOsX"
    case winRT = "WinRT"

    /// The number on the wire.
    var number: Int64 {
        switch self {
        case .apple: 2
        case .android: 5
        case .appleOsX: 10
        case .winRT: 12
        }
    }

    private static let shoutedWords = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, DeviceWords.shouted($0.rawValue)) })

    /// The word of later versions, such as `APPLE_OS_X`.
    var shoutedWord: String { Self.shoutedWords[self] ?? rawValue }

    /// The platform of a word in any letter case, with or without underscores, or of a number; nil for anything else.
    init?(_ text: String) {
        let word = text.lowercased().filter { $0 != "_" }
        guard
            let platform = Self.allCases.first(where: { $0.rawValue.lowercased() == word || String($0.number) == word })
        else { return nil }
        self = platform
    }
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
    var serialNumber: String?
    var imei: String?
    /// What an Exchange server knows it by.
    var easId: String?
    /// Nil stands for the identifier.
    var assetNumber: String?
    /// What the device calls itself.
    var reportedName: String?
    /// Whether an administrator gave it its ``friendlyName``, which reports then leave as it is.
    var isNamedByHand = false
    var osBuildVersion: String?
    var storageBytes: Int64?
    var availableStorageBytes: Int64?
    /// Percent.
    var batteryLevel: Int64?
    var ipAddress: String?
    var wifiSsid: String?
    var isRoaming = false
    /// In the client's units.
    var physicalMemory: Int64?
    /// In the client's units.
    var availableMemory: Int64?
    /// In the client's units.
    var virtualMemory: Int64?
    var processorArchitecture: Int64?
    var oemInfo: String?
    /// When it last said whether it is compromised.
    var compromisedCheckedAt: Timestamp?
    /// Since when it has its ``enrollmentStatus``.
    var statusChangedAt: Timestamp?

    /// Gives it an enrollment status, and notes since when if it is another one.
    mutating func enter(_ status: EnrollmentStatus, at now: Timestamp) {
        guard status.rawValue != enrollmentStatus else { return }
        (enrollmentStatus, statusChangedAt) = (status.rawValue, now)
    }

    /// Whether an administrator registered it, or an enrollment began that was let in.
    var isExpected: Bool {
        [EnrollmentStatus.registered, .enrollmentInProgress].contains { $0.rawValue == enrollmentStatus }
    }

    /// A device that has just been heard of.
    static func new(_ identifier: DeviceIdentifier, groupID: Int64, uuid: String, at now: Timestamp) -> DeviceRecord {
        DeviceRecord(
            id: nil, uuid: uuid, identifier: identifier.value, groupId: groupID, userId: nil, friendlyName: "",
            platform: "Apple", model: nil, osVersion: nil, osVersionNumber: nil, ownership: "Undefined",
            isSupervised: false, isManaged: false, managedBy: ManagementType.mam.rawValue,
            enrollmentStatus: EnrollmentStatus.discovered.rawValue,
            complianceStatus: ComplianceStatus.compliant.rawValue, isCompromised: false, email: nil, phone: nil,
            macAddress: nil, latitude: nil, longitude: nil, locatedAt: nil, doNotDisturb: false,
            doNotDisturbAt: nil, lastSeenAt: now, enrolledAt: nil, createdAt: now, statusChangedAt: now)
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
