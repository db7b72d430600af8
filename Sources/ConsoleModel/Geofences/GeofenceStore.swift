package import ConsolePlatform
package import DeviceProtocol
import GRDB

/// A geofence as an administrator sees it.
package struct GeofenceEntry: Sendable {
    /// An SDK profile that names it.
    package struct User: Codable, Hashable, Sendable {
        package let uuid: String
        package let name: String
        /// Code of its group.
        package let group: String
    }

    package let record: GeofenceRecord
    /// Code of the group it belongs to.
    package let group: String
    /// Whether the administrator may change it.
    package let mayChange: Bool
    /// Profiles of the administrator's groups and of those above that name it, by name.
    package let users: [User]
}

/// Geofences of organization groups, read and changed by administrators.
package struct GeofenceStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// Geofences of an administrator's groups and of those above them, in the order in which they were made.
    ///
    /// - Parameters:
    ///   - code: Only those of this group and of the groups below it; nil for all.
    ///   - name: Only those whose name contains this; nil for all.
    ///   - administrator: Who asks.
    ///   - page: Which of them.
    /// - Returns: A page of them.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group.
    package func geofences(
        of code: GroupCode?, named name: String?, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<GeofenceEntry> {
        try await database.read { db in
            let top = try code.map { try Self.group($0, in: administrator.subtree, db).subtree }
            let source = """
                FROM geofence JOIN organizationGroup ON organizationGroup.id = geofence.groupId
                WHERE \(Subtree.overlap("path", ":own"))
                    AND (:group IS NULL OR \(Subtree.condition("path", in: ":group")))
                    AND (:name IS NULL OR instr(lower(geofence.name), lower(:name)) > 0)
                """
            let arguments: StatementArguments = ["own": administrator.subtree, "group": top, "name": name]
            let records = try GeofenceRecord.fetchAll(
                db, sql: "SELECT geofence.* \(source) ORDER BY geofence.id LIMIT :size OFFSET :offset",
                arguments: arguments + ["size": page.size, "offset": page.offset])
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            return Page(
                items: try records.map { try Self.entry($0, for: administrator, db) }, request: page, total: total)
        }
    }

    /// A geofence of an administrator's groups, or of a group above them.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func geofence(_ reference: RecordReference, for administrator: AdministratorIdentity) async throws
        -> GeofenceEntry
    {
        try await database.read { db in
            try Self.entry(try Self.visible(reference, for: administrator, db), for: administrator, db)
        }
    }

    /// Adds a geofence to a group.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group, `conflict` for a name that is taken.
    package func create(_ draft: GeofenceDraft, in code: GroupCode?, by administrator: AdministratorIdentity)
        async throws -> GeofenceEntry
    {
        let uuid = random.uuid()
        return try await database.write { transaction in
            guard let code else {
                throw ConsoleError(.badRequest, "group is missing: the code of the group the geofence belongs to.")
            }
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            var record = draft.record(changing: nil, uuid: uuid, groupID: try group.storedID(), at: now)
            try Self.requireFreeName(record, transaction.db)
            try record.insert(transaction.db)
            try note(.geofenceCreated, nil, record, at: now, by: administrator, in: transaction)
            return try Self.entry(record, for: administrator, transaction.db)
        }
    }

    /// Replaces a geofence as a whole; it stays in its group, and devices get it with their next fetch.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden` for a geofence of a group above, `conflict` for a name that
    ///   is taken, or another name while a profile has the old one.
    package func replace(
        _ reference: RecordReference, by draft: GeofenceDraft, _ administrator: AdministratorIdentity
    ) async throws -> GeofenceEntry {
        return try await database.write { transaction in
            let db = transaction.db
            let known = try Self.changeable(reference, for: administrator, db)
            let now = clock.now(in: known.groupId)
            let record = draft.record(changing: known, uuid: known.uuid, groupID: known.groupId, at: now)
            if record != known {
                try Self.requireFreeName(record, db)
                try record.update(db)
                try Self.requireUnused(known, db)
                try note(.geofenceUpdated, known, record, at: now, by: administrator, in: transaction)
            }
            return try Self.entry(record, for: administrator, db)
        }
    }

    /// Deletes a geofence that no profile needs.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden` for a geofence of a group above, `conflict` while an SDK
    ///   profile names it and would find no other.
    package func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let known = try Self.changeable(reference, for: administrator, transaction.db)
            let now = clock.now(in: known.groupId)
            try known.delete(transaction.db)
            try Self.requireUnused(known, transaction.db)
            try note(.geofenceDeleted, known, nil, at: now, by: administrator, in: transaction)
        }
    }

    private func note(
        _ action: EventAction, _ before: GeofenceRecord?, _ after: GeofenceRecord?, at now: Timestamp,
        by administrator: AdministratorIdentity, in transaction: Transaction
    ) throws {
        transaction.changesConfiguration()
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "geofence", subject: (after ?? before)?.name ?? "",
                groupID: (after ?? before)?.groupId, at: now),
            by: .administrator(administrator.name), before: try before.map(EventLogStore.fields),
            after: try after.map(EventLogStore.fields), in: transaction)
    }
}
