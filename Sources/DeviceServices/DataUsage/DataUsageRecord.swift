import ConsolePlatform
import GRDB

/// A report of an app about its data usage.
struct DataUsageRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "dataUsage"

    var id: Int64?
    var receivedAt: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    /// The JSON object as received.
    var report: String
}
