import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// One message of a client to the processor, inside its transaction.
struct CommandRound {
    let store: CommandStore
    let identity: DeviceIdentity
    let now: Timestamp
    let transaction: Transaction

    private var db: GRDB.Database { transaction.db }

    /// Notes what the client says of a command it was given.
    ///
    /// An error without a `CommandUUID` refers to the command delivered last (section 13.3). An answer that comes too late is
    /// kept, and the command stays dropped or expired.
    ///
    /// - Returns: A remark if something is odd about it; nil otherwise.
    /// - Throws: What the database throws.
    func acknowledge(_ message: ProcessorMessage) throws -> String? {
        guard message.status != .idle else { return nil }
        guard var command = try answered(by: message) else {
            return message.commandUUID.isEmpty
                ? "no command waits for an answer"
                : "the app has no command \(message.commandUUID.prefix(64))"
        }
        switch command.status {
        case .delivered, .notNow: return try finish(&command, message)
        case .dropped, .expired:
            command.result = try Self.result(of: message)
            command.answeredAt = now
            try command.update(db)
            return "the command \(command.uuid) is \(command.status.rawValue) already"
        case .queued: return "the command \(command.uuid) was not delivered yet"
        case .acknowledged, .error: return "the command \(command.uuid) was answered already"
        }
    }

    private func answered(by message: ProcessorMessage) throws -> CommandRecord? {
        let own = CommandRecord.filter(sql: "installationId = ?", arguments: [identity.installationID])
        guard message.commandUUID.isEmpty else {
            return try own.filter(sql: "uuid = ?", arguments: [message.commandUUID]).fetchOne(db)
        }
        return try own.filter(sql: "status = 'delivered'").order(sql: "deliveredAt DESC, id DESC").fetchOne(db)
    }

    private func finish(_ command: inout CommandRecord, _ message: ProcessorMessage) throws -> String? {
        let action: EventAction
        switch message.status {
        case .acknowledged: (command.status, action) = (.acknowledged, .commandAcknowledged)
        case .notNow: (command.status, action) = (.notNow, .commandNotNow)
        default: (command.status, action) = (.error, .commandFailed)
        }
        let isDeferred = command.status == .notNow
        if isDeferred { command.deferredDeliveries = command.deliveries }
        command.finishedAt = isDeferred ? nil : now
        command.answeredAt = now
        command.result = try Self.result(of: message)
        try command.update(db)
        publish(action)
        if command.status == .acknowledged { try endWipe() }
        return nil
    }

    /// With the acknowledgement of a wipe, which is all that waits for a device that is to be wiped, the wipe is over.
    private func endWipe() throws {
        guard let device = try DeviceRecord.stored(identity.deviceID, db), device.awaitsWipe else { return }
        try store.ending.end(
            device, as: .unenrolled, action: .deviceUnenrolled, by: .device(device.identifier), at: now,
            in: transaction)
    }

    private static func result(of message: ProcessorMessage) throws -> Data? {
        var fields: [String: PropertyListValue] = ["Status": .integer(Int64(message.status.rawValue))]
        fields["ProfileList"] = message.profileList.map { .array($0) }
        fields["CertificateList"] = message.certificateList.map { .array($0) }
        fields["SampleTime"] = message.sampleTime.map { .string($0) }
        fields["Response"] = message.further.isEmpty ? nil : .dictionary(message.further)
        return try PropertyListValue.dictionary(fields).encoded(as: .binary)
    }

    /// Ends commands that have expired, that belong to an earlier user or enrollment of the device, or that were
    /// delivered too often.
    func endOverdue() throws {
        try end(
            .expired, .commandExpired,
            """
            status IN \(CommandRecord.Status.waiting) AND (expiresAt <= :now OR userId IS NOT :user
                OR enrolledAt != (SELECT enrolledAt FROM device WHERE id = command.deviceId))
            """, ["now": now, "user": identity.userID])
        try end(
            .dropped, .commandDropped, "status = 'delivered' AND deliveries - deferredDeliveries >= :most",
            ["most": store.maximumDeliveries])
    }

    private func end(
        _ status: CommandRecord.Status, _ action: EventAction, _ condition: String,
        _ arguments: [String: (any DatabaseValueConvertible)?]
    ) throws {
        var arguments = arguments
        (arguments["status"], arguments["at"]) = (status, now)
        arguments["installation"] = identity.installationID
        let ended = try EndedCommand.fetchAll(
            db,
            sql: """
                UPDATE command SET status = :status, finishedAt = :at
                WHERE installationId = :installation AND (\(condition)) \(EndedCommand.returned)
                """, arguments: StatementArguments(arguments))
        try store.recordEnd(action, of: ended, in: identity.groupID, at: now, in: transaction)
    }

    /// Hands out the oldest command that waits; queries come last, since a client that does not know one answers nothing
    /// and would never reach what is behind it.
    func next(includingDeferred: Bool) throws -> CommandMessage? {
        let waiting =
            CommandRecord
            .filter(sql: "installationId = ?", arguments: [identity.installationID])
            .filter(
                sql: includingDeferred
                    ? "status IN \(CommandRecord.Status.waiting)" : "status IN ('queued', 'delivered')")
        guard var command = try waiting.order(sql: "requery IS NOT NULL, id").fetchOne(db) else { return nil }
        command.status = .delivered
        command.deliveries += 1
        command.deliveredAt = now
        try command.update(db)
        publish(.commandDelivered)
        let settings = try PropertyListValue(parsing: command.command).dictionaryValue ?? [:]
        return CommandMessage(uuid: command.uuid, command: settings)
    }

    private func publish(_ action: EventAction) {
        store.publish(
            action, device: identity.device.value, deviceID: identity.deviceID, groupID: identity.groupID, at: now,
            in: transaction)
    }
}
