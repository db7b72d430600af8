import ConsoleHTTP
import ConsoleModel
import DeviceProtocol
import Foundation

/// Roles as the admin REST API names them (AdminAdministrators, "Roles").
enum AdministratorRoles {
    /// Names other consoles give to roles that may do everything.
    private static let aliases = ["system administrator", "airwatch administrator"]

    /// The integer id of a role, the same in every console.
    static func id(of role: AdministratorRole) -> Int64 {
        Int64((AdministratorRole.allCases.firstIndex(of: role) ?? 0) + 1)
    }

    /// The role a body names in `Roles`, by name, uuid or id; nil if it names none.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown role, or several.
    static func role(_ fields: AdminFields) throws -> AdministratorRole? {
        if let name = try fields.text("Role"), !name.isEmpty { return try named(name) }
        var roles: Set<AdministratorRole> = []
        for entry in try fields.objects("Roles") ?? [] { roles.insert(try role(of: entry)) }
        guard roles.count < 2 else {
            throw fields.wrong("Roles", "has to name one role: an administrator has one here")
        }
        return roles.first
    }

    private static func role(of entry: AdminFields) throws -> AdministratorRole {
        if let name = try entry.text("Name") ?? entry.text("RoleName"), !name.isEmpty { return try named(name) }
        for name in ["Uuid", "RoleUuid"] {
            guard let text = try entry.text(name)?.lowercased(), !text.isEmpty else { continue }
            guard let role = AdministratorRole.allCases.first(where: { AdministratorV2.roleUUID($0.rawValue) == text })
            else { throw entry.wrong(name, "is the uuid of no role") }
            return role
        }
        var number: Int64?
        if let value = entry.value("Id"), case .object(let members) = value, !members.isEmpty {
            number = try entry.object("Id")?.integer("Value")
        } else {
            number = try entry.integer("Id")
        }
        guard let number, let role = AdministratorRole.allCases.first(where: { id(of: $0) == number }) else {
            throw entry.wrong("Name", "or Uuid or Id has to name a role")
        }
        return role
    }

    private static func named(_ name: String) throws -> AdministratorRole {
        if aliases.contains(name.lowercased()) { return .consoleAdministrator }
        return try AdministratorRole(name: name, of: "The role")
    }
}

extension AdministratorDraft {
    /// Names of texts in bodies.
    private static let names: [(name: String, text: AdministratorText)] = [
        ("FirstName", .firstName), ("LastName", .lastName), ("Email", .email), ("TimeZone", .timeZone),
        ("Locale", .locale), ("InitialLandingPage", .landingPage),
    ]

    /// Reads a body of either version, whose names differ in letter case only.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the field that is wrong.
    init(_ fields: AdminFields) throws {
        self.init()
        username = try fields.text("UserName")
        if let username, !username.isEmpty {
            if username.contains(":") { throw fields.wrong("UserName", "must not have a colon") }
            if let problem = NameRule.problem(with: username) { throw fields.wrong("UserName", problem) }
        }
        password = try fields.text("Password", maximum: 1000)
        for (name, text) in Self.names { texts[text] = try fields.text(name) }
        home = try fields.group("LocationGroupId", "OrganizationGroupUuid", "OrganizationGroupId")
        role = try AdministratorRoles.role(fields)
        requiresPasswordChange = try fields.bool("RequiresPasswordChange")
        isActive = try fields.bool("IsActive")
    }
}
