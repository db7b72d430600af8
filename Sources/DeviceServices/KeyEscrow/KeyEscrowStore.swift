import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// A key in escrow as administrators see it: everything but the key.
struct EscrowedKeyEntry: Sendable {
    let record: EscrowedKeyRecord
    /// Name of the user who stored it.
    let user: String?
    /// The app that stored it.
    let bundle: String?
}

/// Keys in escrow, sealed at rest (DeviceServices, section 22).
///
/// Filed by device, usage and user, whichever app or credential brings them: the key of an SDK client survives a new
/// enrollment of its user, and whoever takes over the device gets none.
struct KeyEscrowStore: Sendable {
    let database: ConsoleDatabase
    let secrets: SecretBox
    let events: EventLogStore
    let clock: ConsoleClock

    /// Keeps a key; an earlier one of the same device, usage and user is replaced.
    func store(_ request: KeyStoreRequest, from identity: DeviceIdentity) async throws {
        let now = clock.now(in: identity.groupID)
        let userID = try Self.user(of: identity)
        let sealed = try secrets.seal(request.key, context: Self.context(identity.device, request.usage, userID))
        try await database.write { transaction in
            _ = try DeviceStore.device(heldBy: identity, transaction.db)
            let known = try Self.record(request.usage, of: identity, userID, transaction.db)
            var record = EscrowedKeyRecord(
                id: known?.id, deviceId: identity.deviceID, userId: userID, installationId: identity.installationID,
                usage: request.usage.rawValue, algorithm: request.algorithm.rawValue,
                keySize: request.keySize.map(Int64.init), keyLength: request.key.count, sealedKey: sealed,
                storedAt: now, retrievals: 0, retrievedAt: nil)
            try record.save(transaction.db)
            try log(.escrowStored, request.usage, identity, at: now, ["algorithm": record.algorithm], transaction)
        }
    }

    /// Gives a key back.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if this user has stored none on this device.
    func retrieve(_ usage: DeviceKeyUsage, for identity: DeviceIdentity) async throws -> EscrowedKey {
        let now = clock.now(in: identity.groupID)
        let userID = try Self.user(of: identity)
        let sealed = try await database.write { transaction in
            guard var record = try Self.record(usage, of: identity, userID, transaction.db) else {
                throw ConsoleError(
                    .notFound, "No key of usage \(usage.rawValue) is in escrow for this user and device.")
            }
            record.retrievals += 1
            record.retrievedAt = now
            try record.update(transaction.db)
            try log(.escrowRetrieved, usage, identity, at: now, [:], transaction)
            return record.sealedKey
        }
        return EscrowedKey(key: try secrets.open(sealed, context: Self.context(identity.device, usage, userID)))
    }

    /// Keys of a device, without the keys themselves.
    func keys(of device: DeviceIdentifier, in subtree: Subtree) async throws -> [EscrowedKeyEntry] {
        try await database.read { db in
            let device = try DeviceStore.device(device, in: subtree, db)
            let records = EscrowedKeyRecord.filter(sql: "deviceId = ?", arguments: [device.id])
            return try records.order(sql: "usage, id").fetchAll(db).map { record in
                EscrowedKeyEntry(
                    record: record, user: try UserRecord.stored(record.userId, db)?.username,
                    bundle: try InstallationRecord.stored(record.installationId, db)?.bundleId)
            }
        }
    }

    /// Deletes the keys of a device, so that a test sees a client without one.
    ///
    /// - Returns: How many.
    func deleteKeys(of device: DeviceIdentifier, by administrator: AdministratorIdentity) async throws -> Int {
        return try await database.write { transaction in
            let device = try DeviceStore.onlyDevice(device, in: administrator.subtree, transaction.db)
            let now = clock.now(in: device.groupId)
            let count = try EscrowedKeyRecord.filter(sql: "deviceId = ?", arguments: [device.id])
                .deleteAll(transaction.db)
            guard count > 0 else { return 0 }
            try events.record(
                ConsoleEvent(
                    action: .escrowDeleted, subjectKind: "device", subject: device.identifier,
                    groupID: device.groupId, at: now, deviceID: device.id),
                by: .administrator(administrator.name), before: ["count": String(count)], in: transaction)
            return count
        }
    }

    /// The context that a sealed key is bound to.
    static func context(_ device: DeviceIdentifier, _ usage: DeviceKeyUsage, _ userID: Int64) -> String {
        "escrow/\(device.value)/\(usage.rawValue)/\(userID)"
    }

    private static func record(
        _ usage: DeviceKeyUsage, of identity: DeviceIdentity, _ userID: Int64, _ db: GRDB.Database
    ) throws -> EscrowedKeyRecord? {
        try EscrowedKeyRecord.first(
            where: "deviceId = ? AND usage = ? AND userId = ?", [identity.deviceID, usage.rawValue, userID], db)
    }

    private static func user(of identity: DeviceIdentity) throws -> Int64 {
        guard let id = identity.userID else {
            throw ConsoleError(.notFound, "The user this credential belonged to is deleted.")
        }
        return id
    }

    private func log(
        _ action: EventAction, _ usage: DeviceKeyUsage, _ identity: DeviceIdentity, at now: Timestamp,
        _ more: [String: String?], _ transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "device", subject: identity.device.value, groupID: identity.groupID,
                at: now, deviceID: identity.deviceID),
            by: .device(identity.device.value),
            after: more.merging(["usage": usage.name, "bundleId": identity.bundle.value]) { $1 }, in: transaction)
    }
}
