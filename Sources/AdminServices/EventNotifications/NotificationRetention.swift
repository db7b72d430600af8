import ConsoleModel
import ConsolePlatform
import GRDB

/// Keeps deliveries at their bound (AdminNotifications, "Delivery log").
///
/// Finished ones go first, the oldest before others. Waiting ones go only if nothing else is left, and the event log
/// then records that they were given up.
struct NotificationRetention: Sendable {
    /// The table of deliveries and its bound.
    let table: BoundedTable
    let events: EventLogStore
    let clock: ConsoleClock

    /// Deliveries of a notification that were given up.
    private struct Loss: Decodable, FetchableRecord {
        let name: String
        let groupId: Int64
        let count: Int
    }

    /// Evicts what is beyond the bound.
    ///
    /// - Throws: What the database throws.
    func trim(_ transaction: Transaction) throws {
        let db = transaction.db
        let excess = try table.excess(db)
        guard excess > 0 else { return }
        try db.execute(
            sql: """
                DELETE FROM notificationDelivery WHERE id IN (
                    SELECT id FROM notificationDelivery WHERE state <> 'pending' ORDER BY id LIMIT ?)
                """, arguments: [excess])
        let left = excess - db.changesCount
        if left > 0 { try giveUp(left, transaction) }
        try table.addEvicted(excess, db)
    }

    /// Evicts the oldest deliveries, all of which wait.
    private func giveUp(_ count: Int, _ transaction: Transaction) throws {
        let losses = try Loss.fetchAll(
            transaction.db,
            sql: """
                SELECT n.name, n.groupId, COUNT(*) AS count
                FROM (SELECT notificationId FROM notificationDelivery ORDER BY id LIMIT ?) AS oldest
                JOIN eventNotification AS n ON n.id = oldest.notificationId GROUP BY n.id ORDER BY n.id
                """, arguments: [count])
        try transaction.db.execute(
            sql:
                "DELETE FROM notificationDelivery WHERE id IN (SELECT id FROM notificationDelivery ORDER BY id LIMIT ?)",
            arguments: [count])
        for loss in losses {
            try events.record(
                ConsoleEvent(
                    action: .eventNotificationGaveUp, subjectKind: "eventNotification", subject: loss.name,
                    groupID: loss.groupId, at: clock.now(in: loss.groupId)),
                by: .system,
                after: [
                    "deliveries": String(loss.count),
                    "error": "More deliveries wait than retention.deliveries keeps, which is \(table.bound).",
                ], in: transaction)
        }
    }
}
