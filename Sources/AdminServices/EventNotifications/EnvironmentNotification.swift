package import ConsoleModel
import ConsolePlatform
import Foundation

/// An event notification of an environment file (EnvironmentFile, "Event notification").
package struct EnvironmentNotification: EnvironmentEntry {
    package var position: EnvironmentPosition
    var name: String
    var uuid: String?
    var url: String
    var username = ""
    /// In the clear, never exported; nil keeps what a known one has, an empty one takes it away.
    var password: String?
    /// In the clear, never exported; nil keeps what a known one has, or makes one.
    var secret: String?
    var format = NotificationFormat.json
    var isActive = true
    var events: Set<NotificationChoice> = []

    /// Those with a uuid may share a name.
    package var title: String { uuid ?? name }
}

/// Reads event notifications of an environment file.
package enum EnvironmentNotificationReader {
    /// Characters of a secret.
    package static let secretLength = 16...255
    /// Characters of a password.
    package static let passwordLength = 0...1024

    private static let keys = [
        "name", "uuid", "url", "username", "password", "secret", "format", "active", "events",
    ]

    static func read(_ node: EnvironmentNode) -> EnvironmentNotification? {
        guard let mapping = node.mapping(keys) else { return nil }
        let name = mapping.required("name")?.line(1...255)
        let url = mapping.required("url").flatMap(url)
        guard let name, let url else { return nil }
        var notification = EnvironmentNotification(position: mapping.position, name: name, url: url)
        notification.uuid = mapping["uuid"]?.uuid
        notification.username = mapping["username"]?.line() ?? ""
        if notification.username.contains(":") { mapping["username"]?.complain("must not contain colons") }
        notification.password = mapping["password"]?.line(passwordLength)
        notification.secret = mapping["secret"]?.line(secretLength)
        let format = mapping["format"]?.choice(NotificationFormat.allCases.map(\.rawValue))
        notification.format = format.flatMap(NotificationFormat.init) ?? .json
        notification.isActive = mapping["active"]?.bool ?? true
        let events = mapping["events"]?.list.compactMap { $0.choice(NotificationChoice.allCases.map(\.rawValue)) }
        notification.events = Set((events ?? []).compactMap(NotificationChoice.init))
        return notification
    }

    /// Only its form is checked here; its target is checked when something is sent there.
    private static func url(_ node: EnvironmentNode) -> String? {
        guard let text = node.line(1...OutgoingURL.maximumLength) else { return nil }
        do {
            _ = try OutgoingURL(text)
            return text
        } catch {
            node.complain("cannot be a target: \(error)")
            return nil
        }
    }
}
