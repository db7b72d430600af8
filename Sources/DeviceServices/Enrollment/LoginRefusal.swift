import ConsoleModel
import DeviceProtocol

/// Why a sign-in is refused: the code the client gets, and a sentence for the log.
struct LoginRefusal: Error {
    /// The code that the client gets (DeviceServices, section 7.3.1).
    let code: LoginStatusCode
    /// The real reason.
    let reason: String

    /// A refusal.
    init(_ code: LoginStatusCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

/// Someone who has proved who they are, and where.
struct SignedInUser: Sendable {
    let user: UserRecord
    /// The organization group the device enrolls into.
    let group: OrganizationGroupRecord
    /// The settings in force there.
    let settings: GroupSettings
    /// The enrollment token to be spent; nil for a password.
    let tokenID: Int64?
    /// The name by which they signed in, such as `ACME\jdoe`; nil for the user name.
    var signInName: String?
}
