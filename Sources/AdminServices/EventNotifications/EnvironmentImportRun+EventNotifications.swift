import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports an event notification.
    ///
    /// Names need not be unique, so one is known by its uuid, and by its name where no other of the file has its uuid.
    ///
    /// - Parameters:
    ///   - notification: The notification in the file.
    ///   - claimed: Every uuid the file has for the group.
    ///   - groupID: The group.
    ///   - notifications: Seals what notifications need.
    /// - Throws: What the database throws, and what sealing throws.
    func importEventNotification(
        _ notification: EnvironmentNotification, besides claimed: Set<String>, in groupID: Int64,
        _ notifications: EventNotificationStore
    ) throws {
        let known = try known(notification, besides: claimed, in: groupID)
        var record = EventNotificationRecord(
            id: known?.id,
            uuid: try uuid(
                notification.uuid, known: known?.uuid, in: "eventNotification", at: notification.position),
            groupId: groupID, name: notification.name, url: notification.url, username: notification.username,
            sealedPassword: known?.sealedPassword, sealedSecret: known?.sealedSecret ?? Data(),
            format: notification.format, isActive: notification.isActive,
            events: NotificationChoice.stored(notification.events), createdAt: known?.createdAt ?? now,
            updatedAt: known?.updatedAt ?? now)
        try seal(notification, into: &record, known: known, notifications)
        let decision = try decide(
            .eventNotification, notification.name, at: notification.position, isSame: record == known,
            groupID: groupID, before: known.map(EventNotificationStore.fields),
            after: EventNotificationStore.fields(record))
        guard decision != .leave else { return }
        record.updatedAt = now
        try record.save(db)
        // Deliveries that waited while it was inactive are due.
        transaction.afterCommit { notifications.bell.ring() }
    }

    private func known(
        _ notification: EnvironmentNotification, besides claimed: Set<String>, in groupID: Int64
    ) throws -> EventNotificationRecord? {
        let all = try EventNotificationRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "id")
            .fetchAll(db)
        if let uuid = notification.uuid, let same = all.first(where: { $0.uuid.lowercased() == uuid }) { return same }
        return all.first {
            $0.name.lowercased() == notification.name.lowercased() && !claimed.contains($0.uuid.lowercased())
        }
    }

    /// Seals new secrets, and seals existing ones again if their uuid changes.
    private func seal(
        _ notification: EnvironmentNotification, into record: inout EventNotificationRecord,
        known: EventNotificationRecord?, _ notifications: EventNotificationStore
    ) throws {
        let (password, secret) = (
            try known.map { try notifications.password(of: $0) } ?? "",
            try known.map { try notifications.secret(of: $0) }
        )
        let (newPassword, newSecret) = (notification.password ?? password, notification.secret ?? secret)
        if record.uuid != known?.uuid || newPassword != password {
            record.sealedPassword = try notifications.sealed(password: newPassword, for: record)
        }
        if record.uuid != known?.uuid || newSecret != secret {
            record.sealedSecret = try notifications.sealed(secret: newSecret ?? random.secret(), for: record)
        }
    }
}
