import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// The command queues of installations (DeviceServices, section 13).
package struct CommandStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    /// How a wipe that is acknowledged ends the enrollment.
    let ending: EnrollmentEnding
    let clock: ConsoleClock
    let random: RandomSource
    let table: BoundedTable
    /// A command that was delivered so often without an acknowledgement is dropped.
    let maximumDeliveries: Int64

    /// The result of a message to the processor.
    struct Turn: Sendable {
        /// The next command; nil when the queue is empty.
        var command: CommandMessage?
        /// A remark about an odd message, for the log.
        var remark: String?
    }

    /// Takes what a client posts to the processor and hands out the next command.
    func process(_ message: ProcessorMessage, from identity: DeviceIdentity) async throws -> Turn {
        // Most polls find nothing: ask before taking a turn at writing.
        if message.status == .idle, try await isEmpty(identity) { return Turn() }
        let now = clock.now(in: identity.groupID)
        return try await database.write { transaction in
            let round = CommandRound(store: self, identity: identity, now: now, transaction: transaction)
            // First: an answer that arrives in the moment of expiry still counts.
            let remark = try round.acknowledge(message)
            try round.endOverdue()
            // A command answered "not now" is delivered again at the next idle poll, not in the same round.
            return Turn(command: try round.next(includingDeferred: message.status == .idle), remark: remark)
        }
    }

    private func isEmpty(_ identity: DeviceIdentity) async throws -> Bool {
        try await database.read { db in
            try CommandRecord.filter(
                sql: "installationId = ? AND status IN \(CommandRecord.Status.waiting)",
                arguments: [identity.installationID]
            ).isEmpty(db)
        }
    }

    /// Notifies subscribers of the result of a command for a device.
    func publish(
        _ action: EventAction, device: String, deviceID: Int64?, groupID: Int64?, at now: Timestamp,
        in transaction: Transaction
    ) {
        events.publish(
            ConsoleEvent(
                action: action, subjectKind: "device", subject: device, groupID: groupID, at: now, deviceID: deviceID),
            in: transaction)
    }
}
