import ConsoleModel
import ConsolePlatform
import GRDB

/// Smart groups, created and changed by administrators.
struct SmartGroupLibraryStore: Sendable {
    let database: ConsoleDatabase
    let census: SmartGroupCensus
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// Which members a change must have; those that it leaves out stay as they are.
    enum Change: Sendable {
        /// The name.
        case replace
        /// None.
        case patch
    }

    /// Makes a smart group.
    ///
    /// - Returns: The row.
    /// - Throws: ``ConsoleError`` `badRequest` for a name that is missing or taken, or for unknown things that it
    ///   names.
    func create(_ draft: SmartGroupDraft, by administrator: AdministratorIdentity) async throws -> SmartGroupRecord {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let db = transaction.db
            let home = try Self.home(draft, else: administrator.groupID, in: administrator.subtree, db)
            let now = clock.now(in: try home.storedID())
            let parts = try SmartGroupParts(draft, in: administrator.subtree, db)
            var record = SmartGroupRecord(
                uuid: uuid, groupId: try home.storedID(), name: try Self.name(draft),
                criteriaType: draft.criteriaType ?? "All", createdAt: now, updatedAt: now)
            try Self.requireFree(record, in: home, db)
            try record.insert(db)
            try SmartGroupStore.replace(
                criteria: parts.criteria, members: parts.members, of: try record.storedID(), in: transaction)
            try log(
                .smartGroupCreated, record, by: administrator, at: now, nil, Self.fields(record, home, parts),
                transaction)
            return record
        }
    }

    /// Changes a smart group of a subtree; nothing is written if nothing is different.
    ///
    /// - Parameters:
    ///   - reference: The smart group.
    ///   - draft: The members to change.
    ///   - change: Which members the draft must have.
    ///   - patch: Operations on lists, carried out after the draft.
    ///   - administrator: Who asks for it.
    /// - Throws: ``ConsoleError`` `badRequest` if there is none, or as ``create(_:by:)``.
    func update(
        _ reference: RecordReference, _ draft: SmartGroupDraft, _ change: Change, patch: SmartGroupPatch? = nil,
        by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let known = try Self.smartGroup(reference, in: administrator.subtree, number: 400, db)
            let id = try known.storedID()
            let knownParts = try SmartGroupParts(of: id, db)
            let knownHome = try OrganizationGroupStore.group(id: known.groupId, db)
            let home = try Self.home(draft, else: known.groupId, in: administrator.subtree, db)
            let now = clock.now(in: try home.storedID())
            var record = known
            record.groupId = try home.storedID()
            record.name = change == .patch && draft.name == nil ? known.name : try Self.name(draft)
            record.criteriaType = draft.criteriaType ?? known.criteriaType
            try Self.requireFree(record, in: home, db)
            var parts = try SmartGroupParts(draft, keeping: knownParts, in: administrator.subtree, db)
            for operation in patch?.operations ?? [] { try parts.apply(operation, in: administrator.subtree, db) }
            let before = Self.fields(known, knownHome, knownParts)
            let after = Self.fields(record, home, parts)
            guard before != after else { return }
            record.updatedAt = now
            try record.update(db)
            try SmartGroupStore.replace(
                criteria: parts.criteria, members: parts.members, of: id, in: transaction)
            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            try log(
                .smartGroupUpdated, record, by: administrator, at: now, before.filter { changed.contains($0.key) },
                after.filter { changed.contains($0.key) }, transaction)
        }
    }

    /// Deletes a smart group of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none, or if something is assigned to it.
    func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let known = try Self.smartGroup(reference, in: administrator.subtree, number: 400, db)
            let id = try known.storedID()
            let home = try OrganizationGroupStore.group(id: known.groupId, db)
            let before = Self.fields(known, home, try SmartGroupParts(of: id, db))
            guard try SmartGroupUsage.of([id], db)[id] == nil else { throw Self.inUse(known) }
            do {
                try known.delete(db)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw Self.inUse(known)
            }
            transaction.changesConfiguration()
            try log(
                .smartGroupDeleted, known, by: administrator, at: clock.now(in: known.groupId), before, nil,
                transaction)
        }
    }

    private func log(
        _ action: EventAction, _ record: SmartGroupRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        _ before: [String: String?]?, _ after: [String: String?]?, _ transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "smartGroup", subject: record.name, groupID: record.groupId, at: now),
            by: .administrator(administrator.name), before: before, after: after, in: transaction)
    }
}

extension SmartGroupLibraryStore {
    /// A smart group of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with a number of the route.
    static func smartGroup(_ reference: RecordReference, in subtree: Subtree, number: Int, _ db: GRDB.Database)
        throws -> SmartGroupRecord
    {
        guard let record = try SmartGroupRecord.find(reference, db),
            try subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        else { throw missing(reference.description, number: number) }
        return record
    }

    /// The error for an unknown smart group.
    static func missing(_ reference: String, number: Int) -> ConsoleError {
        ConsoleError(
            .badRequest, "Smart Group not found with Id: \(reference) or User does not have access to it.",
            number: number)
    }

    private static func inUse(_ record: SmartGroupRecord) -> ConsoleError {
        ConsoleError(
            .badRequest, "The smart group \(record.name) cannot be deleted: something is assigned to it.")
    }

    /// The group a draft names, or another one if it names none.
    static func home(
        _ draft: SmartGroupDraft, else fallback: Int64, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> OrganizationGroupRecord {
        try OrganizationGroupStore.group(inBody: draft.home ?? .id(fallback), in: subtree, db)
    }

    private static func name(_ draft: SmartGroupDraft) throws -> String {
        guard let name = draft.name, !name.isEmpty else {
            throw ConsoleError(.badRequest, "The field Name is required.", number: 6)
        }
        return name
    }

    private static func requireFree(
        _ record: SmartGroupRecord, in home: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws {
        let namesake = try SmartGroupStore.smartGroup(named: record.name, inExactly: record.groupId, db)
        guard namesake == nil || namesake?.id == record.id else {
            throw ConsoleError(.badRequest, "A smart group named \(record.name) exists in \(home.name) already.")
        }
    }

    private static func fields(
        _ record: SmartGroupRecord, _ home: OrganizationGroupRecord, _ parts: SmartGroupParts
    ) -> [String: String?] {
        parts.fields.merging(["name": record.name, "group": home.code, "criteriaType": record.criteriaType]) { $1 }
    }
}
