import DeviceProtocol
import Foundation
import GRDB

/// The command queues of installations (DeviceServices, section 13).
struct CommandStore: Sendable {
    let database: Database
    let clock: ConsoleClock
    let random: RandomSource
    let table: BoundedTable
    /// A command that was handed out so often without an acknowledgement is dropped.
    let maximumDeliveries: Int64

    /// Queues a command for an app on a device.
    @discardableResult
    func enqueue(
        _ requestType: String, settings: [String: PropertyListValue] = [:], for identity: DeviceIdentity
    ) async throws -> CommandRecord {
        let message = CommandMessage(uuid: random.uuid(), requestType: requestType, settings: settings)
        let now = clock.now(in: identity.groupID)
        let record = CommandRecord(
            id: nil, uuid: message.uuid, groupId: identity.groupID, deviceId: identity.deviceID,
            installationId: identity.installationID, userId: identity.userID, requestType: requestType,
            command: try PropertyListValue.dictionary(message.command).encoded(as: .binary), status: .queued,
            deliveries: 0, result: nil, createdAt: now, deliveredAt: nil, finishedAt: nil)
        return try await database.write { transaction in
            var record = record
            try record.insert(transaction.db)
            try table.trim(transaction.db)
            return record
        }
    }

    /// Takes what a client posts to the processor and hands out the next command; nil when the queue is empty.
    func process(_ message: ProcessorMessage, from identity: DeviceIdentity) async throws -> CommandMessage? {
        // Most polls find nothing: ask before taking a turn at writing.
        if message.status == .idle, try await isEmpty(identity) { return nil }
        let now = clock.now(in: identity.groupID)
        return try await database.write { transaction in
            try acknowledge(message, from: identity, at: now, in: transaction)
            return try next(
                for: identity, leavingOutDeferred: message.status == .notNow, at: now, in: transaction)
        }
    }

    private static let waiting = "installationId = ? AND status IN ('queued', 'delivered', 'notNow')"

    private func isEmpty(_ identity: DeviceIdentity) async throws -> Bool {
        try await database.read { db in
            try CommandRecord.filter(sql: Self.waiting, arguments: [identity.installationID]).isEmpty(db)
        }
    }

    /// An error without a `CommandUUID` refers to the command delivered last (section 13.3).
    private func acknowledge(
        _ message: ProcessorMessage, from identity: DeviceIdentity, at now: Timestamp, in transaction: Transaction
    ) throws {
        guard message.status != .idle else { return }
        let delivered = CommandRecord.filter(
            sql: "installationId = ? AND status = 'delivered'", arguments: [identity.installationID])
        let found =
            message.commandUUID.isEmpty
            ? try delivered.order(sql: "deliveredAt DESC, id DESC").fetchOne(transaction.db)
            : try delivered.filter(sql: "uuid = ?", arguments: [message.commandUUID]).fetchOne(transaction.db)
        guard var command = found else { return }
        switch message.status {
        case .acknowledged: command.status = .acknowledged
        case .notNow: command.status = .notNow
        default: command.status = .error
        }
        command.finishedAt = command.status == .notNow ? nil : now
        command.result = try Self.result(of: message)
        try command.update(transaction.db)
    }

    private static func result(of message: ProcessorMessage) throws -> Data? {
        var fields: [String: PropertyListValue] = ["Status": .integer(Int64(message.status.rawValue))]
        fields["ProfileList"] = message.profileList.map { .array($0) }
        fields["CertificateList"] = message.certificateList.map { .array($0) }
        fields["SampleTime"] = message.sampleTime.map { .string($0) }
        return try PropertyListValue.dictionary(fields).encoded(as: .binary)
    }

    /// After a "not now" no command that was answered so comes again, or two of them would alternate for ever.
    private func next(
        for identity: DeviceIdentity, leavingOutDeferred: Bool, at now: Timestamp, in transaction: Transaction
    ) throws -> CommandMessage? {
        let db = transaction.db
        try db.execute(
            sql: """
                UPDATE command SET status = 'dropped', finishedAt = ?
                WHERE installationId = ? AND status = 'delivered' AND deliveries >= ?
                """, arguments: [now, identity.installationID, maximumDeliveries])
        let waiting =
            CommandRecord
            .filter(sql: Self.waiting, arguments: [identity.installationID])
            .filter(sql: leavingOutDeferred ? "status != 'notNow'" : "TRUE")
        guard var command = try waiting.order(sql: "id").fetchOne(db) else { return nil }
        command.status = .delivered
        command.deliveries += 1
        command.deliveredAt = now
        try command.update(db)
        let settings = try PropertyListValue(parsing: command.command).dictionaryValue ?? [:]
        return CommandMessage(uuid: command.uuid, command: settings)
    }
}
