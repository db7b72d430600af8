import ConsoleModel
import ConsolePlatform
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

/// Devices in the form of the extensive and the lite search; members as on the wire (AdminDevices, "Searching").
///
/// Written by hand: with their smart groups, a page of 500 devices has 30,000 values.
struct ExtensiveDeviceList: Sendable {
    let page: Page<DirectoryDeviceRecord>
    /// The smart groups of each device, by their ids.
    let memberships: [Int64: [Int64]]
    /// Smart groups as JSON, each written once.
    private let smartGroups: [Int64: [UInt8]]
    let attributes: [Int64: [DeviceAttributeRecord]]
    /// Whether products are left out.
    let isLite: Bool

    /// A page of a search.
    init(_ page: Page<DirectoryDeviceRecord>, _ belongings: DeviceInformationStore.Belongings, isLite: Bool) {
        (self.page, self.isLite) = (page, isLite)
        (memberships, attributes) = (belongings.memberships, belongings.attributes)
        smartGroups = Dictionary(
            belongings.smartGroups.compactMap { group in group.id.map { ($0, Self.json(group, id: $0)) } }
        ) { $1 }
    }

    private static func json(_ group: SmartGroupRecord, id: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("Name", group.name)
            writer.member("SmartGroupId", id)
            writer.member("SmartGroupUuid", group.uuid)
        }
        return writer.bytes
    }

    /// The JSON.
    var json: JSONWriter {
        var writer = JSONWriter(capacity: page.items.count * 2000 + 100)
        writer.object { writer in
            writer.member("Devices") { $0.array(page.items) { write($1, to: &$0) } }
            writer.member("Page", Int64(page.request.page))
            writer.member("PageSize", Int64(page.request.size))
            writer.member("Total", Int64(page.total))
        }
        return writer
    }

    private func write(_ device: DirectoryDeviceRecord, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("AssetNumber", device.asset)
            writer.member("Compliant", ComplianceStatus.compliant.contains(device.complianceStatus))
            writer.member("CustomAttributes") { writer in
                writer.array(attributes[device.id] ?? []) { Self.write($1, to: &$0) }
            }
            writer.member("DeviceFriendlyName", device.friendlyName)
            writer.member("DeviceId", device.id)
            writer.member("DeviceNetworkInfo") { DeviceDirectoryAdminAPI.writeNetwork(device, to: &$0) }
            writer.member("DeviceUuid", device.uuid)
            writer.member("EnrollmentDate", (device.enrolledAt ?? .never).zoneless)
            writer.member("EnrollmentStatus", device.enrollmentStatus.word)
            writer.member("LastSeen", device.lastSeenAt.zoneless)
            writer.member("OrganizationGroupId", device.group.id)
            writer.member("OrganizationGroupUuid", device.group.uuid)
            if !isLite { writer.member("Products") { $0.array([Int]()) { _, _ in } } }
            writer.member("SerialNumber", device.serialNumber ?? "")
            writer.member("SmartGroups") { writer in
                let groups = (memberships[device.id] ?? []).compactMap { smartGroups[$0] }
                writer.array(groups) { $0.value(json: $1) }
            }
            writer.member("Udid", device.udid)
            writer.member("UnEnrolledDate", (device.unenrolledAt ?? .never).zoneless)
            writer.member("UserName", device.user?.username ?? "")
        }
    }

    private static func write(_ attribute: DeviceAttributeRecord, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("ApplicationGroup", attribute.applicationGroup)
            writer.member("Name", attribute.name)
            writer.member("Value", attribute.value)
        }
    }
}
