import DeviceProtocol
import GRDB

/// The user of the device when a beacon came: from the beacon, else as the console knows the user.
struct BeaconSender: Sendable {
    let userName: String?
    let fullName: String?
    let displayName: String?
    let email: String?

    /// Joins a beacon with the user of the credential it came under.
    init(_ report: BeaconReport, userID: Int64?, _ db: GRDB.Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT username, trim(firstName || ' ' || lastName), fullName, displayName, email
                FROM enrollmentUser WHERE id = ?
                """)
        let user = try userID.flatMap { try Row.fetchOne(statement, arguments: [$0]) }
        func first(_ texts: String?...) -> String? { texts.lazy.compactMap { $0 }.first { !$0.isEmpty } }
        userName = first(report.userName, user?[0])
        fullName = first(report.userFullName, user?[2], user?[1])
        displayName = first(report.userDisplayName, user?[3], user?[1])
        email = first(report.emailAddress, user?[4])
    }
}
