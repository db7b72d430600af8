import ConsoleModel
import DeviceProtocol

/// A profile as an administrator sees it.
struct ProfileEntry: Sendable {
    let record: ProfileRecord
    /// The group it belongs to.
    let group: OrganizationGroupRecord
    /// The payloads in force; without secrets for those who may not change it.
    let payloads: [ProfilePayload]
    /// Its users.
    let usage: ProfileUsage
    /// Whether the administrator may change it.
    let mayChange: Bool
    /// Remarks, each a sentence.
    var warnings: [String]
}

/// The users of a profile that an administrator may see.
struct ProfileUsage: Hashable, Sendable {
    /// Apps and groups that are named at most.
    static let limit = 100

    /// An app that has the profile as its own.
    struct Application: Codable, Hashable, Sendable {
        let id: Int64
        let uuid: String
        let bundleId: String
        let name: String
        let version: String
        /// Code of its group.
        let group: String
    }

    /// How many apps have it as their own.
    let applicationCount: Int
    /// The first of them.
    let applications: [Application]
    /// Codes of the groups that make it their default, the first of them.
    let groups: [String]

    /// Its users as a phrase; nil for none.
    var phrase: String? {
        var parts: [String] = []
        if applicationCount > 0 {
            let names = applications.prefix(5).map { "\($0.bundleId) of \($0.group)" }.joined(separator: ", ")
            parts.append("the SDK profile of \(names)\(applicationCount > 5 ? " and others" : "")")
        }
        if !groups.isEmpty {
            let codes = groups.prefix(5).joined(separator: ", ")
            parts.append("the default of \(codes)\(groups.count > 5 ? " and others" : "")")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }
}

/// A profile in a list.
struct ProfileSummary: Sendable {
    let record: ProfileRecord
    /// Code of its group.
    let group: String
    /// Whether the administrator may change it.
    let mayChange: Bool
    /// How many apps have it as their own.
    let applicationCount: Int
    /// How many groups make it their default.
    let groupCount: Int
}

/// The filters of a list of profiles, all of which must hold.
struct ProfileFilter: Sendable {
    /// Of this group and those below it.
    var group: GroupCode?
    /// Of this group and those above it, whose profiles its apps can have.
    var usableIn: GroupCode?
    /// Whose name contains a text.
    var name: String?
    /// That an app has as its own: bundle identifier, id or uuid.
    var application: String?
}
