import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// The versions of an internal app, and the devices that get or have them (AdminApplications, "Figures of an app").
struct AppReach: Sendable {
    /// A version with its devices.
    struct Version: Sendable {
        let application: ApplicationRecord
        let audience: AppAudience
    }

    /// The newest first.
    let versions: [Version]
    /// Devices that get any version.
    private(set) var assigned = DeviceSet()
    /// Devices that have any version.
    private(set) var installed = DeviceSet()
    /// Devices that a smart group keeps from the app, while another one would give it to them.
    private(set) var excluded = DeviceSet()
    /// The last order for each device.
    let requests: [Int64: ApplicationRequestRecord]

    /// The versions of an app, with the devices that an administrator sees and that a query counts.
    ///
    /// - Throws: ``AppRefusal/missingLater``; ``ConsoleError`` for an unknown group or smart group.
    init(
        _ query: AppFiguresQuery, for administrator: AdministratorIdentity, _ census: SmartGroupCensus,
        _ db: GRDB.Database
    ) throws {
        let home = try OrganizationGroupStore.group(query.home, in: administrator.subtree, db)
        let records = try ApplicationStore.versions(of: query.bundle.value, inExactly: try home.storedID(), db)
            .filter { AppPlatform($0.platform) == query.platform && $0.type == AppKind.uploaded.rawValue }
        guard !records.isEmpty else { throw AppRefusal.missingLater }
        let states = try AssignmentState.load(of: records.compactMap(\.id), db)
        let members = try census.members(of: Set(states.values.flatMap(\.occurring)), db)
        let counted = try Self.counted(query, below: home, for: administrator, census, db)
        let enrolled = try AppAudience.devices(of: home.subtree, in: .enrolled, db)
        var (versions, candidates): ([Version], DeviceSet) = ([], DeviceSet())
        for record in records {
            let state = try states[record.storedID()] ?? AssignmentState.load(of: record.storedID(), db)
            let audience = try AppAudience(of: record, state, members, db) { enrolled }
                .narrowed(to: counted)
            versions.append(Version(application: record, audience: audience))
            assigned.formUnion(audience.assigned)
            installed.formUnion(audience.installed)
            for id in state.assignedIDs { candidates.formUnion(members[id] ?? DeviceSet()) }
        }
        candidates.formIntersection(counted)
        candidates.subtract(assigned)
        self.versions = versions
        excluded = candidates
        requests = try ApplicationRequestRecord.last(of: records.compactMap(\.id), db)
    }

    /// The devices that count.
    private static func counted(
        _ query: AppFiguresQuery, below home: OrganizationGroupRecord, for administrator: AdministratorIdentity,
        _ census: SmartGroupCensus, _ db: GRDB.Database
    ) throws -> DeviceSet {
        let group =
            try query.group.map {
                try OrganizationGroupStore.group($0, in: administrator.subtree, db)
            } ?? home
        var devices = try AppAudience.devices(of: group.subtree, db)
        guard !query.smartGroups.isEmpty else { return devices }
        let ids = try query.smartGroups.map { uuid -> Int64 in
            guard let group = try SmartGroupRecord.find(.uuid(uuid), db),
                try administrator.subtree.contains(OrganizationGroupStore.group(id: group.groupId, db))
            else { throw ConsoleError(.badRequest, "Smart Group not found with Uuid: \(uuid)") }
            return try group.storedID()
        }
        var members = DeviceSet()
        for devices in try census.members(of: Set(ids), db).values { members.formUnion(devices) }
        devices.formIntersection(members)
        return devices
    }

    /// The version that a device gets: the newest one that is given out and given to it.
    func assignedVersion(of device: Int64) -> Version? {
        versions.first { $0.application.isActive && $0.audience.assigned.contains(device) }
            ?? versions.first { $0.audience.assigned.contains(device) }
    }

    /// The version that a device has.
    func installedVersion(of device: Int64) -> Version? { versions.first { $0.audience.installed.contains(device) } }

    /// Why a device has the app or not, as a word: the last order for it, or what it has.
    func reason(of device: Int64) -> String {
        let isInstalled = installed.contains(device)
        guard let request = requests[device], (request.action == .install) != isInstalled else {
            return isInstalled ? "Installed" : "NotInstalled"
        }
        return request.action.lastAction
    }

    /// Devices that get it, have it, or are kept from it, by id.
    var concerned: [Int64] {
        var all = assigned
        all.formUnion(installed)
        all.formUnion(excluded)
        return all.sorted
    }
}

extension ApplicationRequestRecord {
    /// The last order for each device among those for some apps.
    static func last(of applications: [Int64], _ db: GRDB.Database) throws -> [Int64: ApplicationRequestRecord] {
        let found = try SQLRequest<ApplicationRequestRecord>(
            literal: """
                SELECT * FROM applicationRequest
                WHERE applicationId IN (\(.ids(applications))) ORDER BY requestedAt, id
                """
        ).fetchAll(db)
        return Dictionary(found.map { ($0.deviceId, $0) }) { $1 }
    }
}
