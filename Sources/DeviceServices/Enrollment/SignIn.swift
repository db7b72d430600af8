import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Finds out who signs in, and whether they may (DeviceServices, section 7).
struct SignIn: Sendable {
    let groups: OrganizationGroupStore
    let users: UserStore
    let devices: DeviceStore
    let compliance: ComplianceStore
    let passwords: PasswordCheck
    let codes: CodeLookups
    let clock: ConsoleClock

    /// Checks the credentials of a login and the restrictions of the group.
    ///
    /// - Parameters:
    ///   - request: The login.
    ///   - home: The group whose base URL it came to; it counts if the login names no group.
    ///   - address: Address of the client.
    ///   - found: Is handed the group as soon as it is known.
    /// - Returns: Who signed in, and where.
    /// - Throws: ``LoginRefusal``.
    func authenticate(
        _ request: LoginRequest, at home: Int64?, from address: String, found: (OrganizationGroupRecord) -> Void
    ) async throws -> SignedInUser {
        guard request.authenticationType != .certificate else {
            throw LoginRefusal(.serverNotConfigured, "certificate logins need a certificate authority")
        }
        let signedIn: SignedInUser
        if let token = request.authorizationCode, !token.isEmpty {
            signedIn = try await authenticate(token: token, request, at: home, from: address, found: found)
        } else if let username = request.username, let password = request.password, !username.isEmpty,
            !password.isEmpty
        {
            signedIn = try await authenticate(
                username: username, password: password, request, at: home, from: address, found: found)
        } else {
            throw LoginRefusal(.invalidCredentials, "neither user name and password nor a token was sent")
        }
        // Records of other customers do not count, and are not touched.
        let device = try await devices.device(request.device, ofCustomerOf: signedIn.group.id)
        try await checkRestrictions(signedIn, request.device, device: device)
        return signedIn
    }

    private func authenticate(
        username: String, password: String, _ request: LoginRequest, at home: Int64?, from address: String,
        found: (OrganizationGroupRecord) -> Void
    ) async throws -> SignedInUser {
        let group = try await group(of: request, at: home, from: address)
        found(group)
        let settings = try await groups.settings(of: group.storedID())
        try Self.requirePasswords(in: group, settings)
        let user = try await passwords.user(
            named: username, password: password, in: group, settings: settings,
            from: PasswordSender(address: address, device: request.device))
        return SignedInUser(
            user: user, group: group, settings: settings, tokenID: nil,
            signInName: user.signInName(typedAs: username))
    }

    /// - Throws: ``LoginRefusal`` if the group takes no user name and password.
    static func requirePasswords(in group: OrganizationGroupRecord, _ settings: GroupSettings) throws {
        guard settings.authenticationMethods.contains(.usernameAndPassword), !settings.forceToken else {
            throw LoginRefusal(.serverNotConfigured, "the group \(group.code) takes no user name and password")
        }
    }

    private func authenticate(
        token text: String, _ request: LoginRequest, at home: Int64?, from address: String,
        found: (OrganizationGroupRecord) -> Void
    ) async throws -> SignedInUser {
        let known = try await codes.find(from: address, naming: request.device) { try await users.token(text) }
        guard let token = known, let tokenID = token.id,
            let user = try await users.user(id: token.userId)
        else { throw LoginRefusal(.invalidToken, "the token is unknown") }
        let group = try await self.group(of: token, user: user, request, at: home, from: address)
        found(group)
        let settings = try await groups.settings(of: group.storedID())
        let now = clock.now(in: token.groupId ?? user.groupId)
        guard token.usedAt == nil else { throw LoginRefusal(.invalidToken, "the token was used before") }
        guard token.expiresAt > now else {
            throw LoginRefusal(.invalidToken, "the token expired at \(token.expiresAt)")
        }
        let isTaken =
            token.kind == .saml
            ? settings.offersSAML : settings.authenticationMethods.contains(.token) || settings.forceToken
        guard isTaken else {
            throw LoginRefusal(.serverNotConfigured, "the group \(group.code) takes no such tokens")
        }
        guard user.isActive else { throw LoginRefusal(.accountInactive, "the user is inactive") }
        guard token.deviceIdentifier == nil || token.deviceIdentifier == request.device.value else {
            throw LoginRefusal(.invalidToken, "the token was made for another device")
        }
        return SignedInUser(user: user, group: group, settings: settings, tokenID: tokenID)
    }

