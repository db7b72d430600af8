import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// A command queued for one app on one device.
struct CommandRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "command"

    /// Where a command is on its way.
    enum Status: String, CaseIterable, Codable, Sendable, DatabaseValueConvertible {
        case queued, delivered, acknowledged, error, notNow, dropped, expired

        /// Those that may still be delivered, as SQL.
        static let waiting = "('queued', 'delivered', 'notNow')"
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
    /// How often it was delivered.
    var deliveries: Int64
    /// How many of those were queued before the client last answered "not now".
    var deferredDeliveries: Int64 = 0
    /// Binary property list of what the acknowledgement brought.
    var result: Data?
    /// Since when the device was enrolled when it was queued.
    var enrolledAt: Timestamp?
    var createdAt: Timestamp
    /// When it expires.
    var expiresAt: Timestamp?
    /// When it was last delivered.
    var deliveredAt: Timestamp?
    /// When the client last answered it, also too late.
    var answeredAt: Timestamp?
    var finishedAt: Timestamp?
    /// The subject that the app itself asked to query, a raw value of `RequerySubject`; nil for other commands.
    var requery: String?
    /// Whether it could be pushed when it was queued; nil for a command from before that was asked.
    var push: PushVerdict?
}

/// A command as lists show it: a large command or result is left in the database.
struct CommandEntry: Sendable, StoredRecord {
    static let databaseTableName = CommandRecord.databaseTableName
    /// The most bytes of a command, and of a result, that a list shows.
    static let shownBytes = 64 * 1024

    /// The row; what is too large is empty.
    var record: CommandRecord
    /// Bytes of the command.
    let commandBytes: Int
    /// Bytes of the result; nil if there is none.
    let resultBytes: Int?

    var id: Int64? {
        get { record.id }
        set { record.id = newValue }
    }

    /// The whole row.
    init(_ record: CommandRecord) {
        self.record = record
        commandBytes = record.command.count
        resultBytes = record.result?.count
    }

    init(row: Row) throws {
        let (command, commandBytes) = try Self.data("command", row)
        let (result, resultBytes) = try Self.data("result", row)
        self.commandBytes = commandBytes ?? 0
        self.resultBytes = resultBytes
        record = CommandRecord(
            id: row["id"], uuid: row["uuid"], groupId: row["groupId"], deviceId: row["deviceId"],
            installationId: row["installationId"], userId: row["userId"], requestType: row["requestType"],
            command: command ?? Data(), status: row["status"], deliveries: row["deliveries"],
            deferredDeliveries: row["deferredDeliveries"], result: result, enrolledAt: row["enrolledAt"],
            createdAt: row["createdAt"], expiresAt: row["expiresAt"], deliveredAt: row["deliveredAt"],
            answeredAt: row["answeredAt"], finishedAt: row["finishedAt"], requery: row["requery"], push: row["push"])
    }

    func encode(to container: inout PersistenceContainer) throws {
        try record.encode(to: &container)
    }

    /// Reads a blob in SQLite's own memory, and copies it only if it is small.
    private static func data(_ column: String, _ row: Row) throws -> (data: Data?, bytes: Int?) {
        try row.withUnsafeData(named: column) { data in
            guard let data else { return (nil, nil) }
            return (data.count <= shownBytes ? Data([UInt8](data)) : nil, data.count)
        }
    }
}
