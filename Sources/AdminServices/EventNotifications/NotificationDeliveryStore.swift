import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// A target that has deliveries waiting.
struct NotificationLane: Decodable, FetchableRecord, Sendable {
    /// Id of the notification.
    let id: Int64
    let uuid: String
    let name: String
    let groupId: Int64
    /// The customer of the group; the group itself if it has none.
    let customerId: Int64
    let isActive: Bool
    /// Deliveries that wait.
    let pending: Int
    /// When the one that is next was queued.
    let oldestAt: Timestamp
    /// When the one that is next is due.
    let nextAttemptAt: Timestamp
    /// Attempts of the one that is next.
    let attempts: Int64
    let lastStatus: Int?
    let lastError: String?
}

extension NotificationLane {
    /// What it takes a turn as.
    var target: NotificationLanes.Target { NotificationLanes.Target(id: id, customer: customerId) }
}

/// A delivery with what it takes to send it.
struct NotificationParcel: Sendable {
    let delivery: NotificationDeliveryRecord
    let notification: EventNotificationRecord
    let password: String
    let secret: String
}

/// Deliveries: those that wait, attempts, and results.
struct NotificationDeliveryStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let notifications: EventNotificationStore
    let retry: NotificationRetry
    let bell: NotificationBell

    /// Attempts of one delivery that are kept.
    private static let attemptsKept = 100

    /// Deliveries, read back and deleted.
    var archive: RecordArchive<NotificationDeliveryRecord> {
        RecordArchive(
            database: database, events: events, clock: clock, kind: .notificationDelivery, timeColumn: "createdAt")
    }

    /// Targets of a subtree with waiting deliveries, also inactive ones; the oldest delivery of each is next.
    func lanes(in subtree: Subtree = .whole) async throws -> [NotificationLane] {
        try await database.read { db in
            // Of a row with MIN, the other columns are those of the row with the minimum.
            try NotificationLane.fetchAll(
                db,
                sql: """
                    SELECT n.id, n.uuid, n.name, n.groupId, IFNULL(o.customerId, o.id) AS customerId, n.isActive,
                        COUNT(*) AS pending, MIN(d.id) AS next, d.createdAt AS oldestAt, d.nextAttemptAt, d.attempts,
                        d.lastStatus, d.lastError
                    FROM notificationDelivery d INDEXED BY notificationDeliveryPending
                    JOIN eventNotification n ON n.id = d.notificationId
                    JOIN organizationGroup o ON o.id = n.groupId
                    WHERE d.state = 'pending' AND \(Subtree.condition("o.path", in: "?1"))
                    GROUP BY n.id ORDER BY n.id
                    """, arguments: [subtree])
        }
    }

    /// The oldest waiting delivery of an active notification; nil if there is none.
    func next(of notificationID: Int64) async throws -> NotificationParcel? {
        let found = try await database.read { db in
            let notification = try EventNotificationRecord.stored(notificationID, db)
            let delivery = try NotificationDeliveryRecord.filter(
                sql: "notificationId = ? AND state = 'pending'", arguments: [notificationID]
            ).order(sql: "id").fetchOne(db)
            return (notification, delivery)
        }
        guard let notification = found.0, notification.isActive, let delivery = found.1 else { return nil }
        return NotificationParcel(
            delivery: delivery, notification: notification, password: try notifications.password(of: notification),
            secret: try notifications.secret(of: notification))
    }

    /// Notes an attempt, and what becomes of the delivery.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - parcel: The delivery.
    ///   - isRefused: Whether the target is not allowed, so that nothing is gained by trying again.
    ///   - retryAfter: Seconds the target asks for.
    /// - Returns: How the delivery stands now.
    /// - Throws: What the database throws.
    func note(
        _ attempt: NotificationAttemptRecord, of parcel: NotificationParcel, isRefused: Bool, retryAfter: Int64?
    ) async throws -> NotificationState {
        try await database.write { transaction in
            let db = transaction.db
            guard var delivery = try NotificationDeliveryRecord.stored(parcel.delivery.id, db) else {
                return .cancelled
            }
            var attempt = attempt
            try attempt.insert(db)
            try Self.trimAttempts(of: attempt.deliveryId, db)
            // Meanwhile its notification may have been deleted.
            guard delivery.state == .pending else { return delivery.state }
            let now = clock.now(in: delivery.groupId)
            delivery.attempts += 1
            (delivery.lastStatus, delivery.lastError) = (attempt.status, attempt.error)
            if attempt.error == nil {
                (delivery.state, delivery.finishedAt) = (.delivered, now)
            } else if !isRefused, let delay = retry.delay(after: delivery.attempts, retryAfter: retryAfter) {
                delivery.nextAttemptAt = Timestamp(milliseconds: now.milliseconds + delay)
            } else {
                (delivery.state, delivery.finishedAt) = (.failed, now)
                try logGivingUp(delivery, of: parcel.notification, at: now, transaction)
            }
            try delivery.update(db)
            return delivery.state
        }
    }

    private static func trimAttempts(of id: Int64, _ db: GRDB.Database) throws {
        try db.execute(
            sql: """
                DELETE FROM notificationAttempt WHERE deliveryId = ? AND id NOT IN (
                    SELECT id FROM notificationAttempt WHERE deliveryId = ? ORDER BY id DESC LIMIT ?)
                """, arguments: [id, id, attemptsKept])
    }

    private func logGivingUp(
        _ delivery: NotificationDeliveryRecord, of notification: EventNotificationRecord, at now: Timestamp,
        _ transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: .eventNotificationGaveUp, subjectKind: "eventNotification", subject: notification.name,
                groupID: notification.groupId, at: now),
            by: .system,
            after: [
                "delivery": delivery.uuid, "eventType": delivery.eventType, "attempts": String(delivery.attempts),
                "error": delivery.lastError,
            ], in: transaction)
    }

    /// Attempts of a delivery, in order.
    func attempts(of deliveryID: Int64) async throws -> [NotificationAttemptRecord] {
        try await database.read { db in
            try NotificationAttemptRecord.filter(sql: "deliveryId = ?", arguments: [deliveryID]).order(sql: "id")
                .fetchAll(db)
        }
    }

    /// Queues deliveries again that have ended, however they ended; those whose notification is deleted stay.
    ///
    /// - Returns: How many.
    /// - Throws: What the database throws.
    func redeliver(_ query: RecordQuery, by administrator: AdministratorIdentity) async throws -> Int {
        try await database.write { transaction in
            let now = clock.now(in: administrator.groupID)
            let count = try queueAgain(query, transaction.db)
            guard count > 0 else { return 0 }
            try events.record(
                ConsoleEvent(
                    action: .notificationDeliveryRedelivered, subjectKind: "notificationDelivery",
                    subject: "\(count)", groupID: administrator.groupID, at: now),
                by: .administrator(administrator.name), after: ["count": String(count)], in: transaction)
            transaction.afterCommit { [bell] in bell.ring() }
            return count
        }
    }

    /// Queues deliveries again, due at once by the clock of the group of each.
    private func queueAgain(_ query: RecordQuery, _ db: GRDB.Database) throws -> Int {
        let (sql, arguments) = try query.clause(db)
        let chosen = """
            state IN ('delivered', 'failed') AND notificationId IS NOT NULL
            AND id IN (SELECT record.id FROM notificationDelivery AS record \(sql))
            """
        let groups = try Int64?.fetchAll(
            db, sql: "SELECT DISTINCT groupId FROM notificationDelivery WHERE \(chosen)", arguments: arguments)
        var count = 0
        for group in groups {
            let due: StatementArguments = [clock.now(in: group)]
            try db.execute(
                sql: """
                    UPDATE notificationDelivery SET state = 'pending', attempts = 0, finishedAt = NULL,
                        redeliveries = redeliveries + 1, nextAttemptAt = ? WHERE \(chosen) AND groupId IS ?
                    """, arguments: due + arguments + [group])
            count += db.changesCount
        }
        return count
    }
}
