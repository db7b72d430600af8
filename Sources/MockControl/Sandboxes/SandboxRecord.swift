import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// A customer group that a test has made for itself.
struct SandboxRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "sandbox"

    var id: Int64?
    /// Its id for clients: the first part of its host name, and the code of its group.
    var label: String
    var groupId: Int64
    var name: String
    /// The sealed ``SandboxPlan``.
    var plan: Data
    var createdAt: Timestamp
    /// When it is removed although it is used; nil if it holds until it is deleted.
    var expiresAt: Timestamp?
    /// A port of the console that is its own as long as the console listens there; nil if there was none left.
    var port: Int?
}
