import GRDB

extension EnvironmentExport {
    /// Event notifications of a group, without their passwords and secrets: those can be read back, so a file that is
    /// passed on would tell them.
    func eventNotifications(of groupID: Int64) throws -> [EnvironmentNotification] {
        let records = EventNotificationRecord.filter(sql: "groupId = ?", arguments: [groupID])
        return try records.order(sql: "name, uuid").fetchAll(db).map { record in
            EnvironmentNotification(
                position: nowhere, name: record.name, uuid: record.uuid, url: record.url, username: record.username,
                format: record.format, isActive: record.isActive, events: record.choices)
        }
    }
}
