import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// Uploads in chunks: rows in the database, bytes in the data folder (AdminApplications, "Chunks").
struct UploadStore: Sendable {
    /// The most chunks of an upload.
    static let sequences: ClosedRange<Int64> = 1...100_000

    let database: ConsoleDatabase
    let clock: ConsoleClock
    let random: RandomSource
    let shelf: FileShelf
    /// The most bytes of all chunks of an upload together.
    let byteLimit: Int
    /// The most uploads under way; of the customer with most of them the one longest unused goes first.
    let bound: Int
    /// Seconds after the last chunk until an upload is given up.
    let lifetime: Int64

    /// Keeps a chunk; another one of the same number takes the place of the first.
    ///
    /// - Parameters:
    ///   - body: The bytes; a file is moved, not copied.
    ///   - sequence: Its number, from 1 on.
    ///   - uuid: The upload; nil begins one.
    ///   - administrator: Who uploads.
    /// - Returns: Uuid of the upload.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown upload, `payloadTooLarge` if all chunks together are
    ///   too large, `unavailable` if the disk is full. Nothing is kept then.
    func keep(
        received body: ReceivedBody, as sequence: Int64, of uuid: String?, by administrator: AdministratorIdentity
    ) async throws -> String {
        let now = clock.now(in: administrator.groupID)
        let name = random.uuid()
        try await shelf.put(body, named: name)
        do {
            return try await database.write { transaction in
                let db = transaction.db
                var upload = try upload(uuid, by: administrator, at: now, transaction)
                upload.usedAt = now
                try upload.update(db)
                let id = try upload.storedID()
                let old = try UploadChunkRecord.fetchOne(db, key: ["transactionId": id, "sequence": sequence])
                try old?.delete(db)
                if let old { transaction.afterCommit { shelf.remove(old.name) } }
                try UploadChunkRecord(
                    transactionId: id, sequence: sequence, name: name, byteCount: Int64(body.byteCount)
                ).insert(db)
                try checkSize(of: id, db)
                return upload.uuid
            }
        } catch {
            shelf.remove(name)
            throw error
        }
    }

    /// The chunks of an upload, in order.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown upload, or one that lacks a chunk.
    func chunks(of uuid: String, for administrator: AdministratorIdentity) async throws -> [UploadChunkRecord] {
        try await database.read { db in
            let upload = try Self.require(uuid, for: administrator, db)
            let chunks = try UploadChunkRecord.filter(sql: "transactionId = ?", arguments: [upload.id])
                .order(sql: "sequence").fetchAll(db)
            for (index, chunk) in chunks.enumerated() where chunk.sequence != Int64(index + 1) {
                throw ConsoleError(.badRequest, "The upload \(uuid) lacks the chunk \(index + 1).")
            }
            return chunks
        }
    }

    /// Ends an upload: its chunks are not needed any more.
    func end(_ uuid: String, for administrator: AdministratorIdentity, in transaction: Transaction) throws {
        try remove([try Self.require(uuid, for: administrator, transaction.db)], in: transaction)
    }

    /// Uploads are given up.
    var due: DueWork {
        DueWork("upload expired") {
            expired(in: $0)
        } settle: { span in
            try await database.write { transaction in
                let uploads = try SQLRequest<UploadTransactionRecord>(literal: "SELECT * FROM \(expired(in: span))")
                    .fetchAll(transaction.db)
                try remove(uploads, in: transaction)
            }
        }
    }

    /// Uploads whose time is over once some has passed, as what follows `FROM`.
    private func expired(in span: DueSpan) -> SQL {
        "uploadTransaction WHERE usedAt < \(span.to.adding(seconds: -lifetime)) AND \(span.condition("groupId"))"
    }

    /// Removes files a killed process left behind; to be called before anything is served.
    func sweep() async throws {
        shelf.sweep(keeping: Set(try await database.read { db in try files.names(db) }))
    }

    /// The files that rows refer to.
    var files: KeptFiles { Self.files(in: shelf.folder) }

    /// The files of a folder that rows refer to; none in a database of a time before there were any.
    static func files(in folder: String) -> KeptFiles {
        KeptFiles("chunks", in: folder) { db in
            guard try db.tableExists("uploadChunk") else { return [] }
            return try String.fetchAll(db, sql: "SELECT name FROM uploadChunk")
        }
    }
}

extension UploadStore {
    private func upload(
        _ uuid: String?, by administrator: AdministratorIdentity, at now: Timestamp, _ transaction: Transaction
    ) throws -> UploadTransactionRecord {
        let db = transaction.db
        if let uuid { return try Self.require(uuid, for: administrator, db) }
        // By the clock of the group each belongs to, which may differ from that of this one.
        let expired = try UploadTransactionRecord.fetchAll(db).filter {
            $0.usedAt < clock.now(in: $0.groupId).adding(seconds: -lifetime)
        }
        try remove(expired, in: transaction)
        let excess = try excess(adding: administrator.groupID, db)
        try remove(excess, in: transaction)
        try BoundedTable.note(evicted: excess.count, of: UploadTransactionRecord.databaseTableName, db)
        var upload = UploadTransactionRecord(
            id: nil, uuid: random.uuid(), groupId: administrator.groupID, createdAt: now, usedAt: now)
        try upload.insert(db)
        return upload
    }

    /// Uploads that have to go before one more begins: those longest unused of the customer who has most.
    private func excess(adding group: Int64, _ db: GRDB.Database) throws -> [UploadTransactionRecord] {
        let uploads = try UploadTransactionRecord.order(sql: "usedAt, id").fetchAll(db)
        guard uploads.count >= bound else { return [] }
        let own = try OrganizationGroupStore.customer(of: group, db)
        let customers = Dictionary(
            grouping: try uploads.map { ($0, try OrganizationGroupStore.customer(of: $0.groupId, db)) }, by: \.1)
        // The one that begins counts for its customer, so that nobody below their share has to make room for it.
        let order = Set(customers.keys).union([own]).sorted { $0 ?? 0 < $1 ?? 0 }
        let held = order.map { (customers[$0]?.count ?? 0) + ($0 == own ? 1 : 0) }
        let losses = FairShares.losses(of: held, bound: bound)
        return zip(order, losses).flatMap { customer, loss in (customers[customer] ?? []).prefix(loss).map(\.0) }
    }

    private func remove(_ uploads: [UploadTransactionRecord], in transaction: Transaction) throws {
        for upload in uploads {
            let names = try String.fetchAll(
                transaction.db, sql: "SELECT name FROM uploadChunk WHERE transactionId = ?", arguments: [upload.id])
            try upload.delete(transaction.db)
            transaction.afterCommit { for name in names { shelf.remove(name) } }
        }
    }

    private func checkSize(of id: Int64, _ db: GRDB.Database) throws {
        let bytes = try Int.fetchOne(
            db, sql: "SELECT SUM(byteCount) FROM uploadChunk WHERE transactionId = ?", arguments: [id])
        guard bytes ?? 0 <= byteLimit else {
            throw ConsoleError(
                .payloadTooLarge, "All chunks together are larger than the \(byteLimit) bytes of an app.")
        }
    }

    private static func require(_ uuid: String, for administrator: AdministratorIdentity, _ db: GRDB.Database) throws
        -> UploadTransactionRecord
    {
        guard let upload = try UploadTransactionRecord.first(where: "uuid = ?", [uuid], db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: upload.groupId, db))
        else {
            throw ConsoleError(
                .badRequest, "Transaction \(uuid.prefix(80)) does not exist, has expired, or was used already.")
        }
        return upload
    }
}
