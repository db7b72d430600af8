package import ConsoleModel

/// A smart group.
package struct EnvironmentSmartGroup: EnvironmentEntry {
    package var position: EnvironmentPosition
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
    package static let wordKeys: [(key: String, kind: SmartGroupCriterionRecord.Kind)] = [
        ("platforms", .platform), ("ownerships", .ownership), ("models", .model),
        ("managementTypes", .managementType), ("enrollmentCategories", .enrollmentCategory),
        ("cpuArchitectures", .cpuArchitecture), ("oemAndModels", .oemAndModel),
    ]

    package var title: String { name }
}

/// A comparison with an OS version.
struct EnvironmentOSVersion: Hashable, Sendable {
    /// The platform of the devices; nil for any.
    var platform: String?
    var comparison: String
    /// A version, perhaps with the name of the system before it.
    var version: String

    /// As it is written: `>= 16.0`, `Apple >= iOS 16.0`.
    var text: String { (platform.map { "\($0) " } ?? "") + "\(comparison) \(version)" }
}
