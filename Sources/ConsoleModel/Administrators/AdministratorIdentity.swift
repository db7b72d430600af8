import ConsolePlatform

/// What an admin request was signed in with.
package enum AdminCredential: Hashable, Sendable {
    /// The token printed at start.
    case token
    /// The password of an administrator, by row id, with the row id of the API key if there was one.
    case password(administratorID: Int64, keyID: Int64?)
    /// A token of an OAuth client, by row id.
    case client(Int64)
}

/// Who an admin request comes from.
package struct AdministratorIdentity: Hashable, Sendable {
    /// User name, `oauth.` and the id of an OAuth client, or `admin.token` for the token printed at start.
    package let name: String
    /// Id of the group whose subtree they see; what is made without naming a group belongs to it.
    package let groupID: Int64
    /// That subtree.
    package let subtree: Subtree
    /// What they may do.
    package var role = AdministratorRole.consoleAdministrator
    /// What they signed in with.
    package var credential = AdminCredential.token

    /// Whom the token printed at start stands for: a console administrator of the topmost group.
    static let administratorToken = AdministratorIdentity(
        name: "admin.token", groupID: OrganizationGroupRecord.globalID, subtree: .whole)

    /// Refuses what the role does not allow.
    ///
    /// - Throws: ``ConsoleError`` `forbidden`.
    package func require(_ permission: AdminPermission) throws {
        guard role.permits(permission) else { throw Self.forbidden("\(role.rawValue) lacks \(permission)") }
    }

    /// Refuses to give an account a role above the own one, or to take hold of an account that has it.
    ///
    /// - Throws: ``ConsoleError`` `forbidden`.
    package func requireGrant(of other: AdministratorRole) throws {
        guard role.mayGrant(other) else {
            throw Self.forbidden("\(role.rawValue) does not reach as far as \(other.rawValue)")
        }
    }

    private static func forbidden(_ reason: String) -> ConsoleError {
        ConsoleError(.forbidden, "User doesn't have sufficient permissions to perform this operation: \(reason).")
    }
}
