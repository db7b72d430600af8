import DeviceProtocol

/// Which analytics events of apps are asked for (AdminAPI, "Analytics of apps").
struct SDKEventSearch: Sendable {
    /// How names are compared.
    enum NameRule: Sendable {
        case equals, contains, startsWith

        /// Reads `searchtype` in any letter case; what is not known compares whole names.
        init(_ text: String?) {
            switch text?.lowercased().filter(\.isLetter) {
            case "contains", "like": self = .contains
            case "startswith", "beginswith": self = .startsWith
            default: self = .equals
            }
        }
    }

    /// Path of the group whose subtree is asked.
    let groupPath: String
    /// The app; nil for all.
    var bundle: BundleIdentifier?
    /// Ids of devices; empty for all.
    var devices: [Int64] = []
    /// Name of the event; nil for all.
    var name: String?
    var nameRule = NameRule.equals
    /// By the clock of the device.
    var from: Timestamp?
    /// By the clock of the device, not included.
    var to: Timestamp?
}

/// An analytics event of an app.
struct SDKEvent: Sendable {
    let bundle: String
    let version: String
    let name: String
    let value: String
    /// By the clock of the device.
    let occurredAt: Timestamp
    /// Nil for a device that was deleted.
    let deviceID: Int64?
    let username: String?
}

/// Finds analytics events, the latest first: this feature asks, analytics know.
typealias SDKEventSource = @Sendable (SDKEventSearch, PageRequest) async throws -> Page<SDKEvent>
