import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A device with the names of its group and user, as the admin API shows it; read at once for many devices.
struct DirectoryDeviceRecord: Hashable, Sendable {
    /// Something a device belongs to.
    struct Reference: Hashable, Sendable {
        let id: Int64
        let uuid: String
        let name: String
    }

    /// Its user.
    struct User: Hashable, Sendable {
        let id: Int64
        let uuid: String
        let username: String
        let firstName: String
        let lastName: String
        let email: String
        let domain: String
    }

    let id: Int64
    let uuid: String
    let identifier: String
    let friendlyName: String
    let reportedName: String?
    let platform: DevicePlatform
    let model: String?
    let osVersion: String?
    let osBuildVersion: String?
    let ownership: DeviceOwnership
    let isSupervised: Bool
    let isManaged: Bool
    let managedBy: ManagementType
    let enrollmentStatus: EnrollmentStatus
    let complianceStatus: ComplianceStatus
    let isCompromised: Bool
    let isSilenced: Bool
    let isRoaming: Bool
    let email: String?
    let phone: String?
    let macAddress: String?
    let ipAddress: String?
    let wifiSsid: String?
    let serialNumber: String?
    let imei: String?
    let easId: String?
    let assetNumber: String?
    let oemInfo: String?
    let storageBytes: Int64?
    let availableStorageBytes: Int64?
    let batteryLevel: Int64?
    let physicalMemory: Int64?
    let availableMemory: Int64?
    let virtualMemory: Int64?
    let processorArchitecture: Int64?
    let lastSeenAt: Timestamp
    let enrolledAt: Timestamp?
    let compromisedCheckedAt: Timestamp?
    let statusChangedAt: Timestamp?
    let group: Reference
    let user: User?
    /// How it stood with the rules when they were last evaluated; read beside the row.
    var policies: [DevicePolicyStanding] = []
}

extension DirectoryDeviceRecord: FetchableRecord {
    /// Columns in the order ``init(row:)`` reads them.
    private static let columns = """
        device.id, device.uuid, device.identifier, device.friendlyName, device.reportedName, device.platform,
        device.model, device.osVersion, device.osBuildVersion, device.ownership, device.isSupervised, device.isManaged,
        device.managedBy, device.enrollmentStatus, device.complianceStatus, device.isCompromised, device.doNotDisturb,
        device.isRoaming, device.email, device.phone, device.macAddress, device.ipAddress, device.wifiSsid,
        device.serialNumber, device.imei, device.easId, device.assetNumber, device.oemInfo, device.storageBytes,
        device.availableStorageBytes, device.batteryLevel, device.physicalMemory, device.availableMemory,
        device.virtualMemory, device.processorArchitecture, device.lastSeenAt, device.enrolledAt,
        device.compromisedCheckedAt, device.statusChangedAt, organizationGroup.id, organizationGroup.uuid,
        organizationGroup.name, enrollmentUser.id, enrollmentUser.uuid, enrollmentUser.username, enrollmentUser.firstName,
        enrollmentUser.lastName, enrollmentUser.email, enrollmentUser.domain
        """

    /// Devices by a JSON array of ids, in the order of the array.
    static let selection = """
        SELECT \(columns) FROM json_each(?) AS wanted CROSS JOIN device ON device.id = wanted.value
        JOIN organizationGroup ON organizationGroup.id = device.groupId
        LEFT JOIN enrollmentUser ON enrollmentUser.id = device.userId ORDER BY wanted.key
        """

    /// Reads by position: finding columns by name takes most of the time of a long list.
    init(row: Row) throws {
        var cells = Cells(row: row)
        id = cells.value()
        uuid = cells.value()
        identifier = cells.value()
        (friendlyName, reportedName) = (cells.value(), cells.optional())
        platform = DevicePlatform(rawValue: cells.value()) ?? .apple
        model = cells.optional()
        osVersion = cells.optional()
        osBuildVersion = cells.optional()
        ownership = DeviceOwnership(rawValue: cells.value()) ?? .undefined
        (isSupervised, isManaged) = (cells.value(), cells.value())
        managedBy = ManagementType(rawValue: cells.value()) ?? .notManaged
        enrollmentStatus = EnrollmentStatus(rawValue: cells.value()) ?? .unknown
        complianceStatus = ComplianceStatus(rawValue: cells.value()) ?? .unknown
        isCompromised = cells.value()
        isSilenced = cells.value()
        isRoaming = cells.value()
        email = cells.optional()
        phone = cells.optional()
        macAddress = cells.optional()
        ipAddress = cells.optional()
        wifiSsid = cells.optional()
        serialNumber = cells.optional()
        imei = cells.optional()
        easId = cells.optional()
        assetNumber = cells.optional()
        (oemInfo, storageBytes) = (cells.optional(), cells.optional())
        (availableStorageBytes, batteryLevel) = (cells.optional(), cells.optional())
        (physicalMemory, availableMemory) = (cells.optional(), cells.optional())
        (virtualMemory, processorArchitecture) = (cells.optional(), cells.optional())
        lastSeenAt = cells.time() ?? .never
        enrolledAt = cells.time()
        compromisedCheckedAt = cells.time()
        statusChangedAt = cells.time()
        group = Reference(id: cells.value(), uuid: cells.value(), name: cells.value())
        user = cells.user()
    }

    /// The cells of a row, one after the other.
    private struct Cells {
        let row: Row
        private var index = 0

        init(row: Row) { self.row = row }

        mutating func value<Value: DatabaseValueConvertible & StatementColumnConvertible>() -> Value {
            defer { index += 1 }
            return row[index]
        }

        mutating func optional<Value: DatabaseValueConvertible & StatementColumnConvertible>() -> Value? {
            defer { index += 1 }
            return row[index]
        }

        mutating func time() -> Timestamp? {
            let milliseconds: Int64? = optional()
            return milliseconds.map(Timestamp.init(milliseconds:))
        }

        mutating func user() -> User? {
            guard let id: Int64 = optional() else { return nil }
            return User(
                id: id, uuid: value(), username: value(), firstName: value(), lastName: value(), email: value(),
                domain: value())
        }
    }
}
