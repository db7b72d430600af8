import ConsoleModel
import ConsolePlatform
import GRDB

/// Figures of an internal app over all its versions, and orders for many devices (AdminApplications, "Figures of an
/// app").
struct AppFigureStore: Sendable {
    /// The most devices of one order.
    static let limit = 10_000

    let catalog: AppCatalogStore

    /// On how many devices a version is.
    struct VersionCount: Hashable, Sendable {
        let version: String
        let assigned: Int
        let installed: Int
        /// Devices that have it, and to which no version is given.
        let sideloaded: Int
    }

    /// The newest version of the app.
    ///
    /// - Throws: As ``AppReach``.
    func newest(_ query: AppFiguresQuery, for administrator: AdministratorIdentity) async throws -> AppEntry {
        try await read(query, for: administrator) { reach, db in
            let records = reach.versions.prefix(1).map(\.application)
            guard let entry = try AppEntryReader.details(of: records, catalog.census, db).first else {
                throw AppRefusal.missingLater
            }
            return entry
        }
    }

    /// The figures of each version, the newest first.
    ///
    /// - Throws: As ``AppReach``.
    func counts(_ query: AppFiguresQuery, for administrator: AdministratorIdentity) async throws -> [VersionCount] {
        try await read(query, for: administrator) { reach, _ in
            reach.versions.map { version in
                var sideloaded = version.audience.installed
                sideloaded.subtract(reach.assigned)
                return VersionCount(
                    version: version.application.version, assigned: version.audience.assigned.count,
                    installed: version.audience.installed.count, sideloaded: sideloaded.count)
            }
        }
    }

    /// How many devices have the app or not for which reason, by word.
    ///
    /// - Throws: As ``AppReach``.
    func reasons(_ query: AppFiguresQuery, for administrator: AdministratorIdentity) async throws
        -> [(reason: String, count: Int)]
    {
        try await read(query, for: administrator) { reach, _ in
            var counted = reach.assigned
            counted.formUnion(reach.installed)
            let counts = counted.sorted.reduce(into: [String: Int]()) { $0[reach.reason(of: $1), default: 0] += 1 }
            return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    /// A page of devices.
    ///
    /// - Throws: As ``AppReach``.
    func devices(
        _ query: AppFiguresQuery, _ filter: AppFigureFilter, order: String, page: PageRequest,
        for administrator: AdministratorIdentity
    ) async throws -> Page<AppFigureDevice> {
        try await read(query, for: administrator) { reach, db in
            try reach.devices(filter, order: order, page: page, db)
        }
    }

    private func read<Value: Sendable>(
        _ query: AppFiguresQuery, for administrator: AdministratorIdentity,
        _ body: @escaping @Sendable (AppReach, GRDB.Database) throws -> Value
    ) async throws -> Value {
        try await catalog.database.read { db in
            try body(try AppReach(query, for: administrator, catalog.census, db), db)
        }
    }
}

extension AppFigureStore {
    /// Keeps orders for the devices that a filter admits; those that do not get the app are left out of installations.
    ///
    /// - Throws: As ``AppReach``; ``ConsoleError`` `badRequest` for more devices than ``limit``.
    func order(
        _ action: ApplicationRequestRecord.Action, _ query: AppFiguresQuery, _ filter: AppFigureFilter,
        by administrator: AdministratorIdentity
    ) async throws {
        try await catalog.database.write { transaction in
            let db = transaction.db
            let reach = try AppReach(query, for: administrator, catalog.census, db)
            let everything = PageRequest(page: 0, size: Int(Int32.max))
            let found = try reach.devices(filter, order: "device.id", page: everything, db).items
            let wanted = found.compactMap { device -> (ApplicationRecord, DeviceRecord)? in
                let version = action == .install ? device.assigned : device.installed ?? device.assigned
                return version.map { ($0.application, device.device) }
            }
            guard wanted.count <= Self.limit else {
                throw ConsoleError(
                    .badRequest, "The filter finds \(wanted.count) devices; it has to find at most \(Self.limit).")
            }
            try keep(action, wanted, by: administrator, in: transaction)
        }
    }

    /// Keeps orders for apps on devices, all or none.
    ///
    /// - Parameters:
    ///   - action: What is ordered.
    ///   - targets: Uuids of apps and devices.
    ///   - administrator: Who orders it.
    /// - Throws: ``AppRefusal/missingLater``, ``AppRefusal/missingDevice``, ``AppRefusal/notAssigned``.
    func order(
        _ action: ApplicationRequestRecord.Action, _ targets: [(application: RecordReference, device: String)],
        by administrator: AdministratorIdentity
    ) async throws {
        try await catalog.database.write { transaction in
            let db = transaction.db
            var devices: [RecordReference: DeviceSet] = [:]
            let wanted = try targets.map { target in
                let record = try catalog.require(
                    target.application, for: administrator, else: AppRefusal.missingLater, db)
                let device = try DeviceLocator(.uuid, target.device).device(in: administrator.subtree, db)
                if action == .install, devices[target.application] == nil {
                    let state = try AssignmentState.load(of: try record.storedID(), db)
                    devices[target.application] = state.devices(
                        among: try catalog.census.members(of: state.occurring, db))
                }
                let isAssigned = try devices[target.application]?.contains(device.storedID()) ?? false
                guard action != .install || isAssigned else { throw AppRefusal.notAssigned }
                return (record, device)
            }
            try keep(action, wanted, by: administrator, in: transaction)
        }
    }

    private func keep(
        _ action: ApplicationRequestRecord.Action, _ wanted: [(ApplicationRecord, DeviceRecord)],
        by administrator: AdministratorIdentity, in transaction: Transaction
    ) throws {
        for (application, device) in wanted {
            let now = catalog.clock.now(in: device.groupId)
            try ApplicationRequestRecord.keep(
                action, of: try application.storedID(), on: try device.storedID(), by: administrator, at: now,
                transaction.db)
            try catalog.events.record(
                ConsoleEvent(
                    action: action.event, subjectKind: "device", subject: device.identifier,
                    groupID: device.groupId, at: now, deviceID: device.id),
                by: .administrator(administrator.name),
                after: ["bundleId": application.bundleId, "version": application.version], in: transaction)
        }
    }
}
