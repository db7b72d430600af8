import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Devices, registered and changed one by one by administrators.
struct DeviceChangeStore: Sendable {
    let database: ConsoleDatabase
    let ending: EnrollmentEnding
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    let messages: DeviceMessageStore
    let locks: DeviceLockStore
    /// Queues what apps on a device can carry out.
    let relay: DeviceChangeFeature.Relay
    /// Says whether a wipe is carried out now, or held.
    let admitsWipe: DeviceChangeFeature.WipeGate

    /// Makes a device known before it signs in.
    ///
    /// - Throws: ``ConsoleError`` `conflict` if it is known, `badRequest` for an unknown group, user or tag.
    func register(_ introduction: DeviceIntroduction, by administrator: AdministratorIdentity) async throws
        -> DeviceEntry
    {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let db = transaction.db
            let group = try Self.group(introduction.group, in: administrator.subtree, db)
            guard try DeviceStore.device(introduction.device, ofCustomerOf: group.id, db) == nil else {
                throw ConsoleError(.conflict, "The device \(introduction.device) is known already.")
            }
            let now = clock.now(in: group.id)
            var device = DeviceRecord.new(introduction.device, groupID: try group.storedID(), uuid: uuid, at: now)
            device.enter(.registered, at: now)
            device.userId = try introduction.user.map { try Self.user($0, from: group, db).storedID() }
            Self.apply(introduction.attributes, to: &device, at: now)
            try device.insert(db)
            if let tags = introduction.attributes.tags { try Self.setTags(tags, of: device, at: now, transaction) }
            transaction.changesConfiguration()
            try log(
                .deviceRegistered, device, by: administrator, at: now, nil, try Self.fields(device, db), transaction)
            return try DeviceStore.details(of: device, db)
        }
    }

    /// Changes a device; a status in which it is not enrolled revokes its credentials.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `badRequest` for an unknown group or tag, and `conflict` if the customer of the
    ///   group has the device already.
    @discardableResult
    func change(
        _ locator: DeviceLocator, _ change: DeviceChange, by administrator: AdministratorIdentity
    ) async throws -> DeviceEntry {
        try await edit(locator, by: administrator) { device, now, transaction in
            let known = device.enrollmentStatus
            if let code = change.group {
                device.groupId = try Self.group(code, in: administrator.subtree, transaction.db).storedID()
            }
            try Self.requireActivation(for: change, of: device)
            Self.apply(change, to: &device, at: now)
            if let tags = change.tags { try Self.setTags(tags, of: device, at: now, transaction) }
            if device.enrollmentStatus != known, let status = change.enrollmentStatus,
                EnrollmentEnding.statuses.contains(status)
            {
                let reason = "the device is \(status.name.lowercased())"
                try ending.cutOff(try device.storedID(), as: status, reason: reason, at: now, in: transaction)
            }
        }
    }

    /// Moves a device to another organization group; user and credentials stay with it.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device or group in the administrator's subtree, and `conflict`
    ///   if the customer of the group has the device already.
    func move(
        _ locator: DeviceLocator, to reference: RecordReference, by administrator: AdministratorIdentity
    ) async throws {
        try await edit(locator, by: administrator) { device, _, transaction in
            guard let group = try OrganizationGroupRecord.find(reference, transaction.db),
                administrator.subtree.contains(group)
            else { throw ConsoleError(.notFound, "There is no organization group \(reference).") }
            device.groupId = try group.storedID()
        }
    }

    /// Changes a device, and records it in the event log if that made a difference.
    @discardableResult
    private func edit(
        _ locator: DeviceLocator, by administrator: AdministratorIdentity,
        _ body: @escaping @Sendable (inout DeviceRecord, Timestamp, Transaction) throws -> Void
    ) async throws -> DeviceEntry {
        try await database.write { transaction in
            let db = transaction.db
            var device = try locator.onlyDevice(in: administrator.subtree, db)
            let now = clock.now(in: device.groupId)
            let before = try Self.fields(device, db)
            let home = device.groupId
            try body(&device, now, transaction)
            if device.groupId != home { try DeviceStore.requireUnique(device, in: device.groupId, db) }
            try device.update(db)
            let after = try Self.fields(device, db)
            guard after != before else { return try DeviceStore.details(of: device, db) }
            transaction.changesConfiguration()
            let changed = Set(after.keys.filter { after[$0] != before[$0] })
            try log(
                .deviceUpdated, device, by: administrator, at: now, before.filter { changed.contains($0.key) },
                after.filter { changed.contains($0.key) }, transaction)
            return try DeviceStore.details(of: device, db)
        }
    }

    /// Writes the event log.
    func log(
        _ action: EventAction, _ device: DeviceRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        _ before: [String: String?]?, _ after: [String: String?]?, _ transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "device", subject: device.identifier, groupID: device.groupId, at: now,
                deviceID: device.id),
            by: administrator.actor, before: before, after: after, in: transaction)
    }
}

