import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Lists of apps that are allowed, denied or required (AdminStoreApplications, "Application groups").
///
/// They are stored and answered; nothing enforces them, because no device is managed.
struct AppGroupStore: Sendable {
    /// The error for an unknown list.
    static let missing = ConsoleError(.notFound, "Application Group not found or user does not have access to it.")

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// The filters of lists.
    struct Search: Sendable {
        var name: String?
        var type: String?
        var platform: String?
        var group: RecordReference?
        var isActive: Bool?
        var order = "list.id"
    }

    /// Lists of an administrator's subtree.
    func search(_ search: Search, for administrator: AdministratorIdentity, page: PageRequest) async throws
        -> Page<AppGroup>
    {
        try await database.read { db in
            var subtree = administrator.subtree
            if let reference = search.group {
                guard let group = try OrganizationGroupRecord.find(reference, db),
                    administrator.subtree.contains(group)
                else { return Page(items: [], request: page, total: 0) }
                subtree = group.subtree
            }
            let source = """
                FROM applicationGroup list JOIN organizationGroup home ON home.id = list.groupId
                WHERE \(Subtree.condition("home.path", in: ":group"))
                    AND (:name IS NULL OR instr(lower(list.name), lower(:name)) > 0)
                    AND (:type IS NULL OR list.type = :type COLLATE NOCASE)
                    AND (:platform IS NULL OR list.platform = :platform COLLATE NOCASE)
                    AND (:active IS NULL OR list.isActive = :active)
                """
            let arguments: StatementArguments = [
                "group": subtree, "name": search.name, "type": search.type.map { AppGroupType($0)?.rawValue ?? $0 },
                "platform": search.platform.map { AppPlatform($0)?.name ?? $0 }, "active": search.isActive,
            ]
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let records = try AppGroupRecord.fetchAll(
                db, sql: "SELECT list.* \(source) ORDER BY \(search.order), list.id LIMIT :size OFFSET :offset",
                arguments: arguments + ["size": page.size, "offset": page.offset])
            return Page(items: try Self.load(records, db), request: page, total: total)
        }
    }

    /// A list.
    ///
    /// - Throws: ``missing``.
    func list(_ reference: RecordReference, for administrator: AdministratorIdentity) async throws -> AppGroup {
        try await database.read { db in try Self.load(try Self.require(reference, for: administrator, db), db) }
    }

    /// Makes a list.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for what is missing, an unknown group, or a name it has already.
    func create(_ draft: AppGroupDraft, by administrator: AdministratorIdentity) async throws -> AppGroup {
        guard let name = draft.name else { throw ConsoleError(.badRequest, "The field Name is required.") }
        guard let type = draft.type else { throw ConsoleError(.badRequest, "The field AppGroupType is required.") }
        return try await database.write { transaction in
            let home = try BlobStore.group(draft.group, for: administrator, transaction.db)
            let now = clock.now(in: home.id)
            var record = AppGroupRecord(
                id: nil, uuid: random.uuid(), groupId: try home.storedID(), name: name,
                description: draft.description ?? "", type: type, platform: (draft.platform ?? .apple).name,
                isActive: draft.isActive ?? true, createdAt: now)
            try Self.checkName(of: record, transaction.db)
            try record.insert(transaction.db)
            try Self.replaceItems(of: try record.storedID(), with: draft.entries ?? [], transaction.db)
            let list = try Self.load(record, transaction.db)
            try note(.applicationGroupCreated, nil, list, by: administrator, at: now, transaction)
            return list
        }
    }

    /// Changes a list; fields that the draft leaves out stay.
    ///
    /// - Throws: ``missing``; ``ConsoleError`` `badRequest` for a name the group has already.
    func update(_ reference: RecordReference, to draft: AppGroupDraft, by administrator: AdministratorIdentity)
        async throws
    {
        try await change(reference, by: administrator) { record, db in
            record.name = draft.name ?? record.name
            record.description = draft.description ?? record.description
            record.type = draft.type ?? record.type
            record.platform = draft.platform?.name ?? record.platform
            record.isActive = draft.isActive ?? record.isActive
            try Self.checkName(of: record, db)
            try record.update(db)
            if let entries = draft.entries { try Self.replaceItems(of: try record.storedID(), with: entries, db) }
        }
    }

    /// Puts an app on a list; one that is on it gets the new name.
    ///
    /// - Throws: ``missing``; ``ConsoleError`` `badRequest` if the list is full.
    func add(_ entry: AppGroupEntry, to reference: RecordReference, by administrator: AdministratorIdentity)
        async throws
    {
        try await change(reference, by: administrator) { record, db in
            let id = try record.storedID()
            try db.execute(
                sql: """
                    INSERT INTO applicationGroupItem (applicationGroupId, bundleId, name) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET name = excluded.name
                    """, arguments: [id, entry.bundle.value, entry.name])
            guard try Self.items(of: id, db).count <= AppGroupDraft.itemLimit else {
                throw ConsoleError(.badRequest, "An application group has at most \(AppGroupDraft.itemLimit) apps.")
            }
        }
    }

