import DeviceProtocol

/// How many devices there are; members as on the wire (AdminDevices, "Counting").
struct DeviceCountsBody: Encodable, Sendable {
    /// By enrollment status.
    struct Statuses: Encodable, Sendable {
        let Enrolled: Int
        let Registered: Int
        let Unenrolled: Int
    }

    /// By ownership.
    struct Ownerships: Encodable, Sendable {
        let CorporateDedicated: Int
        let CorporateShared: Int
        let EmployeeOwned: Int
        let Undefined: Int
    }

    /// By what is wrong with them.
    struct Risks: Encodable, Sendable {
        let Compromised: Int
        let NoPasscode = 0
        let NotEncrypted = 0
    }

    let TotalDevices: Int
    let EnrollmentStatus: Statuses
    let Ownership: Ownerships
    let Platforms: [String: Int]
    let Security: Risks

    /// The body for counts.
    init(_ counts: DeviceCounts) {
        let inStatus: (DeviceProtocol.EnrollmentStatus) -> Int = { counts.statuses[$0] ?? 0 }
        let owned: (DeviceOwnership) -> Int = { counts.ownerships[$0] ?? 0 }
        TotalDevices = counts.total
        EnrollmentStatus = Statuses(
            Enrolled: inStatus(.enrolled), Registered: inStatus(.registered), Unenrolled: inStatus(.unenrolled))
        Ownership = Ownerships(
            CorporateDedicated: owned(.corporateDedicated), CorporateShared: owned(.corporateShared),
            EmployeeOwned: owned(.employeeOwned), Undefined: owned(.undefined))
        Platforms = Dictionary(
            uniqueKeysWithValues: DevicePlatform.allCases.map { ($0.rawValue, counts.platforms[$0] ?? 0) })
        Security = Risks(Compromised: counts.compromised)
    }
}

/// The most devices a bulk command takes, as a real console says.
struct BulkLimitsBody: Encodable, Sendable {
    let DeleteDevice = 3000
    let EnterpriseWipe = 10
    let GPS = 500
    let LockDevice = 3000
    let SendMessage = 3000
}

/// A device in the form of the extensive and the lite search.
struct ExtensiveDeviceBody: Encodable, Sendable {
    /// A smart group it is in.
    struct SmartGroup: Encodable, Sendable {
        let SmartGroupId: Int64
        let SmartGroupUuid: String
        let Name: String
    }

    let DeviceId: Int64
    let DeviceUuid: String
    let Udid: String
    let SerialNumber: String
    let DeviceFriendlyName: String
    let OrganizationGroupId: Int64
    let OrganizationGroupUuid: String
    let UserName: String
    let LastSeen: String
    let EnrollmentDate: String
    let Compliant: Bool
    let AssetNumber: String
    let EnrollmentStatus: String
    let UnEnrolledDate: String
    let DeviceNetworkInfo: [DeviceNetworkBody.Adapter]
    /// Left out of the lite search.
    let Products: [String]?
    let SmartGroups: [SmartGroup]
    let CustomAttributes: [String]

    /// The body for a device.
    init(_ device: DirectoryDeviceRecord, in smartGroups: [SmartGroupRecord], isLite: Bool) throws {
        (DeviceId, DeviceUuid, Udid) = (device.id, device.uuid, device.udid)
        SerialNumber = device.serialNumber ?? ""
        DeviceFriendlyName = device.friendlyName
        (OrganizationGroupId, OrganizationGroupUuid) = (device.group.id, device.group.uuid)
        UserName = device.user?.username ?? ""
        LastSeen = device.lastSeenAt.zoneless
        EnrollmentDate = (device.enrolledAt ?? .never).zoneless
        Compliant = ComplianceStatus.compliant.contains(device.complianceStatus)
        AssetNumber = device.asset
        EnrollmentStatus = device.enrollmentStatus.word
        UnEnrolledDate = Timestamp.never.zoneless
        DeviceNetworkInfo = DeviceNetworkBody(device).DeviceNetworkInfo
        Products = isLite ? nil : []
        SmartGroups = try smartGroups.map {
            SmartGroup(SmartGroupId: try $0.storedID(), SmartGroupUuid: $0.uuid, Name: $0.name)
        }
        CustomAttributes = []
    }
}
