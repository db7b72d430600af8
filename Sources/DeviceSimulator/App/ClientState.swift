public import DeviceProtocol
public import Foundation

/// What a client keeps beyond the end of its process (ClientSequence, section 1).
public struct ClientState: Hashable, Codable, Sendable {
    /// What was typed or handed over at the sign-in.
    public enum Account: Hashable, Codable, Sendable {
        case password(username: String, password: String)
        /// A one-time token, or one that SAML brought.
        case token
    }

    /// What the local store is locked with.
    public enum Lock: Hashable, Codable, Sendable {
        case passcode(String)
        case credentials(username: String, password: String)
    }

    /// A log that was not sent yet.
    public struct PendingLog: Hashable, Codable, Sendable {
        /// Its lines.
        public var text: String
        /// What it is about.
        public var type: LogType
        /// How much it holds.
        public var level: LogLevel
    }

    // In the keychain, shared by the developer's apps.
    /// Scheme, host and port; nil before the environment is known.
    public var server: String?
    /// The "Group ID", as the console said last.
    public var group: String?
    /// The device.
    public var device: DeviceIdentifier?
    /// What the console said last of the device, or enrolled after a login; nil if nothing is known.
    public var status: EnrollmentStatus?
    /// HMAC token of the common identity.
    public var commonToken: String?
    /// Authentication group of the common identity.
    public var commonGroup: String?

    // The app's own.
    /// HMAC token of the application identity.
    public var applicationToken: String?
    /// How the user signed in.
    public var account: Account?
    /// The last one-time token the server answered with 200.
    public var usedToken: String?
    /// Profiles by type, as binary property lists.
    public var profiles: [Int: Data] = [:]
    /// Who is signed in.
    public var user: UserDetails?
    /// The device whose un-enrollment the console does not know of yet.
    public var unreportedDevice: DeviceIdentifier?
    /// Base64 of the key of the local store.
    public var storeKey: String?
    /// Whether the console still has to get that key.
    public var mustEscrow = false
    /// Logs to send.
    public var unsentLogs: [PendingLog] = []
    /// Events to send.
    public var unsentEvents: [AnalyticsEvent] = []
    /// What the store is locked with; nil for no lock.
    public var lock: Lock?
    /// When the store was unlocked last; nil once it is locked.
    public var sessionBegan: Date?
    /// Failed attempts to unlock in a row.
    public var failedUnlocks = 0
    /// Issuer of the stored identity certificate.
    public var certificateIssuer: String?
    /// When pins were asked for last.
    public var pinsPolledAt: Date?
    /// Pictures that are stored, by URL.
    public var images: [String] = []

    /// What a fresh installation has: nothing.
    public init() {}

    /// What another app of the same developer finds on this device: the shared keychain.
    public var sharedKeychain: ClientState {
        var shared = ClientState()
        shared.server = server
        shared.group = group
        shared.device = device
        shared.status = status
        (shared.commonToken, shared.commonGroup) = (commonToken, commonGroup)
        return shared
    }

    /// The SDK profile.
    var profile: SDKProfileDocument? {
        profiles[21].flatMap { try? SDKProfileDocument(propertyList: PropertyListValue(parsing: $0)) }
    }

    /// Whether the app may start before it has asked the console (step S3).
    public var isSecured: Bool {
        status == .enrolled && profiles[21] != nil && applicationToken != nil
    }

    /// Wipes everything but the logs that wait (section 8.1): the environment counts as un-enrolled.
    mutating func wipe() {
        let (unreported, logs) = (unreportedDevice, unsentLogs)
        self = ClientState()
        status = .unenrolled
        unreportedDevice = unreported
        unsentLogs = logs
    }

    /// Loses what lies in the local store, for nobody has its key.
    mutating func resetStore() {
        profiles = [:]
        user = nil
        lock = nil
        storeKey = nil
        sessionBegan = nil
        unsentEvents = []
        images = []
        certificateIssuer = nil
        failedUnlocks = 0
    }
}
