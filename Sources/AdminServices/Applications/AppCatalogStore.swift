import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// Apps as the admin API sees them (AdminApplications).
struct AppCatalogStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let blobs: BlobStore
    let census: SmartGroupCensus
    /// The kind of app; nil for any.
    var kind: AppKind? = .uploaded

    /// The same for apps of another kind; nil for any.
    func of(_ kind: AppKind?) -> AppCatalogStore {
        var other = self
        other.kind = kind
        return other
    }

    /// An app.
    ///
    /// - Throws: `missing`, if there is none in the administrator's subtree.
    func details(
        of reference: RecordReference, for administrator: AdministratorIdentity, else missing: ConsoleError
    ) async throws -> AppEntry {
        try await database.read { db in
            let record = try require(reference, for: administrator, else: missing, db)
            guard let details = try AppEntryReader.details(of: [record], census, db).first else { throw missing }
            return details
        }
    }

    /// The icon with a uuid, without authentication; nil if there is none.
    func icon(uuid: String) async throws -> AppIconRecord? {
        try await database.read { db in
            try AppIconRecord.first(where: "uuid = ?", [uuid], db)
        }
    }

    /// Gives an app out, or gives it out no longer.
    ///
    /// - Parameters:
    ///   - status: One of ``ApplicationRecord/statuses``.
    ///   - reference: The app.
    ///   - administrator: Who does it.
    /// - Throws: ``AppRefusal/missing``.
    func setStatus(_ status: String, of reference: RecordReference, by administrator: AdministratorIdentity)
        async throws
    {
        try await change(reference, by: administrator) { rows, _ in rows.application.status = status }
    }

    /// Changes an administrator's data about an app; members that the body leaves out stay.
    ///
    /// - Throws: ``AppRefusal/missing``; ``ConsoleError`` `badRequest` that names the member.
    func update(_ reference: RecordReference, to fields: AppFields, by administrator: AdministratorIdentity)
        async throws
    {
        let icon = try await blobs.icon(try fields.icon(), for: administrator)
        try await change(reference, by: administrator) { rows, db in
            if let name = try fields.text("ApplicationName")?.trimmingCharacters(in: .whitespaces) {
                guard !name.isEmpty else { throw ConsoleError(.badRequest, "Application name cannot be empty") }
                rows.application.name = name
            }
            if let version = try fields.text("AppVersion", "AirwatchAppVersion", "app_uem_version", maximum: 64) {
                rows.package.consoleVersion = version
            }
            if fields.fields.value(fields.name("SupportedModels")) != nil {
                rows.package.models = try fields.models(AppPlatform(rows.application.platform) ?? .apple)
            }
            if let mode = try fields.pushMode() { rows.package.pushMode = mode }
            rows.package.information = try fields.information(over: rows.package.information)
            if let icon { rows.setIcon(icon, uuid: blobs.random.uuid()) }
            guard rows.application.type == "Public" else { return }
            try rows.store.change(fields)
            if let ids = try fields.smartGroups() {
                let now = clock.now(in: rows.application.groupId)
                try rows.assignments.give(to: ids, for: administrator, at: now, db)
            }
        }
    }

    /// Removes an app; its upload stays.
    ///
    /// - Throws: `missing`, if there is none in the administrator's subtree.
    func delete(
        _ reference: RecordReference, by administrator: AdministratorIdentity, else missing: ConsoleError
    ) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let record = try require(reference, for: administrator, else: missing, db)
            let now = clock.now(in: record.groupId)
            let file = try AppPackageRecord.fetchOne(db, key: record.id)?.fileId.flatMap {
                try StoredFileRecord.fetchOne(db, key: $0)
            }
            try record.delete(db)
            try blobs.release([file].compactMap { $0 }, in: transaction)
            transaction.changesConfiguration()
            try events.record(
                ConsoleEvent(
                    action: .applicationDeleted, subjectKind: "application", subject: record.bundleId,
                    groupID: record.groupId, at: now),
                by: .administrator(administrator.name), before: try EventLogStore.fields(record), in: transaction)
        }
    }

    /// Changes an app in one transaction, and notes it.
    private func change(
        _ reference: RecordReference, by administrator: AdministratorIdentity,
        _ body: @escaping @Sendable (inout AppRows, GRDB.Database) throws -> Void
    ) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let former = try AppRows(
                of: try require(reference, for: administrator, else: AppRefusal.missing, db), db)
            let now = clock.now(in: former.application.groupId)
            var rows = former
            try body(&rows, db)
            guard rows != former else { return }
            try rows.save(over: former, at: now, in: transaction)
            transaction.changesConfiguration()
            try events.record(
                ConsoleEvent(
                    action: .applicationUpdated, subjectKind: "application", subject: former.application.bundleId,
                    groupID: former.application.groupId, at: now),
                by: .administrator(administrator.name), before: try former.fields(), after: try rows.fields(),
                in: transaction)
        }
    }

    /// An app of the kind this is about.
    ///
    /// - Throws: `missing`, if there is none in the administrator's subtree.
    func require(
        _ reference: RecordReference, for administrator: AdministratorIdentity, else missing: ConsoleError,
        _ db: GRDB.Database
    ) throws -> ApplicationRecord {
        guard let record = try ApplicationRecord.find(reference, db),
            try kind.map({ try AppKind.of(record, db) == $0 }) ?? true,
            try administrator.subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        else { throw missing }
        return record
    }
}
