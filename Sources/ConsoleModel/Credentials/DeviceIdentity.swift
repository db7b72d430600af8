import ConsolePlatform
package import DeviceProtocol

/// The identity that a device credential stands for.
package struct DeviceIdentity: Hashable, Sendable {
    /// How the request proved it.
    package enum Scheme: String, Sendable {
        case signature, bearer
    }

    /// Row id of the device.
    package let deviceID: Int64
    /// Row id of the app on the device.
    package let installationID: Int64
    /// Row id of the user who signed in.
    package let userID: Int64?
    /// Row id of the organization group the device is in.
    package let groupID: Int64
    /// The device.
    package let device: DeviceIdentifier
    /// The app.
    package let bundle: BundleIdentifier
    /// The authentication group the credential was issued under.
    package let authenticationGroup: String
    /// How the request proved it.
    let scheme: Scheme

    /// Made of its parts.
    package init(
        deviceID: Int64, installationID: Int64, userID: Int64?, groupID: Int64, device: DeviceIdentifier,
        bundle: BundleIdentifier, authenticationGroup: String, scheme: Scheme
    ) {
        self.deviceID = deviceID
        self.installationID = installationID
        self.userID = userID
        self.groupID = groupID
        self.device = device
        self.bundle = bundle
        self.authenticationGroup = authenticationGroup
        self.scheme = scheme
    }

    /// Whether the credential was issued to a family of apps, and so may register further ones
    /// (DeviceServices, section 8).
    package var isCommon: Bool { authenticationGroup.lowercased() != bundle.value.lowercased() }

    /// Refuses a device other than the credential's own, as if it were unknown.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func require(device other: DeviceIdentifier?) throws {
        guard let other, other != device else { return }
        throw ConsoleError(.notFound, "The device \(other) is not the one this credential belongs to.")
    }

    /// Refuses an app other than the credential's own, as if it were unknown.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func require(bundle other: BundleIdentifier?) throws {
        guard let other, other != bundle else { return }
        throw ConsoleError(.notFound, "The app \(other) is not the one this credential belongs to.")
    }
}
