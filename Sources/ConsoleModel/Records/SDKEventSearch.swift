package import ConsolePlatform
package import DeviceProtocol

/// Selects analytics events of apps (AdminStoreApplications, "Analytics of apps").
package struct SDKEventSearch: Sendable {
    /// How names are compared.
    package enum NameRule: Sendable {
        case equals, contains, startsWith

        /// Reads `searchtype` in any letter case; an unknown value compares whole names.
        package init(_ text: String?) {
            switch text?.lowercased().filter(\.isLetter) {
            case "contains", "like": self = .contains
            case "startswith", "beginswith": self = .startsWith
            default: self = .equals
            }
        }
    }

    /// The subtree of the devices.
    package let subtree: Subtree
    /// The app; nil for all.
    package var bundle: BundleIdentifier?
    /// Ids of devices; empty for all.
    package var devices: [Int64] = []
    /// Name of the event; nil for all.
    package var name: String?
    /// How the name is compared.
    package var nameRule = NameRule.equals
    /// By the clock of the device.
    package var from: Timestamp?
    /// By the clock of the device, exclusive.
    package var to: Timestamp?

    /// Every event of a subtree.
    package init(in subtree: Subtree) { self.subtree = subtree }
}

/// An analytics event of an app.
package struct SDKEvent: Sendable {
    package let bundle: String
    package let version: String
    package let name: String
    package let value: String
    /// By the clock of the device.
    package let occurredAt: Timestamp
    /// Nil for a device that was deleted.
    package let deviceID: Int64?
    package let username: String?

    /// An event as it was received.
    package init(
        bundle: String, version: String, name: String, value: String, occurredAt: Timestamp, deviceID: Int64?,
        username: String?
    ) {
        self.bundle = bundle
        self.version = version
        self.name = name
        self.value = value
        self.occurredAt = occurredAt
        self.deviceID = deviceID
        self.username = username
    }
}

/// Finds analytics events, the latest first; the room of analytics provides it to the rooms of apps.
package typealias SDKEventSource = @Sendable (SDKEventSearch, PageRequest) async throws -> Page<SDKEvent>
