import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A profile on a device.
struct MDMProfileOnDevice: Sendable {
    let profile: MDMProfileSummary
    /// The group that manages the profile.
    let home: OrganizationGroupRecord
    /// Whether the device is in a smart group the profile is given to, and in none it is kept from.
    let isGiven: Bool
    let state: MDMProfileDeviceRecord?

    /// Where it stands.
    var status: MDMProfileStatus { MDMProfileStatus(of: profile, isGiven: isGiven, state) }
}

/// A device of a profile.
struct MDMProfileDevice: Sendable {
    let device: DeviceRecord
    /// Name of its group.
    let group: String
    /// Name of its user.
    let username: String?
    let status: MDMProfileStatus
    let state: MDMProfileDeviceRecord?
    let isGiven: Bool
}

extension MDMProfileStore {
    /// The profiles of a device, by id, and the device.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device.
    func profiles(on locator: DeviceLocator, in subtree: Subtree) async throws
        -> (device: DeviceRecord, profiles: [MDMProfileOnDevice])
    {
        try await database.read { db in
            let device = try locator.device(in: subtree, db)
            return (device, try profiles(on: device, db))
        }
    }

    private func profiles(on device: DeviceRecord, _ db: GRDB.Database) throws -> [MDMProfileOnDevice] {
        let id = try device.storedID()
        let subtree = try OrganizationGroupStore.group(id: device.groupId, db).subtree
        let states = Dictionary(
            try MDMProfileDeviceRecord.all(where: "deviceId = ?", [id], db)
                .map { ($0.profileId, $0) }
        ) { $1 }
        // Those of groups above the device and for its platform may be given to it; others can only have been ordered.
        let isNear: SQL =
            "(\(subtree.condition(in: "o.path")) AND p.platform = \(device.platform) COLLATE NOCASE)"
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT \(sql: MDMProfileSummary.columns), \(isNear) AS isNear
                FROM mdmProfile p JOIN organizationGroup o ON o.id = p.groupId
                WHERE \(isNear) OR p.id IN (\(.ids(states.keys))) ORDER BY p.id
                """
        ).fetchAll(db)
        let links = try MDMProfileLink.all(of: rows.map { $0["id"] }, db)
        let members = try census.members(of: Set(links.values.flatMap { $0.map(\.smartGroupId) }), db)
        let homes = try OrganizationGroupStore.groups(rows.map { $0["groupId"] }, db)
        return try rows.compactMap { row in
            let profile = try MDMProfileSummary(row: row)
            let groups = Dictionary(
                grouping: (links[profile.id] ?? []).filter { members[$0.smartGroupId]?.contains(id) == true },
                by: \.mode)
            let isGiven = row["isNear"] && groups[.assign] != nil && groups[.exclude] == nil
            let state = states[profile.id]
            guard isGiven && profile.isActive || state != nil, let home = homes[profile.groupId] else { return nil }
            return MDMProfileOnDevice(profile: profile, home: home, isGiven: isGiven, state: state)
        }
    }

    /// A page of the devices of a profile, by id: those it is given to, and those it was ordered for.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is no such profile.
    func devices(of reference: RecordReference, in subtree: Subtree, page: PageRequest) async throws
        -> Page<MDMProfileDevice>
    {
        try await database.read { db in
            try devices(of: try Self.profile(reference, in: subtree, db), in: subtree, page: page, db)
        }
    }

    /// The same of a profile that may be named.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is no such profile, `conflict` for a name that several have.
    func devices(named reference: NamedReference, in subtree: Subtree, page: PageRequest) async throws
        -> Page<MDMProfileDevice>
    {
        try await database.read { db in
            let missing = Self.missing(reference.description)
            let record = try Self.profile(named: reference, in: subtree, else: missing, db)
            return try devices(of: record, in: subtree, page: page, db)
        }
    }

    private func devices(
        of record: MDMProfileRecord, in subtree: Subtree, page: PageRequest, _ db: GRDB.Database
    ) throws -> Page<MDMProfileDevice> {
        let profile = try Self.summary(of: record, db)
        let home = try OrganizationGroupStore.group(id: profile.groupId, db)
        // Sets, because a profile may be assigned to every device of an estate.
        var near = try given(profile, db)
        near.formIntersection(try Self.devices(in: home.subtree, on: profile.platform, db))
        var all = near
        for id in try SQLRequest<Int64>(
            literal: "SELECT deviceId FROM mdmProfileDevice WHERE profileId = \(profile.id)"
        ).fetchAll(db) { all.insert(id) }
        // Everything is below the topmost group.
        if !subtree.isWhole {
            all.formIntersection(try Self.devices(in: subtree, on: nil, db))
        }
        let wanted = all.sorted
        let ids = Array(wanted.dropFirst(page.offset).prefix(page.size))
        let rows = try SQLRequest<DeviceRecord>(
            literal: "SELECT * FROM device WHERE id IN (\(.ids(ids))) ORDER BY id"
        ).fetchAll(db)
        let names = Dictionary(
            try SQLRequest<Row>(
                literal: """
                    SELECT d.id, o.name, u.username FROM device d JOIN organizationGroup o ON o.id = d.groupId
                    LEFT JOIN enrollmentUser u ON u.id = d.userId WHERE d.id IN (\(.ids(ids)))
                    """
            ).fetchAll(db).map { ($0[0] as Int64, (group: $0[1] as String, user: $0[2] as String?)) }
        ) { $1 }
        let states = Dictionary(
            try SQLRequest<MDMProfileDeviceRecord>(
                literal: """
                    SELECT * FROM mdmProfileDevice
                    WHERE profileId = \(profile.id) AND deviceId IN (\(.ids(ids)))
                    """
            ).fetchAll(db).map { ($0.deviceId, $0) }
        ) { $1 }
        let devices = try rows.map { device in
            let id = try device.storedID()
            let (state, isGiven) = (states[id], near.contains(id))
            return MDMProfileDevice(
                device: device, group: names[id]?.group ?? "", username: names[id]?.user,
                status: MDMProfileStatus(of: profile, isGiven: isGiven, state), state: state, isGiven: isGiven)
        }
        return Page(items: devices, request: page, total: wanted.count)
    }

    /// The devices of a group and of those below it, of a platform or of all.
    private static func devices(
        in subtree: Subtree, on platform: String?, _ db: GRDB.Database
    ) throws -> DeviceSet {
        let rows = try SQLRequest<Int64>(
            literal: """
                SELECT id FROM device INDEXED BY deviceInOrder
                WHERE +groupId IN (\(subtree.groups))
                    AND (\(platform) IS NULL OR platform = \(platform) COLLATE NOCASE)
                """
        ).fetchCursor(db)
        var devices = DeviceSet()
        while let id = try rows.next() { devices.insert(id) }
        return devices
    }

    /// The devices an active profile is given to, wherever they are.
    private func given(_ profile: MDMProfileSummary, _ db: GRDB.Database) throws -> DeviceSet {
        guard profile.isActive else { return DeviceSet() }
        let links = try MDMProfileLink.all(of: [profile.id], db)[profile.id] ?? []
        let members = try census.members(of: links.map(\.smartGroupId), db)
        var given = DeviceSet()
        for link in links where link.mode == .assign { given.formUnion(members[link.smartGroupId] ?? DeviceSet()) }
        for link in links where link.mode == .exclude { given.subtract(members[link.smartGroupId] ?? DeviceSet()) }
        return given
    }

    private static func summary(of record: MDMProfileRecord, _ db: GRDB.Database) throws -> MDMProfileSummary {
        let row = try MDMProfileSummary.fetchOne(
            db, sql: "SELECT \(MDMProfileSummary.columns) FROM mdmProfile p WHERE p.id = ?", arguments: [record.id])
        guard let row else { throw missing(record.uuid) }
        return row
    }

    /// Orders a profile onto a device, or off it.
    ///
    /// - Parameters:
    ///   - command: Onto it, or off it.
    ///   - reference: The profile.
    ///   - locator: The device.
    ///   - payloads: Types of payloads that got values for this device alone; the event log has them.
    ///   - administrator: Who orders it.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown profile, one that is not in force or for another platform,
    ///   and for a device that is not enrolled; `notFound` for an unknown device.
    func order(
        _ command: MDMProfileDeviceRecord.Command, _ reference: RecordReference, on locator: DeviceLocator,
        changing payloads: [String] = [], by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let record = try Self.profile(reference, in: administrator.subtree, db)
            let device = try locator.onlyDevice(in: administrator.subtree, db)
            let now = clock.now(in: device.groupId)
            try Self.check(command, record, device)
            let (profileID, deviceID) = (try record.storedID(), try device.storedID())
            var state =
                try MDMProfileDeviceRecord.stored(profileID, on: deviceID, db)
                ?? MDMProfileDeviceRecord(profileId: profileID, deviceId: deviceID)
            (state.command, state.orderedAt) = (command, now)
            try state.save(db)
            // The profiles that a management client would fetch; there is none, so they stay pending.
            var details: [String: String?] = [
                "command": command.rawValue, "profile": record.name, "profileId": String(profileID),
                "profileVersion": String(record.version),
            ]
            if !payloads.isEmpty { details["payloads"] = payloads.joined(separator: ", ") }
            try log(.deviceCommandOrdered, device, by: administrator, at: now, details, transaction)
        }
    }

    private static func check(
        _ command: MDMProfileDeviceRecord.Command, _ record: MDMProfileRecord, _ device: DeviceRecord
    ) throws {
        let status = EnrollmentStatus(rawValue: device.enrollmentStatus) ?? .unknown
        guard status == .enrolled else {
            throw ConsoleError(.badRequest, "The device is not enrolled; its status is \(status.name).")
        }
        guard command == .install else { return }
        guard record.isActive else {
            throw ConsoleError(.badRequest, "The profile \(record.name) is not active; activate it first.")
        }
        guard record.platform.lowercased() == device.platform.lowercased() else {
            throw ConsoleError(
                .badRequest, "The profile \(record.name) is for \(record.platform), the device is \(device.platform).")
        }
    }

    /// Says what a management client would have reported: that a profile is on a device, or gone from it.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - reference: The profile.
    ///   - locator: The device.
    ///   - administrator: Who reports it.
    /// - Returns: The profile on the device; nil if it has nothing to do with it any more.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown profile or device, `conflict` for a name that several
    ///   profiles have, `badRequest` for an unknown version, or a device that is not enrolled.
    func report(
        _ report: MDMProfileReport, of reference: NamedReference, on locator: DeviceLocator,
        by administrator: AdministratorIdentity
    ) async throws -> MDMProfileOnDevice? {
        return try await database.write { transaction in
            let db = transaction.db
            let device = try locator.onlyDevice(in: administrator.subtree, db)
            let now = clock.now(in: device.groupId)
            let missing = ConsoleError(.notFound, "There is no MDM profile \(reference).")
            let record = try Self.profile(named: reference, in: administrator.subtree, else: missing, db)
            try Self.check(.remove, record, device)
            let (profileID, deviceID) = (try record.storedID(), try device.storedID())
            var state =
                try MDMProfileDeviceRecord.stored(profileID, on: deviceID, db)
                ?? MDMProfileDeviceRecord(profileId: profileID, deviceId: deviceID)
            let before = state.installedVersion
            state.installedVersion = try report.version(of: record)
            state.confirmedAt = now
            try state.save(db)
            try log(
                .deviceProfileReported, device, by: administrator, at: now,
                ["profile": record.name, "installedVersion": state.installedVersion.map(String.init)],
                before: ["profile": record.name, "installedVersion": before.map(String.init)], transaction)
            return try profiles(on: device, db).first { $0.profile.id == profileID }
        }
    }

    private func log(
        _ action: EventAction, _ device: DeviceRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        _ after: [String: String?], before: [String: String?]? = nil, _ transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "device", subject: device.identifier, groupID: device.groupId, at: now,
                deviceID: device.id),
            by: .administrator(administrator.name), before: before, after: after, in: transaction)
    }
}

/// The report of a management client about a profile on its device.
enum MDMProfileReport: Hashable, Sendable {
    /// It is installed; nil for the version in force.
    case installed(version: Int64?)
    /// It is removed.
    case removed

    /// The installed version; nil if it is removed.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a version that does not exist yet.
    fileprivate func version(of record: MDMProfileRecord) throws -> Int64? {
        guard case .installed(let version) = self else { return nil }
        let installed = version ?? record.version
        guard (1...record.version).contains(installed) else {
            throw ConsoleError(.badRequest, "version has to be from 1 to \(record.version).")
        }
        return installed
    }
}
