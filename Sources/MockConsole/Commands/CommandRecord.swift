import Foundation
import GRDB

/// A command queued for one app on one device.
struct CommandRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "command"

    /// Where a command is on its way.
    enum Status: String, CaseIterable, Codable, Sendable {
        case queued, delivered, acknowledged, error, notNow, dropped, expired
    }

    var id: Int64?
    /// `CommandUUID` on the wire.
    var uuid: String
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    var requestType: String
    /// Binary property list of the `Command` dictionary.
    var command: Data
    var status: Status
    /// How often it was handed out.
    var deliveries: Int64
    /// Binary property list of what the acknowledgement brought.
    var result: Data?
    var createdAt: Timestamp
    var deliveredAt: Timestamp?
    var finishedAt: Timestamp?
}
