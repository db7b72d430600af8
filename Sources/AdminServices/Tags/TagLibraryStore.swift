import ConsoleModel
import ConsolePlatform
import GRDB

/// Tags, created and changed by administrators (AdminTags).
struct TagLibraryStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// Tags of a subtree; an exact match of the name comes first.
    func tags(_ search: TagSearch, in subtree: Subtree, page: PageRequest) async throws -> Page<TagRecord> {
        try await database.read { db in
            var conditions = [
                Subtree.condition("home.path", in: ":top"),
                "(:name IS NULL OR instr(lower(tag.name), lower(:name)) > 0)",
            ]
            var arguments: StatementArguments = ["top": subtree, "name": search.name]
            if let reference = search.group {
                conditions.append(Subtree.condition("home.path", in: ":group"))
                arguments += ["group": try OrganizationGroupStore.subtree(ofSearched: reference, db)]
            }
            if let kind = search.kind {
                conditions.append("tag.kind = :kind")
                arguments += ["kind": kind.rawValue]
            }
            let source = """
                FROM tag JOIN organizationGroup home ON home.id = tag.groupId
                WHERE \(conditions.joined(separator: " AND "))
                """
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let rows = try TagRecord.fetchAll(
                db,
                sql: """
                    SELECT tag.* \(source) ORDER BY tag.name = :name DESC, \(search.order), tag.id
                    LIMIT :size OFFSET :offset
                    """, arguments: arguments + ["size": page.size, "offset": page.offset])
            return Page(items: rows, request: page, total: total)
        }
    }

    /// One tag of the administrator's groups.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func tag(_ reference: RecordReference, for administrator: AdministratorIdentity) async throws -> TagRecord {
        try await database.read { db in try Self.tag(reference, for: administrator, db) }
    }

    /// Makes a tag.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` (1012) without a name, `badRequest` for a name that is taken or
    ///   an unknown group.
    func create(_ draft: TagDraft, by administrator: AdministratorIdentity) async throws -> TagRecord {
        guard let name = draft.name else {
            throw ConsoleError(.unprocessable, "The field TagName is required.", number: 1012)
        }
        let uuid = random.uuid()
        return try await database.write { transaction in
            let home = try OrganizationGroupStore.group(
                inBody: draft.group ?? .id(administrator.groupID), in: administrator.subtree, transaction.db)
            let now = clock.now(in: home.id)
            var tag = TagRecord(
                id: nil, uuid: uuid, groupId: try home.storedID(), name: name, createdAt: now,
                kind: (draft.kind ?? .device).rawValue, avatar: draft.avatar ?? "")
            try Self.requireFreeName(tag, transaction.db)
            try tag.insert(transaction.db)
            try log(.tagCreated, tag, by: administrator, at: now, after: tag, in: transaction)
            return tag
        }
    }

    /// Changes the fields of a draft.
    ///
    /// - Throws: ``ConsoleError`` `notFound`; `badRequest` for a name that is taken, or an unknown group or one whose
    ///   subtree lacks a device that has the tag.
    func change(_ reference: RecordReference, _ draft: TagDraft, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let known = try Self.tag(reference, for: administrator, transaction.db)
            let now = clock.now(in: known.groupId)
            var tag = known
            tag.name = draft.name ?? known.name
            tag.kind = draft.kind?.rawValue ?? known.kind
            tag.avatar = draft.avatar ?? known.avatar
            if let group = draft.group {
                tag.groupId = try OrganizationGroupStore.group(
                    inBody: group, in: administrator.subtree, transaction.db
                ).storedID()
                try Self.requireReach(tag, transaction.db)
            }
            guard tag != known else { return }
            try Self.requireFreeName(tag, transaction.db)
            try tag.update(transaction.db)
            try log(.tagUpdated, tag, by: administrator, at: now, before: known, after: tag, in: transaction)
        }
    }

    /// Deletes a tag, which devices lose; smart groups with the tag as a criterion match no device by it.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let tag = try Self.tag(reference, for: administrator, transaction.db)
            let now = clock.now(in: tag.groupId)
            try tag.delete(transaction.db)
            try log(.tagDeleted, tag, by: administrator, at: now, before: tag, in: transaction)
        }
    }

    private func log(
        _ action: EventAction, _ tag: TagRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        before: TagRecord? = nil, after: TagRecord? = nil, in transaction: Transaction
    ) throws {
        transaction.changesConfiguration()
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "tag", subject: tag.name, groupID: tag.groupId, at: now),
            by: .administrator(administrator.name), before: try before.map(EventLogStore.fields),
            after: try after.map(EventLogStore.fields), in: transaction)
    }
}

extension TagLibraryStore {
    /// The error for an unknown tag.
    static func missing(_ reference: some CustomStringConvertible) -> ConsoleError {
        ConsoleError(
            .notFound, "Tag \(String(describing: reference).prefix(80)) not found or user does not have access to it.")
    }

    /// A tag of the administrator's subtree.
    ///
    /// - Throws: ``missing(_:)``.
    static func tag(
        _ reference: RecordReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> TagRecord {
        guard let tag = try TagRecord.find(reference, db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: tag.groupId, db))
        else { throw missing(reference) }
        return tag
    }

    private static func requireFreeName(_ tag: TagRecord, _ db: GRDB.Database) throws {
        guard let other = try TagStore.tag(named: tag.name, inExactly: tag.groupId, db), other.id != tag.id else {
            return
        }
        throw ConsoleError(.badRequest, "A tag with the name \(other.name) exists in the organization group already.")
    }

    /// Refuses to move a tag to a group while a device outside that group has it.
    private static func requireReach(_ tag: TagRecord, _ db: GRDB.Database) throws {
        let home = try OrganizationGroupStore.group(id: tag.groupId, db)
        let outside = try Int.fetchOne(
            db,
            sql: """
                SELECT COUNT(*) FROM deviceTag JOIN device ON device.id = deviceTag.deviceId
                JOIN organizationGroup own ON own.id = device.groupId
                WHERE deviceTag.tagId = ?1 AND NOT (\(Subtree.condition("own.path", in: "?2")))
                """, arguments: [tag.id, home.subtree])
        guard let outside, outside > 0 else { return }
        throw ConsoleError(
            .badRequest, "\(outside) device\(outside == 1 ? " has" : "s have") the tag outside of \(home.code).")
    }
}
