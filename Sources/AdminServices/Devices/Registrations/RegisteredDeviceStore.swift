import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Devices registered, allowed and denied in advance by administrators (AdminRegistrations).
struct RegisteredDeviceStore: Sendable {
    /// Bytes of a token, which is typed as hexadecimal digits.
    private static let tokenBytes = 16
    /// Seconds a token can be used.
    static let tokenLifetime: Int64 = 30 * 86_400

    let database: ConsoleDatabase
    let secrets: SecretBox
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// Registers a device of a user, and hands out the token it enrolls with.
    ///
    /// - Returns: The uuid of the entry, and the token.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown user; `badRequest` for a group the user cannot enroll in,
    ///   an unknown tag, or a device that is known or denied.
    func register(
        _ draft: RegisteredDeviceDraft, for user: RecordReference, by administrator: AdministratorIdentity
    ) async throws -> (uuid: String, token: String) {
        let (uuid, token) = (random.uuid(), random.secret(byteCount: Self.tokenBytes))
        let sealed = try secrets.seal(token, context: Self.context(uuid))
        let deviceUUID = random.uuid()
        try await database.write { transaction in
            let db = transaction.db
            let user = try Self.user(user, for: administrator, db)
            let group = try OrganizationGroupStore.group(
                inBody: draft.group ?? .id(user.groupId), in: administrator.subtree, db)
            let now = clock.now(in: group.id)
            guard group.ancestorsAndSelf.contains(user.groupId) else {
                throw ConsoleError(.badRequest, "The user \(user.username) does not belong to \(group.code).")
            }
            var record = try draft.record(uuid: uuid, groupID: try group.storedID(), at: now)
            record.userId = user.id
            try Self.requireFree(record, in: group, db)
            let issuedAt = clock.now(in: user.groupId)
            let kept = try UserStore.add(
                EnrollmentTokenRecord(
                    id: nil, userId: try user.storedID(), tokenHash: SecretHash.sha256(token), createdAt: issuedAt,
                    expiresAt: issuedAt.adding(seconds: Self.tokenLifetime), usedAt: nil, kind: .enrollment,
                    deviceIdentifier: draft.device?.value), in: transaction)
            (record.tokenId, record.sealedToken) = (kept.id, sealed)
            try keep(record, draft, deviceUUID: deviceUUID, in: group, by: administrator, at: now, in: transaction)
        }
        return (uuid, token)
    }

