import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// A notification as the admin REST API shows it; names as on the wire.
///
/// The password is never shown.
struct EventNotificationBody: Encodable, Sendable {
    /// The switches, those of attributes in an object of their own.
    struct Events: Encodable, Sendable {
        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let choices: Set<NotificationChoice>

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            var attributes = container.nestedContainer(
                keyedBy: Name.self, forKey: Name(stringValue: "DeviceAttributes"))
            for choice in NotificationChoice.allCases {
                let name = Name(stringValue: choice.rawValue)
                if NotificationChoice.attributes.contains(choice) {
                    try attributes.encode(choices.contains(choice), forKey: name)
                } else {
                    try container.encode(choices.contains(choice), forKey: name)
                }
            }
        }
    }

    /// Version 1.
    let Id: AdminID?
    /// Version 1.
    let Uuid: String?
    /// Version 2.
    let id: Int64?
    /// Version 2.
    let uuid: String?
    let TargetName: String
    let TargetUrl: String
    let Username: String
    let Format: String
    let IsActive: Bool
    let organizationGroupId: Int64
    let organizationGroupUuid: String
    let DeviceEvents: Events

    /// The body of a version, for the caller.
    init(_ details: EventNotificationEntry, version: Int, for administrator: AdministratorIdentity) throws {
        let record = details.record
        let (number, isFirst) = (try record.storedID(), version == 1)
        (Id, Uuid) = isFirst ? (AdminID(number), record.uuid) : (nil, nil)
        (id, uuid) = isFirst ? (nil, nil) : (number, record.uuid)
        (TargetName, Username) = (record.name, record.username)
        TargetUrl = administrator.seesTargetQueries ? record.url : OutgoingURL.withoutQuery(record.url)
        (Format, IsActive) = (record.format.rawValue, record.isActive)
        (organizationGroupId, organizationGroupUuid) = (record.groupId, details.groupUUID)
        DeviceEvents = Events(choices: record.choices)
    }
}

/// The created object, as version 2 answers it.
struct EventNotificationCreated: Encodable, Sendable {
    let id: Int64
    let uuid: String
}

extension EventNotificationDraft {
    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member that is wrong.
    init(_ fields: AdminFields) throws {
        name = try Self.filled("TargetName", fields)
        url =
            try fields.has("TargetUrl")
            ? fields.requiredText("TargetUrl", maximum: OutgoingURL.maximumLength) : nil
        username = try Self.printable("Username", try fields.text("Username"), fields)
        guard username?.contains(":") != true else { throw fields.wrong("Username", "has to be without colons") }
        // Basic has no place for them (RFC 7617, section 2).
        password = try Self.printable("Password", try fields.text("Password", maximum: 1024), fields)
        isActive = try fields.bool("IsActive")
        format = try fields.text("Format").flatMap { $0.isEmpty ? nil : $0 }.map { text in
            guard
                let format = NotificationFormat.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() })
            else { throw fields.wrong("Format", "has to be Json or Xml") }
            return format
        }
        group = try fields.group("organizationGroupId", "organizationGroupUuid")
        let events = try fields.object("DeviceEvents")
        let attributes = try events?.object("DeviceAttributes")
        for choice in NotificationChoice.allCases {
            let home = NotificationChoice.attributes.contains(choice) ? attributes : events
            if let isWanted = try home?.bool(choice.rawValue) { choices[choice] = isWanted }
        }
    }

    /// A text that is not blank; nil if it is missing.
    private static func filled(_ name: String, _ fields: AdminFields) throws -> String? {
        fields.has(name) ? try printable(name, try fields.requiredText(name), fields) : nil
    }

    /// A text without control characters.
    private static func printable(_ name: String, _ text: String?, _ fields: AdminFields) throws -> String? {
        guard text?.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) != true else {
            throw fields.wrong(name, "must not have control characters")
        }
        return text
    }
}

extension EventNotificationSearch {
    /// Reads the parameters of a search; empty ones filter nothing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a group's id that is none, or another status than those there are.
    init(_ query: QueryParameters) throws {
        name = query.value("targetname")
        order = AdminPaging.order(query, Self.columns, default: "n.id")
        group = try query.group("organizationgroupid", "organizationgroupuuid")
        isActive = try ActivityWord.isActive(query.text("status"))
    }
}

extension AdministratorIdentity {
    /// Whether they may see the queries of targets, which are often secrets: only administrators who could set them
    /// may.
    var seesTargetQueries: Bool { role.permits(AdminPermission(area: .console, access: .write)) }
}
