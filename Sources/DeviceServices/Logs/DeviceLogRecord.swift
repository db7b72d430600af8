import ConsolePlatform
import Foundation
import GRDB

/// A log an app has sent; its text is in pieces beside it, in the table `deviceLogPiece`.
struct DeviceLogRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "deviceLog"

    var id: Int64?
    var receivedAt: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    var bundleId: String
    var appVersion: String
    /// Raw value of a `LogType`.
    var type: Int
    /// Raw value of a `LogLevel`.
    var level: Int
    /// Bytes of the text in UTF-8.
    var byteCount: Int
    /// Whether a credential of the device vouches for it.
    var verified: Bool
    /// The device an unverified sender says to be.
    var claimedDevice: String?
    /// The network an unverified sender is in.
    var network: String?
}

/// How much room the logs of a group take, and what its quota was the reason for where it is counted.
struct LogUsageRecord: Codable, Sendable, FetchableRecord {
    static let databaseTableName = "logUsage"

    var groupId: Int64
    /// Bytes of the logs of this group itself; kept by triggers.
    var byteCount: Int64
    /// Whether administrators were notified of the present warning.
    var isWarned: Bool
    /// Uploads that were refused for want of room.
    var refusals: Int
    /// When the last of them was.
    var refusedAt: Timestamp?
    /// When administrators were notified of one.
    var toldAt: Timestamp?
}
