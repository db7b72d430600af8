import ConsoleModel
import ConsolePlatform
import DeviceProtocol

extension MDMProfileStore.Content {
    /// Names of the members that version 3 adds; in a body that is sent back they are no payloads.
    static let laterNames: Set<String> = [
        "payloads", "add_version", "allow_removal", "assigned_schedule", "assigned_smart_groups", "assignment_type",
        "deployment", "description", "excluded_smart_groups", "expiration_date", "is_active",
        "managed_organization_group_uuid", "name", "platform", "profile_context", "profile_uuid",
        "removal_authorization_password", "version",
    ]

    /// The profile as version 3 answers it: the documented members beside those of version 2.
    var body3: JSONValue {
        guard case .object(let known) = body else { return body }
        func sent(_ name: String) -> String? {
            switch general.last(where: { $0.name.lowercased() == name.lowercased() })?.value {
            case .string(let text), .number(let text): text
            default: nil
            }
        }
        func uuids(_ mode: MDMProfileLink.Mode) -> JSONValue {
            .array(links.filter { $0.mode == mode }.map { .string($0.uuid) })
        }
        let names = payloads.map { JSONValue.object([JSONMember(name: "type", value: .string($0.name))]) }
        let later: [(String, JSONValue)] = [
            ("payloads", .array(names)), ("add_version", .bool(false)),
            ("allow_removal", .string(DeviceWords.shouted(sent("AllowRemoval") ?? "Always"))),
            ("assigned_schedule", .array([])), ("assigned_smart_groups", uuids(.assign)),
            ("assignment_type", .string(DeviceWords.shouted(record.assignmentType))),
            ("deployment", .string("MANAGED")), ("description", .string(record.description)),
            ("excluded_smart_groups", uuids(.exclude)),
            ("expiration_date", .string(sent("ExpirationDate") ?? Timestamp.never.zoneless)),
            ("is_active", .bool(record.isActive)), ("managed_organization_group_uuid", .string(home.uuid)),
            ("name", .string(record.name)), ("platform", .string(DeviceWords.shouted(record.platform))),
            ("profile_context", .string(DeviceWords.shouted(record.context))), ("profile_uuid", .string(record.uuid)),
            ("removal_authorization_password", .string("")), ("version", .number(String(record.version))),
        ]
        let taken = Set(known.map { $0.name.lowercased() })
        return .object(
            known + later.filter { !taken.contains($0.0) }.map { JSONMember(name: $0.0, value: $0.1) })
    }
}
