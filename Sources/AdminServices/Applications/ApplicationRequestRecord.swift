import ConsoleModel
import ConsolePlatform
import GRDB

/// The last order for an app on a device (AdminApplications, "Apps on devices").
struct ApplicationRequestRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "applicationRequest"

    /// The commands.
    enum Action: String, Codable, Sendable {
        case install, uninstall

        /// As reported by devices of an app.
        var lastAction: String { self == .install ? "InstallCommandQueued" : "RemoveCommandQueued" }

        /// The action in the event log.
        var event: EventAction { self == .install ? .applicationInstallRequested : .applicationUninstallRequested }
    }

    var id: Int64?
    var applicationId: Int64
    var deviceId: Int64
    var action: Action
    /// Name of the administrator.
    var requestedBy: String
    var requestedAt: Timestamp

    /// Keeps a request in place of what was asked before.
    static func keep(
        _ action: Action, of application: Int64, on device: Int64, by administrator: AdministratorIdentity,
        at now: Timestamp, _ db: GRDB.Database
    ) throws {
        try filter(sql: "applicationId = ? AND deviceId = ?", arguments: [application, device]).deleteAll(db)
        var record = ApplicationRequestRecord(
            id: nil, applicationId: application, deviceId: device, action: action, requestedBy: administrator.name,
            requestedAt: now)
        try record.insert(db)
    }

    /// The last orders for an app, by the ids of devices.
    static func all(of application: Int64, on devices: [Int64], _ db: GRDB.Database) throws
        -> [Int64: ApplicationRequestRecord]
    {
        let found = try SQLRequest<ApplicationRequestRecord>(
            literal: """
                SELECT * FROM applicationRequest
                WHERE applicationId = \(application) AND deviceId IN (\(.ids(devices)))
                """
        ).fetchAll(db)
        return Dictionary(found.map { ($0.deviceId, $0) }) { $1 }
    }
}
