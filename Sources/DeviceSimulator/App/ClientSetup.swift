public import DeviceProtocol
import Foundation

/// The decisions of a simulated app's developer, administrator and user.
public struct ClientSetup: Sendable {
    /// Where an app gets its environment from (ClientSequence, section 3.2).
    public enum Mode: Sendable {
        /// App-review keys: the user types what they say; a device id is made up.
        case review(server: String, group: String)
        /// An app of the vendor's: by e-mail domain, or by what is typed; a device id is made up.
        case standalone(domain: String?, server: String?, group: String?)
        /// Managed configuration, or a companion app that has passed on its own environment.
        case managed(server: String, group: String, device: DeviceIdentifier, token: String? = nil)
    }

    /// The user in front of the screens.
    public struct User: Hashable, Sendable {
        /// How well the passcode is remembered.
        public enum Memory: Sendable {
            case right, wrong, forgotten
        }

        /// User name on the login screen and on SAML's page.
        public var username: String
        /// Password.
        public var password: String
        /// A token, typed in place of both.
        public var token: String?
        /// The passcode that is made up.
        public var passcode = "r7-kel-3m"
        /// How well it is remembered.
        public var memory = Memory.right

        /// A user.
        public init(username: String, password: String, token: String? = nil) {
            self.username = username
            self.password = password
            self.token = token
        }
    }

    /// How the app carries out a command; nil if it does not handle it.
    public typealias CustomHandler = @Sendable (CommandMessage) -> CommandStatus?

    /// The app.
    public var bundle: BundleIdentifier
    /// Prefix and group of its keychain: apps on one device that have the same text here share it.
    ///
    /// An app without keychain sharing has its own bundle identifier here.
    public var cluster = "ABCDE12345"
    /// Where its environment comes from.
    public var mode: Mode
    /// Host and port of the console, as they go in the `Host` header; where requests go is up to the transport.
    public var authority: String
    /// Who uses it.
    public var user: User
    /// Its first URL scheme.
    public var scheme = "sdksampleApp"
    /// Whether it was built with public-key pinning.
    public var usesPinning = false
    /// Profiles it asks for besides the SDK's.
    public var otherProfileTypes: [Int] = []
    /// Handles commands the SDK does not know.
    public var customHandler: CustomHandler = { _ in nil }
    /// Share of commands answered "not now", 0 to 1.
    public var notNow = 0.0
    /// Share of commands that are never answered, 0 to 1.
    public var silence = 0.0
    /// Name of the device.
    public var deviceName = "Simulated iPhone"
    /// Version of the app.
    public var appVersion = "1.0.0"
    /// Version of the system.
    public var osVersion = "17.3"
    /// Push token, if the app has one.
    public var pushToken: String?

    /// An app of a mode and its user.
    public init(bundle: BundleIdentifier, mode: Mode, authority: String, user: User) {
        self.bundle = bundle
        self.mode = mode
        self.authority = authority
        self.user = user
    }

    /// Authentication group of the common identity, if this app is the one that makes it.
    var commonGroup: String { SimulatedClient.commonGroup(of: bundle, cluster: cluster) }

    /// Whether the vendor signed it, which spares it the check of the console's version.
    var isVendorSigned: Bool {
        if case .standalone = mode { true } else { false }
    }
}
