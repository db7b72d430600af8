import ConsolePlatform
import GRDB

/// A report that a server did not show a pinned key, as it was received.
struct PinReportRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "pinReport"

    var id: Int64?
    var receivedAt: Timestamp
    var groupId: Int64?
    /// The device it claims to come from, if there is one.
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    /// The host whose key did not match.
    var host: String
    /// Identifier of the device it claims to come from.
    var claimedDevice: String?
    /// The network it came from.
    var network: String
    /// Whether the device was known when it came.
    var isKnown: Bool
}
