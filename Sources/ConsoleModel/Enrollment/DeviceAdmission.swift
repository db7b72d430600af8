package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// What administrators registered about devices in advance, applied when they enroll (DeviceServices, section 7.3).
package enum DeviceAdmission {
    /// The traits by which a device is recognised.
    package struct Traits: Sendable {
        let identifier: String
        let serialNumber: String?
        let imei: String?

        /// The traits of a device that enrolls; of a new one only the identifier is known.
        package init(_ identifier: DeviceIdentifier, _ device: DeviceRecord?) {
            self.identifier = identifier.value
            (serialNumber, imei) = (device?.serialNumber, device?.imei)
        }
    }

    /// Whether a device may enroll at a group: no entry there or above keeps it out, and if only devices known in
    /// advance are admitted, an entry or its token names it.
    ///
    /// - Returns: Why not; nil if it may.
    package static func refusal(
        of traits: Traits, tokenID: Int64?, at group: OrganizationGroupRecord, onlyKnown: Bool, _ db: GRDB.Database
    ) throws -> String? {
        let entries = try Self.entries(for: traits, tokenID: tokenID, db)
        let above = entries.filter { group.ancestorsAndSelf.contains($0.groupId) }
        if above.contains(where: { $0.kind == .deny }) { return "the device is on the deny list" }
        guard onlyKnown, !above.contains(where: { $0.kind != .deny }) else { return nil }
        // A device registered for a group below is also expected here: it moves on to its group.
        let below = try entries.contains { entry in
            try entry.kind == .register
                && group.subtree.contains(OrganizationGroupStore.group(id: entry.groupId, db))
        }
        return below ? nil : "only devices that were registered may enroll here"
    }

    /// The entry that applies to a device that enrolls: that of its token, else the newest one that names it and is
    /// unused; nil if there is none.
    package static func pending(
        for traits: Traits, tokenID: Int64?, user userID: Int64, at group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> RegisteredDeviceRecord? {
        let waiting = try entries(for: traits, tokenID: tokenID, db).filter { entry in
            guard entry.kind != .deny, entry.deviceId == nil, entry.userId == nil || entry.userId == userID else {
                return false
            }
            let home = try OrganizationGroupStore.group(id: entry.groupId, db)
            return group.subtree.overlaps(home.subtree)
        }
        return waiting.first { tokenID != nil && $0.tokenId == tokenID } ?? waiting.first
    }

    /// Entries that name a device, the newest first.
    private static func entries(for traits: Traits, tokenID: Int64?, _ db: GRDB.Database) throws
        -> [RegisteredDeviceRecord]
    {
        try RegisteredDeviceRecord.fetchAll(
            db,
            sql: """
                SELECT * FROM deviceRegistration WHERE id IN (
                    SELECT id FROM deviceRegistration WHERE identifier = ?1
                    UNION SELECT id FROM deviceRegistration WHERE serialNumber = ?2
                    UNION SELECT id FROM deviceRegistration WHERE imei = ?3
                    UNION SELECT id FROM deviceRegistration WHERE tokenId = ?4)
                ORDER BY id DESC
                """, arguments: [traits.identifier, traits.serialNumber, traits.imei, tokenID])
    }

    /// Applies an entry to a device, except for its tags.
    package static func apply(
        _ entry: RegisteredDeviceRecord, to device: inout DeviceRecord, at group: OrganizationGroupRecord,
        _ db: GRDB.Database
    ) throws {
        if try group.subtree.contains(OrganizationGroupStore.group(id: entry.groupId, db)) {
            device.groupId = entry.groupId
        }
        if !entry.friendlyName.isEmpty { (device.friendlyName, device.isNamedByHand) = (entry.friendlyName, true) }
        if entry.ownership != DeviceOwnership.undefined.rawValue { device.ownership = entry.ownership }
        if !entry.assetNumber.isEmpty { device.assetNumber = entry.assetNumber }
        device.serialNumber = device.serialNumber ?? entry.serialNumber
        device.imei = device.imei ?? entry.imei
    }

    /// Whether a device is where it was registered, which is the group or one below it.
    package static func isPlaced(_ device: DeviceRecord, below group: OrganizationGroupRecord, _ db: GRDB.Database)
        throws
        -> Bool
    {
        let entries = RegisteredDeviceRecord.filter(
            sql: "deviceId = ? AND groupId = ?", arguments: [device.id, device.groupId])
        guard try !entries.isEmpty(db) else { return false }
        return try group.subtree.contains(OrganizationGroupStore.group(id: device.groupId, db))
    }

    /// Notes which device an entry was for, and gives the device its custom attributes.
    ///
    /// A device that was registered by its identifier has them already; later changes are kept.
    package static func fulfil(
        _ entry: RegisteredDeviceRecord, by deviceID: Int64, at now: Timestamp, in transaction: Transaction
    ) throws {
        try transaction.db.execute(
            sql: "UPDATE deviceRegistration SET deviceId = ? WHERE id = ?", arguments: [deviceID, entry.id])
        try giveAttributes(
            of: entry, to: deviceID, replacing: entry.identifier == nil, at: now, transaction.db)
    }

    /// Gives a device the custom attributes it was registered with, up to the limit.
    ///
    /// - Parameters:
    ///   - entry: The registered device.
    ///   - deviceID: The device.
    ///   - replacing: Whether existing attributes get the registered value.
    ///   - now: When.
    ///   - db: The connection.
    /// - Throws: What the database throws.
    package static func giveAttributes(
        of entry: RegisteredDeviceRecord, to deviceID: Int64, replacing: Bool, at now: Timestamp, _ db: GRDB.Database
    ) throws {
        var count = try DeviceAttributeRecord.filter(sql: "deviceId = ?", arguments: [deviceID]).fetchCount(db)
        for attribute in entry.customAttributes {
            let record = DeviceAttributeRecord(
                deviceId: deviceID, applicationGroup: attribute.Application, name: attribute.Name,
                value: attribute.Value, updatedAt: now)
            let isKnown = try record.exists(db)
            guard isKnown ? replacing : count < DeviceAttributeRecord.maximumCount else { continue }
            try record.save(db)
            if !isKnown { count += 1 }
        }
    }
}
