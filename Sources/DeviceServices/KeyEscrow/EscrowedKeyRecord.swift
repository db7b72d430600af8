import ConsolePlatform
import Foundation
import GRDB

/// A key in escrow.
struct EscrowedKeyRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "escrowedKey"

    var id: Int64?
    var deviceId: Int64
    /// The user who stored it; nobody else gets it.
    var userId: Int64
    /// The app that stored it.
    var installationId: Int64?
    /// Raw value of a `DeviceKeyUsage`.
    var usage: Int
    var algorithm: String
    /// Characters of the key as the client counted them.
    var keySize: Int64?
    /// Characters of the key as they were received.
    var keyLength: Int
    /// The key, sealed.
    var sealedKey: Data
    var storedAt: Timestamp
    /// How often it was given back.
    var retrievals: Int64
    var retrievedAt: Timestamp?
}
