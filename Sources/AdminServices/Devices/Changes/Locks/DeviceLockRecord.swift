import ConsolePlatform
import Foundation
import GRDB

/// The locks that administrators have put on a device; their secrets are sealed.
struct DeviceLockRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "deviceLock"

    var deviceId: Int64
    /// The code that gets past the activation lock; nil without one.
    var bypassCode: Data?
    /// The password of the recovery lock that was ordered last; that of an empty text takes the lock away.
    var submittedPassword: Data?
    var submittedAt: Timestamp?
    /// The one before, if the device was heard of between both orders.
    var appliedPassword: Data?
    var appliedAt: Timestamp?

    /// The locks of a device; nil for none.
    static func stored(_ deviceID: Int64, _ db: GRDB.Database) throws -> DeviceLockRecord? {
        try fetchOne(db, sql: "SELECT * FROM deviceLock WHERE deviceId = ?", arguments: [deviceID])
    }
}

/// A lock that a command puts on a device.
enum DeviceLockOrder: Sendable {
    /// The activation lock of Apple devices.
    case activation
    /// The lock of the recovery system of Macs.
    case recovery(RecoveryLockDraft)
}
