import ConsoleModel
import ConsolePlatform

/// A sign-in; names as on the wire (AdminAdministrators, "Sign-ins").
struct SignInBody: Encodable, Sendable {
    let username: String
    /// Empty if there is no such administrator.
    let administrator_uuid: String
    let organization_group_uuid: String
    let login_time: String
    let ip_address: String
    /// `SUCCESS` or `FAILURE`.
    let status: String

    /// The body for a sign-in.
    init(_ entry: SignInEntry) {
        username = entry.record.username
        administrator_uuid = entry.administratorUUID ?? ""
        organization_group_uuid = entry.groupUUID ?? ""
        (login_time, ip_address) = (entry.record.at.zoneless, entry.record.address)
        status = entry.record.succeeded ? "SUCCESS" : "FAILURE"
    }
}
