import ConsolePlatform
import GRDB

/// A beacon as it was received.
struct BeaconRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "beacon"

    var id: Int64?
    var receivedAt: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    var isCompromised: Bool
    /// Degrees.
    var latitude: Double?
    /// Degrees.
    var longitude: Double?
    /// The JSON as received.
    var report: String
}
