import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Checks user names and passwords, by the same rules wherever someone signs in: app, agent or identity provider.
struct PasswordCheck: Sendable {
    let users: UserStore
    let hasher: PasswordHasher
    let clock: ConsoleClock

    /// The user a name means in a group, if the password is right.
    ///
    /// A failure counts towards the lock; a success does not take the count back, which is for the transaction that
    /// follows.
    ///
    /// - Parameters:
    ///   - username: Of the group itself or the nearest of its ancestors.
    ///   - password: In the clear.
    ///   - group: Where the user signs in.
    ///   - settings: The settings in force there.
    /// - Returns: The user, as read after the password was checked.
    /// - Throws: ``LoginRefusal``; for an unknown name the same, and after the same time, as for a wrong password.
    func user(
        named username: String, password: String, in group: OrganizationGroupRecord, settings: GroupSettings
    ) async throws -> UserRecord {
        let known = try await users.user(named: username, in: group)
        let isRight = try await hasher.verify(password, against: known?.passwordHash)
        // Read again: other attempts may have locked the account while this password was checked.
        guard let known, let user = try await users.user(id: known.storedID()) else {
            throw LoginRefusal(.invalidCredentials, "no user of that name in \(group.code) or above it")
        }
        try await require(isRight, of: user, what: "password", in: group, settings: settings)
        return user
    }

    /// Refuses a locked account, counts a wrong answer, and refuses an inactive user.
    ///
    /// - Throws: ``LoginRefusal``.
    func require(
        _ isRight: Bool, of user: UserRecord, what: String, in group: OrganizationGroupRecord, settings: GroupSettings
    ) async throws {
        let now = clock.now(in: group.id)
        guard !user.isLocked(minutes: settings.lockoutMinutes, at: now) else {
            throw LoginRefusal(.accountLocked, "the account is locked after too many failed sign-ins")
        }
        guard isRight else {
            let isLocked = try await users.recordFailedLogin(of: user.storedID(), settings: settings, at: now)
            throw LoginRefusal(
                .invalidCredentials, isLocked ? "wrong \(what); the account is locked now" : "wrong \(what)")
        }
        guard user.isActive else { throw LoginRefusal(.accountInactive, "the user is inactive") }
    }
}
