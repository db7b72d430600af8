import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Public apps (AdminStoreApplications, "Public applications").
extension AppCatalogStore {
    /// Adds an app of a store.
    ///
    /// - Parameters:
    ///   - draft: Its values.
    ///   - administrator: Who adds it.
    /// - Returns: Id of the app.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group, smart group or icon, or an app the group has
    ///   already.
    func add(_ draft: PublicAppDraft, by administrator: AdministratorIdentity) async throws -> Int64 {
        let icon = try await blobs.icon(draft.icon, for: administrator)
        return try await database.write { transaction in
            let db = transaction.db
            let home = try Self.home(of: draft, for: administrator, db)
            let now = clock.now(in: home.id)
            var record = ApplicationRecord(
                id: nil, uuid: blobs.random.uuid(), groupId: try home.storedID(), bundleId: draft.bundle.value,
                name: draft.name, type: "Public", platform: draft.platform.name, version: draft.version,
                status: "Active", profileMode: .default, profileId: nil, createdAt: now)
            let others = try ApplicationStore.versions(of: record.bundleId, inExactly: record.groupId, db)
            guard !others.contains(where: { $0.platform == record.platform && $0.version == record.version }) else {
                throw ConsoleError(.badRequest, "Application \(record.bundleId) already exists in \(home.name).")
            }
            try record.insert(db)
            let id = try record.storedID()
            try AppPackageRecord(
                applicationId: id, pushMode: draft.pushMode, models: draft.models, information: draft.information
            ).insert(db)
            var store = draft.store
            store.applicationId = id
            try store.insert(db)
            let bare = try AppRows(of: record, db)
            var rows = bare
            try rows.assignments.give(to: draft.smartGroups, for: administrator, at: now, db)
            if let icon { rows.setIcon(icon, uuid: blobs.random.uuid()) }
            try rows.save(over: bare, at: now, in: transaction)
            transaction.changesConfiguration()
            try events.record(
                ConsoleEvent(
                    action: .applicationCreated, subjectKind: "application", subject: record.bundleId,
                    groupID: record.groupId, at: now),
                by: .administrator(administrator.name), after: try rows.fields(), in: transaction)
            return id
        }
    }

    private static func home(
        of draft: PublicAppDraft, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> OrganizationGroupRecord {
        guard let code = draft.groupCode, !code.isEmpty else {
            return try BlobStore.group(draft.group, for: administrator, db)
        }
        guard let group = try OrganizationGroupStore.group(named: code, in: administrator.subtree, db) else {
            throw ConsoleError(.badRequest, "There is no organization group \"\(code.prefix(80))\".")
        }
        return group
    }

    /// Apps of stores an administrator may see whose name contains a text, one for each identifier, by name.
    func storeListings(named name: String, for administrator: AdministratorIdentity, page: PageRequest) async throws
        -> Page<AppEntry>
    {
        try await database.read { db in
            let source = """
                FROM application JOIN organizationGroup home ON home.id = application.groupId
                WHERE application.type = 'Public' AND \(Subtree.condition("home.path", in: ":top"))
                    AND instr(lower(application.name), lower(:name)) > 0
                GROUP BY lower(application.bundleId), application.platform
                """
            let arguments: StatementArguments = ["top": administrator.subtree, "name": name]
            let total = try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM (SELECT 1 \(source))", arguments: arguments)
            let records = try ApplicationRecord.fetchAll(
                db,
                sql: """
                    SELECT * FROM application WHERE id IN (SELECT MIN(application.id) \(source))
                    ORDER BY name COLLATE NOCASE, id LIMIT :size OFFSET :offset
                    """, arguments: arguments + ["size": page.size, "offset": page.offset])
            let items = try AppEntryReader.details(of: records, census, db)
            return Page(items: items, request: page, total: total ?? 0)
        }
    }
}
