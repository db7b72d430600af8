import GRDB

/// A sign-in of an administrator, or an attempt at one.
struct SignInRecord: Codable, Sendable, StoredRecord {
    static let databaseTableName = "administratorSignIn"

    var id: Int64?
    var at: Timestamp
    /// The administrator's group; nil if there is no such administrator.
    var groupId: Int64?
    var administratorId: Int64?
    /// As whom somebody signed in.
    var username: String
    var address: String
    var succeeded: Bool
}
