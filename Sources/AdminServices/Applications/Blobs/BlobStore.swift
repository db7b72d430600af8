import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Uploaded files: rows in the database, bytes in the data folder.
struct BlobStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    let shelf: FileShelf

    /// Keeps an uploaded file; its bytes are moved in place and its row is committed, or nothing stays.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - name: Their name in the client's body.
    ///   - group: The group it is for; nil for the administrator's own.
    ///   - administrator: Who uploads.
    ///   - conclude: Work to commit together with it.
    /// - Returns: The row.
    /// - Throws: ``ConsoleError`` `badRequest` for an empty file (7019) or an unknown group, `unavailable` if the disk
    ///   is full; what `conclude` throws.
    func add(
        _ body: ReceivedBody, named name: BlobFileName, to group: RecordReference?,
        by administrator: AdministratorIdentity,
        conclude: @escaping @Sendable (Transaction) throws -> Void = { _ in }
    ) async throws -> BlobRecord {
        guard body.byteCount > 0 else {
            throw ConsoleError(.badRequest, "The body is empty; it has to be the bytes of the file.", number: 7019)
        }
        let now = clock.now(in: administrator.groupID)
        let stored = StoredFileRecord(
            id: nil, name: random.uuid(), byteCount: Int64(body.byteCount), sha256: try body.digest(.hmacSHA256),
            createdAt: now)
        try await shelf.put(body, named: stored.name)
        do {
            return try await database.write { transaction in
                let home = try Self.group(group, for: administrator, transaction.db)
                var stored = stored
                stored.createdAt = clock.now(in: home.id)
                try conclude(transaction)
                return try insert(stored, named: name, in: home, by: administrator, transaction)
            }
        } catch {
            shelf.remove(stored.name)
            throw error
        }
    }

    /// Adds the rows of a file that is in place already.
    func insert(
        _ file: StoredFileRecord, named name: BlobFileName, in group: OrganizationGroupRecord,
        by administrator: AdministratorIdentity, _ transaction: Transaction
    ) throws -> BlobRecord {
        var file = file
        try file.insert(transaction.db)
        var blob = BlobRecord(
            id: nil, uuid: random.uuid(), groupId: try group.storedID(), fileId: try file.storedID(),
            fileName: name.text, createdAt: file.createdAt)
        try blob.insert(transaction.db)
        try note(.blobCreated, blob, file, by: administrator, at: file.createdAt, transaction)
        return blob
    }

    /// A blob of a subtree, and its file.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func blob(_ reference: RecordReference, in subtree: Subtree) async throws -> (BlobRecord, StoredFileRecord) {
        try await database.read { db in try Self.require(reference, in: subtree, db) }
    }

    /// Removes a blob; the bytes stay for as long as an app was made of them.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let (blob, file) = try Self.require(reference, in: administrator.subtree, transaction.db)
            let now = clock.now(in: blob.groupId)
            try blob.delete(transaction.db)
            try release([file], in: transaction)
            try note(.blobDeleted, blob, file, by: administrator, at: now, transaction)
        }
    }

    /// Removes the bytes of files, once it is committed that nothing refers to them any more.
    ///
    /// Triggers have removed their rows by now.
    func release(_ files: [StoredFileRecord], in transaction: Transaction) throws {
        for file in files where try StoredFileRecord.fetchOne(transaction.db, key: file.id) == nil {
            transaction.afterCommit { shelf.remove(file.name) }
        }
    }

    /// Removes files a killed process left behind; to be called before anything is served.
    func sweep() async throws {
        shelf.sweep(keeping: Set(try await database.read { db in try files.names(db) }))
    }

    /// The files that rows refer to.
    var files: KeptFiles { Self.files(in: shelf.folder) }

    /// The files of a folder that rows refer to; none in a database of a time before there were any.
    static func files(in folder: String) -> KeptFiles {
        KeptFiles("blobs", in: folder) { db in
            guard try db.tableExists("storedFile") else { return [] }
            return try String.fetchAll(db, sql: "SELECT name FROM storedFile")
        }
    }

    /// The group something is uploaded to.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is not in the administrator's subtree.
    static func group(
        _ reference: RecordReference?, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> OrganizationGroupRecord {
        guard let reference else { return try OrganizationGroupStore.group(id: administrator.groupID, db) }
        guard let group = try OrganizationGroupRecord.find(reference, db), administrator.subtree.contains(group)
        else {
            throw ConsoleError(
                .badRequest, "Organization group \(reference) not found or user does not have access to it.")
        }
        return group
    }

    /// A blob of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    static func require(_ reference: RecordReference, in subtree: Subtree, _ db: GRDB.Database) throws
        -> (BlobRecord, StoredFileRecord)
    {
        guard let blob = try BlobRecord.find(reference, db),
            try subtree.contains(OrganizationGroupStore.group(id: blob.groupId, db)),
            let file = try StoredFileRecord.fetchOne(db, key: blob.fileId)
        else { throw ConsoleError(.notFound, "Blob \(reference) not found or user does not have access to it.") }
        return (blob, file)
    }

    private func note(
        _ action: EventAction, _ blob: BlobRecord, _ file: StoredFileRecord, by administrator: AdministratorIdentity,
        at now: Timestamp, _ transaction: Transaction
    ) throws {
        let fields = ["fileName": blob.fileName, "bytes": String(file.byteCount), "uuid": blob.uuid]
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "blob", subject: blob.fileName, groupID: blob.groupId, at: now),
            by: .administrator(administrator.name), before: action == .blobDeleted ? fields : nil,
            after: action == .blobDeleted ? nil : fields, in: transaction)
    }
}
