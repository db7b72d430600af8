public import DeviceProtocol
public import Foundation

/// The state that a client keeps beyond the end of its process (ClientSequence, section 1).
///
/// State that it shares with other apps is read as if it were its own.
@dynamicMemberLookup
public struct ClientState: Hashable, Codable, Sendable {
    /// The input at the sign-in.
    public enum Account: Hashable, Codable, Sendable {
        case password(username: String, password: String)
        /// A one-time token, or one that SAML brought.
        case token
    }

    /// A log that was not sent yet.
    public struct PendingLog: Hashable, Codable, Sendable {
        /// Its lines.
        public var text: String
        /// Its subject.
        public var type: LogType
        /// How much it holds.
        public var level: LogLevel
    }

    /// The state that it shares with the other apps of its cluster.
    public var keychain = SharedKeychain()
    /// Whether lock and session of the local store are those of the cluster.
    public internal(set) var sharesSession = false

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
    /// Logs to send.
    public var unsentLogs: [PendingLog] = []
    /// Events to send.
    public var unsentEvents: [AnalyticsEvent] = []
    /// Lock and session of its own, in force unless those of the cluster are.
    private var ownSession = ClientSession()
    /// Issuer of the stored identity certificate.
    public var certificateIssuer: String?
    /// When pins were asked for last.
    public var pinsPolledAt: Date?
    /// Pictures that are stored, by URL.
    public var images: [String] = []

    /// The state of a fresh installation: empty.
    public init() {}

    /// Lock and session that are in force.
    public var session: ClientSession {
        get { sharesSession ? keychain.session : ownSession }
        set { if sharesSession { keychain.session = newValue } else { ownSession = newValue } }
    }

    /// The contents of the keychain.
    public subscript<Value>(dynamicMember path: WritableKeyPath<SharedKeychain, Value>) -> Value {
        get { keychain[keyPath: path] }
        set { keychain[keyPath: path] = newValue }
    }

    /// The SDK profile.
    var profile: SDKProfileDocument? {
        profiles[21].flatMap { try? SDKProfileDocument(propertyList: PropertyListValue(parsing: $0)) }
    }

    /// Whether the app may start before it has asked the console (step S3).
    public var isSecured: Bool {
        keychain.status == .enrolled && profiles[21] != nil && applicationToken != nil
    }

    /// Wipes everything but the logs that wait (section 8.1), for all apps of the cluster: the environment counts as
    /// un-enrolled.
    mutating func wipe() {
        keychain.wipe()
        wipeOwn()
    }

    /// Loses what is the app's own.
    private mutating func wipeOwn() {
        var rest = ClientState()
        (rest.keychain, rest.unreportedDevice) = (keychain, unreportedDevice)
        rest.unsentLogs = unsentLogs
        self = rest
    }

    /// Loses the contents of the local store, because its key is gone.
    ///
    /// - Parameter user: The new user of the app; a session of the cluster that already belongs to this user stays.
    mutating func resetStore(for user: String? = nil) {
        profiles = [:]
        self.user = nil
        unsentEvents = []
        images = []
        certificateIssuer = nil
        if !sharesSession || user == nil || session.owner != user { session = ClientSession() }
    }

    /// Reads the changes of other apps of the cluster from the keychain.
    ///
    /// Data that they wiped is gone here too; with single sign-on, a change of the user there is a change here.
    mutating func adopt(_ keychain: SharedKeychain) {
        let known = self.keychain
        self.keychain = keychain
        if keychain.wipes != known.wipes {
            wipeOwn()
        } else if keychain.commonUser != known.commonUser, keychain.commonUser != user?.userID,
            ProfileSettings(profile).isSingleSignOn
        {
            (applicationToken, account) = (nil, nil)
        }
    }

    /// Takes the lock of the cluster, or one of its own again.
    ///
    /// It takes its state along: to a cluster without a lock, or out of the cluster as a copy.
    mutating func share(_ shares: Bool) {
        guard shares != sharesSession else { return }
        if !shares {
            ownSession = keychain.session
        } else {
            if keychain.session.lock == nil { keychain.session = ownSession }
            ownSession = ClientSession()
        }
        sharesSession = shares
    }
}
