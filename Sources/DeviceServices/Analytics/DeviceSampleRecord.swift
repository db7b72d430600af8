import ConsolePlatform
import GRDB

/// A sample other than an analytics event, as it was received.
struct DeviceSampleRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "deviceSample"

    var id: Int64?
    var receivedAt: Timestamp
    /// By the clock of the device.
    var sampledAt: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    /// Number of a ``SampleKind``.
    var kind: Int
    /// Its fields as JSON.
    var sample: String
}
