import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A wipe an administrator ordered.
struct DeviceWipeRecord: Codable, Sendable, StoredRecord {
    static let databaseTableName = "deviceWipe"

    /// What the wipe removes.
    enum Kind: String, Codable, Sendable {
        case device = "DEVICE_WIPE"
        case enterprise = "ENTERPRISE_WIPE"

        /// The status a device gets.
        var status: EnrollmentStatus { self == .device ? .deviceWipePending : .enterpriseWipePending }

        /// The action in the event log.
        var action: EventAction { self == .device ? .deviceWipeOrdered : .deviceEnterpriseWipeOrdered }
    }

    /// The result.
    enum Status: String, CaseIterable, Codable, Sendable {
        /// It was held, and then let go.
        case approved = "APPROVED"
        /// It waits for an administrator.
        case held = "HELD"
        /// It was carried out as soon as it was ordered.
        case queued = "QUEUED"
        /// It was held until there was nothing left to wipe.
        case aborted = "ABORTED"
    }

    var id: Int64?
    var at: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    var userId: Int64?
    var deviceName: String
    var deviceUuid: String
    var devicePlatform: String
    var username: String
    var kind: Kind
    /// Where the order came from.
    var source: String
    /// Name of the administrator.
    var orderedBy: String
    var status: Status
}

/// A group in which wipes are held.
struct WipeLockRecord: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "deviceWipeLock"

    var groupId: Int64
    var lockedAt: Timestamp
    /// Who locked it: an administrator, or `threshold`.
    var lockedBy: String
}
