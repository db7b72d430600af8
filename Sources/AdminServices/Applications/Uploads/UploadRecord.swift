import ConsolePlatform
import GRDB

/// An upload in chunks.
struct UploadTransactionRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "uploadTransaction"

    var id: Int64?
    var uuid: String
    /// Group of the administrator who began it.
    var groupId: Int64
    var createdAt: Timestamp
    /// When its last chunk came.
    var usedAt: Timestamp
}

/// One chunk, a file of the data folder.
struct UploadChunkRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "uploadChunk"

    var transactionId: Int64
    /// From 1 on.
    var sequence: Int64
    /// Name in the folder.
    var name: String
    var byteCount: Int64
}
