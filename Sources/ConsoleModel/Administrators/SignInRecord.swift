package import ConsolePlatform
import GRDB

/// A sign-in of an administrator, or an attempt at one.
package struct SignInRecord: Codable, Sendable, StoredRecord {
    package static let databaseTableName = "administratorSignIn"

    package var id: Int64?
    package var at: Timestamp
    /// The administrator's group; nil if there is no such administrator.
    var groupId: Int64?
    var administratorId: Int64?
    /// The name that was signed in with.
    package var username: String
    package var address: String
    package var succeeded: Bool
}
