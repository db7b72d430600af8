package import ConsoleModel
package import ConsolePlatform
import Foundation
import GRDB

/// Turns changes of devices into deliveries, inside the unit of work that made them, so only committed changes are
/// reported.
///
/// Triggers of the database note the changes (`deviceChange`), so no change of a device can be missed here.
package struct NotificationOutbox: Sendable {
    private static let batchSize = 500

    private let clock: ConsoleClock
    private let random: RandomSource
    private let bell: NotificationBell
    private let retention: NotificationRetention

    /// One noted change.
    private struct Change: Decodable, FetchableRecord {
        let id: Int64
        let deviceId: Int64
        let formerGroupId: Int64
        let kind: String
        let facts: String?
    }

    /// An outbox, which is made before the database whose units of work end with it.
    ///
    /// - Parameters:
    ///   - bell: Rung when something is queued.
    ///   - bound: Deliveries that are kept.
    ///   - events: Records deliveries that are given up.
    ///   - clock: What time it is.
    ///   - random: Where ids of deliveries come from.
    package init(
        _ bell: NotificationBell, bound: Int, events: EventLogStore, clock: ConsoleClock, random: RandomSource
    ) {
        self.clock = clock
        self.random = random
        self.bell = bell
        retention = NotificationRetention(
            table: BoundedTable(name: "notificationDelivery", bound: bound), events: events, clock: clock)
    }

    /// Empties the table of changes, as the last step of every unit of work.
    ///
    /// - Throws: What the database throws.
    package func collect(in transaction: Transaction) throws {
        // Most units of work change no device in a way that is reported.
        guard try transaction.db.hasRows(in: "deviceChange") else { return }
        let next = try transaction.db.cachedStatement(
            sql: """
                SELECT id, deviceId, formerGroupId, kind, coalesce(facts,
                    (SELECT facts FROM notificationSubject AS subject WHERE subject.deviceId = change.deviceId),
                    (SELECT gone.facts FROM deviceChange AS gone WHERE gone.deviceId = change.deviceId
                        AND gone.facts IS NOT NULL LIMIT 1)) AS facts
                FROM deviceChange AS change ORDER BY id LIMIT \(Self.batchSize)
                """)
        var changes = try Change.fetchAll(next)
        let listeners = try Self.listeners(transaction.db)
        while let last = changes.last {
            for change in changes { try queue(change, for: listeners, transaction.db) }
            try transaction.db.execute(sql: "DELETE FROM deviceChange WHERE id <= ?", arguments: [last.id])
            try retention.trim(transaction)
            changes = try Change.fetchAll(next)
        }
        transaction.afterCommit { [bell] in bell.ring() }
    }

    /// Active notifications with the subtrees of their groups.
    private static func listeners(_ db: GRDB.Database) throws -> [(record: EventNotificationRecord, subtree: Subtree)] {
        let rows = try db.cachedStatement(
            sql: """
                SELECT n.*, o.path AS groupPath FROM eventNotification n JOIN organizationGroup o ON o.id = n.groupId
                WHERE n.isActive = 1 ORDER BY n.id
                """)
        return try Row.fetchAll(rows).map { (try EventNotificationRecord(row: $0), $0["groupPath"]) }
    }

    private func queue(
        _ change: Change, for listeners: [(record: EventNotificationRecord, subtree: Subtree)], _ db: GRDB.Database
    ) throws {
        guard let kind = NotificationKind(rawValue: change.kind), let json = change.facts else { return }
        let facts = try JSONDecoder().decode(NotificationFacts.self, from: Data(json.utf8))
        let former =
            change.formerGroupId == facts.groupId
            ? nil : try OrganizationGroupRecord.stored(change.formerGroupId, db)?.subtree
        // A device that moves away is reported where it was, too.
        let concerned = listeners.filter { listener, subtree in
            listener.choices.contains(kind.choice)
                && (subtree.contains(facts.groupPath) || former.map(subtree.contains) == true)
        }
        guard !concerned.isEmpty else { return }
        let now = clock.now(in: facts.groupId)
        let deviceID = kind == .delete ? nil : try existing(facts.deviceId, "device", db)
        let userID = try facts.userId.flatMap { try existing($0, "enrollmentUser", db) }
        // Hundreds may listen, and all with the same format get the same text.
        var bodies: [NotificationFormat: String] = [:]
        for (listener, _) in concerned {
            let body = bodies[listener.format] ?? facts.body(kind, at: now, as: listener.format)
            bodies[listener.format] = body
            var delivery = NotificationDeliveryRecord(
                uuid: random.uuid(), notificationId: listener.id, groupId: listener.groupId, deviceId: deviceID,
                userId: userID, createdAt: now, targetName: listener.name,
                eventId: kind.eventID(isDesktop: facts.isDesktop), eventType: kind.eventType, format: listener.format,
                body: body, nextAttemptAt: clock.now(in: listener.groupId))
            try delivery.insert(db)
        }
    }

    /// An id, unless its row has gone in the same unit of work.
    private func existing(_ id: Int64, _ table: String, _ db: GRDB.Database) throws -> Int64? {
        let row = try db.cachedStatement(sql: "SELECT id FROM \(table) WHERE id = ?")
        return try Int64.fetchOne(row, arguments: [id])
    }
}
