import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Makes apps of uploads (AdminApplications, "Installing").
struct AppInstaller: Sendable {
    let blobs: BlobStore
    let uploads: UploadStore
    let spool: BodySpool
    /// Whether an IPA that cannot be read is taken by its name.
    let acceptsUnreadable: Bool

    /// Bytes that are about to become an app.
    private struct Package {
        let order: InstallOrder
        let facts: PackageFacts
        let icon: AppIcon?
        let file: StoredFileRecord
        /// The blob it is; nil for one that is made of chunks.
        let blob: BlobRecord?
    }

    /// Makes an app.
    ///
    /// - Parameters:
    ///   - fields: The members of the client's body.
    ///   - administrator: Who asks.
    /// - Returns: Id of the app.
    /// - Throws: ``ConsoleError`` `badRequest` with the reason, also for a package that is broken; nothing stays then,
    ///   and the upload can be used again.
    func install(_ fields: AppFields, by administrator: AdministratorIdentity) async throws -> Int64 {
        let source = try InstallOrder.source(fields)
        switch source {
        case .blob(let reference):
            let (blob, file) = try await blobs.named(reference, for: administrator)
            let order = try InstallOrder(fields, source, uploadedAs: BlobFileName(blob.fileName))
            let facts = try await facts(at: blobs.shelf.path(of: file.name), order, administrator)
            let icon = try await icon(order, facts, administrator)
            let package = Package(order: order, facts: facts, icon: icon, file: file, blob: blob)
            return try await blobs.database.write { try insert(package, by: administrator, $0) }
        case .chunks(let uuid):
            let order = try InstallOrder(fields, source, uploadedAs: nil)
            return try await install(order, chunks: uuid, by: administrator)
        }
    }

    private func install(
        _ order: InstallOrder, chunks uuid: String, by administrator: AdministratorIdentity
    ) async throws -> Int64 {
        let body = try await uploads.file(of: uuid, for: administrator, spool: spool)
        defer { body.removeFile() }
        guard case .file(let spooled) = body else { throw ConsoleError(.internalError, "An upload is not in a file.") }
        let facts = try await facts(at: spooled.path, order, administrator)
        let icon = try await icon(order, facts, administrator)
        let file = StoredFileRecord(
            id: nil, name: blobs.random.uuid(), byteCount: Int64(body.byteCount),
            sha256: try body.digest(.hmacSHA256), createdAt: blobs.clock.now(in: administrator.groupID))
        try await blobs.shelf.put(body, named: file.name)
        let package = Package(order: order, facts: facts, icon: icon, file: file, blob: nil)
        do {
            return try await blobs.database.write { transaction in
                try uploads.end(uuid, for: administrator, in: transaction)
                return try insert(package, by: administrator, transaction)
            }
        } catch {
            blobs.shelf.remove(file.name)
            throw error
        }
    }

    /// What a package says, which is opened apart from what serves; groups take turns.
    private func facts(
        at path: String, _ order: InstallOrder, _ administrator: AdministratorIdentity
    ) async throws -> PackageFacts {
        try await spool.apart(for: .body(of: administrator)) {
            try PackageFacts(path: path, order: order, acceptsUnreadable: acceptsUnreadable)
        }
    }

    /// The picture that was uploaded for it, else that of the package.
    private func icon(_ order: InstallOrder, _ facts: PackageFacts, _ administrator: AdministratorIdentity) async throws
        -> AppIcon?
    {
        try await blobs.icon(order.icon, for: administrator) ?? facts.icon.flatMap { AppIcon($0) }
    }
}

extension AppInstaller {
    private func insert(_ package: Package, by administrator: AdministratorIdentity, _ transaction: Transaction) throws
        -> Int64
    {
        let db = transaction.db
        let order = package.order
        let facts = package.facts
        let home = try BlobStore.group(order.group, for: administrator, db)
        let now = blobs.clock.now(in: home.id)
        var record = ApplicationRecord(
            id: nil, uuid: blobs.random.uuid(), groupId: try home.storedID(), bundleId: facts.bundle, name: order.name,
            type: "Internal", platform: order.platform.name, version: facts.version, status: "Active",
            profileMode: .default, profileId: nil, createdAt: now)
        let others = try ApplicationStore.versions(of: facts.bundle, inExactly: record.groupId, db)
            .filter { $0.platform.lowercased() == record.platform.lowercased() }
        guard !others.contains(where: { $0.version == facts.version }) else {
            throw ConsoleError(
                .badRequest, "Application \(facts.bundle) with version \(facts.version) already exists in \(home.name)."
            )
        }
        let former = others.first { $0.isEarlier(than: record) } ?? others.last
        if let former { (record.profileMode, record.profileId) = (former.profileMode, former.profileId) }
        try record.insert(db)
        let id = try record.storedID()
        try insertPackage(package, of: record, in: home, by: administrator, transaction)
        if let former = former?.id { try PushSettings(of: former, db).save(of: id, at: now, in: transaction) }
        if order.carriesAssignments, let former = former?.id {
            try AssignmentState.load(of: former, db).save(of: id, at: now, in: transaction)
        }
        transaction.changesConfiguration()
        try blobs.events.record(
            ConsoleEvent(
                action: .applicationCreated, subjectKind: "application", subject: record.bundleId,
                groupID: record.groupId, at: now),
            by: .administrator(administrator.name), after: try EventLogStore.fields(record), in: transaction)
        return id
    }

    private func insertPackage(
        _ package: Package, of record: ApplicationRecord, in home: OrganizationGroupRecord,
        by administrator: AdministratorIdentity, _ transaction: Transaction
    ) throws {
        let order = package.order
        let facts = package.facts
        let id = try record.storedID()
        let blob =
            try package.blob ?? blobs.insert(package.file, named: order.file, in: home, by: administrator, transaction)
        guard try StoredFileRecord.fetchOne(transaction.db, key: blob.fileId) != nil else {
            throw ConsoleError(.badRequest, "Blob \(blob.uuid) was deleted meanwhile.")
        }
        try AppPackageRecord(
            applicationId: id, fileId: blob.fileId, blobUuid: blob.uuid, fileName: order.file.text,
            byteCount: package.file.byteCount, sha256: RandomSource.hex(package.file.sha256).uppercased(),
            consoleVersion: order.consoleVersion, build: facts.build, minimumOS: facts.minimumOS,
            pushMode: order.pushMode, models: order.models, information: order.information
        ).insert(transaction.db)
        if let icon = package.icon {
            try AppIconRecord(applicationId: id, uuid: blobs.random.uuid(), type: icon.type, data: icon.data)
                .insert(transaction.db)
        }
    }
}
