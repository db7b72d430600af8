package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// Event notifications in environment files.
package struct EventNotificationEnvironmentSection: EnvironmentListSection {
    package static let key = "eventNotifications"
    package static let entryName = "eventNotification"
    package static let definitions: [(String, JSONSchema)] = [("eventNotification", eventNotification)]

    private let store: EventNotificationStore

    /// A section that seals what notifications need.
    init(store: EventNotificationStore) {
        self.store = store
    }

    /// Reads a notification; nil, with a note, if its name or target is missing.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentNotification? {
        EnvironmentNotificationReader.read(node)
    }

    /// A notification as it is written.
    package static func writeEntry(_ notification: EnvironmentNotification) -> Node {
        let events = NotificationChoice.allCases.filter(notification.events.contains)
        return YAMLMapping {
            $0.add("name", YAMLWriting.text(notification.name))
            $0.add("uuid", notification.uuid.map(YAMLWriting.text))
            $0.add("url", YAMLWriting.text(notification.url))
            $0.addText("username", notification.username)
            $0.add("format", YAMLWriting.text(notification.format.rawValue))
            $0.add("active", YAMLWriting.bool(notification.isActive))
            $0.addList("events", events.map { YAMLWriting.text($0.rawValue) })
        }.node
    }

    /// Imports event notifications.
    package func importContent(
        _ content: [EnvironmentNotification], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        let claimed = Set(content.compactMap(\.uuid))
        for notification in content {
            try run.importEventNotification(notification, besides: claimed, in: try home.storedID(), store)
        }
    }

    /// Event notifications of a group, without their passwords and secrets, which a file that is passed on would
    /// reveal.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentNotification]?
    {
        let records = EventNotificationRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()])
        return try records.order(sql: "name, uuid").fetchAll(export.db).map { record in
            EnvironmentNotification(
                position: export.nowhere, name: record.name, uuid: record.uuid, url: record.url,
                username: record.username,
                format: record.format, isActive: record.isActive, events: record.choices)
        }
    }
}

/// The schema of event notifications.
extension EventNotificationEnvironmentSection {
    private static let eventNotification = JSONSchema.object(
        [
            ("name", .text(1...255, pattern: line)), ("uuid", .defined("uuid")),
            (
                "url",
                .string(
                    #"^[Hh][Tt][Tt][Pp][Ss]?://[A-Za-z0-9._:\[\]-]+([/?][!$-;=?-\[\]_a-z~]*)?$"#,
                    maximumLength: OutgoingURL.maximumLength
                )
                .described("http or https, without credentials.")
            ),
            ("username", .text(pattern: #"^[^:\u0000-\u001f\u007f]*$"#)),
            (
                "password",
                .text(EnvironmentNotificationReader.passwordLength, pattern: line).described("Never exported.")
            ),
            ("secret", .text(EnvironmentNotificationReader.secretLength, pattern: line).described("Never exported.")),
            ("format", .word(NotificationFormat.allCases.map(\.rawValue)).defaulting(to: .string("Json"))),
            ("active", .bool.defaulting(to: .bool(true))),
            ("events", .list(.word(NotificationChoice.allCases.map(\.rawValue)))),
        ], required: ["name", "url"])

    /// A text on one line.
    private static let line = #"^[^\u0000-\u001f\u007f]*$"#
}
