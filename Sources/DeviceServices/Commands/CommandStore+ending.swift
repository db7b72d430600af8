import ConsoleModel
import ConsolePlatform
import GRDB

/// A command that ended without an answer.
struct EndedCommand: Decodable, FetchableRecord {
    let uuid: String
    let requestType: String
    /// Row id of the device; nil if it is deleted.
    let deviceId: Int64?
    /// Identifier of the device; nil if it is deleted.
    let device: String?

    /// The columns, as a `RETURNING` clause of a statement that changes commands.
    static let returned = """
        RETURNING uuid, requestType, deviceId,
            (SELECT identifier FROM device WHERE device.id = command.deviceId) AS device
        """
}

extension CommandStore {
    /// Commands that end in one transaction and have a row each in the event log; more than these have one together.
    private static let namedEndings = 20

    /// Records in the event log that commands ended without an answer, and notifies subscribers of each.
    ///
    /// - Parameters:
    ///   - action: ``EventAction/commandExpired`` or ``EventAction/commandDropped``.
    ///   - commands: The commands, which are of one group.
    ///   - groupID: Their group; nil if it is deleted.
    ///   - now: The time in the group.
    ///   - transaction: The transaction that has ended them.
    /// - Throws: What the database throws.
    func recordEnd(
        _ action: EventAction, of commands: [EndedCommand], in groupID: Int64?, at now: Timestamp,
        in transaction: Transaction
    ) throws {
        guard !commands.isEmpty else { return }
        guard commands.count > Self.namedEndings else {
            for command in commands {
                try events.record(
                    event(action, command, groupID, now), by: .system,
                    after: ["uuid": command.uuid, "requestType": command.requestType], in: transaction)
            }
            return
        }
        for command in commands { events.publish(event(action, command, groupID, now), in: transaction) }
        try events.record(
            ConsoleEvent(
                action: action == .commandDropped ? .commandsDropped : .commandsExpired, subjectKind: "command",
                subject: "\(commands.count)", groupID: groupID, at: now),
            by: .system, after: ["count": String(commands.count)], in: transaction)
    }

    private func event(
        _ action: EventAction, _ command: EndedCommand, _ groupID: Int64?, _ now: Timestamp
    ) -> ConsoleEvent {
        ConsoleEvent(
            action: action, subjectKind: "device", subject: command.device ?? "", groupID: groupID, at: now,
            deviceID: command.deviceId)
    }
}
