import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// One device in the form of version 2; members as on the wire (AdminDevices, "One device").
struct DeviceModelBody: Encodable, Sendable {
    /// Its platform.
    struct PlatformInfo: Encodable, Sendable {
        let deviceType: String
        let platformName: String
        let modelName: String
        let osVersion: String
    }

    /// Its telecom data.
    struct CarrierInfo: Encodable, Sendable {
        let phoneNumber: String
        let roamingEnabled: Bool
    }

    /// How and by whom it is enrolled.
    struct EnrollmentInfo: Encodable, Sendable {
        let enrollmentStatus: String
        let compliant: Bool
        let enrollmentTimestamp: String
        let lastSeenTimestamp: String
        let ownership: String
        /// A uuid, unlike its name.
        let organizationGroupId: String
        let organizationGroupName: String
        let userName: String
        let userEmailAddress: String
        let enrollmentUserUuid: String
        let managedBy: String
    }

    let udid: String
    let serialNumber: String
    let macAddress: String
    let imei: String
    let friendlyName: String
    let organizationGroupName: String
    let supervised: Bool
    let dataEncrypted: Bool
    let batteryLevelPercentage: String
    /// Bytes, as text.
    let totalStorageBytes: String
    /// Bytes, as text.
    let availableStorageBytes: String
    let platformInfo: PlatformInfo
    let carrierInfo: CarrierInfo
    let enrollmentInfo: EnrollmentInfo
    let Links: [String]
    let uuid: String

    /// The model of a device.
    init(_ device: DirectoryDeviceRecord) {
        udid = device.udid
        serialNumber = device.serialNumber ?? ""
        macAddress = device.plainMACAddress
        imei = device.imei ?? ""
        friendlyName = device.friendlyName
        organizationGroupName = device.group.name
        supervised = device.isSupervised
        dataEncrypted = false
        batteryLevelPercentage = device.battery
        totalStorageBytes = String(device.storageBytes ?? 0)
        availableStorageBytes = String(device.availableStorageBytes ?? 0)
        platformInfo = PlatformInfo(
            deviceType: device.platform.rawValue, platformName: device.systemName, modelName: device.model ?? "",
            osVersion: OSVersion.dotted(device.osVersion))
        carrierInfo = CarrierInfo(phoneNumber: device.phone ?? "", roamingEnabled: device.isRoaming)
        enrollmentInfo = EnrollmentInfo(device)
        Links = []
        uuid = device.uuid
    }
}

extension DeviceModelBody.EnrollmentInfo {
    fileprivate init(_ device: DirectoryDeviceRecord) {
        enrollmentStatus = device.enrollmentStatus.shoutedWord
        compliant = ComplianceStatus.compliant.contains(device.complianceStatus)
        enrollmentTimestamp = (device.enrolledAt ?? .never).zoneless
        lastSeenTimestamp = device.lastSeenAt.zoneless
        ownership = device.ownership.word
        organizationGroupId = device.group.uuid
        organizationGroupName = device.group.name
        userName = device.user?.username ?? ""
        userEmailAddress = device.userEmail
        enrollmentUserUuid = device.user?.uuid ?? ""
        managedBy = ManagementType.word(of: device.management)
    }
}

/// How a device is enrolled, as version 1 answers it.
struct DeviceEnrollmentBody: Encodable, Sendable {
    let EnrollmentStatus: String
    let DeviceManagedBy: String
    let Domain: String
    let Username: String
    let Id: AdminID
    let Uuid: String

    /// The enrollment of a device.
    init(_ device: DirectoryDeviceRecord) {
        EnrollmentStatus = device.enrollmentStatus.word
        DeviceManagedBy = ManagementType.word(of: device.management)
        Domain = device.user?.domain ?? ""
        Username = device.user?.username ?? ""
        Id = AdminID(device.id)
        Uuid = device.uuid
    }
}
