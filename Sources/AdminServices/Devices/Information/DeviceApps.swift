import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// An app a device has, or is to have.
struct DeviceApp: Sendable {
    /// The app on the device; nil if it is not installed.
    let installation: InstallationRecord?
    /// The record of what is on it.
    let installed: ApplicationRecord?
    /// The newest version given to the device.
    let assigned: ApplicationRecord?
    /// The values of the installed app, else of the assigned one.
    let file: File
    /// Whether the last order was to remove it.
    let isUnwanted: Bool
    /// Whether the device is, or was, enrolled.
    let enrollment: EnrollmentStatus

    /// The parts of an app's record.
    struct File: Sendable {
        /// Size of the package.
        var byteCount: Int64 = 0
        /// Build of the package; empty if it is not known.
        var build = ""
        /// Whether licenses of it were purchased.
        var isPurchased = false
    }

    /// How the app stands on the device.
    enum State: String, Sendable {
        case pendingInstall = "PendingInstall"
        case installed = "Installed"
        case pendingRemoval = "PendingRemoval"
        case removed = "Removed"
    }

    /// The record that names it.
    var application: ApplicationRecord? { installed ?? assigned }

    var bundle: String { installation?.bundleId ?? application?.bundleId ?? "" }

    /// Its state: apps are removed on request, and when the enrollment ends.
    var state: State { presence == .installed && isUnwanted ? .pendingRemoval : presence }

    /// Its state, whatever was ordered.
    var presence: State {
        guard installation != nil else { return .pendingInstall }
        if EnrollmentEnding.pending.contains(enrollment) { return .pendingRemoval }
        return EnrollmentEnding.statuses.contains(enrollment) ? .removed : .installed
    }

    /// The version that the device reported, else the one it should have.
    var version: String { (installation == nil ? assigned?.version : installation?.appVersion) ?? "" }

    /// The build of that version; the version where it is not known.
    var build: String { file.build.isEmpty || version != application?.version ? version : file.build }

    /// Where the app comes from.
    var type: String { file.isPurchased ? "Purchased" : application?.type ?? "Internal" }

    /// Whether a newer version is given to the device than it has.
    var hasUpdate: Bool {
        guard let installation, let assigned, let version = installation.appVersion,
            let known = ComparableVersion(version), let newest = ComparableVersion(assigned.version)
        else { return false }
        return known < newest
    }
}

