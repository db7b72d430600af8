package import ConsolePlatform
import GRDB

extension CommandStore {
    /// Lets everything that waits in the queues of a device expire: it is not enrolled any more.
    package static func expireAll(ofDevice deviceID: Int64, at now: Timestamp, in transaction: Transaction) throws {
        try transaction.db.execute(
            sql: """
                UPDATE command SET status = 'expired', finishedAt = ?
                WHERE deviceId = ? AND status IN ('queued', 'delivered', 'notNow')
                """, arguments: [now, deviceID])
    }
}
