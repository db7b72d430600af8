import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Whether devices are silenced.
struct DoNotDisturbStore: Sendable {
    /// Why nothing is answered or changed if the group does not allow it.
    private static let refusal = "The privacy policy of the organization group does not allow do-not-disturb."

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// The state of a device.
    func status(of identity: DeviceIdentity) async throws -> DoNotDisturbStatus {
        try await database.read { db in
            let device = try Self.device(identity, db)
            return Self.status(device, isAllowed: try Self.isAllowed(identity, db))
        }
    }

    /// Silences a device or wakes it, if its group allows; a state that is so already keeps its time.
    func change(_ change: DoNotDisturbChange, of identity: DeviceIdentity) async throws -> DoNotDisturbStatus {
        let now = clock.now(in: identity.groupID)
        return try await database.write { transaction in
            var device = try Self.device(identity, transaction.db)
            guard try Self.isAllowed(identity, transaction.db) else { return Self.status(device, isAllowed: false) }
            guard device.doNotDisturb != change.isDoNotDisturb else { return Self.status(device, isAllowed: true) }
            let before = device.doNotDisturb
            device.doNotDisturb = change.isDoNotDisturb
            device.doNotDisturbAt = change.isDoNotDisturb ? now : nil
            try device.update(transaction.db, columns: ["doNotDisturb", "doNotDisturbAt"])
            try events.record(
                ConsoleEvent(
                    action: .deviceDoNotDisturb, subjectKind: "device", subject: identity.device.value,
                    groupID: identity.groupID, at: now, deviceID: identity.deviceID),
                by: .device(identity.device.value), before: ["doNotDisturb": "\(before)"],
                after: ["doNotDisturb": "\(device.doNotDisturb)"], in: transaction)
            return Self.status(device, isAllowed: true)
        }
    }

    private static func device(_ identity: DeviceIdentity, _ db: GRDB.Database) throws -> DeviceRecord {
        guard let device = try DeviceRecord.stored(identity.deviceID, db) else {
            throw ConsoleError(.notFound, "There is no device \(identity.device).")
        }
        return device
    }

    private static func isAllowed(_ identity: DeviceIdentity, _ db: GRDB.Database) throws -> Bool {
        let group = try OrganizationGroupStore.group(id: identity.groupID, db)
        return try OrganizationGroupStore.settings(of: group, db).isOn(.allowDoNotDisturb)
    }

    private static func status(_ device: DeviceRecord, isAllowed: Bool) -> DoNotDisturbStatus {
        DoNotDisturbStatus(
            isSuccess: isAllowed, isDoNotDisturb: device.doNotDisturb,
            enabledAt: device.doNotDisturbAt?.description, reason: isAllowed ? nil : refusal)
    }
}
