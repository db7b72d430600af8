import ConsolePlatform

/// The credential of an admin request.
package enum AdminCredential: Hashable, Sendable {
    /// The token printed at start.
    case token
    /// The password of an administrator, by row id, with the row id of the API key if there was one.
    case password(administratorID: Int64, keyID: Int64?)
    /// A token of an OAuth client, by row id.
    case client(Int64)
    /// The password of an enrollment user, by row id, who has signed in to the self-service portal.
    case user(Int64)
}

/// Who an admin request comes from.
package struct AdministratorIdentity: Hashable, Sendable {
    /// User name, `oauth.` and the id of an OAuth client, or `admin.token` for the token printed at start; of an
    /// enrollment user the user name.
    package let name: String
    /// Id of the group whose subtree they see; new objects without a group belong to it.
    package let groupID: Int64
    /// That subtree.
    package let subtree: Subtree
    /// What they may do.
    package var role = AdministratorRole.consoleAdministrator
    /// The credential they signed in with.
    package var credential = AdminCredential.token

    /// Somebody who sees the subtree of a group.
    package init(
        name: String, groupID: Int64, subtree: Subtree, role: AdministratorRole = .consoleAdministrator,
        credential: AdminCredential = .token
    ) {
        self.name = name
        self.groupID = groupID
        self.subtree = subtree
        self.role = role
        self.credential = credential
    }

    /// As whom the event log has them.
    package var actor: Actor {
        if case .user = credential { .user(name) } else { .administrator(name) }
    }

    /// The identity of the token printed at start: a console administrator of the topmost group.
    package static let administratorToken = AdministratorIdentity(
        name: "admin.token", groupID: OrganizationGroupRecord.globalID, subtree: .whole)

    /// Refuses an action that the role does not permit.
    ///
    /// - Throws: ``ConsoleError`` `forbidden`.
    package func require(_ permission: AdminPermission) throws {
        guard role.permits(permission) else { throw Self.forbidden("\(role.rawValue) lacks \(permission)") }
    }

    /// Refuses to give an account a role above one's own, or to change an account that has such a role.
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
