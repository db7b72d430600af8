import ConsolePlatform
import GRDB

/// An analytics event as it was received.
struct AnalyticsEventRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "analyticsEvent"

    var id: Int64?
    var receivedAt: Timestamp
    /// By the clock of the device.
    var occurredAt: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    /// A UUID; empty if not known.
    var session: String
    /// Raw value of an `AnalyticsEventType`.
    var type: Int
    var name: String
    /// Raw value of an `AnalyticsValueType`.
    var valueType: Int
    var value: String
    var bundleId: String
    var bundleVersion: String
    var bundleName: String
}
