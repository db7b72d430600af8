import ConsolePlatform
package import DeviceProtocol

/// The sender of a request that apps may also send before they have an identity (DeviceServices, section 4.2.8).
package enum DeviceSender: Hashable, Sendable {
    /// A device whose credential was checked.
    case verified(DeviceIdentity)
    /// A sender that claims to be a device; nothing about it was checked.
    case claimed(DeviceIdentifier)

    /// The device it is, or claims to be.
    package var device: DeviceIdentifier {
        switch self {
        case .verified(let identity): identity.device
        case .claimed(let device): device
        }
    }

    /// Refuses a device other than the sender's own, as if it were unknown.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func require(device other: DeviceIdentifier?) throws {
        if case .verified(let identity) = self { return try identity.require(device: other) }
        guard let other, other != device else { return }
        throw ConsoleError(.notFound, "The device \(other) is not the one that signed the request.")
    }

    /// Refuses an app other than the credential's own; a sender without credential may be any app.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func require(bundle other: BundleIdentifier?) throws {
        if case .verified(let identity) = self { try identity.require(bundle: other) }
    }
}
