import DeviceProtocol
package import Foundation

/// The wanted state of an OAuth client; a nil field keeps its value, or gets a default for a new one.
package struct OAuthClientDraft: Sendable {
    /// Its name.
    var name: String?
    /// Code of the group whose subtree it administers.
    var group: GroupCode?
    /// What it may do.
    var role: AdministratorRole?
    /// The id of a new one.
    var clientID: String?
    /// Whether it may sign in.
    var isActive: Bool?

    /// Reads the body for a new client: a name, and optionally group, role and client id.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    package init(creating json: Data) throws {
        let body = try AccountBody(json, members: ["name", "group", "role", "clientId"])
        name = try body.requiredText("name")
        group = try body.group()
        role = try body.role()
        clientID = try body.signInName("clientId")
    }

    /// Reads the body of a change: name, group, role and activity.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    package init(changing json: Data) throws {
        let body = try AccountBody(json, members: ["name", "group", "role", "isActive"])
        name = try body.text("name")
        group = try body.group()
        role = try body.role()
        isActive = try body.flag("isActive")
    }
}
