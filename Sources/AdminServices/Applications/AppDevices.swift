import ConsoleModel
import ConsolePlatform
import GRDB

/// A device that has an app, or is to have it.
struct AppDevice: Sendable {
    let device: DeviceRecord
    let username: String?
    let isAssigned: Bool
    /// The version on it; nil for none, or an unknown one.
    let installedVersion: String?
    let isInstalled: Bool
    /// The last order for the app on it; nil for none.
    var request: ApplicationRequestRecord?
}

/// How a client names a device.
struct DeviceNaming: Sendable {
    var id: Int64?
    var udid: String?
    var macAddress: String?
    var serialNumber: String?

    /// The first of its ids that says something.
    fileprivate var locator: DeviceLocator? {
        if let id { return DeviceLocator(.deviceID, String(id)) }
        let others: [(DeviceLocator.Kind, String?)] = [
            (.udid, udid), (.serialNumber, serialNumber), (.macAddress, macAddress),
        ]
        return others.lazy.compactMap { kind, value in value.map { DeviceLocator(kind, $0) } }.first {
            !$0.value.isEmpty
        }
    }
}

extension AppCatalogStore {
    /// Devices that have a version of an app or are to have it, by id.
    ///
    /// - Parameters:
    ///   - reference: The app.
    ///   - isInstalled: Only those that have it, or that have it not; nil for both.
    ///   - isAssigned: Only those that are to have it, or not; nil for both.
    ///   - administrator: Who asks.
    ///   - page: Which page.
    ///   - missing: The error for an unknown app.
    /// - Returns: The app, and a page of the devices.
    /// - Throws: `missing`.
    func devices(
        of reference: RecordReference, isInstalled: Bool?, isAssigned: Bool?, for administrator: AdministratorIdentity,
        page: PageRequest, else missing: ConsoleError
    ) async throws -> (application: ApplicationRecord, devices: Page<AppDevice>) {
        try await database.read { db in
            let record = try require(reference, for: administrator, else: missing, db)
            let audience = try self.audience(of: record, for: administrator, db)
            let ids = Page(page, of: audience.devices(isInstalled: isInstalled, isAssigned: isAssigned))
            let items = try Self.appDevices(ids.items, record, audience, db)
            return (record, Page(items: items, request: page, total: ids.total))
        }
    }

    /// Ids of the devices ``devices(of:isInstalled:isAssigned:for:page:else:)`` answers.
    func deviceIDs(
        of reference: RecordReference, isInstalled: Bool?, isAssigned: Bool?, for administrator: AdministratorIdentity,
        page: PageRequest, else missing: ConsoleError
    ) async throws -> Page<Int64> {
        try await database.read { db in
            let record = try require(reference, for: administrator, else: missing, db)
            let ids = try self.audience(of: record, for: administrator, db)
                .devices(isInstalled: isInstalled, isAssigned: isAssigned)
            return Page(page, of: ids)
        }
    }

    /// Devices by id, each with its user and the app on it, read at once.
    private static func appDevices(
        _ ids: [Int64], _ record: ApplicationRecord, _ audience: AppAudience, _ db: GRDB.Database
    ) throws -> [AppDevice] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT device.*, enrollmentUser.username AS heldBy, installation.appVersion AS installedVersion
                FROM json_each(?) AS wanted CROSS JOIN device ON device.id = wanted.value
                LEFT JOIN enrollmentUser ON enrollmentUser.id = device.userId
                LEFT JOIN installation ON installation.deviceId = device.id AND installation.bundleId = ?
                ORDER BY wanted.key
                """, arguments: [ids.jsonList, record.bundleId])
        let requests = try ApplicationRequestRecord.all(of: try record.storedID(), on: ids, db)
        return try rows.map { row in
            let device = try DeviceRecord(row: row)
            let id = try device.storedID()
            return AppDevice(
                device: device, username: row["heldBy"], isAssigned: audience.assigned.contains(id),
                installedVersion: row["installedVersion"], isInstalled: audience.installed.contains(id),
                request: requests[id])
        }
    }

    /// How a device stands with an app.
    ///
    /// - Throws: ``AppRefusal/missing``, ``AppRefusal/missingDevice``.
    func device(_ naming: DeviceNaming, of reference: RecordReference, for administrator: AdministratorIdentity)
        async throws
        -> AppDevice
    {
        try await database.read { db in
            let record = try require(reference, for: administrator, else: AppRefusal.missing, db)
            let device = try Self.device(naming, for: administrator, db)
            let audience = try audience(of: record, for: administrator, db)
            let found = try Self.appDevices([try device.storedID()], record, audience, db)
            guard let appDevice = found.first else { throw AppRefusal.missingDevice }
            return appDevice
        }
    }

    /// Keeps that an app is wanted on a device, or no longer: nothing is pushed, as no device is managed.
    ///
    /// - Throws: ``AppRefusal/missing``, ``AppRefusal/missingDevice``, ``AppRefusal/notAssigned``, and ``ConsoleError`` `conflict` if
    ///   several devices have the id.
    func push(
        _ action: ApplicationRequestRecord.Action, _ reference: RecordReference, to naming: DeviceNaming,
        by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let record = try require(reference, for: administrator, else: AppRefusal.missing, db)
            let device = try Self.device(naming, for: administrator, isOrder: true, db)
            let now = clock.now(in: device.groupId)
            let audience = try self.audience(of: record, for: administrator, db)
            guard action != .install || audience.assigned.contains(device.id ?? 0) else {
                throw AppRefusal.notAssigned
            }
            try ApplicationRequestRecord.keep(
                action, of: try record.storedID(), on: try device.storedID(), by: administrator, at: now, db)
            try events.record(
                ConsoleEvent(
                    action: action.event, subjectKind: "device", subject: device.identifier,
                    groupID: device.groupId, at: now, deviceID: device.id),
                by: .administrator(administrator.name),
                after: ["bundleId": record.bundleId, "version": record.version], in: transaction)
        }
    }

    private func audience(
        of record: ApplicationRecord, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> AppAudience {
        try AppAudience(
            of: record, try AssignmentState.load(of: try record.storedID(), db), in: administrator.subtree, census,
            db
        ).narrowed(to: administrator.subtree, db)
    }

    /// The device a client names.
    ///
    /// - Parameters:
    ///   - naming: How it is named.
    ///   - administrator: Who names it.
    ///   - isOrder: Whether something is ordered of it, so that it has to be the only one.
    ///   - db: The database.
    /// - Returns: The device.
    /// - Throws: ``AppRefusal/missingDevice``, if there is none in the administrator's subtree; ``ConsoleError`` `conflict`
    ///   if an order names several.
    static func device(
        _ naming: DeviceNaming, for administrator: AdministratorIdentity, isOrder: Bool = false, _ db: GRDB.Database
    ) throws -> DeviceRecord {
        do {
            guard let locator = naming.locator else { throw AppRefusal.missingDevice }
            let subtree = administrator.subtree
            return try isOrder ? locator.onlyDevice(in: subtree, db) : locator.device(in: subtree, db)
        } catch let error as ConsoleError where error.code == .notFound {
            throw AppRefusal.missingDevice
        }
    }
}
