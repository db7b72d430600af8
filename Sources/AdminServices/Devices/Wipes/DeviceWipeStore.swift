import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Wipes administrators order, and the lock that holds them (AdminGroups, "Wipes").
struct DeviceWipeStore: Sendable {
    let database: ConsoleDatabase
    let ending: EnrollmentEnding
    let events: EventLogStore
    let clock: ConsoleClock
    let table: BoundedTable

    /// Notes an ordered wipe.
    ///
    /// - Returns: Whether it is carried out now; if not it is held, because the device's group or one above it is locked,
    ///   or because so many wipes were ordered there lately that it is locked now.
    func admit(
        _ device: DeviceRecord, to status: EnrollmentStatus, by administrator: AdministratorIdentity,
        at now: Timestamp, in transaction: Transaction
    ) throws -> Bool {
        let group = try OrganizationGroupStore.group(id: device.groupId, transaction.db)
        var isHeld = try Self.lock(of: group, transaction.db) != nil
        if !isHeld, try isTooMuch(in: group, at: now, transaction.db) {
            try setLock(true, at: group, by: "threshold", at: now, in: transaction)
            isHeld = true
        }
        let user = try UserRecord.stored(device.userId, transaction.db)
        var record = DeviceWipeRecord(
            id: nil, at: now, groupId: device.groupId, deviceId: device.id, userId: device.userId,
            deviceName: device.friendlyName, deviceUuid: device.uuid, devicePlatform: device.platform,
            username: user?.username ?? "", kind: status == .deviceWipePending ? .device : .enterprise,
            source: "ADMINISTRATOR", orderedBy: administrator.name, status: isHeld ? .held : .queued)
        try record.insert(transaction.db)
        // What is held has a bound to itself: nothing that is ordered later lets it be forgotten.
        try table.part("deviceWipe", where: "status <> 'HELD'").trim(transaction.db)
        try table.part("deviceWipeHeld", where: "status = 'HELD'").trim(transaction.db)
        if isHeld { try log(.deviceWipeHeld, device, by: administrator.actor, at: now, transaction) }
        return !isHeld
    }

    private func isTooMuch(in group: OrganizationGroupRecord, at now: Timestamp, _ db: GRDB.Database) throws -> Bool {
        let settings = try OrganizationGroupStore.settings(of: group, db)
        let threshold = settings.integer(.wipeThreshold)
        guard threshold > 0 else { return false }
        let since = now.adding(seconds: -60 * settings.integer(.wipeThresholdMinutes))
        let count = try Int64.fetchOne(
            db,
            sql: "SELECT COUNT(*) FROM deviceWipe WHERE groupId = ? AND at >= ? AND status IN ('QUEUED', 'APPROVED')",
            arguments: [group.id, since])
        return count ?? 0 >= threshold
    }

    /// The lock in force at a group: its own, or that of a group above it.
    static func lock(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> WipeLockRecord? {
        for id in group.ancestorsAndSelf.reversed() {
            if let lock = try WipeLockRecord.fetchOne(db, key: id) { return lock }
        }
        return nil
    }

    private func setLock(
        _ isLocked: Bool, at group: OrganizationGroupRecord, by name: String, at now: Timestamp,
        in transaction: Transaction
    ) throws {
        let id = try group.storedID()
        if isLocked {
            try WipeLockRecord(groupId: id, lockedAt: now, lockedBy: name).upsert(transaction.db)
        } else {
            try transaction.db.execute(
                sql: "DELETE FROM deviceWipeLock WHERE groupId IN (\(Subtree.groups(in: "?1")))",
                arguments: [group.subtree])
        }
        try events.record(
            ConsoleEvent(
                action: isLocked ? .deviceWipesLocked : .deviceWipesUnlocked, subjectKind: "organizationGroup",
                subject: group.code, groupID: id, at: now),
            by: name == "threshold" ? .system : .administrator(name), in: transaction)
    }

    private func log(
        _ action: EventAction, _ device: DeviceRecord, by actor: Actor, at now: Timestamp, _ transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "device", subject: device.identifier, groupID: device.groupId, at: now,
                deviceID: device.id),
            by: actor, in: transaction)
    }

    /// Holds wipes of a group and of those below it from now on, or lets go those that were held.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008) for an unknown group, `badRequest` to unlock below another lock.
    func setLocked(
        _ isLocked: Bool, _ reference: RecordReference, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let group = try OrganizationGroupStore.group(reference, in: administrator.subtree, db)
            let now = clock.now(in: group.id)
            let known = try Self.lock(of: group, db)
            if isLocked {
                guard known?.groupId != group.id else { return }
                return try setLock(true, at: group, by: administrator.name, at: now, in: transaction)
            }
            if let known, known.groupId != group.id {
                let other = try OrganizationGroupStore.group(id: known.groupId, db)
                throw ConsoleError(.badRequest, "Wipes are locked at \(other.code), above \(group.code).")
            }
            try setLock(false, at: group, by: administrator.name, at: now, in: transaction)
            try release(below: group, by: administrator, in: transaction)
        }
    }

    /// Carries out what was held; of devices with nothing left to wipe it is given up.
    private func release(
        below group: OrganizationGroupRecord, by administrator: AdministratorIdentity, in transaction: Transaction
    ) throws {
        let held = try DeviceWipeRecord.fetchAll(
            transaction.db,
            sql: """
                SELECT deviceWipe.* FROM deviceWipe JOIN organizationGroup own ON own.id = deviceWipe.groupId
                WHERE status = 'HELD' AND \(Subtree.condition("own.path", in: "?1"))
                ORDER BY deviceWipe.id
                """, arguments: [group.subtree])
        for var wipe in held {
            let device = try DeviceRecord.stored(wipe.deviceId, transaction.db)
            let isEnrolled = device?.enrollmentStatus == EnrollmentStatus.enrolled.rawValue
            wipe.status = isEnrolled ? .approved : .aborted
            try wipe.update(transaction.db)
            guard isEnrolled, let device else { continue }
            try ending.end(
                device, as: wipe.kind.status, action: wipe.kind.action, by: administrator.actor,
                at: clock.now(in: device.groupId), in: transaction)
        }
    }
}