    /// Takes an app off a list.
    ///
    /// - Throws: ``missing``; ``ConsoleError`` `notFound` for an app it does not have.
    func remove(_ item: Int64, from reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await change(reference, by: administrator) { record, db in
            let found = AppGroupItemRecord.filter(
                sql: "id = ? AND applicationGroupId = ?", arguments: [item, record.id])
            guard try found.deleteAll(db) == 1 else {
                throw ConsoleError(.notFound, "The application group has no app \(item).")
            }
        }
    }

    /// Removes a list.
    ///
    /// - Throws: ``missing``.
    func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let record = try Self.require(reference, for: administrator, transaction.db)
            let now = clock.now(in: record.groupId)
            let list = try Self.load(record, transaction.db)
            try record.delete(transaction.db)
            try note(.applicationGroupDeleted, list, nil, by: administrator, at: now, transaction)
        }
    }
}

extension AppGroupStore {
    /// Changes a list in one transaction, and notes it.
    func change(
        _ reference: RecordReference, by administrator: AdministratorIdentity,
        _ body: @escaping @Sendable (inout AppGroupRecord, GRDB.Database) throws -> Void
    ) async throws {
        try await database.write { transaction in
            var record = try Self.require(reference, for: administrator, transaction.db)
            let now = clock.now(in: record.groupId)
            let former = try Self.load(record, transaction.db)
            try body(&record, transaction.db)
            let list = try Self.load(record, transaction.db)
            guard list.record != former.record || list.items != former.items else { return }
            try note(.applicationGroupUpdated, former, list, by: administrator, at: now, transaction)
        }
    }

    private func note(
        _ action: EventAction, _ before: AppGroup?, _ after: AppGroup?, by administrator: AdministratorIdentity,
        at now: Timestamp, _ transaction: Transaction
    ) throws {
        guard let record = (after ?? before)?.record else { return }
        func fields(_ list: AppGroup?) throws -> [String: String?]? {
            guard let list else { return nil }
            let items = list.items.map(\.bundleId).joined(separator: ", ")
            return try EventLogStore.fields(list.record).merging(["applications": items]) { $1 }
        }
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "applicationGroup", subject: record.name,
                groupID: record.groupId, at: now),
            by: .administrator(administrator.name), before: try fields(before), after: try fields(after),
            in: transaction)
    }

    private static func load(_ record: AppGroupRecord, _ db: GRDB.Database) throws -> AppGroup {
        guard let list = try load([record], db).first else { throw missing }
        return list
    }

    private static func load(_ records: [AppGroupRecord], _ db: GRDB.Database) throws -> [AppGroup] {
        let groups = try OrganizationGroupStore.groups(records.map(\.groupId), db)
        let items = try SQLRequest<AppGroupItemRecord>(
            literal: """
                SELECT * FROM applicationGroupItem
                WHERE applicationGroupId IN (\(.ids(records.compactMap(\.id)))) ORDER BY id
                """
        ).fetchAll(db)
        let byList = Dictionary(grouping: items, by: \.applicationGroupId)
        return records.compactMap { record in
            groups[record.groupId].map {
                AppGroup(record: record, group: $0, items: record.id.flatMap { byList[$0] } ?? [])
            }
        }
    }

    /// The apps of a list, by id.
    static func items(of id: Int64, _ db: GRDB.Database) throws -> [AppGroupItemRecord] {
        try AppGroupItemRecord.filter(sql: "applicationGroupId = ?", arguments: [id]).order(sql: "id").fetchAll(db)
    }

    private static func require(
        _ reference: RecordReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> AppGroupRecord {
        guard let record = try AppGroupRecord.find(reference, db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        else { throw missing }
        return record
    }

    private static func checkName(of record: AppGroupRecord, _ db: GRDB.Database) throws {
        let others = AppGroupRecord.filter(
            sql: "groupId = ? AND name = ? AND id IS NOT ?", arguments: [record.groupId, record.name, record.id])
        guard try others.isEmpty(db) else {
            throw ConsoleError(.badRequest, "An application group named \(record.name) already exists.")
        }
    }

    /// Makes some apps all those of a list.
    static func replaceItems(of id: Int64, with entries: [AppGroupEntry], _ db: GRDB.Database) throws {
        try AppGroupItemRecord.filter(sql: "applicationGroupId = ?", arguments: [id]).deleteAll(db)
        for entry in entries {
            var item = AppGroupItemRecord(
                id: nil, applicationGroupId: id, bundleId: entry.bundle.value, name: entry.name)
            try item.insert(db)
        }
    }
}
