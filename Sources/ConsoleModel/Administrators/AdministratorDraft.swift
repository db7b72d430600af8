package import ConsolePlatform
import DeviceProtocol
package import Foundation

/// The wanted state of an administrator; a nil field keeps its value, or gets a default for a new one.
package struct AdministratorDraft: Sendable {
    /// Name of a new one.
    package var username: String?
    /// Password of a new one, in the clear.
    package var password: String?
    /// Code of the group whose subtree they administer.
    var group: GroupCode?
    /// What they may do.
    package var role: AdministratorRole?
    /// Whether they may sign in.
    package var isActive: Bool?
    /// The group by id or uuid, if no code is given.
    package var home: RecordReference?
    /// Texts about them, by column.
    package var texts: [AdministratorText: String] = [:]
    /// Whether they have to choose another password.
    package var requiresPasswordChange: Bool?

    /// Nothing.
    package init() {}

    /// Reads the body for a new administrator: user name and password, and optionally group, role and activity.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    package init(creating json: Data) throws {
        let body = try AccountBody(json, members: ["username", "password", "group", "role", "isActive"])
        guard let username = try body.signInName("username") else {
            throw ConsoleError(.badRequest, "username is missing.")
        }
        self.username = username
        password = try body.requiredText("password")
        group = try body.group()
        role = try body.role()
        isActive = try body.flag("isActive")
    }

    /// Reads the body of a change: group, role and activity.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    package init(changing json: Data) throws {
        let body = try AccountBody(json, members: ["group", "role", "isActive"])
        group = try body.group()
        role = try body.role()
        isActive = try body.flag("isActive")
    }
}

/// A text about an administrator.
package enum AdministratorText: CaseIterable, Sendable {
    case firstName, lastName, email, timeZone, locale, landingPage

    /// The property of an administrator that holds it.
    var path: WritableKeyPath<AdministratorRecord, String> {
        switch self {
        case .firstName: \.firstName
        case .lastName: \.lastName
        case .email: \.email
        case .timeZone: \.timeZone
        case .locale: \.locale
        case .landingPage: \.landingPage
        }
    }
}
