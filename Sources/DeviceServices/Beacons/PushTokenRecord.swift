import ConsoleModel
import ConsolePlatform
import GRDB

/// A push token of an app on a device, and when it was in force.
struct PushTokenRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "pushToken"

    var id: Int64?
    var since: Timestamp
    /// When another one took its place, or none; nil while it is in force.
    var until: Timestamp?
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    var token: String
}

extension BeaconStore {
    /// Push tokens, read back.
    var pushTokenArchive: RecordArchive<PushTokenRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .pushToken, timeColumn: "since")
    }

    /// Places, read back.
    var locationArchive: RecordArchive<DeviceLocationRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .location)
    }
}
