package import ConsolePlatform
import GRDB

/// An SDK profile: named settings whose version moves with each change.
package struct ProfileRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "sdkProfile"

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    package var name: String
    package var description: String
    /// The version in force.
    package var version: Int64
    /// Whether, as a group's default, it inherits the payload types it lacks from the defaults of the groups above.
    package var inherits = true
    /// Whether its version in force has payloads that ask something of devices (``ProfileCompliance``).
    package var asksCompliance = false
    package var createdAt: Timestamp
    package var updatedAt: Timestamp

    /// Made of its parts.
    package init(
        id: Int64? = nil, uuid: String, groupId: Int64, name: String, description: String, version: Int64,
        inherits: Bool = true, createdAt: Timestamp, updatedAt: Timestamp
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.name = name
        self.description = description
        self.version = version
        self.inherits = inherits
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

extension ProfileRecord: ToldRecord {
    package static let toldColumns: Set<String> = ["uuid", "groupId", "name", "description", "version", "inherits"]
}
