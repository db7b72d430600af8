import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A removal of an app from a device that was asked for.
struct AppRemoval: Sendable {
    let application: ApplicationRecord
    let device: DeviceRecord
    let request: ApplicationRequestRecord
}

/// How an app stands with the management of a device.
struct AppManagement: Sendable {
    let device: DeviceRecord
    let bundle: String
    let isInstalled: Bool
    /// Whether it is installed, given to the device, and the device is managed.
    let isManaged: Bool
}

/// Which removals are asked for.
struct AppRemovalSearch: Sendable {
    var bundle: String?
    var device: Int64?
    var group: RecordReference?
    var from: Timestamp?
    /// Not included.
    var to: Timestamp?
}

extension AppCatalogStore {
    /// Friendly names of devices of a subtree, by id.
    func deviceNames(_ ids: Set<Int64>, in subtree: Subtree) async throws -> [Int64: String] {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT device.id, device.friendlyName FROM device
                    JOIN organizationGroup home ON home.id = device.groupId
                    WHERE device.id IN (SELECT value FROM json_each(?1)) AND \(Subtree.condition("home.path", in: "?2"))
                    """, arguments: [ids.sorted().jsonList, subtree])
            return Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
        }
    }

    /// The subtree something is asked about.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is not in the administrator's own.
    func subtree(of reference: RecordReference?, for administrator: AdministratorIdentity) async throws -> Subtree {
        guard let reference else { return administrator.subtree }
        return try await database.read { db in try BlobStore.group(reference, for: administrator, db).subtree }
    }

    /// Removals that were asked for, the latest first; of an app on a device the last one, unless it was asked for again.
    func removals(_ search: AppRemovalSearch, for administrator: AdministratorIdentity, page: PageRequest) async throws
        -> Page<AppRemoval>
    {
        try await database.read { db in
            let subtree = try search.group.map { try BlobStore.group($0, for: administrator, db).subtree }
            let source = """
                FROM applicationRequest request JOIN application ON application.id = request.applicationId
                JOIN device ON device.id = request.deviceId JOIN organizationGroup home ON home.id = device.groupId
                JOIN organizationGroup owner ON owner.id = application.groupId
                WHERE request.action = 'uninstall' AND \(Subtree.condition("home.path", in: ":group"))
                    AND \(Subtree.condition("owner.path", in: ":top"))
                    AND (:bundle IS NULL OR application.bundleId = :bundle)
                    AND (:device IS NULL OR request.deviceId = :device)
                    AND (:from IS NULL OR request.requestedAt >= :from) AND (:to IS NULL OR request.requestedAt < :to)
                """
            let arguments: StatementArguments = [
                "group": subtree ?? administrator.subtree, "top": administrator.subtree, "bundle": search.bundle,
                "device": search.device,
                "from": search.from, "to": search.to,
            ]
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let requests = try ApplicationRequestRecord.fetchAll(
                db, sql: "SELECT request.* \(source) ORDER BY request.id DESC LIMIT :size OFFSET :offset",
                arguments: arguments + ["size": page.size, "offset": page.offset])
            let applications = Dictionary(
                try ApplicationRecord.fetchAll(db, keys: Set(requests.map(\.applicationId))).map { ($0.id, $0) }
            ) { $1 }
            let devices = Dictionary(
                try DeviceRecord.fetchAll(db, keys: Set(requests.map(\.deviceId))).map { ($0.id, $0) }
            ) { $1 }
            let items = requests.compactMap { request -> AppRemoval? in
                guard let application = applications[request.applicationId], let device = devices[request.deviceId]
                else { return nil }
                return AppRemoval(application: application, device: device, request: request)
            }
            return Page(items: items, request: page, total: total)
        }
    }

    /// How an app stands with the management of a device.
    ///
    /// - Parameters:
    ///   - bundle: The app.
    ///   - device: The device: id, uuid or identifier.
    ///   - administrator: Who asks.
    /// - Returns: How it stands.
    /// - Throws: ``AppRefusal/missingDevice``; ``AppRefusal/missing`` for an app no group of the device knows.
    func management(of bundle: BundleIdentifier, on device: String, for administrator: AdministratorIdentity)
        async throws -> AppManagement
    {
        try await database.read { db in
            let found = try Self.device(named: device, for: administrator, db)
            let id = try found.storedID()
            let home = try OrganizationGroupStore.group(id: found.groupId, db)
            let versions = try ApplicationStore.nearest(
                bundle: bundle.value, platform: found.platform, from: home, db)
            guard !versions.isEmpty else { throw AppRefusal.missing }
            let states = try AssignmentState.load(of: versions.filter(\.isActive).compactMap(\.id), db)
            let members = try census.members(of: Set(states.values.flatMap(\.occurring)), db)
            let isAssigned = states.values.contains { $0.devices(among: members).contains(id) }
            let isInstalled = try DeviceStore.installation(of: id, bundle: bundle, db) != nil
            return AppManagement(
                device: found, bundle: bundle.value, isInstalled: isInstalled,
                isManaged: isInstalled && isAssigned && found.isManaged)
        }
    }

    private static func device(named text: String, for administrator: AdministratorIdentity, _ db: GRDB.Database) throws
        -> DeviceRecord
    {
        if let reference = RecordReference(text), let record = try DeviceRecord.find(reference, db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        {
            return record
        }
        return try device(DeviceNaming(udid: text), for: administrator, db)
    }
}
