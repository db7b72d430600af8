import ConsolePlatform

/// A client's values for a notification; nil for those it leaves out (AdminNotifications, "Fields").
struct EventNotificationDraft: Sendable {
    var name: String?
    var url: String?
    var username: String?
    /// An empty one takes the password away.
    var password: String?
    var format: NotificationFormat?
    var isActive: Bool?
    var group: RecordReference?
    /// Switches that are on or off.
    var choices: [NotificationChoice: Bool] = [:]

    /// The switches after the change.
    func choices(changing known: Set<NotificationChoice>) -> Set<NotificationChoice> {
        Set(NotificationChoice.allCases.filter { choices[$0] ?? known.contains($0) })
    }
}

/// A notification with the values of its group for answers.
struct EventNotificationEntry: Sendable {
    let record: EventNotificationRecord
    let groupUUID: String
}

/// Which notifications a search means.
struct EventNotificationSearch: Sendable {
    /// Part of the target's name, in any letter case.
    var name: String?
    /// The group whose subtree they belong to.
    var group: RecordReference?
    var isActive: Bool?
    /// Terms of ORDER BY.
    var order = "n.id"

    /// Columns a client can order by.
    static let columns = ["targetname": "n.name COLLATE NOCASE", "id": "n.id", "status": "n.isActive"]
}
