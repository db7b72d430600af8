package import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A device as `/_mock/devices` shows it (AdminAPI, "Devices").
package struct DeviceBody: Encodable, Sendable {
    let id: Int64?
    let udid: String
    let uuid: String
    let friendlyName: String
    let groupId: String
    let groupName: String
    let user: String?
    let platform: String
    let model: String?
    let osVersion: String?
    let ownership: String
    let isManaged: Bool
    let managedBy: String
    let isSupervised: Bool
    let tags: [String]
    let enrollmentStatus: String
    let enrollmentStatusCode: Int
    let complianceStatus: String
    let isCompromised: Bool
    let latitude: Double?
    let longitude: Double?
    let doNotDisturb: Bool
    let doNotDisturbSince: Timestamp?
    let locatedAt: Timestamp?
    let createdAt: Timestamp
    let lastSeenAt: Timestamp
    let enrolledAt: Timestamp?
    let serialNumber: String?
    let imei: String?
    let easId: String?
    let assetNumber: String?
    let reportedName: String?
    let osBuildVersion: String?
    let storageBytes: Int64?
    let availableStorageBytes: Int64?
    let batteryLevel: Int64?
    let macAddress: String?
    let ipAddress: String?
    let wifiSsid: String?
    let isRoaming: Bool
    let physicalMemory: Int64?
    let availableMemory: Int64?
    let virtualMemory: Int64?
    let processorArchitecture: Int64?
    let oemInfo: String?
    let email: String?
    let phone: String?
    let installations: [InstallationBody]
    /// Where the requests are found that changed it.
    let journal: String?
    /// Other devices with its identifier, of other customers; left out where there are none.
    let sameIdentifier: [NamesakeBody]?

    /// The body for a device that was asked whether its apps could be pushed to.
    package init(_ judged: JudgedDevice) {
        self.init(judged.entry, pushes: judged.pushes)
    }

    /// The body for a device and its surroundings.
    ///
    /// - Parameters:
    ///   - details: The device.
    ///   - pushes: Whether its apps could be pushed to, by id of the installation; empty where nobody asked.
    package init(_ details: DeviceEntry, pushes: [Int64: PushVerdict] = [:]) {
        let device = details.device
        id = device.id
        sameIdentifier = details.namesakes.isEmpty ? nil : details.namesakes.map(NamesakeBody.init)
        journal = JournalLink.path("devices", device.id)
        serialNumber = device.serialNumber
        imei = device.imei
        easId = device.easId
        (assetNumber, reportedName) = (device.assetNumber, device.reportedName)
        osBuildVersion = device.osBuildVersion
        (storageBytes, availableStorageBytes) = (device.storageBytes, device.availableStorageBytes)
        batteryLevel = device.batteryLevel
        macAddress = device.macAddress
        ipAddress = device.ipAddress
        (wifiSsid, isRoaming) = (device.wifiSsid, device.isRoaming)
        (physicalMemory, availableMemory) = (device.physicalMemory, device.availableMemory)
        (virtualMemory, processorArchitecture) = (device.virtualMemory, device.processorArchitecture)
        oemInfo = device.oemInfo
        email = device.email
        phone = device.phone
        udid = device.identifier
        uuid = device.uuid
        friendlyName = device.friendlyName
        groupId = details.group.code
        groupName = details.group.name
        user = details.user?.username
        platform = device.platform
        model = device.model
        osVersion = device.osVersion
        ownership = device.ownership
        isManaged = device.isManaged
        managedBy = ManagementType(rawValue: device.managedBy)?.name ?? "Not managed"
        isSupervised = device.isSupervised
        tags = details.tags
        enrollmentStatus = EnrollmentStatus(rawValue: device.enrollmentStatus)?.name ?? "Unknown"
        enrollmentStatusCode = device.enrollmentStatus
        complianceStatus = ComplianceStatus(rawValue: device.complianceStatus)?.name ?? "Unknown"
        isCompromised = device.isCompromised
        latitude = device.latitude
        longitude = device.longitude
        doNotDisturb = device.doNotDisturb
        doNotDisturbSince = device.doNotDisturbAt
        locatedAt = device.locatedAt
        createdAt = device.createdAt
        lastSeenAt = device.lastSeenAt
        enrolledAt = device.enrolledAt
        installations = details.installations.map { installation in
            InstallationBody(
                installation,
                authenticationGroups: details.credentials
                    .filter { $0.installationId == installation.id }.map(\.authenticationGroup),
                push: installation.id.flatMap { pushes[$0] })
        }
    }
}

/// Another device with the same identifier as `/_mock/devices` shows it.
struct NamesakeBody: Encodable, Sendable {
    let uuid: String
    /// Code of its organization group.
    let groupId: String
    let enrollmentStatus: String

    /// The body for a device.
    init(_ namesake: DeviceNamesake) {
        (uuid, groupId) = (namesake.uuid, namesake.groupCode)
        enrollmentStatus = namesake.status.name
    }
}

/// An app on a device as `/_mock/devices` shows it.
struct InstallationBody: Encodable, Sendable {
    let bundleId: String
    let appVersion: String?
    let pushToken: String?
    let profileOutcome: String?
    let profileVersion: Int64?
    let profileAt: Timestamp?
    let singleSignOn: Bool
    let lastSeenAt: Timestamp
    /// Authentication groups with a credential in force.
    let credentials: [String]
    /// Whether a command could be pushed to it now; left out of lists.
    let push: PushVerdictBody?

    /// The body for an installation.
    init(_ installation: InstallationRecord, authenticationGroups: [String], push: PushVerdict?) {
        self.push = push.map(PushVerdictBody.init)
        bundleId = installation.bundleId
        appVersion = installation.appVersion
        pushToken = installation.pushToken
        profileOutcome = installation.profileOutcome
        profileVersion = installation.profileVersion
        profileAt = installation.profileAt
        singleSignOn = installation.singleSignOn
        lastSeenAt = installation.lastSeenAt
        credentials = authenticationGroups
    }
}
