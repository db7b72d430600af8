import AdminServices
import ConsoleModel

/// The contents of an environment file: organization groups and everything in them (EnvironmentFile).
struct EnvironmentDocument: Sendable {
    /// Version of its form.
    var version = EnvironmentReader.formatVersion
    var groups: [EnvironmentGroup] = []
}

/// Somebody who can sign in to an app of an environment.
struct EnvironmentLogin: Sendable {
    /// Code of the group.
    let group: String
    let user: String
    let password: String
    let bundle: String
    /// The e-mail domains that the group lists itself, with commas between them.
    let emailDomains: String
}

extension EnvironmentDocument {
    /// The first active user with a password, and the first app of their group; nil if no group has both.
    var login: EnvironmentLogin? {
        for group in groups {
            guard let user = group[UserEnvironmentSection.self]?.first(where: { $0.password != nil && $0.isActive }),
                let application = group[ApplicationEnvironmentSection.self]?.first
            else { continue }
            var domains: [String] = []
            if case .value(.strings(let listed)) = group[GroupSettingsEnvironmentSection.self]?[.emailDomains] {
                domains = listed
            }
            return EnvironmentLogin(
                group: group.path.last ?? "", user: user.username, password: user.password ?? "",
                bundle: application.bundleId, emailDomains: domains.joined(separator: ", "))
        }
        return nil
    }
}
