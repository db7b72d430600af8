import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Where a password comes from.
struct PasswordSender: Sendable {
    /// Address of the client, without its port.
    let address: String
    /// The device it names; nil if it names none.
    let device: DeviceIdentifier?
}

/// Checks user names and passwords, by the same rules wherever someone signs in: app, agent or identity provider.
struct PasswordCheck: Sendable {
    let users: UserStore
    let devices: DeviceStore
    let hasher: PasswordHasher
    let throttle: PasswordThrottle
    let clock: ConsoleClock

    /// The rules.
    var rules: PasswordRules { throttle.rules }

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
    ///   - sender: Where it comes from.
    /// - Returns: The user, as read after the password was checked.
    /// - Throws: ``LoginRefusal``; for an unknown name the same, and after the same time, as for a wrong password.
    ///   ``ConsoleError`` `tooManyRequests` or `unavailable` if too many wait.
    func user(
        named username: String, password: String, in group: OrganizationGroupRecord, settings: GroupSettings,
        from sender: PasswordSender
    ) async throws -> UserRecord {
        let entry = PasswordEntry(address: sender.address, username: username, in: group.id ?? 0)
        return try await throttle.withRoom(for: entry) {
            let known = try await users.user(named: username, in: group)
            return try await user(known, named: username, in: group, settings: settings, from: sender) { key in
                let isRight = try await hasher.verify(
                    password, against: known?.passwordHash, evenTo: try await evenCost(in: group),
                    remembering: isOpen(known, settings: settings), for: key)
                return (isRight, "password")
            }
        }
    }

    /// A user without a password, if the identity provider vouches for the e-mail address.
    ///
    /// Takes as long as checking a password, so that such accounts cannot be recognised by the time.
    ///
    /// - Throws: As for a password.
    func user(
        _ known: UserRecord, vouchedFor email: String, in group: OrganizationGroupRecord, settings: GroupSettings,
        from sender: PasswordSender
    ) async throws -> UserRecord {
        try await user(known, named: known.username, in: group, settings: settings, from: sender) { key in
            _ = try await hasher.verify(email, against: nil, evenTo: try await evenCost(in: group), for: key)
            return (known.isVouchedFor(by: email), "e-mail address")
        }
    }

    /// Does the work of a password for a name that has none, under the same throttle.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` or `unavailable` if too many wait.
    func spend(on username: String, in group: OrganizationGroupRecord, from sender: PasswordSender) async throws {
        let attempt = try await attempt(by: nil, named: username, in: group, from: sender)
        let key = try await throttle.admit(attempt)
        _ = try await hasher.verify("", against: nil, evenTo: try await evenCost(in: group), for: key)
    }

    /// The cost of which all wrong passwords in a group are; nil if they may take as long as they take.
    private func evenCost(in group: OrganizationGroupRecord) async throws -> Int? {
        guard rules.hasUniformRefusals else { return nil }
        return try await users.highestPasswordCost(in: group) ?? PasswordHasher.costs.lowerBound
    }

    /// Does the work of a wrong password in a group that does not exist, and counts it.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` or `unavailable` if too many wait.
    func refuse(_ username: String, from sender: PasswordSender) async throws {
        let attempt = PasswordAttempt(address: sender.address, username: username, of: 0, ownDevice: nil)
        _ = try await hasher.verify("", against: nil, for: try await throttle.admit(attempt))
        throttle.failed(attempt)
    }

    /// Asks the throttle, lets an answer be checked, and then the account.
    private func user(
        _ known: UserRecord?, named username: String, in group: OrganizationGroupRecord, settings: GroupSettings,
        from sender: PasswordSender, _ check: (ClientKey) async throws -> (isRight: Bool, what: String)
    ) async throws -> UserRecord {
        let attempt = try await attempt(by: known, named: username, in: group, from: sender)
        let key = try await throttle.admit(attempt)
        if let known, !rules.hasUniformRefusals { try requireOpen(known, settings: settings) }
        let (isRight, what) = try await check(key)
        do {
            let user = try await accepted(isRight, known, what: what, in: group, settings: settings)
            throttle.succeeded(attempt)
            return user
        } catch {
            if !isRight { throttle.failed(attempt) }
            throw error
        }
    }

    /// The attempt as it is counted.
    private func attempt(
        by known: UserRecord?, named username: String, in group: OrganizationGroupRecord, from sender: PasswordSender
    ) async throws -> PasswordAttempt {
        // Also for a name that is unknown, which has to take as long.
        var device: DeviceRecord?
        if let identifier = sender.device { device = try await devices.device(identifier, ofCustomerOf: group.id) }
        let isOwn = known != nil && device?.userId == known?.id
        return PasswordAttempt(
            address: sender.address, username: known?.username ?? username, of: known?.groupId ?? group.id ?? 0,
            ownDevice: isOwn ? device?.identifier : nil)
    }

    /// Refuses a locked account, counts a wrong answer, and refuses an inactive user.
    private func accepted(
        _ isRight: Bool, _ known: UserRecord?, what: String, in group: OrganizationGroupRecord, settings: GroupSettings
    ) async throws -> UserRecord {
        // Read again: other attempts may have locked the account while this password was checked.
        guard let user = try await users.user(id: known?.storedID() ?? 0) else {
            // As long as counting takes.
            if rules.hasUniformRefusals { try await count(nil, settings: settings) }
            throw LoginRefusal(.invalidCredentials, "no user of that name in \(group.code) or above it")
        }
        do {
            try requireOpen(user, settings: settings)
        } catch {
            if rules.hasUniformRefusals { try await count(nil, settings: settings) }
            throw error
        }
        guard isRight else {
            let isLocked = try await count(user, settings: settings)
            throw LoginRefusal(
                .invalidCredentials, isLocked ? "wrong \(what); the account is locked now" : "wrong \(what)")
        }
        guard user.isActive else { throw LoginRefusal(.accountInactive, "the user is inactive") }
        return user
    }

    /// Whether a user may sign in, so that a right password tells nobody anything.
    private func isOpen(_ user: UserRecord?, settings: GroupSettings) -> Bool {
        guard let user, user.isActive else { return false }
        return (try? requireOpen(user, settings: settings)) != nil
    }

    /// - Throws: ``LoginRefusal`` for a locked account.
    private func requireOpen(_ user: UserRecord, settings: GroupSettings) throws {
        guard rules.locksAccounts,
            user.isLocked(minutes: settings.lockoutMinutes, at: clock.now(in: user.groupId))
        else { return }
        throw LoginRefusal(rules.lockedCode, "the account is locked after too many failed sign-ins")
    }

    /// Counts a failure towards the lock, if there is one; that of nobody only takes as long.
    ///
    /// - Returns: Whether the account is locked now.
    @discardableResult
    private func count(_ user: UserRecord?, settings: GroupSettings) async throws -> Bool {
        guard rules.locksAccounts else { return false }
        return try await users.recordFailedLogin(
            of: try user?.storedID() ?? 0, settings: settings, at: clock.now(in: user?.groupId))
    }
}

extension PasswordRules {
    /// What a client gets whose account is locked.
    var lockedCode: LoginStatusCode { hasUniformRefusals ? .invalidCredentials : .accountLocked }
}
