import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Sessions of enrollment agents, and the devices they bring (DeviceServices, section 6).
struct AgentSessionStore: Sendable {
    /// Seconds a session lasts.
    static let lifetime: Int64 = 1800
    /// Sessions that are kept; of the network that has most, the oldest go first.
    static let limit = 10_000

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    /// How passwords are guarded.
    let passwords: PasswordRules
    private let table: BoundedTable

    /// Sessions in a database.
    init(
        database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock, random: RandomSource,
        passwords: PasswordRules, limit: Int = Self.limit
    ) {
        self.database = database
        self.events = events
        self.clock = clock
        self.random = random
        self.passwords = passwords
        table = BoundedTable(name: "agentSession", bound: limit)
            .part("agentSession", where: "TRUE", sharedBy: .column("network"))
    }

    /// The group of a code, letter case ignored; nil if there is none.
    func group(code: GroupCode) async throws -> AgentGroup? {
        try await database.read { db in
            try OrganizationGroupStore.group(code: code.value, db).map { try Self.agentGroup($0, db) }
        }
    }

    /// The group with an id, if it is another one, or below it and of the same customer; nil otherwise.
    ///
    /// Whoever knows the code of a group above customers knows none of theirs.
    func group(id: Int64, below top: Int64) async throws -> AgentGroup? {
        try await database.read { db in
            guard let group = try OrganizationGroupRecord.stored(id, db), group.ancestorsAndSelf.contains(top),
                try OrganizationGroupStore.customer(of: id, db) == OrganizationGroupStore.customer(of: top, db)
            else { return nil }
            return try Self.agentGroup(group, db)
        }
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - group: The group of the Group ID.
    ///   - address: Address of the client: whoever begins many loses their own.
    /// - Returns: Its id, a GUID.
    /// - Throws: What the database throws.
    func open(at group: OrganizationGroupRecord, from address: String) async throws -> String {
        let sessionID = random.uuid()
        let now = clock.now(in: group.id)
        let groupID = try group.storedID()
        try await database.write { transaction in
            try transaction.db.execute(
                sql: "DELETE FROM agentSession WHERE groupId = ? AND expiresAt < ?", arguments: [groupID, now])
            var record = AgentSessionRecord(
                id: nil, sessionHash: SecretHash.sha256(sessionID), groupId: groupID, userId: nil, createdAt: now,
                expiresAt: now.adding(seconds: Self.lifetime), network: ClientNetwork(of: address).widest)
            try record.insert(transaction.db)
            try table.trim(transaction.db)
        }
        return sessionID
    }

    /// A session that goes on.
    ///
    /// - Throws: ``AgentRefusal`` if it is unknown or over.
    func session(_ sessionID: String) async throws -> AgentSessionRecord {
        let hash = SecretHash.sha256(sessionID)
        let record = try await database.read { db in
            try AgentSessionRecord.first(where: "sessionHash = ?", [hash], db)
        }
        guard let record, record.expiresAt > clock.now(in: record.groupId) else {
            throw AgentRefusal("The enrollment session is over. Begin again with the Group ID.")
        }
        return record
    }

    /// Moves a session to a group; a user who signed in for another group must sign in again.
    ///
    /// The session ends as much later as before, by the clock of its new group.
    func move(_ session: AgentSessionRecord, to groupID: Int64) async throws {
        let left = session.expiresAt.milliseconds - clock.now(in: session.groupId).milliseconds
        let end = Timestamp(milliseconds: clock.now(in: groupID).milliseconds + left)
        try await database.write { transaction in
            try transaction.db.execute(
                sql: "UPDATE agentSession SET groupId = ?, userId = NULL, expiresAt = ? WHERE id = ?",
                arguments: [groupID, end, session.id])
        }
    }

    /// Notes who has signed in.
    ///
    /// - Throws: ``LoginRefusal`` if the user was locked or deactivated meanwhile.
    func signIn(_ userID: Int64, settings: GroupSettings, in session: AgentSessionRecord) async throws {
        try await database.write { transaction in
            try EnrollmentStore.requireStillAllowed(
                userID, settings: settings, byPassword: passwords, clock: clock, in: transaction)
            try UserStore.forgetFailedLogins(of: userID, in: transaction)
            try transaction.db.execute(
                sql: "UPDATE agentSession SET userId = ? WHERE id = ? AND groupId = ?",
                arguments: [userID, session.id, session.groupId])
        }
    }

    private static func agentGroup(_ group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> AgentGroup {
        AgentGroup(
            group: group, settings: try OrganizationGroupStore.settings(of: group, db),
            children:
                try OrganizationGroupRecord
                .filter(
                    sql: "parentId = ? AND customerId = ?",
                    arguments: [group.id, try OrganizationGroupStore.customer(of: group.id, db)]
                ).order(sql: "id").fetchAll(db))
    }
}

extension AgentSessionStore {
    /// Notes that the enrollment of a device has begun.
    ///
    /// An enrolled device stays as it is: an enrollment that may never be finished changes nothing.
    ///
    /// - Throws: ``AgentRefusal`` if the user was deactivated or the device is blocked.
    func begin(
        _ identifier: DeviceIdentifier, model: String?, osVersion: String?, for userID: Int64,
        in session: AgentSessionRecord
    ) async throws {
        let now = clock.now(in: session.groupId)
        try await database.write { transaction in
            guard let user = try UserRecord.stored(userID, transaction.db), user.isActive else {
                throw AgentRefusal("This account is inactive.", step: .enrollmentBlocked)
            }
            let known = try DeviceStore.device(identifier, ofCustomerOf: session.groupId, transaction.db)
            guard known?.complianceStatus != ComplianceStatus.blocked.rawValue else {
                throw AgentRefusal("This device is blocked.", step: .enrollmentBlocked)
            }
            guard known?.enrollmentStatus != EnrollmentStatus.enrolled.rawValue else { return }
            let group = try OrganizationGroupStore.group(id: session.groupId, transaction.db)
            let settings = try OrganizationGroupStore.settings(of: group, transaction.db)
            let refusal = try refusal(
                of: identifier, known, for: userID, at: group, settings, session, transaction.db)
            guard refusal == nil else {
                throw AgentRefusal("This device may not be enrolled here.", step: .enrollmentBlocked)
            }
            if let id = known?.id, known?.userId != userID {
                try CredentialStore.revokeAll(
                    of: .device(id), reason: "another user enrolls the device", at: now, in: transaction)
            }
            var device = known ?? .new(identifier, groupID: session.groupId, uuid: random.uuid(), at: now)
            device.groupId = session.groupId
            device.userId = userID
            device.lastSeenAt = now
            device.enter(.enrollmentInProgress, at: now)
            if device.friendlyName.isEmpty { device.friendlyName = "\(user.username)'s device" }
            device.model = model ?? device.model
            if let osVersion { (device.osVersion, device.osVersionNumber) = (osVersion, OSVersion.number(osVersion)) }
            try device.save(transaction.db)
            transaction.changesConfiguration()
            try record(device, before: known, user: user, at: now, in: transaction)
        }
    }

    /// Why a device may not be enrolled; nil if it may.
    private func refusal(
        of identifier: DeviceIdentifier, _ known: DeviceRecord?, for userID: Int64, at group: OrganizationGroupRecord,
        _ settings: GroupSettings, _ session: AgentSessionRecord, _ db: GRDB.Database
    ) throws -> String? {
        let traits = DeviceAdmission.Traits(identifier, known)
        let restrictions = try EnrollmentRestrictions(of: group, settings, for: userID, db)
        let refusal = try DeviceAdmission.refusal(
            of: traits, tokenID: nil, at: group, onlyKnown: restrictions.onlyKnown && known?.isExpected != true, db)
        if let refusal { return refusal }
        var device = known ?? .new(identifier, groupID: session.groupId, uuid: "", at: session.createdAt)
        let entry = try DeviceAdmission.pending(for: traits, tokenID: nil, user: userID, at: group, db)
        if let entry { try DeviceAdmission.apply(entry, to: &device, at: group, db) }
        let platform = DevicePlatform(device.platform) ?? .apple
        return try restrictions.refusal(of: device, platform: platform, for: userID, db)
    }

    private func record(
        _ device: DeviceRecord, before: DeviceRecord?, user: UserRecord, at now: Timestamp, in transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: .deviceEnrollmentBegun, subjectKind: "device", subject: device.identifier,
                groupID: device.groupId, at: now, deviceID: device.id),
            by: .device(device.identifier),
            before: before.map { ["enrollmentStatus": String($0.enrollmentStatus), "groupId": String($0.groupId)] },
            after: [
                "enrollmentStatus": String(device.enrollmentStatus), "groupId": String(device.groupId),
                "user": user.username,
            ], in: transaction)
    }
}
