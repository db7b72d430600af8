import DeviceProtocol
import GRDB

/// A device that has an app, or is to have it.
struct AppDevice: Sendable {
    let device: DeviceRecord
    let username: String?
    let isAssigned: Bool
    /// The version on it; nil for none, or one nobody knows.
    let installedVersion: String?
    let isInstalled: Bool
    /// What was last asked of the app on it; nil if nothing was.
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
    ///   - missing: What is thrown if there is no such app.
    /// - Returns: The devices.
    /// - Throws: `missing`.
    func devices(
        of reference: RecordReference, isInstalled: Bool?, isAssigned: Bool?, for administrator: AdministratorIdentity,
        page: PageRequest, else missing: ConsoleError
    ) async throws -> Page<AppDevice> {
        try await database.read { db in
            let record = try require(reference, for: administrator, else: missing, db)
            let audience = try self.audience(of: record, for: administrator, db)
            let ids = audience.sorted.filter { id in
                (isInstalled ?? audience.installed.contains(id)) == audience.installed.contains(id)
                    && (isAssigned ?? audience.assigned.contains(id)) == audience.assigned.contains(id)
            }
            let items = try ids.dropFirst(page.offset).prefix(page.size).compactMap { id -> AppDevice? in
                guard let device = try DeviceRecord.fetchOne(db, key: id),
                    try OrganizationGroupStore.group(id: device.groupId, db).path.hasPrefix(administrator.groupPath)
                else { return nil }
                return try Self.appDevice(device, record, audience, db)
            }
            return Page(items: items, request: page, total: ids.count)
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
            return try Self.appDevice(device, record, try audience(of: record, for: administrator, db), db)
        }
    }

    /// Keeps that an app is wanted on a device, or no longer: nothing is pushed, as no device is managed.
    ///
    /// - Throws: ``AppRefusal/missing``, ``AppRefusal/missingDevice``, ``AppRefusal/notAssigned``.
    func push(
        _ action: ApplicationRequestRecord.Action, _ reference: RecordReference, to naming: DeviceNaming,
        by administrator: AdministratorIdentity
    ) async throws {
        let now = clock.now(in: administrator.groupID)
        try await database.write { transaction in
            let db = transaction.db
            let record = try require(reference, for: administrator, else: AppRefusal.missing, db)
            let device = try Self.device(naming, for: administrator, db)
            let audience = try self.audience(of: record, for: administrator, db)
            guard action != .install || audience.assigned.contains(device.id ?? 0) else {
                throw AppRefusal.notAssigned
            }
            try ApplicationRequestRecord.keep(
                action, of: try record.storedID(), on: try device.storedID(), by: administrator, at: now, db)
            try events.record(
                ConsoleEvent(
                    action: "application.\(action)Requested", subjectKind: "device", subject: device.identifier,
                    groupID: device.groupId, at: now),
                by: .administrator(administrator.name),
                after: ["bundleId": record.bundleId, "version": record.version], in: transaction)
        }
    }

    private func audience(
        of record: ApplicationRecord, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> AppAudience {
        try AppAudience(
            of: record, try AssignmentState.load(of: try record.storedID(), db), below: administrator.groupPath, census,
            db)
    }

    private static func appDevice(
        _ device: DeviceRecord, _ record: ApplicationRecord, _ audience: AppAudience, _ db: GRDB.Database
    ) throws -> AppDevice {
        let id = try device.storedID()
        let bundle = BundleIdentifier(record.bundleId)
        let installation = try bundle.flatMap { try DeviceStore.installation(of: id, bundle: $0, db) }
        return AppDevice(
            device: device, username: try device.userId.flatMap { try UserRecord.fetchOne(db, key: $0)?.username },
            isAssigned: audience.assigned.contains(id), installedVersion: installation?.appVersion,
            isInstalled: audience.installed.contains(id),
            request: try ApplicationRequestRecord.find(record.id, on: id, db))
    }

    /// The device a client names.
    ///
    /// - Throws: ``AppRefusal/missingDevice``, if there is none in the administrator's subtree.
    static func device(_ naming: DeviceNaming, for administrator: AdministratorIdentity, _ db: GRDB.Database)
        throws -> DeviceRecord
    {
        do {
            guard let locator = naming.locator else { throw AppRefusal.missingDevice }
            return try locator.device(below: administrator.groupPath, db)
        } catch let error as ConsoleError where error.code == .notFound {
            throw AppRefusal.missingDevice
        }
    }
}
