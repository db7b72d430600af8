import ConsolePlatform
import DeviceProtocol

/// A key in escrow as `/_mock` shows it: never the key (AdminAPI, "Key escrow").
struct EscrowedKeyBody: Encodable, Sendable {
    let usage: String
    let usageCode: Int
    let algorithm: String
    /// Characters as the client counted them.
    let keySize: Int64?
    /// Characters as they were received.
    let keyLength: Int
    let user: String?
    let bundleId: String?
    let storedAt: Timestamp
    let retrievals: Int64
    let retrievedAt: Timestamp?

    /// The body for a key.
    init(_ details: EscrowedKeyEntry) {
        let record = details.record
        usage = DeviceKeyUsage(rawValue: record.usage)?.name ?? "Unknown"
        usageCode = record.usage
        algorithm = record.algorithm
        keySize = record.keySize
        keyLength = record.keyLength
        user = details.user
        bundleId = details.bundle
        storedAt = record.storedAt
        retrievals = record.retrievals
        retrievedAt = record.retrievedAt
    }
}
