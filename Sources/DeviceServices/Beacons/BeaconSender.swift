import DeviceProtocol

/// The user of the device when a beacon came: from the beacon, else as the console knows the user.
struct BeaconSender: Sendable {
    let userName: String?
    let fullName: String?
    let displayName: String?
    let email: String?

    /// Joins a beacon with the user of the credential it came under.
    init(_ report: BeaconReport, _ user: KnownUser?) {
        func first(_ texts: String?...) -> String? { texts.lazy.compactMap { $0 }.first { !$0.isEmpty } }
        userName = first(report.userName, user?.userName)
        fullName = first(report.userFullName, user?.fullName, user?.joinedName)
        displayName = first(report.userDisplayName, user?.displayName, user?.joinedName)
        email = first(report.emailAddress, user?.email)
    }
}
