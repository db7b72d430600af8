import ConsoleModel
import DeviceProtocol
import GRDB

/// The devices that are to have an app, and those that have it.
struct AppAudience: Sendable {
    /// The devices it is given to.
    private(set) var assigned: DeviceSet
    /// The devices that have this version of it.
    private(set) var installed: DeviceSet

    /// The devices of a subtree.
    init(
        of application: ApplicationRecord, _ state: AssignmentState, in subtree: Subtree,
        _ census: SmartGroupCensus, _ db: GRDB.Database
    ) throws {
        let members = try census.members(of: state.occurring, db)
        try self.init(of: application, state, members, db) { try Self.devices(of: subtree, in: .enrolled, db) }
    }

    /// The devices among those that are enrolled, which are asked for only if there are any to look for.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - state: Its assignments.
    ///   - members: Those of at least the smart groups that occur in it.
    ///   - db: The database.
    ///   - enrolled: The devices among which those that have it are.
    /// - Throws: What the database says, or `enrolled`.
    init(
        of application: ApplicationRecord, _ state: AssignmentState, _ members: [Int64: DeviceSet],
        _ db: GRDB.Database, among enrolled: () throws -> DeviceSet
    ) throws {
        assigned = state.devices(among: members)
        let rows = try SQLRequest<Int64>(
            sql: """
                SELECT deviceId FROM installation
                WHERE bundleId = ?1 AND (appVersion = ?2 OR ((appVersion IS NULL OR ?2 = '') AND applicationId = ?3))
                """, arguments: [application.bundleId, application.version, application.id], cached: true
        ).fetchCursor(db)
        var installed = DeviceSet()
        while let id = try rows.next() { installed.insert(id) }
        if !installed.isEmpty { installed.formIntersection(try enrolled()) }
        self.installed = installed
    }

    /// Leaves the devices of a subtree: smart groups reach as far as their own group does, an administrator may not.
    func narrowed(to subtree: Subtree, _ db: GRDB.Database) throws -> AppAudience {
        guard !subtree.isWhole else { return self }
        var audience = self
        audience.assigned.formIntersection(try Self.devices(of: subtree, db))
        return audience
    }

    /// Leaves those of some devices.
    func narrowed(to devices: DeviceSet) -> AppAudience {
        var audience = self
        audience.assigned.formIntersection(devices)
        audience.installed.formIntersection(devices)
        return audience
    }

    /// The devices of a subtree, of any status or of one.
    static func devices(
        of subtree: Subtree, in status: EnrollmentStatus? = nil, _ db: GRDB.Database
    ) throws -> DeviceSet {
        let ids = try Int64.fetchCursor(
            db,
            sql: """
                SELECT id FROM device
                WHERE groupId IN (\(Subtree.groups(in: ":top")))
                    \(status == nil ? "" : "AND enrollmentStatus = :status")
                """,
            arguments: ["top": subtree] + (status.map { ["status": $0.rawValue] } ?? [:]))
        var devices = DeviceSet()
        while let id = try ids.next() { devices.insert(id) }
        return devices
    }

    /// How many they are.
    var counts: AppEntry.Counts {
        var notInstalled = assigned
        notInstalled.subtract(installed)
        return AppEntry.Counts(
            assigned: assigned.count, installed: installed.count, notInstalled: notInstalled.count)
    }

    /// Those that have it or have it not, and are to have it or not, by id; nil for both.
    func devices(isInstalled: Bool?, isAssigned: Bool?) -> [Int64] {
        sorted.filter { id in
            (isInstalled ?? installed.contains(id)) == installed.contains(id)
                && (isAssigned ?? assigned.contains(id)) == assigned.contains(id)
        }
    }

    /// All of them, by id.
    var sorted: [Int64] {
        var all = assigned
        all.formUnion(installed)
        return all.sorted
    }
}
