package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// Devices and the apps on them.
package struct DeviceStore: Sendable {
    package let database: ConsoleDatabase

    /// The device that a request without a credential means; nil if there is none.
    ///
    /// - Parameters:
    ///   - identifier: Its identifier, which several customers may know.
    ///   - home: The group that the request came to, whose devices alone are meant; nil for any.
    /// - Returns: An enrolled device before one that is not, an earlier enrollment before a later one.
    /// - Throws: Errors of the database.
    package func claimed(_ identifier: DeviceIdentifier, at home: Int64?) async throws -> DeviceRecord? {
        try await database.read { db in try Self.claimed(identifier, at: home, db) }
    }

    /// The device that a request without a credential means, of those in a subtree; nil if there is none.
    package func claimed(_ identifier: DeviceIdentifier, in subtree: Subtree) async throws -> DeviceRecord? {
        try await database.read { db in try Self.claimed(identifier, in: subtree, db) }
    }

    /// The device with an identifier that belongs to the customer of a group; nil if that customer has none.
    package func device(_ identifier: DeviceIdentifier, ofCustomerOf groupID: Int64?) async throws -> DeviceRecord? {
        try await database.read { db in try Self.device(identifier, ofCustomerOf: groupID, db) }
    }

    /// The device with an identifier or uuid in a subtree; see ``find(_:in:_:)``.
    package func find(_ identifier: DeviceIdentifier, in subtree: Subtree) async throws -> DeviceRecord? {
        try await database.read { db in try Self.find(identifier, in: subtree, db) }
    }

    /// The device with an identifier or uuid in a subtree; see ``find(_:in:_:)``.
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

    /// A device and its group, which a status answer needs; nil for an unknown device.
    ///
    /// - Parameters:
    ///   - identifier: Its identifier.
    ///   - id: Row id of the device whose credential came with the request, which decides; nil for none.
    ///   - home: The group that the request came to, whose devices alone are meant without a credential; nil for any.
    /// - Returns: The device and its group.
    /// - Throws: Errors of the database.
    package func status(of identifier: DeviceIdentifier, provenAs id: Int64?, at home: Int64?) async throws -> (
        device: DeviceRecord, group: OrganizationGroupRecord
    )? {
        try await database.read { db in
            let proven = try DeviceRecord.stored(id, db)
            guard let device = try proven ?? Self.claimed(identifier, at: home, db) else { return nil }
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
    /// Other devices with its identifier in the subtree of the administrator; empty where they were not looked up.
    package var namesakes: [DeviceNamesake] = []
}

/// Another device with the same identifier, of another customer.
package struct DeviceNamesake: Sendable {
    package let uuid: String
    /// Code of its organization group.
    package let groupCode: String
    package let status: EnrollmentStatus
}

extension DeviceStore {
    /// The device that a request without a credential means; see ``claimed(_:at:)``.
    package static func claimed(_ identifier: DeviceIdentifier, at home: Int64?, _ db: GRDB.Database) throws
        -> DeviceRecord?
    {
        guard let home else { return try claimed(identifier, in: .whole, db) }
        return try claimed(identifier, in: try OrganizationGroupStore.group(id: home, db).subtree, db)
    }

    /// The device that a request without a credential means, of those in a subtree; nil if there is none.
    static func claimed(_ identifier: DeviceIdentifier, in subtree: Subtree, _ db: GRDB.Database) throws
        -> DeviceRecord?
    {
        let statement = try db.cachedStatement(
            sql: """
                SELECT device.* FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId
                WHERE device.identifier = ? AND \(Subtree.condition("organizationGroup.path", in: "?"))
                ORDER BY \(EnrollmentOrder.earliestFirst) LIMIT 1
                """)
        return try DeviceRecord.fetchOne(statement, arguments: [identifier.value, subtree, subtree])
    }

    /// The device with an identifier that belongs to the customer of a group; nil if that customer has none.
    package static func device(
        _ identifier: DeviceIdentifier, ofCustomerOf groupID: Int64?, _ db: GRDB.Database
    ) throws -> DeviceRecord? {
        let customer = try OrganizationGroupStore.customer(of: groupID, db)
        return try DeviceRecord.first(where: "customerId = ? AND identifier = ?", [customer, identifier.value], db)
    }

    /// The device that an administrator names by identifier or uuid, of those in a subtree; nil if there is none.
    ///
    /// A uuid goes before an identifier, then an enrolled device before one that is not, and an earlier enrollment before a
    /// later one.
    package static func find(_ identifier: DeviceIdentifier, in subtree: Subtree, _ db: GRDB.Database) throws
        -> DeviceRecord?
    {
        try named(identifier, in: subtree, limit: 1, db).first
    }

    /// The device with an identifier or uuid in a subtree; see ``find(_:in:_:)``.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package static func device(_ identifier: DeviceIdentifier, in subtree: Subtree, _ db: GRDB.Database) throws
        -> DeviceRecord
    {
        guard let device = try find(identifier, in: subtree, db) else { throw unknown(identifier) }
        return device
    }

    /// The one device with an identifier or uuid in a subtree, to change or order something of.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` naming them if several have the identifier.
    package static func onlyDevice(_ identifier: DeviceIdentifier, in subtree: Subtree, _ db: GRDB.Database) throws
        -> DeviceRecord
    {
        let found = try named(identifier, in: subtree, limit: namedAtMost + 1, db)
        guard let device = found.first else { throw unknown(identifier) }
        if device.uuid.lowercased() == identifier.value { return device }
        guard found.count == 1 else { throw try ambiguity(found, "the identifier \(identifier)", db) }
        return device
    }

    /// The refusal of an identifier that several devices have.
    ///
    /// - Parameters:
    ///   - devices: The devices.
    ///   - name: The identifier, with its kind.
    ///   - db: The database.
    /// - Returns: `conflict` with uuid and group of each.
    /// - Throws: Errors of the database.
    static func ambiguity(_ devices: [DeviceRecord], _ name: String, _ db: GRDB.Database) throws -> ConsoleError {
        let names = try devices.prefix(namedAtMost).map { device in
            "\(device.uuid) of \(try OrganizationGroupStore.group(id: device.groupId, db).code)"
        }
        let others = devices.count > namedAtMost ? [" and others"] : []
        return ConsoleError(
            .conflict,
            "Several devices have \(name): \(names.joined(separator: ", "))\(others.joined()). Name one by its uuid.")
    }

    /// Devices that such a refusal names at most.
    static let namedAtMost = 10

    /// Devices with an identifier or uuid in a subtree, in the order of ``find(_:in:_:)``.
    private static func named(
        _ identifier: DeviceIdentifier, in subtree: Subtree, limit: Int, _ db: GRDB.Database
    ) throws -> [DeviceRecord] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT device.* FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId
                WHERE (device.identifier = ? OR device.uuid = ?)
                    AND \(Subtree.condition("organizationGroup.path", in: "?"))
                ORDER BY device.uuid = ? DESC, \(EnrollmentOrder.earliestFirst) LIMIT ?
                """)
        let name = identifier.value
        return try DeviceRecord.fetchAll(statement, arguments: [name, name, subtree, subtree, name, limit])
    }

    /// Other devices of a subtree with the identifier of a device, at most as many as a refusal names.
    package static func namesakes(of device: DeviceRecord, in subtree: Subtree, _ db: GRDB.Database) throws
        -> [DeviceNamesake]
    {
        let statement = try db.cachedStatement(
            sql: """
                SELECT device.uuid, organizationGroup.code, device.enrollmentStatus
                FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId
                WHERE device.identifier = ? AND device.id <> ?
                    AND \(Subtree.condition("organizationGroup.path", in: "?"))
                ORDER BY \(EnrollmentOrder.earliestFirst) LIMIT ?
                """)
        let rows = try Row.fetchAll(
            statement, arguments: [device.identifier, device.id, subtree, subtree, namedAtMost])
        return rows.map { row in
            DeviceNamesake(uuid: row[0], groupCode: row[1], status: EnrollmentStatus(rawValue: row[2]) ?? .unknown)
        }
    }

    private static func unknown(_ identifier: DeviceIdentifier) -> ConsoleError {
        ConsoleError(.notFound, "There is no device \(identifier).")
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