    /// Registers, allows or denies a device without a user.
    ///
    /// - Returns: The uuid of the entry.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group, `badRequest` for a device that is known, or on the
    ///   list that says the opposite.
    func add(
        _ draft: RegisteredDeviceDraft, to group: RecordReference, by administrator: AdministratorIdentity
    ) async throws -> String {
        let (uuid, deviceUUID) = (random.uuid(), random.uuid())
        try await database.write { transaction in
            let group = try OrganizationGroupStore.group(group, in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            let record = try draft.record(uuid: uuid, groupID: try group.storedID(), at: now)
            try Self.requireFree(record, in: group, transaction.db)
            try keep(record, draft, deviceUUID: deviceUUID, in: group, by: administrator, at: now, in: transaction)
        }
        return uuid
    }

    /// Deletes an entry: revokes its token, and forgets a device that has not enrolled.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(
        _ reference: RecordReference, of group: RecordReference, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let entry = try Self.entry(reference, of: group, for: administrator, transaction.db).record
            try remove(entry, by: administrator, in: transaction)
        }
    }

    /// Deletes an entry in the transaction of a deletion.
    func remove(
        _ entry: RegisteredDeviceRecord, by administrator: AdministratorIdentity, in transaction: Transaction
    ) throws {
        let db = transaction.db
        let now = clock.now(in: entry.groupId)
        try db.execute(
            sql: "DELETE FROM enrollmentToken WHERE id = ? AND usedAt IS NULL", arguments: [entry.tokenId])
        if entry.kind == .register, let identifier = entry.identifier {
            // It may have been moved to a group that is another administrator's, and other customers may know it too.
            let isTheirs = "groupId IN (\(Subtree.groups(in: "?3"))) AND customerId = ?4"
            try db.execute(
                sql: "DELETE FROM device WHERE identifier = ?1 AND enrollmentStatus = ?2 AND \(isTheirs)",
                arguments: [
                    identifier, EnrollmentStatus.registered.rawValue, administrator.subtree,
                    try OrganizationGroupStore.customer(of: entry.groupId, db),
                ])
        }
        try entry.delete(db)
        try log(.registeredDeviceDeleted, entry, by: administrator, at: now, before: entry, in: transaction)
    }

    /// Writes an entry, and makes the device known whose identifier it names.
    private func keep(
        _ record: RegisteredDeviceRecord, _ draft: RegisteredDeviceDraft, deviceUUID: String,
        in group: OrganizationGroupRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        in transaction: Transaction
    ) throws {
        let db = transaction.db
        var record = record
        let tags = try record.tagNames.map { name in
            guard let tag = try TagStore.tag(named: name, from: group, db) else {
                throw ConsoleError(.badRequest, "There is no tag \(name.prefix(80)) in \(group.code) or above it.")
            }
            return try tag.storedID()
        }
        try record.insert(db)
        try log(.registeredDeviceCreated, record, by: administrator, at: now, after: record, in: transaction)
        guard record.kind == .register, let identifier = record.identifier.flatMap(DeviceIdentifier.init) else {
            return
        }
        let known = try DeviceStore.device(identifier, ofCustomerOf: record.groupId, db)
        if let known {
            let home = try OrganizationGroupStore.group(id: known.groupId, db)
            guard administrator.subtree.contains(home) else {
                throw RegisteredDeviceDraft.refused(.known, "The device belongs to another organization group.")
            }
        }
        var device = known ?? .new(identifier, groupID: record.groupId, uuid: deviceUUID, at: now)
        device.enter(.registered, at: now)
        device.groupId = record.groupId
        device.userId = record.userId ?? device.userId
        device.platform = record.platform
        device.model = device.model ?? Picklist.models.word(of: draft.modelNumber, draft.platform)
        if device.osVersion == nil {
            let version = Picklist.osVersion(of: draft.systemNumber, draft.platform)
            (device.osVersion, device.osVersionNumber) = (version, OSVersion.number(version))
        }
        try DeviceAdmission.apply(record, to: &device, at: group, db)
        try device.save(db)
        let deviceID = try device.storedID()
        try TagStore.replace(Set(tags), of: deviceID, at: now, in: transaction)
        try DeviceAdmission.giveAttributes(of: record, to: deviceID, replacing: true, at: now, db)
        try events.record(
            ConsoleEvent(
                action: .deviceRegistered, subjectKind: "device", subject: device.identifier,
                groupID: device.groupId, at: now, deviceID: device.id),
            by: .administrator(administrator.name), after: try EventLogStore.fields(device), in: transaction)
    }

    /// Writes the event log.
    func log(
        _ action: EventAction, _ entry: RegisteredDeviceRecord, by administrator: AdministratorIdentity,
        at now: Timestamp, before: RegisteredDeviceRecord? = nil, after: RegisteredDeviceRecord? = nil,
        in transaction: Transaction
    ) throws {
        transaction.changesConfiguration()
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "deviceRegistration", subject: entry.uuid,
                groupID: entry.groupId, at: now),
            by: .administrator(administrator.name), before: try before.map(EventLogStore.fields),
            after: try after.map(EventLogStore.fields), in: transaction)
    }

    /// The context that a token is sealed with.
    static func context(_ uuid: String) -> String { "deviceRegistration:\(uuid)" }
}

extension RegisteredDeviceDraft {
    /// The row for the draft.
    func record(uuid: String, groupID: Int64, at now: Timestamp) throws -> RegisteredDeviceRecord {
        var record = RegisteredDeviceRecord(
            id: nil, uuid: uuid, groupId: groupID, userId: nil, kind: kind, createdAt: now)
        record.serialNumber = serialNumber
        record.imei = imei
        record.identifier = device?.value
        record.assetNumber = assetNumber
        record.friendlyName = friendlyName
        record.attributes = attributes
        (record.ownership, record.platform) = (ownership.rawValue, platform.rawValue)
        record.tags = try RegisteredDeviceRecord.list(tags)
        return record
    }
}
