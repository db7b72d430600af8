import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Messages to users of devices; they are kept for reading, and nothing is sent anywhere.
struct DeviceMessageStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let table: BoundedTable

    /// Keeps a message, in the transaction that orders it.
    func keep(
        _ message: DeviceOrder.Message, to device: DeviceRecord, by administrator: AdministratorIdentity,
        at now: Timestamp, in transaction: Transaction
    ) throws {
        let bundle = message.application.flatMap(BundleIdentifier.init)
        let installation = try bundle.flatMap {
            try DeviceStore.installation(of: try device.storedID(), bundle: $0, transaction.db)
        }
        let user = try UserRecord.stored(device.userId, transaction.db)
        let recipient: String? =
            switch message.channel {
            case .email: [user?.email, device.email].compactMap { $0 }.first { !$0.isEmpty }
            case .sms: [device.phone, user?.mobileNumber, user?.phone].compactMap { $0 }.first { !$0.isEmpty }
            case .push: installation?.pushToken
            }
        var record = DeviceMessageRecord(
            id: nil, sentAt: now, groupId: device.groupId, deviceId: device.id, installationId: installation?.id,
            userId: device.userId, channel: message.channel.rawValue, text: message.text,
            application: message.application ?? "", recipient: recipient ?? "", sender: administrator.name)
        if message.channel == .push, let installation {
            var outlook = PushOutlook(transaction.db)
            record.push = try outlook.verdict(
                of: installation.storedID(), at: clock.now(in: device.groupId))
        }
        try record.insert(transaction.db)
        try table.trim(transaction.db)
    }

    /// Messages, read back.
    var archive: RecordArchive<DeviceMessageRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .message, timeColumn: "sentAt")
    }
}
