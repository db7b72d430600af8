import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Enrolls devices and hands out credentials (DeviceServices, sections 7 and 8).
struct EnrollmentStore: Sendable {
    /// Lifetime in seconds of an authentication token that a login issues.
    private static let authenticationTokenLifetime: Int64 = 3600

    let database: ConsoleDatabase
    let credentials: CredentialStore
    let tokens: AccessTokens
    let compliance: ComplianceStore
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    /// How passwords are guarded.
    let passwords: PasswordRules

    /// Enrolls a device for someone who has signed in, and answers with the credentials asked for.
    ///
    /// One transaction: device, installation, credentials, the spent token and the event log. A credential of the same
    /// authentication group ends; a device that changes hands loses all earlier ones.
    ///
    /// - Parameters:
    ///   - request: The login.
    ///   - signedIn: Who signed in, and where.
    /// - Returns: The answer.
    /// - Throws: ``LoginRefusal`` if another login has spent the token meanwhile, or the group does not let the device in.
    func enroll(_ request: LoginRequest, for signedIn: SignedInUser) async throws -> LoginResponse {
        let now = clock.now(in: signedIn.group.id)
        let userID = try signedIn.user.storedID()
        let lifetime = signedIn.settings.accessTokenLifetime
        let claims = AccessTokenClaims(
            sub: request.device.value, bid: request.bundle.value, uid: String(userID), og: signedIn.group.code,
            jti: random.uuid(), exp: now.seconds + lifetime)
        var response = LoginResponse(
            username: signedIn.signInName ?? signedIn.user.username, userID: String(userID))
        response.accessToken = try await tokens.sign(claims)
        response.tokenType = "Bearer"
        response.expiresIn = String(lifetime)
        if request.authenticationType.wantsHMAC { response.hmacKey = random.secret() }
        if request.authenticationType.wantsToken { response.authenticationToken = random.secret() }
        let answer = response
        try await database.write { transaction in
            try Self.requireStillAllowed(
                userID, settings: signedIn.settings, byPassword: signedIn.tokenID == nil ? passwords : nil,
                clock: clock, in: transaction)
            try spendToken(of: signedIn, at: now, in: transaction)
            let identity = try enrolledDevice(request, signedIn, at: now, in: transaction)
            if let key = answer.hmacKey { try credentials.issue(key, to: identity, at: now, in: transaction) }
            if let token = answer.authenticationToken {
                try keep(authenticationToken: token, of: signedIn.user, in: transaction)
            }
            try CredentialStore.register(
                AccessTokenRecord(
                    id: nil, jti: claims.jti, deviceId: identity.deviceID, installationId: identity.installationID,
                    userId: userID, authenticationGroup: identity.authenticationGroup, issuedAt: now,
                    expiresAt: Timestamp(milliseconds: claims.exp * 1000), revokedAt: nil, revokedReason: nil),
                in: transaction)
        }
        return answer
    }

    /// Gives an app of the same device a credential of its own.
    ///
    /// - Parameters:
    ///   - bundle: The app.
    ///   - identity: The credential that asks for it.
    /// - Returns: The HMAC token.
    /// - Throws: What the database throws.
    func register(_ bundle: BundleIdentifier, for identity: DeviceIdentity) async throws -> String {
        let now = clock.now(in: identity.groupID)
        let key = random.secret()
        try await database.write { transaction in
            try checkStillHeld(by: identity, in: transaction)
            let installation = try DeviceStore.installation(
                ensuredOf: identity.deviceID, bundle: bundle, at: now, in: transaction)
            let registered = DeviceIdentity(
                deviceID: identity.deviceID, installationID: try installation.storedID(), userID: identity.userID,
                groupID: identity.groupID, device: identity.device, bundle: bundle,
                authenticationGroup: bundle.value, scheme: .signature)
            try credentials.issue(key, to: registered, at: now, in: transaction)
            try events.record(
                ConsoleEvent(
                    action: .applicationRegistered, subjectKind: "device", subject: identity.device.value,
                    groupID: identity.groupID, at: now, deviceID: identity.deviceID),
                by: .device(identity.device.value), after: ["bundleId": bundle.value], in: transaction)
        }
        return key
    }

    /// The device may have changed hands, or its user been deactivated, since the request came in.
    private func checkStillHeld(by identity: DeviceIdentity, in transaction: Transaction) throws {
        let device = try DeviceRecord.stored(identity.deviceID, transaction.db)
        let user = try UserRecord.stored(identity.userID, transaction.db)
        guard let user, user.isActive, device?.userId == user.id else {
            throw ConsoleError(.credentialRevoked, "This credential was revoked meanwhile. Sign in again.")
        }
    }

    /// The user may have been deactivated, or locked by other attempts, while the password was checked.
    ///
    /// - Parameters:
    ///   - userID: Whose.
    ///   - settings: The settings in force.
    ///   - rules: How passwords are guarded; nil for a sign-in without a password.
    ///   - clock: Says until when an account is locked, by the time in the user's group.
    ///   - transaction: The transaction.
    /// - Throws: ``LoginRefusal``.
    static func requireStillAllowed(
        _ userID: Int64, settings: GroupSettings, byPassword rules: PasswordRules?, clock: ConsoleClock,
        in transaction: Transaction
    ) throws {
        guard let user = try UserRecord.stored(userID, transaction.db), user.isActive else {
            throw LoginRefusal(.accountInactive, "the user was deactivated meanwhile")
        }
        guard let rules, rules.locksAccounts else { return }
        if user.isLocked(minutes: settings.lockoutMinutes, at: clock.now(in: user.groupId)) {
            throw LoginRefusal(rules.lockedCode, "the account was locked meanwhile")
        }
    }

