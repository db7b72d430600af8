import ConsolePlatform
import Foundation
import GRDB

/// How far an enrollment agent has come.
struct AgentSessionRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "agentSession"

    var id: Int64?
    /// SHA-256 of the session id.
    var sessionHash: Data
    /// The group chosen last.
    var groupId: Int64
    /// Who signed in; nil before that.
    var userId: Int64?
    var createdAt: Timestamp
    var expiresAt: Timestamp
    /// The network it was begun from.
    var network = ""
}
