package import ConsolePlatform
package import DeviceProtocol
import GRDB

/// Ends an enrollment, whoever asks for it: credentials and everything else that belongs to it are removed at once, and
/// what the device has sent stays (DeviceServices, section 23).
package struct EnrollmentEnding: Sendable {
    /// Statuses of a device that is no longer enrolled, or will be wiped.
    package static let statuses: Set<EnrollmentStatus> = [
        .deviceNotFound, .enterpriseWipePending, .deviceWipePending, .retired, .unenrolled,
    ]
    /// Statuses of a wipe that was ordered and is not over.
    package static let pending: Set<EnrollmentStatus> = [.enterpriseWipePending, .deviceWipePending]

    /// Ends what else belongs to the enrollment of a device, such as the commands in its queue; the new status is nil
    /// if the device is deleted.
    package typealias Follower =
        @Sendable (_ deviceID: Int64, EnrollmentStatus?, _ now: Timestamp, Transaction) throws -> Void

    let events: EventLogStore
    /// Set where the console is made, so that the model need not know the features.
    let follower: Follower

    /// Gives a device a status in which it is not enrolled, and notes it in the event log.
    ///
    /// - Parameters:
    ///   - device: The device as it is stored.
    ///   - status: One of ``statuses``.
    ///   - action: The action in the event log.
    ///   - actor: Who ends it.
    ///   - now: The time.
    ///   - transaction: The transaction.
    /// - Returns: The device as it is stored now.
    /// - Throws: What the database throws.
    @discardableResult
    package func end(
        _ device: DeviceRecord, as status: EnrollmentStatus, action: EventAction, by actor: Actor, at now: Timestamp,
        in transaction: Transaction
    ) throws -> DeviceRecord {
        var ended = device
        ended.enter(status, at: now)
        try ended.update(transaction.db, columns: ["enrollmentStatus", "statusChangedAt"])
        try cutOff(
            try device.storedID(), as: status, reason: "the device is \(status.name.lowercased())", at: now,
            in: transaction)
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "device", subject: device.identifier, groupID: device.groupId, at: now,
                deviceID: device.id),
            by: actor, before: ["enrollmentStatus": String(device.enrollmentStatus)],
            after: ["enrollmentStatus": String(status.rawValue)], in: transaction)
        return ended
    }

    /// Ends what depends on an enrollment, and leaves the status to the caller.
    ///
    /// - Parameters:
    ///   - deviceID: The device.
    ///   - status: The status it gets; nil if it is deleted.
    ///   - reason: Why, for clients that still use a credential of it.
    ///   - now: The time.
    ///   - transaction: The transaction.
    /// - Throws: What the database throws.
    package func cutOff(
        _ deviceID: Int64, as status: EnrollmentStatus?, reason: String, at now: Timestamp,
        in transaction: Transaction
    ) throws {
        try CredentialStore.revokeAll(
            of: .device(deviceID), reason: reason, leaving: status.map(Self.pending.contains) ?? false, at: now,
            in: transaction)
        try follower(deviceID, status, now, transaction)
        transaction.changesConfiguration()
    }
}
