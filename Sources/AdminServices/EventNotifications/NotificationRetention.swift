import ConsoleModel
import ConsolePlatform
import GRDB

/// Keeps deliveries at their bound (AdminNotifications, "Delivery log").
///
/// Those of the customer with most of them go, and of these the finished ones first, the oldest before others. Waiting ones go only if nothing else is left, and the event log
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
        for loss in try table.losses(db) {
            let finished = try table.oldest(loss.count, of: loss, where: "state <> 'pending'", db)
            try table.evict(finished, db)
            let left = loss.count - finished.count
            if left > 0 { try giveUp(try table.oldest(left, of: loss, db), transaction) }
        }
    }

    /// Evicts deliveries that wait.
    private func giveUp(_ ids: [Int64], _ transaction: Transaction) throws {
        let losses = try Loss.fetchAll(
            transaction.db,
            sql: """
                SELECT n.name, n.groupId, COUNT(*) AS count
                FROM (SELECT notificationId FROM notificationDelivery
                    WHERE id IN (SELECT value FROM json_each(?))) AS oldest
                JOIN eventNotification AS n ON n.id = oldest.notificationId GROUP BY n.id ORDER BY n.id
                """, arguments: ["[\(ids.map(String.init).joined(separator: ","))]"])
        try table.evict(ids, transaction.db)
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
