import DeviceProtocol
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
}

/// Reads details of apps; what several of them have in common is asked for once.
struct AppDetailsReader {
    private let census: SmartGroupCensus
    private let db: GRDB.Database
    private var groups: [Int64: OrganizationGroupRecord] = [:]
    private var enrolled: [String: DeviceSet] = [:]

    /// Reads what a connection sees.
    init(_ census: SmartGroupCensus, _ db: GRDB.Database) {
        (self.census, self.db) = (census, db)
    }

    /// The details of an app.
    mutating func details(of application: ApplicationRecord) throws -> AppDetails {
        let id = try application.storedID()
        let group = try group(application.groupId)
        let store = try read(
            StoreApplicationRecord.self, "SELECT * FROM storeApplication WHERE applicationId = ?", id)
        let assignments = try AssignmentState.load(of: id, db)
        let audience = try AppAudience(of: application, assignments, census, db) { try enrolled(below: group.path) }
        return AppDetails(
            application: application, group: group,
            package: try read(AppPackageRecord.self, "SELECT * FROM applicationPackage WHERE applicationId = ?", id)
                ?? AppPackageRecord(applicationId: id),
            kind: AppKind.of(application, store), store: store,
            iconUUID: try SQLRequest<String>(
                sql: "SELECT uuid FROM applicationIcon WHERE applicationId = ?", arguments: [id], cached: true
            ).fetchOne(db),
            assignments: assignments, counts: audience.counts, profile: try profile(of: application, in: group))
    }

    /// A record, by a statement that is made once.
    private func read<Record: FetchableRecord>(_ type: Record.Type, _ sql: String, _ id: Int64) throws -> Record? {
        try SQLRequest<Record>(sql: sql, arguments: [id], cached: true).fetchOne(db)
    }

    private mutating func group(_ id: Int64) throws -> OrganizationGroupRecord {
        if let group = groups[id] { return group }
        let group = try OrganizationGroupStore.group(id: id, db)
        groups[id] = group
        return group
    }

    private mutating func enrolled(below path: String) throws -> DeviceSet {
        if let devices = enrolled[path] { return devices }
        let devices = try AppAudience.devices(below: path, in: .enrolled, db)
        enrolled[path] = devices
        return devices
    }

    private func profile(
        of application: ApplicationRecord, in group: OrganizationGroupRecord
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
