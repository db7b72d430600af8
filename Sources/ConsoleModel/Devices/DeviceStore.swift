package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// Devices and the apps on them.
package struct DeviceStore: Sendable {
    package let database: ConsoleDatabase

    /// The device with an identifier; nil if the console has never heard of it.
    package func device(_ identifier: DeviceIdentifier) async throws -> DeviceRecord? {
        try await database.read { db in try Self.device(identifier, db) }
    }

    /// The device with an identifier, if it is in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func device(_ identifier: DeviceIdentifier, in subtree: Subtree) async throws -> DeviceRecord {
        try await database.read { db in try Self.device(identifier, in: subtree, db) }
    }

    /// Everything the console knows about one device.
    package func details(of identifier: DeviceIdentifier, in subtree: Subtree) async throws -> DeviceEntry {
        try await database.read { db in
            let device = try Self.device(identifier, in: subtree, db)
            return try Self.details(of: device, db)
        }
    }

    /// Devices, by id.
    package func devices(_ query: RecordQuery, page: PageRequest) async throws -> Page<DeviceEntry> {
        try await database.read { db in
            let (sql, arguments) = try query.clause(db)
            let count = "SELECT COUNT(*) FROM device AS record \(sql)"
            let total = try Int.fetchOne(db, sql: count, arguments: arguments) ?? 0
            let rows = try DeviceRecord.fetchAll(
                db, sql: "SELECT record.* FROM device AS record \(sql) ORDER BY record.id LIMIT ? OFFSET ?",
                arguments: arguments + [page.size, page.offset])
            return Page(items: try rows.map { try Self.details(of: $0, db) }, request: page, total: total)
        }
    }

    /// The group and user names a status answer needs; nil for an unknown device.
    package func status(of identifier: DeviceIdentifier) async throws -> (
        device: DeviceRecord, group: OrganizationGroupRecord
    )? {
        try await database.read { db in
            guard let device = try Self.device(identifier, db) else { return nil }
            return (device, try OrganizationGroupStore.group(id: device.groupId, db))
        }
    }
}

/// A device with its surroundings.
package struct DeviceEntry: Sendable {
    package let device: DeviceRecord
    package let group: OrganizationGroupRecord
    package let user: UserRecord?
    package let installations: [InstallationRecord]
    /// Credentials in force.
    package let credentials: [CredentialRecord]
    /// Names of its tags.
    package let tags: [String]
}

extension DeviceStore {
    package static func device(_ identifier: DeviceIdentifier, _ db: GRDB.Database) throws -> DeviceRecord? {
        try DeviceRecord.filter(sql: "identifier = ?", arguments: [identifier.value]).fetchOne(db)
    }

    package static func device(_ identifier: DeviceIdentifier, in subtree: Subtree, _ db: GRDB.Database) throws
        -> DeviceRecord
    {
        guard let device = try device(identifier, db),
            try subtree.contains(OrganizationGroupStore.group(id: device.groupId, db))
        else { throw ConsoleError(.notFound, "There is no device \(identifier).") }
        return device
    }

    package static func installation(of deviceID: Int64, bundle: BundleIdentifier, _ db: GRDB.Database) throws
        -> InstallationRecord?
    {
        try InstallationRecord
            .filter(sql: "deviceId = ? AND bundleId = ?", arguments: [deviceID, bundle.value]).fetchOne(db)
    }

    /// The installation of an app on a device, created if it does not exist yet.
    package static func installation(
        ensuredOf deviceID: Int64, bundle: BundleIdentifier, at now: Timestamp, in transaction: Transaction
    ) throws -> InstallationRecord {
        if var known = try installation(of: deviceID, bundle: bundle, transaction.db) {
            known.lastSeenAt = now
            try known.update(transaction.db)
            return known
        }
        var record = InstallationRecord(
            id: nil, deviceId: deviceID, bundleId: bundle.value, applicationId: nil, appVersion: nil, sdkVersion: nil,
            pushToken: nil, profileId: nil, profileVersion: nil, profileOutcome: nil, profileAt: nil,
            singleSignOn: false, lastSeenAt: now, createdAt: now)
        try record.insert(transaction.db)
        return record
    }

    package static func details(of device: DeviceRecord, _ db: GRDB.Database) throws -> DeviceEntry {
        DeviceEntry(
            device: device, group: try OrganizationGroupStore.group(id: device.groupId, db),
            user: try device.userId.flatMap { try UserRecord.fetchOne(db, key: $0) },
            installations:
                try InstallationRecord
                .filter(sql: "deviceId = ?", arguments: [device.id]).order(sql: "id").fetchAll(db),
            credentials:
                try CredentialRecord
                .filter(sql: "deviceId = ? AND revokedAt IS NULL", arguments: [device.id]).order(sql: "id").fetchAll(
                    db),
            tags: try tags(of: device, db))
    }

    /// Names of a device's tags, in order.
    package static func tags(of device: DeviceRecord, _ db: GRDB.Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT tag.name FROM deviceTag JOIN tag ON tag.id = deviceTag.tagId
                WHERE deviceTag.deviceId = ? ORDER BY tag.name, tag.id
                """, arguments: [device.id])
    }
}
