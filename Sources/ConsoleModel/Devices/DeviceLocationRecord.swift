package import ConsolePlatform
import GRDB

/// Where a device was.
package struct DeviceLocationRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "deviceLocation"

    package var id: Int64?
    package var receivedAt: Timestamp
    /// When the device determined the place, if it reported that.
    package var sampledAt: Timestamp?
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    /// Degrees.
    package var latitude: Double
    /// Degrees.
    package var longitude: Double
    /// Metres.
    package var altitude: Double?
    /// Metres per second; negative if not known.
    package var speed: Double?
}
