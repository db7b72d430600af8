import GRDB

/// A tag that can be put on devices.
struct TagRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "tag"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var name: String
    var createdAt: Timestamp
}