    /// The group a password login names, or that of the device, or the one whose base URL it came to.
    private func group(of request: LoginRequest, at home: Int64?, from address: String) async throws
        -> OrganizationGroupRecord
    {
        if let code = request.activationCode, !code.isEmpty {
            let group = try await codes.find(from: address, naming: request.device) {
                try await groups.group(code: code)
            }
            guard let group else {
                throw LoginRefusal(.unknown, "there is no organization group \(code.prefix(64))")
            }
            return group
        }
        guard let groupID = try await devices.claimed(request.device, at: home)?.groupId ?? home else {
            throw LoginRefusal(.unknown, "the login names no organization group and the device is new")
        }
        return try await groups.group(id: groupID)
    }

    /// The group a token is used in; one of the identity provider is good for one device and one group only.
    private func group(
        of token: EnrollmentTokenRecord, user: UserRecord, _ request: LoginRequest, at home: Int64?,
        from address: String
    ) async throws -> OrganizationGroupRecord {
        guard token.kind == .saml else {
            return try await tokenGroup(
                of: request, top: try await groups.group(id: user.groupId), at: home, from: address)
        }
        guard let groupID = token.groupId, token.deviceIdentifier == request.device.value else {
            throw LoginRefusal(.invalidToken, "the token was made for another device")
        }
        if let code = request.activationCode, !code.isEmpty {
            guard try await group(of: request, at: home, from: address).id == groupID else {
                throw LoginRefusal(.invalidToken, "the token was made for another group")
            }
        }
        return try await groups.group(id: groupID)
    }

    /// The group a token enrolls into: the one named, else the device's if the user belongs there, else the user's.
    private func tokenGroup(
        of request: LoginRequest, top: OrganizationGroupRecord, at home: Int64?, from address: String
    ) async throws -> OrganizationGroupRecord {
        if let code = request.activationCode, !code.isEmpty {
            let group = try await group(of: request, at: home, from: address)
            guard top.subtree.contains(group) else {
                throw LoginRefusal(.invalidToken, "the token's user does not belong to \(group.code)")
            }
            return group
        }
        guard let device = try await devices.claimed(request.device, in: top.subtree) else { return top }
        return try await groups.group(id: device.groupId)
    }

    /// Checks a device against the requirements of the group and its compliance rules.
    ///
    /// - Parameters:
    ///   - signedIn: Who signed in, and where.
    ///   - identifier: The device.
    ///   - device: Its record; nil for a new device.
    /// - Throws: ``LoginRefusal``.
    func checkRestrictions(
        _ signedIn: SignedInUser, _ identifier: DeviceIdentifier, device: DeviceRecord?
    ) async throws {
        let userID = try signedIn.user.storedID()
        let restrictions = try await devices.database.read { db in
            try EnrollmentRestrictions(of: signedIn.group, signedIn.settings, for: userID, db)
        }
        if device?.enrollmentStatus != EnrollmentStatus.enrolled.rawValue {
            try await requireAdmission(of: identifier, device, for: signedIn, onlyKnown: restrictions.onlyKnown)
        }
        if restrictions.requiresManagement, device?.isManaged != true {
            throw LoginRefusal(.deviceNotEnrolled, "the group \(signedIn.group.code) requires MDM enrollment")
        }
        guard let id = device?.id else { return }
        // By the rules of the group it signs in to.
        switch try await compliance.evaluate(device: id, for: signedIn.group) {
        case .allowed: return
        case .blocked: throw LoginRefusal(.deviceNotFound, "the device is blocked")
        case .wiped: throw LoginRefusal(.deviceNotFound, "the device breaks a compliance rule and is wiped")
        }
    }

    /// Asks the lists of devices known in advance.
    private func requireAdmission(
        of identifier: DeviceIdentifier, _ device: DeviceRecord?, for signedIn: SignedInUser, onlyKnown: Bool
    ) async throws {
        let refusal = try await devices.database.read { db in
            try DeviceAdmission.refusal(
                of: DeviceAdmission.Traits(identifier, device), tokenID: signedIn.tokenID, at: signedIn.group,
                onlyKnown: onlyKnown && device?.isExpected != true, db)
        }
        if let refusal { throw LoginRefusal(.deviceNotFound, refusal) }
    }
}
