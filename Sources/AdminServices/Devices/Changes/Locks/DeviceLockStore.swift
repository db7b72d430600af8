import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// Activation locks and recovery locks of devices, with the secrets that the console makes for them.
///
/// No device is managed here: a password counts as applied once the device was heard of after the order.
struct DeviceLockStore: Sendable {
    /// A recovery lock as it was ordered, and as the device has it.
    struct RecoveryLock: Sendable {
        let deviceUUID: String
        /// Empty for none.
        let appliedPassword: String
        let appliedAt: Timestamp?
        /// Empty if the lock is to be taken away.
        let submittedPassword: String
        let submittedAt: Timestamp
    }

    /// Characters of a bypass code in groups.
    private static let codeGroups = [5, 5, 4, 4, 4, 4]
    private static let codeAlphabet = Array("0123456789ACDEFGHJKLMNPQRTUVWXYZ")

    let database: ConsoleDatabase
    let secrets: SecretBox
    let random: RandomSource

    /// Keeps the lock that an order puts on a device, in the transaction of the order.
    func keep(_ lock: DeviceLockOrder, on device: DeviceRecord, at now: Timestamp, _ db: GRDB.Database) throws {
        let id = try device.storedID()
        var record = try DeviceLockRecord.stored(id, db) ?? DeviceLockRecord(deviceId: id)
        switch lock {
        case .activation:
            record.bypassCode = try record.bypassCode ?? seal(makeCode(), of: device)
        case .recovery(let draft):
            if let submitted = record.submittedAt, device.lastSeenAt > submitted {
                (record.appliedPassword, record.appliedAt) = (record.submittedPassword, device.lastSeenAt)
            }
            record.submittedPassword = try seal(draft.password(random.bytes(draft.length * 4)), of: device)
            record.submittedAt = now
        }
        try record.save(db)
    }

    /// The activation lock of a device.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, and for one without such a lock.
    func activationLock(of locator: DeviceLocator, in subtree: Subtree) async throws -> ActivationLockBody {
        try await database.read { db in
            let device = try locator.device(in: subtree, db)
            guard let code = try DeviceLockRecord.stored(device.storedID(), db)?.bypassCode else {
                throw ConsoleError(.notFound, "The device has no activation lock.")
            }
            return ActivationLockBody(serial_number: device.serialNumber ?? "", bypass_code: try open(code, of: device))
        }
    }

    /// The recovery lock of a device.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, and for one whose lock was never ordered.
    func recoveryLock(of locator: DeviceLocator, in subtree: Subtree) async throws -> RecoveryLock {
        try await database.read { db in
            let device = try locator.device(in: subtree, db)
            guard let record = try DeviceLockRecord.stored(device.storedID(), db),
                let submitted = record.submittedPassword, let submittedAt = record.submittedAt
            else { throw ConsoleError(.notFound, "No recovery lock was ordered for the device.") }
            let isApplied = device.lastSeenAt > submittedAt
            let applied = isApplied ? submitted : record.appliedPassword
            return RecoveryLock(
                deviceUUID: device.uuid, appliedPassword: try applied.map { try open($0, of: device) } ?? "",
                appliedAt: isApplied ? device.lastSeenAt : record.appliedAt,
                submittedPassword: try open(submitted, of: device), submittedAt: submittedAt)
        }
    }

    /// A bypass code in the form of Apple's: letters and digits that are not mistaken for one another.
    private func makeCode() -> String {
        Self.codeGroups.map { count in
            String(random.bytes(count).map { Self.codeAlphabet[Int($0) % Self.codeAlphabet.count] })
        }.joined(separator: "-")
    }

    private func seal(_ text: String, of device: DeviceRecord) throws -> Data {
        try secrets.seal(text, context: "deviceLock:\(device.uuid)")
    }

    private func open(_ sealed: Data, of device: DeviceRecord) throws -> String {
        try secrets.open(sealed, context: "deviceLock:\(device.uuid)")
    }
}
