package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// Devices and the apps on them.
package struct DeviceStore: Sendable {
    package let database: ConsoleDatabase

    /// The device with an identifier that signed in last, for requests that name nothing else; nil if there is none.
    ///
    /// - Parameters:
    ///   - identifier: Its identifier, which several customers may know.
    ///   - home: The group that the request came to, whose devices alone are meant; nil for any.
    /// - Returns: The device.
    /// - Throws: Errors of the database.
    package func latest(_ identifier: DeviceIdentifier, at home: Int64?) async throws -> DeviceRecord? {
        try await database.read { db in try Self.latest(identifier, at: home, db) }
    }

    /// The device with an identifier that belongs to the customer of a group; nil if that customer has none.
    package func device(_ identifier: DeviceIdentifier, ofCustomerOf groupID: Int64?) async throws -> DeviceRecord? {
        try await database.read { db in try Self.device(identifier, ofCustomerOf: groupID, db) }
    }

    /// The device with an identifier that signed in last, of those in a subtree; nil if there is none.
    package func find(_ identifier: DeviceIdentifier, in subtree: Subtree) async throws -> DeviceRecord? {
        try await database.read { db in try Self.find(identifier, in: subtree, db) }
    }

    /// The device with an identifier in a subtree; of several the one that signed in last.
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
            if query.search != nil {
                // A search is made once, not once to count and once to show.
                let ids = try query.ids(in: DeviceRecord.databaseTableName, db)
                let rows = try ids.dropFirst(page.offset).prefix(page.size).compactMap { id in
                    try DeviceRecord.stored(id, db)
                }
                return Page(items: try rows.map { try Self.details(of: $0, db) }, request: page, total: ids.count)
            }
            let (sql, arguments) = try query.clause(db)
            let rows = try DeviceRecord.fetchAll(
                db, sql: "SELECT record.* FROM device AS record \(sql) ORDER BY record.id LIMIT ? OFFSET ?",
                arguments: arguments + [page.size, page.offset])
            return Page(
                items: try rows.map { try Self.details(of: $0, db) }, request: page,
                total: try query.count(in: DeviceRecord.databaseTableName, db))
        }
    }

    /// The group and user names a status answer needs; nil for an unknown device.
    package func status(of identifier: DeviceIdentifier, at home: Int64?) async throws -> (
        device: DeviceRecord, group: OrganizationGroupRecord
    )? {
        try await database.read { db in
            guard let device = try Self.latest(identifier, at: home, db) else { return nil }
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
    /// Terms to order devices by: the one that signed in last comes first, then the one made last.
    ///
    /// Tokens say so, which each login issues, and not a time, because groups may have different clocks.
    package static let latestFirst = """
        (SELECT MAX(accessToken.id) FROM accessToken WHERE accessToken.deviceId = device.id) DESC, device.id DESC
        """

    /// The device with an identifier that signed in last; see ``latest(_:at:)``.
    package static func latest(_ identifier: DeviceIdentifier, at home: Int64?, _ db: GRDB.Database) throws
        -> DeviceRecord?
    {
        guard let home else { return try find(identifier, in: .whole, db) }
        return try find(identifier, in: try OrganizationGroupStore.group(id: home, db).subtree, db)
    }

    /// The device with an identifier that belongs to the customer of a group; nil if that customer has none.
    package static func device(
        _ identifier: DeviceIdentifier, ofCustomerOf groupID: Int64?, _ db: GRDB.Database
    ) throws -> DeviceRecord? {
        let customer = try OrganizationGroupStore.customer(of: groupID, db)
        return try DeviceRecord.first(where: "customerId = ? AND identifier = ?", [customer, identifier.value], db)
    }

    /// The device with an identifier that signed in last, of those in a subtree; nil if there is none.
    package static func find(_ identifier: DeviceIdentifier, in subtree: Subtree, _ db: GRDB.Database) throws
        -> DeviceRecord?
    {
        let statement = try db.cachedStatement(
            sql: """
                SELECT device.* FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId
                WHERE device.identifier = ? AND \(Subtree.condition("organizationGroup.path", in: "?"))
                ORDER BY \(latestFirst) LIMIT 1
                """)
        return try DeviceRecord.fetchOne(statement, arguments: [identifier.value, subtree, subtree])
    }

    /// The device with an identifier in a subtree; of several the one that signed in last.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package static func device(_ identifier: DeviceIdentifier, in subtree: Subtree, _ db: GRDB.Database) throws
        -> DeviceRecord
    {
        guard let device = try find(identifier, in: subtree, db) else {
            throw ConsoleError(.notFound, "There is no device \(identifier).")
        }
        return device
    }

    /// Refuses a group for a device if its customer has another one with the same identifier.
    ///
    /// - Throws: ``ConsoleError`` `conflict`.
    package static func requireUnique(_ device: DeviceRecord, in groupID: Int64, _ db: GRDB.Database) throws {
        guard let identifier = DeviceIdentifier(device.identifier),
            let other = try Self.device(identifier, ofCustomerOf: groupID, db), other.id != device.id
        else { return }
        let home = try OrganizationGroupStore.group(id: other.groupId, db)
        throw ConsoleError(
            .conflict,
            "The device \(identifier) is also enrolled in \(home.code), and a customer has each device once.")
    }

    package static func installation(of deviceID: Int64, bundle: BundleIdentifier, _ db: GRDB.Database) throws
        -> InstallationRecord?
    {
        try InstallationRecord.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM installation WHERE deviceId = ? AND bundleId = ?"),
            arguments: [deviceID, bundle.value])
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
            user: try UserRecord.stored(device.userId, db),
            installations: try InstallationRecord.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM installation WHERE deviceId = ? ORDER BY id"),
                arguments: [device.id]),
            credentials: try CredentialRecord.fetchAll(
                db.cachedStatement(
                    sql: "SELECT * FROM credential WHERE deviceId = ? AND revokedAt IS NULL ORDER BY id"),
                arguments: [device.id]),
            tags: try tags(of: device, db))
    }

    /// Names of a device's tags, in order.
    package static func tags(of device: DeviceRecord, _ db: GRDB.Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT tag.name FROM deviceTag JOIN tag ON tag.id = deviceTag.tagId
                    WHERE deviceTag.deviceId = ? ORDER BY tag.name, tag.id
                    """), arguments: [device.id])
    }
}
