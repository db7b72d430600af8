import DeviceProtocol

/// Whom a device credential stands for.
struct DeviceIdentity: Hashable, Sendable {
    /// How the request proved it.
    enum Scheme: String, Sendable {
        case signature, bearer
    }

    /// Row id of the device.
    let deviceID: Int64
    /// Row id of the app on the device.
    let installationID: Int64
    /// Row id of the user who signed in.
    let userID: Int64?
    /// Row id of the organization group the device is in.
    let groupID: Int64
    /// The device.
    let device: DeviceIdentifier
    /// The app.
    let bundle: BundleIdentifier
    /// The authentication group the credential was issued under.
    let authenticationGroup: String
    /// How the request proved it.
    let scheme: Scheme

    /// Whether the credential was issued to a family of apps, and so may register further ones
    /// (DeviceServices, section 8).
    var isCommon: Bool { authenticationGroup.lowercased() != bundle.value.lowercased() }

    /// Refuses a device that is not the credential's own, as if there were none.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func require(device other: DeviceIdentifier?) throws {
        guard let other, other != device else { return }
        throw ConsoleError(.notFound, "The device \(other) is not the one this credential belongs to.")
    }

    /// Refuses an app that is not the credential's own, as if there were none.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func require(bundle other: BundleIdentifier?) throws {
        guard let other, other != bundle else { return }
        throw ConsoleError(.notFound, "The app \(other) is not the one this credential belongs to.")
    }
}
