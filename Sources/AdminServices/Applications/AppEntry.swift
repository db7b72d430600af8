import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// An app with everything that the admin API shows of it.
struct AppEntry: Sendable {
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
    /// Its store data; nil for an app of no store.
    let store: PublicApplicationRecord?
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

    /// The models it is for; by default those of its platform.
    var models: [AppModel] {
        package.models.isEmpty && platform == .apple ? AppModel.models(ofFamilies: [1, 2]) : package.models
    }
}

/// Reads details of apps; common parts of several apps are read once.
struct AppEntryReader {
    private let db: GRDB.Database
    private var groups: [Int64: OrganizationGroupRecord] = [:]
    private var enrolled: [Subtree: DeviceSet] = [:]
    /// The profile devices of a group get by default.
    private var defaultProfiles: [Int64: Int64?] = [:]
    private let assignments: [Int64: AssignmentState]
    /// Of the smart groups that occur.
    private let members: [Int64: DeviceSet]
    private let packages: [Int64: AppPackageRecord]
    private let stores: [Int64: PublicApplicationRecord]
    /// Uuids of icons.
    private let icons: [Int64: String]

    private init(_ ids: [Int64], _ census: SmartGroupCensus, _ db: GRDB.Database) throws {
        self.db = db
        assignments = try AssignmentState.load(of: ids, db)
        members = try census.members(of: Set(assignments.values.flatMap(\.occurring)), db)
        let wanted = SQL.ids(ids)
        packages = Dictionary(
            try SQLRequest<AppPackageRecord>(
                literal: "SELECT * FROM applicationPackage WHERE applicationId IN (\(wanted))"
            ).fetchAll(db).map { ($0.applicationId, $0) }
        ) { $1 }
        stores = Dictionary(
            try SQLRequest<PublicApplicationRecord>(
                literal: "SELECT * FROM storeApplication WHERE applicationId IN (\(wanted))"
            ).fetchAll(db).map { ($0.applicationId, $0) }
        ) { $1 }
        icons = Dictionary(
            try SQLRequest<Row>(
                literal: "SELECT applicationId, uuid FROM applicationIcon WHERE applicationId IN (\(wanted))"
            ).fetchAll(db).map { ($0[0], $0[1]) }
        ) { $1 }
    }

    /// The details of some apps, in their order, as a connection sees them.
    static func details(
        of applications: [ApplicationRecord], _ census: SmartGroupCensus, _ db: GRDB.Database
    ) throws -> [AppEntry] {
        var reader = try AppEntryReader(applications.compactMap(\.id), census, db)
        return try applications.map { try reader.details(of: $0) }
    }

    private mutating func details(of application: ApplicationRecord) throws -> AppEntry {
        let id = try application.storedID()
        let group = try group(application.groupId)
        let store = stores[id]
        let assignments = try assignments[id] ?? AssignmentState.load(of: id, db)
        let audience = try AppAudience(of: application, assignments, members, db) { try enrolled(in: group.subtree) }
        return AppEntry(
            application: application, group: group,
            package: packages[id] ?? AppPackageRecord(applicationId: id),
            kind: AppKind.of(application, store), store: store,
            iconUUID: icons[id],
            assignments: assignments, counts: audience.counts, profile: try profile(of: application, in: group))
    }

    private mutating func group(_ id: Int64) throws -> OrganizationGroupRecord {
        if let group = groups[id] { return group }
        let group = try OrganizationGroupStore.group(id: id, db)
        groups[id] = group
        return group
    }

    private mutating func enrolled(in subtree: Subtree) throws -> DeviceSet {
        if let devices = enrolled[subtree] { return devices }
        let devices = try AppAudience.devices(of: subtree, in: .enrolled, db)
        enrolled[subtree] = devices
        return devices
    }

    private mutating func defaultProfile(of group: OrganizationGroupRecord) throws -> Int64? {
        let id = try group.storedID()
        if let known = defaultProfiles[id] { return known }
        let profile = try AssignmentResolver.defaultProfiles(from: group, db).first?.profileID
        defaultProfiles[id] = .some(profile)
        return profile
    }

    private mutating func profile(
        of application: ApplicationRecord, in group: OrganizationGroupRecord
    ) throws -> (id: Int64, uuid: String)? {
        let id: Int64? =
            switch application.profileMode {
            case .none: nil
            case .custom: application.profileId
            case .default: try defaultProfile(of: group)
            }
        guard let id else { return nil }
        let uuid = try String.fetchOne(db, sql: "SELECT uuid FROM sdkProfile WHERE id = ?", arguments: [id])
        return uuid.map { (id, $0) }
    }
}
