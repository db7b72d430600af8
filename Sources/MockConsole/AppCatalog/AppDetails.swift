import GRDB

/// An app with everything the admin API tells about it.
struct AppDetails: Sendable {
    /// On how many devices it is.
    struct Counts: Hashable, Sendable {
        var assigned = 0
        var installed = 0
        var notInstalled = 0
    }

    let application: ApplicationRecord
    /// The group it belongs to.
    let group: OrganizationGroupRecord
    let package: AppPackageRecord
    let kind: AppKind
    /// What its store says; nil for an app of none.
    let store: StoreApplicationRecord?
    /// Uuid of its icon.
    let iconUUID: String?
    let assignments: AssignmentState
    let counts: Counts
    /// The SDK profile devices of its own group get; nil for none.
    let profile: (id: Int64, uuid: String)?

    /// Version of the app for the console, in four parts.
    var consoleVersion: String {
        ConsoleVersion.fourParts(package.consoleVersion.isEmpty ? application.version : package.consoleVersion)
    }

    /// The platform, by a name clients may send.
    var platform: AppPlatform { AppPlatform(application.platform) ?? .apple }

    /// The models it is for; those of its platform if nobody said.
    var models: [AppModel] {
        package.models.isEmpty && platform == .apple ? AppModel.models(ofFamilies: [1, 2]) : package.models
    }

    /// The details of an app.
    init(of application: ApplicationRecord, _ census: SmartGroupCensus, _ db: GRDB.Database) throws {
        let id = try application.storedID()
        self.application = application
        group = try OrganizationGroupStore.group(id: application.groupId, db)
        package = try AppPackageRecord.fetchOne(db, key: id) ?? AppPackageRecord(applicationId: id)
        kind = try AppKind.of(application, db)
        store = try StoreApplicationRecord.fetchOne(db, key: id)
        iconUUID = try String.fetchOne(
            db, sql: "SELECT uuid FROM applicationIcon WHERE applicationId = ?", arguments: [id])
        assignments = try AssignmentState.load(of: id, db)
        let audience = try AppAudience(of: application, assignments, below: group.path, census, db)
        counts = audience.counts
        profile = try Self.profile(of: application, in: group, db)
    }

    private static func profile(
        of application: ApplicationRecord, in group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> (id: Int64, uuid: String)? {
        let id: Int64? =
            switch application.profileMode {
            case .none: nil
            case .custom: application.profileId
            case .default: try AssignmentResolver.defaultProfiles(from: group, db).first?.profileID
            }
        guard let id else { return nil }
        let uuid = try String.fetchOne(db, sql: "SELECT uuid FROM sdkProfile WHERE id = ?", arguments: [id])
        return uuid.map { (id, $0) }
    }
}

/// The devices that are to have an app, and those that have it.
struct AppAudience: Sendable {
    /// The devices it is given to.
    private(set) var assigned: DeviceSet
    /// The devices that have this version of it.
    let installed: DeviceSet

    /// The devices of a subtree.
    init(
        of application: ApplicationRecord, _ state: AssignmentState, below groupPath: String,
        _ census: SmartGroupCensus,
        _ db: GRDB.Database
    ) throws {
        let members = try census.members(of: state.assignedIDs + state.exclusions, db)
        var assigned = DeviceSet()
        for id in state.assignedIDs { assigned.formUnion(members[id] ?? DeviceSet()) }
        for id in state.exclusions { assigned.subtract(members[id] ?? DeviceSet()) }
        self.assigned = assigned
        let rows = try Int64.fetchCursor(
            db,
            sql: """
                SELECT i.deviceId FROM installation i JOIN device d ON d.id = i.deviceId
                JOIN organizationGroup g ON g.id = d.groupId
                WHERE i.bundleId = ?1 AND d.enrollmentStatus = 4 AND substr(g.path, 1, length(?2)) = ?2
                    AND (i.appVersion = ?3 OR ((i.appVersion IS NULL OR ?3 = '') AND i.applicationId = ?4))
                """, arguments: [application.bundleId, groupPath, application.version, application.id])
        var installed = DeviceSet()
        while let id = try rows.next() { installed.insert(id) }
        self.installed = installed
    }

    /// Leaves the devices of a subtree: smart groups reach as far as their own group does, an administrator may not.
    func narrowed(to groupPath: String, _ db: GRDB.Database) throws -> AppAudience {
        guard groupPath.split(separator: "/").count > 1 else { return self }
        var audience = self
        audience.assigned.formIntersection(try Self.devices(below: groupPath, db))
        return audience
    }

    private static func devices(below groupPath: String, _ db: GRDB.Database) throws -> DeviceSet {
        // "0" is the character after "/".
        let ids = try Int64.fetchCursor(
            db,
            sql: """
                SELECT id FROM device
                WHERE groupId IN (SELECT id FROM organizationGroup WHERE path >= ? AND path < ?)
                """, arguments: [groupPath, String(groupPath.dropLast()) + "0"])
        var devices = DeviceSet()
        while let id = try ids.next() { devices.insert(id) }
        return devices
    }

    /// How many they are.
    var counts: AppDetails.Counts {
        var notInstalled = assigned
        notInstalled.subtract(installed)
        return AppDetails.Counts(
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
