import DeviceProtocol
import Foundation

/// Where something stands in an environment file.
struct EnvironmentPosition: Hashable, Sendable {
    /// From 1.
    let line: Int
    /// From 1.
    let column: Int
}

/// What an environment file says: organization groups and what belongs to them (EnvironmentFile).
struct EnvironmentDocument: Sendable {
    var groups: [EnvironmentGroup] = []
}

/// An organization group of an environment file, with everything that belongs to it.
struct EnvironmentGroup: Sendable {
    var position: EnvironmentPosition
    /// Codes from the root down to this group.
    var path: [String]
    var uuid: String?
    var id: Int64?
    /// What follows is nil where the file leaves it out: a group is also the way to what belongs to it, so what it leaves
    /// out stays as it is.
    var name: String?
    var type: String?
    var country: String?
    var locale: String?
    var settings: [GroupSetting: EnvironmentSetting]?
    /// User groups its restrictions of enrollment are meant for.
    var restrictedUserGroups: [EnvironmentReference]?
    var tags: [EnvironmentTag] = []
    var users: [EnvironmentUser] = []
    var userGroups: [EnvironmentUserGroup] = []
    var images: [EnvironmentImage] = []
    var profiles: [EnvironmentProfile] = []
    var complianceRules: [EnvironmentComplianceRule] = []
    var smartGroups: [EnvironmentSmartGroup] = []
    var applications: [EnvironmentApplication] = []
    var applicationGroups: [EnvironmentApplicationGroup] = []
    var mdmProfiles: [EnvironmentMDMProfile] = []
    var termsOfUse: [EnvironmentTerms] = []
    var eventNotifications: [EnvironmentNotification] = []

    /// The path as written: `global/demo`.
    var pathText: String { path.joined(separator: "/") }
}

/// A setting's value, which for profiles is a reference.
enum EnvironmentSetting: Sendable {
    case value(SettingValue)
    case profile(EnvironmentReference)
}

/// Something named, of the same group unless another one is said.
struct EnvironmentReference: Hashable, Sendable {
    var position: EnvironmentPosition
    /// Field it stands in, for messages.
    var field: String
    /// Path of the group it belongs to; nil for the group it is written in.
    var group: String?
    var name: String
}

/// A device tag.
struct EnvironmentTag: Sendable {
    var position: EnvironmentPosition
    var name: String
    var uuid: String?
    /// What it is for; nil keeps what a known one has.
    var kind: TagKind?
    /// What stands for its picture; nil keeps what a known one has.
    var avatar: String?
}

/// An enrollment user.
struct EnvironmentUser: Sendable {
    var position: EnvironmentPosition
    var username: String
    var uuid: String?
    /// In the clear; hashed before anything is stored.
    var password: String?
    var passwordHash: String?
    var accountType = "Basic"
    var domain = ""
    var firstName = ""
    var lastName = ""
    var email = ""
    var phone = ""
    /// What else is told of the user.
    var attributes: [UserAttribute: String] = [:]
    var isActive = true
    var tokens: [EnvironmentToken] = []
}

/// An enrollment token.
struct EnvironmentToken: Hashable, Sendable {
    /// SHA-256 of the token.
    var hash: Data
    var expiresAt: Timestamp
    var usedAt: Timestamp?
}

/// A user group.
struct EnvironmentUserGroup: Sendable {
    var position: EnvironmentPosition
    var name: String
    var uuid: String?
    /// Nil keeps what a known one has.
    var description: String?
    var members: [EnvironmentReference] = []
}

/// An image for branding.
struct EnvironmentImage: Sendable {
    var position: EnvironmentPosition
    var name: String
    /// A picture, as its first bytes tell.
    var data: Data
}

/// An SDK profile with its version in force and earlier ones.
struct EnvironmentProfile: Sendable {
    var position: EnvironmentPosition
    var name: String
    var uuid: String?
    var description = ""
    var version: Int64 = 1
    var inherits = true
    var payloads: [ProfilePayload] = []
    var previousVersions: [EnvironmentProfileVersion] = []
}

/// An earlier version of an SDK profile.
struct EnvironmentProfileVersion: Sendable {
    var version: Int64
    var payloads: [ProfilePayload]
}

/// A compliance rule.
struct EnvironmentComplianceRule: Sendable {
    var position: EnvironmentPosition
    var uuid: String?
    var draft: ComplianceRuleDraft
}

/// A smart group.
struct EnvironmentSmartGroup: Sendable {
    var position: EnvironmentPosition
    var name: String
    var uuid: String?
    var criteriaType = "All"
    /// Paths of organization groups.
    var organizationGroups: [EnvironmentReference] = []
    var userGroups: [EnvironmentReference] = []
    var tags: [EnvironmentReference] = []
    /// Texts of the kinds that are compared as they are.
    var words: [SmartGroupCriterionRecord.Kind: [String]] = [:]
    /// Comparisons such as `>= 16.0`.
    var osVersions: [EnvironmentOSVersion] = []
    var addedUsers: [EnvironmentReference] = []
    var excludedUsers: [EnvironmentReference] = []
    var excludedUserGroups: [EnvironmentReference] = []

    /// Keys of ``words``, in the order they are written.
    static let wordKeys: [(key: String, kind: SmartGroupCriterionRecord.Kind)] = [
        ("platforms", .platform), ("ownerships", .ownership), ("models", .model),
        ("managementTypes", .managementType), ("enrollmentCategories", .enrollmentCategory),
        ("cpuArchitectures", .cpuArchitecture), ("oemAndModels", .oemAndModel),
    ]
}

/// A comparison with an OS version.
struct EnvironmentOSVersion: Hashable, Sendable {
    /// Devices of this platform are meant; nil for any.
    var platform: String?
    var comparison: String
    /// A version, perhaps with the name of the system before it.
    var version: String

    /// As it is written: `>= 16.0`, `Apple >= iOS 16.0`.
    var text: String { (platform.map { "\($0) " } ?? "") + "\(comparison) \(version)" }
}

/// An application and who gets it.
struct EnvironmentApplication: Sendable {
    var position: EnvironmentPosition
    var bundleId: String
    var uuid: String?
    var name: String
    /// A raw value of an ``AppKind``.
    var type = AppKind.uploaded.rawValue
    var platform = "Apple"
    var version = ""
    var status = "Active"
    /// What belongs to an app of a store; nil for nothing beyond the app itself.
    var store: EnvironmentStoreApplication?
    var profileMode = ProfileMode.none
    var profile: EnvironmentReference?
    var assignments: [EnvironmentAssignment] = []
    /// Smart groups it is never given to.
    var exclusions: [EnvironmentReference] = []

    /// What no two apps of a group may have in common: bundle identifier, version, and platform.
    var title: String {
        let suffix = platform == "Apple" ? "" : " for \(platform)"
        return version.isEmpty ? bundleId + suffix : "\(bundleId) \(version)\(suffix)"
    }
}

/// A smart group an application is given to.
struct EnvironmentAssignment: Sendable {
    var smartGroup: EnvironmentReference
    var priority: Int64
}
