import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The form of a notification.
enum NotificationForm {
    /// Events of devices, by the names they have on the wire.
    static let events: [(value: String, label: String)] = [
        ("Enrollment", "Device Enrollment"), ("UnenrolledEnterpriseWipe", "Device Unenrolled or Enterprise Wipe"),
        ("Wipe", "Device Wipe"), ("Delete", "Device Delete"), ("ComplianceStatusChange", "Compliance Status Change"),
        ("CompromisedStatusChange", "Compromised Status Change"), ("CheckOutCheckIn", "Check In and Check Out"),
    ]
    /// Changes of attributes, by the names they have on the wire.
    static let attributes: [(value: String, label: String)] = [
        ("AssetNumber", "Asset Number"), ("DeviceMCC", "Device MCC"), ("FriendlyName", "Friendly Name"),
        ("OperatingSystem", "Operating System"), ("OrganizationGroup", "Organization Group"),
        ("Ownership", "Ownership"), ("PhoneNumber", "Phone Number"), ("UserEmailAddress", "User Email Address"),
    ]

    /// Formats of what is sent, by the names they have on the wire.
    private static let formats: [(value: String, label: String)] = [("Json", "JSON"), ("Xml", "XML")]

    /// The format of one in words.
    static func format(_ one: JSON) -> String {
        let name = one["Format"].text
        return formats.first { $0.value == name }?.label ?? name
    }

    /// The page with the form.
    static func page(_ title: String, _ one: JSON, _ visit: Visit) async throws -> ConsolePage {
        let path = NotificationRoom.path
        var page = ConsolePage(title)
        page.crumbs = [.init("Event Notifications", path)]
        let base = one.exists ? "\(path)/\(visit.segment("id"))" : "\(path)/new"
        if one.exists { page.crumbs.append(.init(one["TargetName"].text, base)) }
        guard visit.may(.write, .console) else {
            page.parts = [.note(Note(text: "Your role may look at notifications, and change none."))]
            return page
        }
        var form = Form("\(base)/save", button: "Save")
        form.fields = fields(one)
        if !one.exists, visit.may(.read, .organizationGroups) {
            let chosen = try await GroupChoice.asked(visit)
            form.fields.insert(try await GroupChoice.field(visit, chosen: chosen), at: 0)
        }
        page.parts = [.form(form)]
        return page
    }

    private static func fields(_ one: JSON) -> [Field] {
        let switches = one["DeviceEvents"]
        func chosen(_ names: [(value: String, label: String)], _ json: JSON) -> Set<String> {
            Set(names.map(\.value).filter { json[$0].isTrue })
        }
        var fields = [
            Field("TargetName", "Target Name", value: one["TargetName"].text).required(),
            Field("TargetUrl", "Target URL", value: one["TargetUrl"].text).required()
                .with(placeholder: "https://hook.example.test/ws1"),
            Field("Username", "User Name", value: one["Username"].text)
                .with(hint: "Sent as Basic with the password; both may be left out."),
            Field("Password", "Password", .password)
                .with(hint: one.exists ? "Left empty, it stays as it is." : ""),
        ]
        if one.exists { fields.append(.flag("removePassword", "Send no password any more", false)) }
        return fields + [
            .choice("Format", "Format", formats, value: one["Format"].nonEmpty ?? "Json"),
            .flag("IsActive", "Active", one.exists ? one["IsActive"].isTrue : true)
                .with(hint: "While it is not, no event is added, and what waits goes on waiting."),
            .choices(
                "events", "Device Events", events,
                chosen: one.exists ? chosen(events, switches) : Set(events.map(\.value))),
            .choices(
                "attributes", "Device Attribute Changes", attributes,
                chosen: chosen(attributes, switches["DeviceAttributes"])),
        ]
    }

    /// The body of what was filled in.
    static func body(_ visit: Visit, isNew: Bool) async throws -> JSONValue {
        let form = visit.form
        func switches(_ names: [(value: String, label: String)], _ field: String) -> [JSONMember] {
            let chosen = Set(form.chosen(field))
            return names.map { JSONMember(name: $0.value, value: .bool(chosen.contains($0.value))) }
        }
        let attributes = JSONValue.object(switches(attributes, "attributes"))
        let events = JSONValue.object(
            switches(events, "events") + [JSONMember(name: "DeviceAttributes", value: attributes)])
        var password: JSONValue?
        if !form.exactly("Password").isEmpty { password = .string(form.exactly("Password")) }
        if form.isOn("removePassword") { password = .string("") }
        var group: JSONValue?
        if isNew, let code = form.nonEmpty("group") { group = .string(try await GroupChoice.id(code, visit)) }
        return .members([
            "TargetName": .string(form["TargetName"]), "TargetUrl": .string(form["TargetUrl"]),
            "Username": .string(form["Username"]), "Password": password, "Format": .string(form["Format"]),
            "IsActive": .bool(form.isOn("IsActive")), "organizationGroupId": group, "DeviceEvents": events,
        ])
    }
}
