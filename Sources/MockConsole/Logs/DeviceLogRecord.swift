import Foundation
import GRDB

/// A log an app has sent; its text is in pieces beside it.
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
}

/// A piece of a log's text.
struct DeviceLogPieceRecord: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "deviceLogPiece"

    var logId: Int64
    /// Position, from 0.
    var sequence: Int
    var data: Data
}
