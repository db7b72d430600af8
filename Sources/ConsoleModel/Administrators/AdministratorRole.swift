/// What an administrator may do, by the names a real console gives its roles.
package enum AdministratorRole: String, CaseIterable, Codable, Sendable {
    /// Everything.
    case consoleAdministrator = "Console Administrator"
    /// Changes devices, users and smart groups; reads the rest.
    case deviceManager = "Device Manager"
    /// Reads everything and changes nothing.
    case readOnly = "Read Only"
    /// Everything, through the APIs only: no sign-in to the web console.
    case apiOnly = "API Only"

    /// The role of a stored name; an unknown one may only read.
    init(stored name: String) { self = AdministratorRole(rawValue: name) ?? .readOnly }

    /// Whether an administrator with this role may give another role to an account, or change an account that has it.
    package func mayGrant(_ other: AdministratorRole) -> Bool {
        switch self {
        case .consoleAdministrator: true
        case .apiOnly: other != .consoleAdministrator
        case .deviceManager, .readOnly: false
        }
    }

    /// Whether the role has a permission.
    package func permits(_ permission: AdminPermission) -> Bool {
        switch self {
        case .consoleAdministrator, .apiOnly: true
        case .readOnly: permission.access == .read
        case .deviceManager:
            permission.access == .read || [.devices, .users, .smartGroups].contains(permission.area)
        }
    }
}

/// The permission that a route needs.
package struct AdminPermission: Hashable, Sendable {
    /// The part of the console that a route belongs to.
    package enum Area: String, CaseIterable, Sendable {
        /// Organization groups and their settings.
        case organizationGroups
        /// Enrollment users, user groups and enrollment tokens.
        case users
        /// Smart groups and tags.
        case smartGroups
        /// Devices, their commands and what they have sent.
        case devices
        /// Applications, their packages and assignments.
        case applications
        /// SDK profiles and branding images.
        case profiles
        /// Administrators, API keys and OAuth clients.
        case administrators
        /// The console itself: environment, event log, information.
        case console
    }

    /// Reading or writing.
    package enum Access: String, CaseIterable, Sendable {
        case read, write
    }

    let area: Area
    let access: Access

    /// Made of its parts.
    package init(area: Area, access: Access) {
        self.area = area
        self.access = access
    }
}

extension AdminPermission: CustomStringConvertible {
    /// Such as `devices.write`.
    package var description: String { "\(area.rawValue).\(access.rawValue)" }
}
