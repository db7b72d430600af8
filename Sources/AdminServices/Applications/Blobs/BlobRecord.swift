import ConsolePlatform
import Foundation
import GRDB

/// An uploaded file as the admin API knows it.
struct BlobRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "blob"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var fileId: Int64
    /// As the client named it.
    var fileName: String
    var createdAt: Timestamp
}

/// A file of the data folder, which exists as long as a blob or an app refers to it.
struct StoredFileRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "storedFile"

    var id: Int64?
    /// Name in the folder.
    var name: String
    var byteCount: Int64
    /// SHA-256 of the bytes.
    var sha256: Data
    var createdAt: Timestamp
}
