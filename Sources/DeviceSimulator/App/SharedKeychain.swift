public import DeviceProtocol
public import Foundation

/// The lock of a local store, and since when it is open.
public struct ClientSession: Hashable, Codable, Sendable {
    /// The kinds of lock of a local store.
    public enum Lock: Hashable, Codable, Sendable {
        case passcode(String)
        case credentials(username: String, password: String)
    }

    /// The lock of the store; nil for none.
    public var lock: Lock?
    /// Id of the user who made the lock.
    public var owner: String?
    /// When the store was unlocked last; nil once it is locked.
    public var began: Date?
    /// Failed attempts to unlock in a row.
    public var failedUnlocks = 0
    /// Base64 of the key of the store.
    public var storeKey: String?
    /// Whether the console still has to get that key.
    public var mustEscrow = false

    /// No lock.
    public init() {}
}

/// The keychain that apps of one developer on a device share, which makes them a cluster (ClientSequence, section 1.1).
public struct SharedKeychain: Hashable, Codable, Sendable {
    /// Scheme, host and port; nil before the environment is known.
    public var server: String?
    /// The "Group ID" that the console reported last.
    public var group: String?
    /// The device.
    public var device: DeviceIdentifier?
    /// The last status of the device from the console, or enrolled after a login; nil if unknown.
    public var status: EnrollmentStatus?
    /// HMAC token of the common identity.
    public var commonToken: String?
    /// Authentication group of the common identity.
    public var commonGroup: String?
    /// The app that signed in for the common identity last.
    public var commonApp: BundleIdentifier?
    /// Id of the user the common identity stands for.
    public var commonUser: String?
    /// Lock and session of the apps with single sign-on.
    public var session = ClientSession()
    /// How often it was wiped, by which each app notices that another one did.
    public private(set) var wipes = 0

    /// The state of a device on which none of the apps was ever installed.
    public init() {}

    /// Leaves an environment that is un-enrolled (ClientSequence, section 8.1).
    mutating func wipe() {
        let wipes = wipes
        self = SharedKeychain()
        self.wipes = wipes + 1
        status = .unenrolled
    }
}
