import ConsoleModel
import ConsolePlatform
import GRDB

extension TagLibraryStore {
    /// Devices of one transaction, so that others get their turn.
    private static let batchSize = 200

    /// The devices of the administrator's groups that have a tag, by id.
    ///
    /// - Parameters:
    ///   - reference: The tag.
    ///   - seenUntil: The latest time that a device may have been last seen at; nil for any.
    ///   - page: Which of them; nil for all.
    ///   - administrator: Who asks.
    /// - Returns: The devices.
    /// - Throws: ``ConsoleError`` `notFound`.
    func devices(
        with reference: RecordReference, seenUntil: Timestamp?, page: PageRequest?,
        for administrator: AdministratorIdentity
    ) async throws -> [TaggedDevice] {
        try await database.read { db in
            let tag = try Self.tag(reference, for: administrator, db)
            // The list may include all devices of an estate, so values that it does not show are not read.
            return try TaggedDevice.fetchAll(
                db,
                sql: """
                    SELECT device.id, device.uuid, device.friendlyName, device.lastSeenAt, deviceTag.taggedAt FROM deviceTag
                    JOIN device ON device.id = deviceTag.deviceId
                    JOIN organizationGroup own ON own.id = device.groupId
                    WHERE deviceTag.tagId = ?1 AND \(Subtree.condition("own.path", in: "?2"))
                        AND device.lastSeenAt <= ?5
                    ORDER BY device.id LIMIT ?3 OFFSET ?4
                    """,
                arguments: [
                    tag.id, administrator.subtree, page?.size ?? -1, page?.offset ?? 0,
                    seenUntil ?? Timestamp(milliseconds: .max),
                ])
        }
    }

    /// The tags of a device, by name.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func tags(of locator: DeviceLocator, for administrator: AdministratorIdentity) async throws -> [DeviceTag] {
        try await database.read { db in
            let device = try locator.device(in: administrator.subtree, db)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT tag.*, deviceTag.taggedAt AS since FROM deviceTag JOIN tag ON tag.id = deviceTag.tagId
                    WHERE deviceTag.deviceId = ? ORDER BY tag.name, tag.id
                    """, arguments: [device.id])
            return try rows.map { DeviceTag(tag: try TagRecord(row: $0), at: $0["since"]) }
        }
    }

    /// Puts a tag on a device, or takes it off.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device or tag, or to take off what the device does not
    ///   have; `badRequest` for a tag of another branch of groups.
    func mark(
        _ locator: DeviceLocator, with reference: RecordReference, _ isWanted: Bool,
        by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
            let tag = try Self.tag(reference, for: administrator, transaction.db)
            let now = clock.now(in: device.groupId)
            try mark(device, with: tag, isWanted, by: administrator, at: now, in: transaction)
        }
    }

    /// Puts a tag on many devices, or takes it off.
    ///
    /// - Returns: The devices that were refused, and why.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown tag.
    func mark(
        eachOf locators: [DeviceLocator], with reference: RecordReference, _ isWanted: Bool,
        by administrator: AdministratorIdentity
    ) async throws -> [(value: String, error: ConsoleError)] {
        var refusals: [(value: String, error: ConsoleError)] = []
        for start in stride(from: 0, to: locators.count, by: Self.batchSize) {
            let batch = locators[start..<min(start + Self.batchSize, locators.count)]
            refusals += try await database.write { transaction in
                let tag = try Self.tag(reference, for: administrator, transaction.db)
                return try batch.compactMap { locator in
                    do {
                        let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
                        let now = clock.now(in: device.groupId)
                        try mark(device, with: tag, isWanted, by: administrator, at: now, in: transaction)
                        return nil
                    } catch let error as ConsoleError where [.notFound, .badRequest, .conflict].contains(error.code) {
                        return (locator.value, error)
                    }
                }
            }
        }
        return refusals
    }

    private func mark(
        _ device: DeviceRecord, with tag: TagRecord, _ isWanted: Bool, by administrator: AdministratorIdentity,
        at now: Timestamp, in transaction: Transaction
    ) throws {
        let (deviceID, tagID) = (try device.storedID(), try tag.storedID())
        let before = try DeviceStore.tags(of: device, transaction.db)
        if isWanted {
            let home = try OrganizationGroupStore.group(id: tag.groupId, transaction.db)
            let own = try OrganizationGroupStore.group(id: device.groupId, transaction.db)
            guard home.subtree.contains(own) else {
                throw ConsoleError(
                    .badRequest, "The tag \(tag.name) of \(home.code) is not for devices of \(own.code).")
            }
            guard try TagStore.put(tagID, on: deviceID, at: now, in: transaction) else { return }
        } else {
            guard try TagStore.take(tagID, off: deviceID, in: transaction) else {
                throw ConsoleError(.notFound, "The device does not have the tag \(tag.name).")
            }
        }
        let after = try DeviceStore.tags(of: device, transaction.db)
        try events.record(
            ConsoleEvent(
                action: .deviceUpdated, subjectKind: "device", subject: device.identifier, groupID: device.groupId,
                at: now, deviceID: device.id),
            by: .administrator(administrator.name), before: ["tags": before.joined(separator: ", ")],
            after: ["tags": after.joined(separator: ", ")], in: transaction)
    }
}
