import DeviceProtocol
import GRDB

/// Devices and the apps on them.
struct DeviceStore: Sendable {
    let database: Database

    /// The device with an identifier; nil if the console has never heard of it.
    func device(_ identifier: DeviceIdentifier) async throws -> DeviceRecord? {
        try await database.read { db in try Self.device(identifier, db) }
    }

    /// The device with an identifier, if it is in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func device(_ identifier: DeviceIdentifier, below groupPath: String) async throws -> DeviceRecord {
        try await database.read { db in try Self.device(identifier, below: groupPath, db) }
    }

    /// Everything known of one device.
    func details(of identifier: DeviceIdentifier, below groupPath: String) async throws -> DeviceDetails {
        try await database.read { db in
            let device = try Self.device(identifier, below: groupPath, db)
            return try Self.details(of: device, db)
        }
    }

    /// Devices, by id.
    func devices(_ query: RecordQuery, page: PageRequest) async throws -> Page<DeviceDetails> {
        try await database.read { db in
            let (sql, arguments) = query.clause
            let count = "SELECT COUNT(*) FROM device AS record \(sql)"
            let total = try Int.fetchOne(db, sql: count, arguments: arguments) ?? 0
            let rows = try DeviceRecord.fetchAll(
                db, sql: "SELECT record.* FROM device AS record \(sql) ORDER BY record.id LIMIT ? OFFSET ?",
                arguments: arguments + [page.size, page.offset])
            return Page(items: try rows.map { try Self.details(of: $0, db) }, request: page, total: total)
        }
    }

    /// The group and user names a status answer needs; nil for an unknown device.
    func status(of identifier: DeviceIdentifier) async throws -> (device: DeviceRecord, group: OrganizationGroupRecord)?
    {
        try await database.read { db in
            guard let device = try Self.device(identifier, db) else { return nil }
            return (device, try OrganizationGroupStore.group(id: device.groupId, db))
        }
    }
}

/// A device with its surroundings.
struct DeviceDetails: Sendable {
    let device: DeviceRecord
    let group: OrganizationGroupRecord
    let user: UserRecord?
    let installations: [InstallationRecord]
    /// Credentials in force.
    let credentials: [CredentialRecord]
    /// Names of its tags.
    let tags: [String]
}

extension DeviceStore {
    static func device(_ identifier: DeviceIdentifier, _ db: GRDB.Database) throws -> DeviceRecord? {
        try DeviceRecord.filter(sql: "identifier = ?", arguments: [identifier.value]).fetchOne(db)
    }

    static func device(_ identifier: DeviceIdentifier, below groupPath: String, _ db: GRDB.Database) throws
        -> DeviceRecord
    {
        guard let device = try device(identifier, db),
            try OrganizationGroupStore.group(id: device.groupId, db).path.hasPrefix(groupPath)
        else { throw ConsoleError(.notFound, "There is no device \(identifier).") }
        return device
    }

    static func installation(of deviceID: Int64, bundle: BundleIdentifier, _ db: GRDB.Database) throws
        -> InstallationRecord?
    {
        try InstallationRecord
            .filter(sql: "deviceId = ? AND bundleId = ?", arguments: [deviceID, bundle.value]).fetchOne(db)
    }

    /// The installation of an app on a device, made if it is not there yet.
    static func installation(
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

    static func details(of device: DeviceRecord, _ db: GRDB.Database) throws -> DeviceDetails {
        DeviceDetails(
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
    static func tags(of device: DeviceRecord, _ db: GRDB.Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT tag.name FROM deviceTag JOIN tag ON tag.id = deviceTag.tagId
                WHERE deviceTag.deviceId = ? ORDER BY tag.name, tag.id
                """, arguments: [device.id])
    }
}