extension DeviceChangeStore {
    /// A group of a subtree, named in a body.
    private static func group(_ code: GroupCode, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupStore.group(named: code.value, in: subtree, db) else {
            throw ConsoleError(.badRequest, "There is no organization group \(code).")
        }
        return group
    }

    /// The user a name means in a group: its own, or that of the nearest group above it.
    static func user(_ name: String, from group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> UserRecord {
        for id in group.ancestorsAndSelf.reversed() {
            if let user = try UserStore.user(named: name, inExactly: id, db) { return user }
        }
        throw ConsoleError(.badRequest, "There is no user \(name.prefix(80)) in \(group.code) or above it.")
    }

    /// Refuses what only the activation of a device decides, unless it is forced.
    ///
    /// - Throws: ``ConsoleError`` `conflict`.
    private static func requireActivation(for change: DeviceChange, of device: DeviceRecord) throws {
        guard let isSupervised = change.isSupervised, isSupervised != device.isSupervised, !change.isForced,
            device.enrollmentStatus == EnrollmentStatus.enrolled.rawValue
        else { return }
        throw ConsoleError(
            .conflict,
            "isSupervised of the enrolled device \(device.identifier) cannot change: a device is supervised or not from its activation on. Send \"force\": true to change it all the same."
        )
    }

    private static func apply(_ change: DeviceChange, to device: inout DeviceRecord, at now: Timestamp) {
        if let name = change.friendlyName { (device.friendlyName, device.isNamedByHand) = (name, true) }
        if let number = change.assetNumber { device.assetNumber = number.isEmpty ? nil : number }
        change.inventory.apply(to: &device, at: now)
        device.ownership = change.ownership?.rawValue ?? device.ownership
        if let isManaged = change.isManaged, isManaged != device.isManaged {
            device.isManaged = isManaged
            // Its management follows, unless it is given.
            device.managedBy = (isManaged ? ManagementType.mdm : .mam).rawValue
        }
        device.managedBy = change.managedBy?.rawValue ?? device.managedBy
        device.isSupervised = change.isSupervised ?? device.isSupervised
        device.complianceStatus = change.complianceStatus?.rawValue ?? device.complianceStatus
        guard let status = change.enrollmentStatus, status.rawValue != device.enrollmentStatus else { return }
        device.enter(status, at: now)
        if status == .enrolled { device.enrolledAt = now }
    }

    /// Replaces the tags of a device by tags of its group, or of groups above it.
    private static func setTags(
        _ names: [String], of device: DeviceRecord, at now: Timestamp, _ transaction: Transaction
    ) throws {
        let group = try OrganizationGroupStore.group(id: device.groupId, transaction.db)
        let ids = try names.map { name in
            guard let tag = try TagStore.tag(named: name, from: group, transaction.db) else {
                throw ConsoleError(.badRequest, "There is no tag \(name.prefix(80)) in \(group.code) or above it.")
            }
            return try tag.storedID()
        }
        try TagStore.replace(Set(ids), of: try device.storedID(), at: now, in: transaction)
    }

    /// A device for the event log.
    private static func fields(_ device: DeviceRecord, _ db: GRDB.Database) throws -> [String: String?] {
        var fields = try EventLogStore.fields(device)
        fields["tags"] = try DeviceStore.tags(of: device, db).joined(separator: ", ")
        return fields
    }
}
