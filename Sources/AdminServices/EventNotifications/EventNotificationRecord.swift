import ConsolePlatform
import Foundation
import GRDB

/// A subscription to events of the devices of a group and of those below it.
struct EventNotificationRecord: Codable, Equatable, Sendable, StoredRecord {
    static let databaseTableName = "eventNotification"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var name: String
    var url: String
    /// For Basic; none if it is empty.
    var username: String
    var sealedPassword: Data?
    var sealedSecret: Data
    var format: NotificationFormat
    var isActive: Bool
    /// Names of ``NotificationChoice``, with blanks between them.
    var events: String
    var createdAt: Timestamp
    var updatedAt: Timestamp

    /// Made of its parts.
    init(
        id: Int64? = nil, uuid: String, groupId: Int64, name: String, url: String, username: String,
        sealedPassword: Data? = nil, sealedSecret: Data, format: NotificationFormat, isActive: Bool, events: String,
        createdAt: Timestamp, updatedAt: Timestamp
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.name = name
        self.url = url
        self.username = username
        self.sealedPassword = sealedPassword
        self.sealedSecret = sealedSecret
        self.format = format
        self.isActive = isActive
        self.events = events
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The wanted state.
    var choices: Set<NotificationChoice> { NotificationChoice.read(events) }

    /// The context that a secret of this row is sealed with.
    func context(_ secret: String) -> String { "eventNotification.\(secret):\(uuid)" }
}

extension NotificationFormat: DatabaseValueConvertible {}
