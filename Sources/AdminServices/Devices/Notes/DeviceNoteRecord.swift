import ConsolePlatform
import GRDB

/// The notes of administrators about a device.
struct DeviceNoteRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "deviceNote"
    /// Characters of a note.
    static let limit = 4000

    var id: Int64?
    var deviceId: Int64
    var note: String
    var createdAt: Timestamp
    var modifiedAt: Timestamp
}