extension DeviceInformationStore {
    /// A page of the apps a device has, by when it got them, and of those it is to have.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func apps(
        _ locator: DeviceLocator, _ page: PageRequest, for administrator: AdministratorIdentity,
        isAdministrative: Bool = false
    ) async throws -> (device: DeviceRecord, apps: Page<DeviceApp>) {
        try await database.read { db in
            let device = try locator.device(in: administrator.subtree, db)
            var all = try apps(of: device, db)
            if isAdministrative { all.removeAll { !Self.isAdministrative($0.bundle) } }
            return (device, Page(page, of: all))
        }
    }

    /// Apps of the vendor by which a device is managed.
    private static func isAdministrative(_ bundle: String) -> Bool {
        ["com.air-watch.", "com.airwatch.", "com.vmware.hub"].contains { bundle.lowercased().hasPrefix($0) }
    }

    private func apps(of device: DeviceRecord, _ db: GRDB.Database) throws -> [DeviceApp] {
        let enrollment = EnrollmentStatus(rawValue: device.enrollmentStatus) ?? .unknown
        let installations = try InstallationRecord.filter(sql: "deviceId = ?", arguments: [device.id])
            .order(sql: "id").fetchAll(db)
        var assigned = try assignedApps(of: device, db)
        let known = try Self.records(installations.compactMap(\.applicationId), db)
        let files = try Self.files(assigned.values.compactMap(\.id) + known.keys, db)
        let requests = try Self.requests(on: try device.storedID(), db)
        func app(_ installation: InstallationRecord?, _ given: ApplicationRecord?) -> DeviceApp {
            let record = installation?.applicationId.flatMap { known[$0] }
            let last = requests.last { $0.application == record?.id || $0.application == given?.id }
            return DeviceApp(
                installation: installation, installed: record, assigned: given,
                file: (record ?? given)?.id.flatMap { files[$0] } ?? DeviceApp.File(),
                isUnwanted: last?.isRemoval ?? false, enrollment: enrollment)
        }
        let present = installations.map { app($0, assigned.removeValue(forKey: $0.bundleId.lowercased())) }
        let awaited = assigned.values.sorted { ($0.id ?? 0) < ($1.id ?? 0) }
        return present + awaited.map { app(nil, $0) }
    }

    /// The newest version of each app that is given to a device, by bundle identifier in lower case.
    ///
    /// As for profiles, the nearest group that has an app counts.
    private func assignedApps(of device: DeviceRecord, _ db: GRDB.Database) throws -> [String: ApplicationRecord] {
        let group = try OrganizationGroupStore.group(id: device.groupId, db)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT application.*, assignment.smartGroupId AS given,
                    \(Subtree.depth(of: "organizationGroup.path")) AS depth
                FROM application JOIN organizationGroup ON organizationGroup.id = application.groupId
                LEFT JOIN applicationAssignment AS assignment ON assignment.applicationId = application.id
                WHERE application.status = 'Active' AND application.platform = ? COLLATE NOCASE
                    AND application.groupId IN (SELECT value FROM json_each(?))
                """,
            arguments: [device.platform, group.ancestorsAndSelf.jsonList])
        let excluded = try Self.exclusions(of: Set(rows.map { $0["id"] }), db)
        let members = try census.members(
            of: Set(rows.compactMap { $0["given"] as Int64? }).union(excluded.values.joined()), db)
        let id = try device.storedID()
        let isMember: (Int64) -> Bool = { members[$0]?.contains(id) == true }
        var depths: [String: Int] = [:]
        for row in rows {
            let bundle = (row["bundleId"] as String).lowercased()
            depths[bundle] = max(depths[bundle] ?? 0, row["depth"])
        }
        var newest: [String: ApplicationRecord] = [:]
        for row in rows {
            let application = try ApplicationRecord(row: row)
            let bundle = application.bundleId.lowercased()
            guard let smartGroup = row["given"] as Int64?, isMember(smartGroup), depths[bundle] == row["depth"],
                !(excluded[application.id ?? 0] ?? []).contains(where: isMember)
            else { continue }
            if let other = newest[bundle], !other.isEarlier(than: application) { continue }
            newest[bundle] = application
        }
        return newest
    }

    /// Smart groups some apps are kept from, by app.
    private static func exclusions(of applications: Set<Int64>, _ db: GRDB.Database) throws -> [Int64: [Int64]] {
        let rows = try SQLRequest<ExclusionRecord>(
            literal: "SELECT * FROM applicationExclusion WHERE applicationId IN (\(.ids(applications)))"
        ).fetchAll(db)
        return Dictionary(grouping: rows, by: \.applicationId).mapValues { $0.map(\.smartGroupId) }
    }

    private static func records(_ ids: [Int64], _ db: GRDB.Database) throws -> [Int64: ApplicationRecord] {
        let rows = try SQLRequest<ApplicationRecord>(literal: "SELECT * FROM application WHERE id IN (\(.ids(ids)))")
            .fetchAll(db)
        return Dictionary(try rows.map { (try $0.storedID(), $0) }) { $1 }
    }

    private static func files(_ ids: [Int64], _ db: GRDB.Database) throws -> [Int64: DeviceApp.File] {
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT application.id, COALESCE(package.byteCount, 0), COALESCE(package.build, ''),
                    store.licenses IS NOT NULL
                FROM application LEFT JOIN applicationPackage package ON package.applicationId = application.id
                LEFT JOIN storeApplication store ON store.applicationId = application.id
                WHERE application.id IN (\(.ids(ids)))
                """
        ).fetchAll(db)
        return Dictionary(
            rows.map { row in
                (row[0] as Int64, DeviceApp.File(byteCount: row[1], build: row[2], isPurchased: row[3]))
            }
        ) { $1 }
    }

    /// Orders for apps on a device, the latest last.
    private static func requests(
        on device: Int64, _ db: GRDB.Database
    ) throws -> [(application: Int64, isRemoval: Bool)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT applicationId, action = 'uninstall' FROM applicationRequest WHERE deviceId = ? ORDER BY id
                """, arguments: [device]
        ).map { ($0[0], $0[1]) }
    }
}
