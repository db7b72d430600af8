package import ConsolePlatform
package import DeviceProtocol
import GRDB

/// Who owns a device, by the words of smart groups and of the admin API.
package enum DeviceOwnership: String, CaseIterable, Sendable {
    case corporateDedicated = "CorporateDedicated"
    case corporateShared = "CorporateShared"
    case employeeOwned = "EmployeeOwned"
    case undefined = "Undefined"
}

/// The platform of a device, by the words and numbers of smart groups and of the admin API.
package enum DevicePlatform: String, CaseIterable, Sendable {
    case apple = "Apple"
    case android = "Android"
    case appleOsX = "AppleOsX"
    case winRT = "WinRT"

    /// The number on the wire.
    package var number: Int64 {
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
    package var shoutedWord: String { Self.shoutedWords[self] ?? rawValue }

    /// Other words for a platform, folded.
    private static let synonyms: [String: DevicePlatform] = [
        "ios": .apple, "ipados": .apple, "macos": .appleOsX, "osx": .appleOsX, "applemacos": .appleOsX,
        "windowsrt": .winRT, "windows": .winRT, "windows10": .winRT, "windows11": .winRT, "windowsdesktop": .winRT,
    ]

    /// The platform of a word in any letter case, with or without blanks, hyphens and underscores, or of a number; nil
    /// for anything else.
    package init?(_ text: String) {
        let word = DeviceWords.folded(text)
        let platform =
            Self.allCases.first { $0.rawValue.lowercased() == word || String($0.number) == word } ?? Self.synonyms[word]
        guard let platform else { return nil }
        self = platform
    }
}

/// A device, as the console knows it.
package struct DeviceRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "device"

    package var id: Int64?
    package var uuid: String
    /// The identifier the client goes by, lower case.
    package var identifier: String
    package var groupId: Int64
    package var userId: Int64?
    package var friendlyName: String
    package var platform: String
    package var model: String?
    package var osVersion: String?
    /// ``osVersion`` as a number that sorts like the version (``OSVersion``).
    package var osVersionNumber: Int64?
    package var ownership: String
    package var isSupervised: Bool
    /// Whether a management system manages it.
    package var isManaged: Bool
    /// Raw value of a `ManagementType`.
    package var managedBy: Int
    /// Raw value of an `EnrollmentStatus`.
    package var enrollmentStatus: Int
    /// Raw value of a `ComplianceStatus`.
    package var complianceStatus: Int
    package var isCompromised: Bool
    package var email: String?
    package var phone: String?
    package var macAddress: String?
    /// Degrees.
    package var latitude: Double?
    /// Degrees.
    package var longitude: Double?
    package var locatedAt: Timestamp?
    package var doNotDisturb: Bool
    /// Since when; nil while it is not silenced.
    package var doNotDisturbAt: Timestamp?
    package var lastSeenAt: Timestamp
    package var enrolledAt: Timestamp?
    package var createdAt: Timestamp
    package var serialNumber: String?
    package var imei: String?
    /// Its id at an Exchange server.
    package var easId: String?
    /// Nil stands for the identifier.
    package var assetNumber: String?
    /// The name that the device gives itself.
    package var reportedName: String?
    /// Whether an administrator gave it its ``friendlyName``, which reports then leave as it is.
    package var isNamedByHand = false
    package var osBuildVersion: String?
    package var storageBytes: Int64?
    package var availableStorageBytes: Int64?
    /// Percent.
    package var batteryLevel: Int64?
    package var ipAddress: String?
    package var wifiSsid: String?
    package var isRoaming = false
    /// In the client's units.
    package var physicalMemory: Int64?
    /// In the client's units.
    package var availableMemory: Int64?
    /// In the client's units.
    package var virtualMemory: Int64?
    package var processorArchitecture: Int64?
    package var oemInfo: String?
    /// When it last reported whether it is compromised.
    package var compromisedCheckedAt: Timestamp?
    /// Since when it has its ``enrollmentStatus``.
    var statusChangedAt: Timestamp?
    /// The name by which its user signed in, such as `ACME\jdoe`; nil for the user name alone.
    package var signInName: String?

    /// Sets its enrollment status, and notes the time if the status changes.
    package mutating func enter(_ status: EnrollmentStatus, at now: Timestamp) {
        guard status.rawValue != enrollmentStatus else { return }
        (enrollmentStatus, statusChangedAt) = (status.rawValue, now)
    }

    /// Whether an administrator registered it, or it began an enrollment and was admitted.
    package var isExpected: Bool {
        [EnrollmentStatus.registered, .enrollmentInProgress].contains { $0.rawValue == enrollmentStatus }
    }

    /// A device after its first contact.
    package static func new(_ identifier: DeviceIdentifier, groupID: Int64, uuid: String, at now: Timestamp)
        -> DeviceRecord
    {
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

extension DeviceRecord: ToldRecord {
    package static let toldColumns: Set<String> = [
        "uuid", "identifier", "groupId", "userId", "friendlyName", "platform", "model", "osVersion", "osVersionNumber",
        "ownership", "isSupervised", "isManaged", "managedBy", "enrollmentStatus", "complianceStatus", "isCompromised",
        "email", "phone", "macAddress", "latitude", "longitude", "locatedAt", "doNotDisturb", "doNotDisturbAt",
        "lastSeenAt", "enrolledAt", "serialNumber", "imei", "easId", "assetNumber", "reportedName", "isNamedByHand",
        "osBuildVersion", "storageBytes", "availableStorageBytes", "batteryLevel", "ipAddress", "wifiSsid", "isRoaming",
        "physicalMemory", "availableMemory", "virtualMemory", "processorArchitecture", "oemInfo",
        "compromisedCheckedAt", "signInName",
    ]
}

/// One app on one device.
package struct InstallationRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "installation"

    package var id: Int64?
    package var deviceId: Int64
    package var bundleId: String
    /// The application record it was last resolved to.
    package var applicationId: Int64?
    package var appVersion: String?
    var sdkVersion: String?
    package var pushToken: String?
    /// The SDK profile it last fetched.
    package var profileId: Int64?
    package var profileVersion: Int64?
    /// How the last profile fetch was resolved (``ResolutionOutcome``).
    package var profileOutcome: String?
    package var profileAt: Timestamp?
    package var singleSignOn: Bool
    package var lastSeenAt: Timestamp
    var createdAt: Timestamp

    /// Made of its parts.
    init(
        id: Int64? = nil, deviceId: Int64, bundleId: String, applicationId: Int64? = nil, appVersion: String? = nil,
        sdkVersion: String? = nil, pushToken: String? = nil, profileId: Int64? = nil, profileVersion: Int64? = nil,
        profileOutcome: String? = nil, profileAt: Timestamp? = nil, singleSignOn: Bool, lastSeenAt: Timestamp,
        createdAt: Timestamp
    ) {
        self.id = id
        self.deviceId = deviceId
        self.bundleId = bundleId
        self.applicationId = applicationId
        self.appVersion = appVersion
        self.sdkVersion = sdkVersion
        self.pushToken = pushToken
        self.profileId = profileId
        self.profileVersion = profileVersion
        self.profileOutcome = profileOutcome
        self.profileAt = profileAt
        self.singleSignOn = singleSignOn
        self.lastSeenAt = lastSeenAt
        self.createdAt = createdAt
    }
}