    private func spendToken(of signedIn: SignedInUser, at now: Timestamp, in transaction: Transaction) throws {
        guard let tokenID = signedIn.tokenID else { return }
        guard try UserStore.spend(tokenID: tokenID, at: now, in: transaction) else {
            throw LoginRefusal(.invalidToken, "another login has used the token meanwhile")
        }
    }

    /// The device of a login, made or brought up to date, with the app on it.
    func enrolledDevice(
        _ request: LoginRequest, _ signedIn: SignedInUser, at now: Timestamp, in transaction: Transaction
    ) throws -> DeviceIdentity {
        let userID = try signedIn.user.storedID()
        let groupID = try signedIn.group.storedID()
        let known = try DeviceStore.device(request.device, ofCustomerOf: groupID, transaction.db)
        var device = known ?? .new(request.device, groupID: groupID, uuid: random.uuid(), at: now)
        let changesHands = known != nil && known?.userId != userID
        if changesHands, let id = known?.id {
            try CredentialStore.revokeAll(
                of: .device(id), reason: "another user signed in", at: now, in: transaction)
        }
        let isEnrollment = known?.enrollmentStatus != EnrollmentStatus.enrolled.rawValue
        let isPlaced =
            try known.map { try DeviceAdmission.isPlaced($0, below: signedIn.group, transaction.db) } ?? false
        if isEnrollment || !isPlaced { device.groupId = groupID }
        device.userId = userID
        device.signInName = signedIn.signInName.flatMap { $0 == signedIn.user.username ? nil : $0 }
        device.enter(.enrolled, at: now)
        device.lastSeenAt = now
        if isEnrollment { device.enrolledAt = now }
        let entry =
            isEnrollment
            ? try DeviceAdmission.pending(
                for: DeviceAdmission.Traits(request.device, known), tokenID: signedIn.tokenID, user: userID,
                at: signedIn.group, transaction.db) : nil
        if let entry {
            try DeviceAdmission.apply(entry, to: &device, at: signedIn.group, transaction.db)
        }
        if isEnrollment || changesHands { try requireAllowed(device, known, request, signedIn, transaction.db) }
        if device.friendlyName.isEmpty { device.friendlyName = "\(signedIn.user.username)'s device" }
        try device.save(transaction.db)
        if let entry { try fulfil(entry, by: device, at: now, in: transaction) }
        transaction.changesConfiguration()
        if isEnrollment {
            try compliance.restart(device: device.storedID(), isNew: known == nil, at: now, in: transaction)
        }
        try UserStore.forgetFailedLogins(of: userID, in: transaction)
        if isEnrollment || changesHands || known?.groupId != device.groupId {
            try recordEnrollment(of: device, before: known, by: signedIn, at: now, in: transaction)
        }
        let installation = try DeviceStore.installation(
            ensuredOf: try device.storedID(), bundle: request.bundle, at: now, in: transaction)
        return DeviceIdentity(
            deviceID: try device.storedID(), installationID: try installation.storedID(), userID: userID,
            groupID: device.groupId, device: request.device, bundle: request.bundle,
            authenticationGroup: request.authenticationGroup, scheme: .signature)
    }

    /// Checks a device against the group's requirements for its user, inside the transaction, because two devices may
    /// enroll at once.
    ///
    /// - Throws: ``LoginRefusal``.
    private func requireAllowed(
        _ device: DeviceRecord, _ known: DeviceRecord?, _ request: LoginRequest, _ signedIn: SignedInUser,
        _ db: GRDB.Database
    ) throws {
        let userID = try signedIn.user.storedID()
        let restrictions = try EnrollmentRestrictions(of: signedIn.group, signedIn.settings, for: userID, db)
        let platform = DevicePlatform(known?.platform ?? request.deviceType) ?? .apple
        if let refusal = try restrictions.refusal(of: device, platform: platform, for: userID, db) {
            throw LoginRefusal(.deviceNotFound, refusal)
        }
    }

    /// Gives a device the custom attributes it was registered with, and those of the tags that its groups have.
    private func fulfil(
        _ entry: RegisteredDeviceRecord, by device: DeviceRecord, at now: Timestamp, in transaction: Transaction
    ) throws {
        let deviceID = try device.storedID()
        try DeviceAdmission.fulfil(entry, by: deviceID, at: now, in: transaction)
        let group = try OrganizationGroupStore.group(id: device.groupId, transaction.db)
        for name in entry.tagNames {
            guard let tag = try TagStore.tag(named: name, from: group, transaction.db) else { continue }
            _ = try TagStore.put(try tag.storedID(), on: deviceID, at: now, in: transaction)
        }
    }

    private func recordEnrollment(
        of device: DeviceRecord, before: DeviceRecord?, by signedIn: SignedInUser, at now: Timestamp,
        in transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: .deviceEnrolled, subjectKind: "device", subject: device.identifier,
                groupID: device.groupId, at: now, deviceID: device.id),
            by: .device(device.identifier),
            before: before.map { ["enrollmentStatus": String($0.enrollmentStatus), "groupId": String($0.groupId)] },
            after: [
                "enrollmentStatus": String(device.enrollmentStatus), "groupId": String(device.groupId),
                "user": signedIn.user.username,
            ], in: transaction)
    }

    /// An authentication token is an enrollment token: it can be sent as `AuthorizationCode` of a later login.
    private func keep(authenticationToken: String, of user: UserRecord, in transaction: Transaction) throws {
        let now = clock.now(in: user.groupId)
        _ = try UserStore.add(
            EnrollmentTokenRecord(
                id: nil, userId: try user.storedID(), tokenHash: SecretHash.sha256(authenticationToken), createdAt: now,
                expiresAt: now.adding(seconds: Self.authenticationTokenLifetime), usedAt: nil, kind: .login),
            in: transaction)
    }
}
