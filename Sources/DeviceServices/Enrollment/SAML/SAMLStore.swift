import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Ends sign-ins with the identity provider: makes users it vouches for, and hands out tokens.
struct SAMLStore: Sendable {
    /// Seconds a token can be used.
    static let tokenLifetime: Int64 = 300
    /// Bytes of a token; as hexadecimal digits it needs no escape anywhere.
    private static let tokenBytes = 24

    /// The user whom the identity provider has verified.
    enum Subject: Sendable {
        /// A user of the console.
        case known(Int64)
        /// Somebody the console has not heard of.
        case new(username: String, email: String)
    }

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    /// How passwords are guarded.
    let passwords: PasswordRules

    /// Issues a token for a sign-in, valid for its device and group; creates the user if there is none yet.
    ///
    /// - Parameters:
    ///   - subject: Who signed in.
    ///   - request: The sign-in.
    ///   - settings: The settings in force at its group.
    /// - Returns: The token.
    /// - Throws: ``LoginRefusal`` if the user was locked, deactivated or made meanwhile with another address.
    func token(for subject: Subject, _ request: SAMLRequest, settings: GroupSettings) async throws -> String {
        let now = clock.now(in: request.groupID)
        let token = random.secret(byteCount: Self.tokenBytes)
        try await database.write { transaction in
            let userID =
                switch subject {
                case .known(let id): id
                case .new(let username, let email):
                    try provision(username, email, request, at: now, in: transaction)
                }
            try EnrollmentStore.requireStillAllowed(
                userID, settings: settings, byPassword: passwords, clock: clock, in: transaction)
            try UserStore.forgetFailedLogins(of: userID, in: transaction)
            _ = try UserStore.add(
                EnrollmentTokenRecord(
                    id: nil, userId: userID, tokenHash: SecretHash.sha256(token), createdAt: now,
                    expiresAt: now.adding(seconds: Self.tokenLifetime), usedAt: nil, kind: .saml,
                    groupId: request.groupID, deviceIdentifier: request.device.value),
                in: transaction)
        }
        return token
    }

    /// The user of that name; another sign-in may have made it meanwhile.
    private func provision(
        _ username: String, _ email: String, _ request: SAMLRequest, at now: Timestamp, in transaction: Transaction
    ) throws -> Int64 {
        let group = try OrganizationGroupStore.group(id: request.groupID, transaction.db)
        if let known = try UserStore.user(named: username, in: group, transaction.db) {
            guard known.isVouchedFor(by: email) else {
                throw LoginRefusal(.invalidCredentials, "a user of that name was made meanwhile")
            }
            return try known.storedID()
        }
        var user = UserRecord(
            id: nil, uuid: random.uuid(), groupId: request.groupID, username: username, passwordHash: nil,
            accountType: "Saml", domain: "", firstName: "", lastName: "", email: email, phone: "", isActive: true,
            failedLogins: 0, lockedAt: nil, createdAt: now)
        try user.insert(transaction.db)
        transaction.changesConfiguration()
        try events.record(
            ConsoleEvent(
                action: .userProvisioned, subjectKind: "enrollmentUser", subject: username,
                groupID: request.groupID, at: now),
            by: .device(request.device.value), after: try EventLogStore.fields(user), in: transaction)
        return try user.storedID()
    }
}

extension UserRecord {
    /// Whether the user has no password here and the identity provider vouches for the address.
    func isVouchedFor(by email: String) -> Bool {
        passwordHash == nil && accountType == "Saml" && !self.email.isEmpty
            && SecretHash.areEqual(self.email.lowercased(), email.lowercased())
    }
}
