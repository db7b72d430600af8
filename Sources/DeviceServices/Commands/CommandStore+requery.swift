import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Queries of the device that an app asks for (DeviceServices, section 24).
extension CommandStore {
    /// Queues a query in somebody else's transaction, unless the same one waits already.
    ///
    /// - Parameters:
    ///   - requestType: The name of the command.
    ///   - subject: What is queried.
    ///   - identity: The app that asks, and will be asked.
    ///   - transaction: Where.
    /// - Returns: The `CommandUUID`.
    /// - Throws: What the database throws.
    func enqueue(
        _ requestType: String, requerying subject: String, for identity: DeviceIdentity, in transaction: Transaction
    ) throws -> String {
        let waiting = """
            SELECT uuid FROM command WHERE installationId = ? AND userId IS ? AND requery = ? AND requestType = ?
                AND status IN \(CommandRecord.Status.waiting) AND (expiresAt IS NULL OR expiresAt > ?)
            ORDER BY id DESC
            """
        let now = clock.now(in: identity.groupID)
        let known = try String.fetchOne(
            transaction.db, sql: waiting,
            arguments: [identity.installationID, identity.userID, subject, requestType, now])
        if let known { return known }
        let target = CommandTarget(
            groupID: identity.groupID, deviceID: identity.deviceID, installationID: identity.installationID,
            userID: identity.userID, device: identity.device, bundle: identity.bundle)
        var outlook = PushOutlook(transaction.db)
        let record = try insert(
            requestType, [:], for: target, lifetimeMinutes: nil, requery: subject, &outlook, in: transaction)
        try table.trim(transaction.db)
        publish(
            .commandQueued, device: target.device.value, deviceID: target.deviceID, groupID: target.groupID,
            at: record.createdAt,
            in: transaction)
        return record.uuid
    }
}
