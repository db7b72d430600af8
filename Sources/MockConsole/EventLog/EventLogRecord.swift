import GRDB

/// One row of the event log.
struct EventLogRecord: Codable, Sendable, StoredRecord {
    static let databaseTableName = "eventLog"

    var id: Int64?
    var at: Timestamp
    var groupId: Int64?
    var actorKind: String
    var actor: String
    var action: String
    var subjectKind: String
    var subject: String
    /// JSON of what was, secrets left out.
    var before: String?
    /// JSON of what is, secrets left out.
    var after: String?
}
