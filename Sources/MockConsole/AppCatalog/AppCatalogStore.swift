import Foundation
import GRDB

/// Apps as the admin API sees them (AdminAPI, "Applications").
struct AppCatalogStore: Sendable {
    let database: Database
    let events: EventLogStore
    let clock: ConsoleClock
    let blobs: BlobStore
    let census: SmartGroupCensus

    /// An app.
    ///
    /// - Throws: `missing`, if there is none in the administrator's subtree.
    func details(
        of reference: RecordReference, for administrator: AdministratorIdentity, else missing: ConsoleError
    ) async throws -> AppDetails {
        try await database.read { db in
            try AppDetails(of: try Self.require(reference, for: administrator, else: missing, db), census, db)
        }
    }

    /// The icon with a uuid, for anybody; nil if there is none.
    func icon(uuid: String) async throws -> AppIconRecord? {
        try await database.read { db in
            try AppIconRecord.filter(sql: "uuid = ?", arguments: [uuid]).fetchOne(db)
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
        try await change(reference, by: administrator) { record, _, _ in record.status = status }
    }

    /// Changes what an administrator says about an app; what the body does not name stays.
    ///
    /// - Throws: ``AppRefusal/missing``; ``ConsoleError`` `badRequest` that names the member.
    func update(_ reference: RecordReference, to fields: AppFields, by administrator: AdministratorIdentity)
        async throws
    {
        try await change(reference, by: administrator) { record, package, _ in
            if let name = try fields.text("ApplicationName")?.trimmingCharacters(in: .whitespaces) {
                guard !name.isEmpty else { throw ConsoleError(.badRequest, "Application name cannot be empty") }
                record.name = name
            }
            if let version = try fields.text("AppVersion", "AirwatchAppVersion", "app_uem_version", maximum: 64) {
                package.consoleVersion = version
            }
            if fields.fields.value(fields.name("SupportedModels")) != nil {
                package.models = try fields.models(AppPlatform(record.platform) ?? .apple)
            }
            if let mode = try fields.pushMode() { package.pushMode = mode }
            package.information = try fields.information(over: package.information)
        }
    }

    /// Removes an app; what was uploaded for it stays.
    ///
    /// - Throws: `missing`, if there is none in the administrator's subtree.
    func delete(
        _ reference: RecordReference, by administrator: AdministratorIdentity, else missing: ConsoleError
    ) async throws {
        let now = clock.now(in: administrator.groupID)
        try await database.write { transaction in
            let db = transaction.db
            let record = try Self.require(reference, for: administrator, else: missing, db)
            let file = try AppPackageRecord.fetchOne(db, key: record.id)?.fileId.flatMap {
                try StoredFileRecord.fetchOne(db, key: $0)
            }
            try record.delete(db)
            try blobs.release([file].compactMap { $0 }, in: transaction)
            transaction.changesConfiguration()
            try events.record(
                ConsoleEvent(
                    action: "application.deleted", subjectKind: "application", subject: record.bundleId,
                    groupID: record.groupId, at: now),
                by: .administrator(administrator.name), before: try EventLogStore.fields(record), in: transaction)
        }
    }

    /// Changes an app in one transaction, and notes it.
    private func change(
        _ reference: RecordReference, by administrator: AdministratorIdentity,
        _ body: @escaping @Sendable (inout ApplicationRecord, inout AppPackageRecord, GRDB.Database) throws -> Void
    ) async throws {
        let now = clock.now(in: administrator.groupID)
        try await database.write { transaction in
            let db = transaction.db
            let known = try Self.require(reference, for: administrator, else: AppRefusal.missing, db)
            let id = try known.storedID()
            let former = try AppPackageRecord.fetchOne(db, key: id) ?? AppPackageRecord(applicationId: id)
            var (record, package) = (known, former)
            try body(&record, &package, db)
            guard record != known || package != former else { return }
            try record.update(db)
            if package != former { try package.save(db) }
            transaction.changesConfiguration()
            try events.record(
                ConsoleEvent(
                    action: "application.updated", subjectKind: "application", subject: record.bundleId,
                    groupID: record.groupId, at: now),
                by: .administrator(administrator.name), before: try Self.fields(known, former),
                after: try Self.fields(record, package), in: transaction)
        }
    }

    private static func fields(_ record: ApplicationRecord, _ package: AppPackageRecord) throws -> [String: String?] {
        try EventLogStore.fields(record).merging(
            ["information": String(decoding: try JSONEncoder().encode(package.information), as: UTF8.self)]
        ) { $1 }
    }

    /// An internal app of the administrator's subtree.
    ///
    /// - Throws: `missing`.
    static func require(
        _ reference: RecordReference, for administrator: AdministratorIdentity, else missing: ConsoleError,
        _ db: GRDB.Database
    ) throws -> ApplicationRecord {
        guard let record = try ApplicationRecord.find(reference, db), record.type == "Internal",
            try OrganizationGroupStore.group(id: record.groupId, db).path.hasPrefix(administrator.groupPath)
        else { throw missing }
        return record
    }
}
