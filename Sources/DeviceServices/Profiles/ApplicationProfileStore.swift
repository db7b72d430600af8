import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// An app with the SDK profile it gives.
struct ApplicationProfileEntry: Sendable {
    /// A profile that takes part.
    struct Source: Sendable {
        let record: ProfileRecord
        /// Code of the group it belongs to.
        let home: String
        /// Code of the group that makes it its default; nil for an app's own.
        let setBy: String?
    }

    let application: ApplicationRecord
    /// Code of its group.
    let group: String
    /// The profiles a device in the app's own group gets, the nearest first.
    let sources: [Source]
}

/// The filters of a list of apps, all of which must hold.
struct ApplicationProfileFilter: Sendable {
    /// Of this group and those below it.
    var group: GroupCode?
    var bundle: BundleIdentifier?
    var mode: ProfileMode?
    /// With this profile of their own.
    var profile: NamedReference?
    /// Whose name or bundle identifier contains a text.
    var text: String?
}

/// Which SDK profile apps give (AdminAPI, "Profiles of apps").
struct ApplicationProfileStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// Apps of a subtree, in the order in which they were made.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group.
    func applications(
        _ filter: ApplicationProfileFilter, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<ApplicationProfileEntry> {
        try await database.read { db in
            let (condition, arguments) = try Self.condition(filter, for: administrator, db)
            let source = """
                FROM application JOIN organizationGroup home ON home.id = application.groupId WHERE \(condition)
                """
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let records = try ApplicationRecord.fetchAll(
                db, sql: "SELECT application.* \(source) ORDER BY application.id LIMIT :size OFFSET :offset",
                arguments: arguments + ["size": page.size, "offset": page.offset])
            return Page(items: try records.map { try Self.details(of: $0, db) }, request: page, total: total)
        }
    }

    /// An app of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func application(_ reference: RecordReference, for administrator: AdministratorIdentity) async throws
        -> ApplicationProfileEntry
    {
        try await database.read { db in
            try Self.details(of: try Self.application(reference, for: administrator, db), db)
        }
    }

    /// Sets which profile an app gives.
    ///
    /// - Parameters:
    ///   - mode: Which kind.
    ///   - profile: The profile, for an own one.
    ///   - reference: The app.
    ///   - administrator: Who does it.
    /// - Returns: The app.
    /// - Throws: ``ConsoleError`` `notFound`, and `badRequest` for an unknown profile at the app's group or above.
    func set(
        _ mode: ProfileMode, _ profile: NamedReference?, of reference: RecordReference,
        by administrator: AdministratorIdentity
    ) async throws -> ApplicationProfileEntry {
        return try await database.write { transaction in
            let db = transaction.db
            let known = try Self.application(reference, for: administrator, db)
            let now = clock.now(in: known.groupId)
            var record = known
            record.profileMode = mode
            record.profileId = try profile.map { try Self.profile($0, for: known, administrator, db).storedID() }
            let details = try Self.details(of: record, db)
            guard record != known else { return details }
            try record.update(db, columns: ["profileMode", "profileId"])
            transaction.changesConfiguration()
            try events.record(
                ConsoleEvent(
                    action: .applicationUpdated, subjectKind: "application", subject: record.bundleId,
                    groupID: record.groupId, at: now),
                by: .administrator(administrator.name), before: try Self.fields(known, db),
                after: try Self.fields(record, db), in: transaction)
            return details
        }
    }
}

extension ApplicationProfileStore {
    private static func application(
        _ reference: RecordReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> ApplicationRecord {
        guard let record = try ApplicationRecord.find(reference, db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        else { throw ConsoleError(.notFound, "There is no application \(reference).") }
        return record
    }

    private static func profile(
        _ reference: NamedReference, for application: ApplicationRecord, _ administrator: AdministratorIdentity,
        _ db: GRDB.Database
    ) throws -> ProfileRecord {
        let group = try OrganizationGroupStore.group(id: application.groupId, db)
        // Of several with a name, those that the app cannot have do not count.
        let usable = try ProfileLibraryStore.candidates(reference, for: administrator, db)
            .filter { $0.1.subtree.contains(group) }
        guard let (record, _) = try ProfileLibraryStore.only(usable, reference) else {
            throw ConsoleError(.badRequest, "There is no SDK profile \(reference) at \(group.code) or above it.")
        }
        return record
    }

    /// The SDK profile that a device in the app's own group gets.
    private static func details(of record: ApplicationRecord, _ db: GRDB.Database) throws -> ApplicationProfileEntry {
        let group = try OrganizationGroupStore.group(id: record.groupId, db)
        let contributions: [ProfileContribution] =
            switch record.profileMode {
            case .none: []
            case .custom: record.profileId.map { [ProfileContribution(profileID: $0, group: nil)] } ?? []
            case .default: try AssignmentResolver.defaultProfiles(from: group, db)
            }
        let sources = try contributions.compactMap { contribution -> ApplicationProfileEntry.Source? in
            guard let profile = try ProfileRecord.stored(contribution.profileID, db) else { return nil }
            let home = try OrganizationGroupStore.group(id: profile.groupId, db).code
            return .init(record: profile, home: home, setBy: contribution.group)
        }
        return ApplicationProfileEntry(application: record, group: group.code, sources: sources)
    }

    private static func fields(_ record: ApplicationRecord, _ db: GRDB.Database) throws -> [String: String?] {
        let profile = try ProfileRecord.stored(record.profileId, db)
        return ["profileMode": record.profileMode.rawValue, "profile": profile?.name, "profileUuid": profile?.uuid]
    }

    private static func condition(
        _ filter: ApplicationProfileFilter, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> (String, StatementArguments) {
        var conditions = [Subtree.condition("home.path", in: ":top")]
        var arguments: StatementArguments = ["top": administrator.subtree]
        if let code = filter.group {
            conditions.append(Subtree.condition("home.path", in: ":group"))
            arguments += ["group": try ProfileLibraryStore.group(code, in: administrator.subtree, db).subtree]
        }
        if let bundle = filter.bundle {
            conditions.append("bundleId = :bundle")
            arguments += ["bundle": bundle.value]
        }
        if let mode = filter.mode {
            conditions.append("profileMode = :mode")
            arguments += ["mode": mode.rawValue]
        }
        if let reference = filter.profile {
            let found = try ProfileLibraryStore.only(
                ProfileLibraryStore.candidates(reference, for: administrator, db), reference)
            conditions.append("profileId = :profile")
            arguments += ["profile": found?.0.id ?? 0]
        }
        if let text = filter.text {
            conditions.append(
                "(instr(lower(application.name), lower(:text)) > 0 OR instr(lower(bundleId), lower(:text)) > 0)")
            arguments += ["text": text]
        }
        return (conditions.joined(separator: " AND "), arguments)
    }
}
