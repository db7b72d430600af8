package import ConsolePlatform
import GRDB

/// A geofence: an area by name, which SDK profiles use (SDKProfile, section 3.13).
package struct GeofenceRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "geofence"

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    /// Unique in the group; letter case does not matter.
    package var name: String
    /// Degrees, of the centre.
    package var latitude: Double
    /// Degrees, of the centre.
    package var longitude: Double
    /// Metres.
    package var radius: Double
    package var createdAt: Timestamp
    package var updatedAt: Timestamp
}

extension GeofenceRecord: ToldRecord {
    package static let toldColumns: Set<String> = ["uuid", "groupId", "name", "latitude", "longitude", "radius"]
}

/// Notes that the version in force of an SDK profile names a geofence.
struct GeofenceUseRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "geofenceUse"

    var profileId: Int64
    var name: String
}
