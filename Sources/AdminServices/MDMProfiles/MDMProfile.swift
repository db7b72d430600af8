import ConsoleModel
import ConsolePlatform

/// How a profile reaches the devices it is given to; words clients send beside these are kept and act like `Optional`
/// (AdminProfiles, "Assignment").
package enum MDMProfileAssignment: String, CaseIterable, Sendable {
    /// It is installed on each of them.
    case auto = "Auto"
    /// Whoever holds a device asks for it.
    case optional = "Optional"
    /// The same, in its own wizard.
    case interactive = "Interactive"
    /// It is installed on devices that break a rule.
    case compliance = "Compliance"
}

/// Where a profile stands on a device, by the words of the admin API (AdminProfiles, "On devices").
enum MDMProfileStatus: String, CaseIterable, Sendable {
    /// It should be installed; no management client has reported this version yet.
    case pendingInstall = "PendingInstall"
    /// A management client reported this version as installed.
    case installed = "Installed"
    /// It is installed, and will be removed.
    case pendingRemoval = "PendingRemoval"
    /// A management client reported its removal.
    case removed = "Removed"
    /// It may be there and was never asked for.
    case notInstalled = "NotInstalled"

    /// The number of version 1, which has four: not installed, to be installed, installed, removed.
    var number: Int {
        switch self {
        case .notInstalled: 0
        case .pendingInstall: 1
        case .installed, .pendingRemoval: 3
        case .removed: 6
        }
    }

    /// Where a profile stands.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - isGiven: Whether the device is in a smart group the profile is given to, and in none it is kept from.
    ///   - state: Orders and reports; nil for none.
    init(of profile: MDMProfileSummary, isGiven: Bool, _ state: MDMProfileDeviceRecord?) {
        let isMeant =
            switch state?.command {
            case .install: profile.isActive
            case .remove: false
            case nil: profile.isActive && isGiven && profile.assignmentType == MDMProfileAssignment.auto.rawValue
            }
        if isMeant {
            self = state?.installedVersion == profile.version ? .installed : .pendingInstall
        } else if state?.installedVersion != nil {
            self = .pendingRemoval
        } else {
            self = state?.confirmedAt == nil ? .notInstalled : .removed
        }
    }
}

/// The words of profiles in the admin API.
enum MDMProfileWords {
    /// `ProfileType` of every profile here.
    static let type = "Standard"
    /// `configuration_type` of every profile here.
    static let configurationType = "PROFILE"

    /// Whether a profile is in force.
    static func status(_ isActive: Bool) -> String { isActive ? "Active" : "Inactive" }

    /// The ownership for a filter; nil for any.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for another word.
    static func ownership(_ word: String?) throws -> DeviceOwnership? {
        guard let word, !word.isEmpty else { return nil }
        guard let filter = DeviceFilter(ownership: word) else {
            throw ConsoleError(
                .badRequest, "ownership is \"\(word.prefix(40))\"; it has to be C, E, S, Undefined or Any.")
        }
        return filter.value
    }
}
