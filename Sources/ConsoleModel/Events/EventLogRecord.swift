package import ConsolePlatform
import GRDB

/// One row of the event log.
package struct EventLogRecord: Codable, Sendable, StoredRecord {
    package static let databaseTableName = "eventLog"

    package var id: Int64?
    package var at: Timestamp
    package var groupId: Int64?
    package var actorKind: String
    package var actor: String
    /// Raw value of an ``EventAction``, or what an older version had in its place.
    package var action: String
    package var subjectKind: String
    package var subject: String
    /// The former state as JSON, without secrets.
    package var before: String?
    /// The new state as JSON, without secrets.
    package var after: String?
    /// The device it happened to, deleted ones included; ids never repeat.
    var deviceId: Int64?
}
