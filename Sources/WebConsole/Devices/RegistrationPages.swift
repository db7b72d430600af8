import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Devices that are registered, allowed or denied before they enroll (AdminRegistrations).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/registrations` | those of a group and of the groups below it |
/// | POST | `/console/registrations/add` | registers, allows or denies a device |
/// | POST | `/console/registrations/revoke` | takes an entry away |
enum RegistrationPages {
    private static let path = "/console/registrations"
    private static let size = 50
    private static let kinds: KeyValuePairs = [
        "REGISTER_DEVICE": "Registered", "WHITELIST": "Allowed", "BLACKLIST": "Denied",
    ]

    /// Where the page is found.
    static let place = Place(
        "Registered Devices", path, in: "Devices", area: .users,
        keywords: [
            "Enrollment Status", "Devices Lifecycle Enrollment Status", "Allow list", "Deny list", "Allowed devices",
            "Denied devices", "Whitelist", "Blacklist", "Register Device", "Enrollment tokens",
        ])

    /// Adds the page and its forms.
    static func add(to door: PageDoor) {
        door.page(path) { try await page($0) }
        door.form("\(path)/add") { visit in
            let form = visit.form
            try await visit.api.send(
                .post, try await route(form["group"], visit),
                .members([
                    "registration_type": .string(form["registration_type"]),
                    "attribute_type": .string(form["attribute_type"]),
                    "device_attribute": .string(form["device_attribute"]),
                    "ownership_type": form.nonEmpty("ownership_type").map { .string($0) },
                ]))
            let kind = kinds.first { $0.key == form["registration_type"] }?.value.lowercased() ?? "noted"
            return .stay("The device \(form["device_attribute"]) is \(kind) in \(form["group"]).")
        }
        door.form("\(path)/revoke") { visit in
            let route = try await route(visit.form["group"], visit)
            try await visit.api.send(.delete, "\(route)/\(URLText.escaped(visit.form["entry"]))")
            return .stay("The entry was taken away.")
        }
    }

    /// The route of the entries of a group.
    private static func route(_ code: String, _ visit: Visit) async throws -> String {
        "/api/mdm/groups/\(URLText.escaped(try await GroupChoice.id(code, visit)))/enrollment-tokens"
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        var page = ConsolePage("Registered Devices")
        page.lead = "Devices that are registered, allowed or denied in a group and in the groups below it."
        guard visit.may(.read, .organizationGroups) else {
            page.parts = [.empty(EmptyState(title: "Your role does not see organization groups"))]
            return page
        }
        let code = try await GroupChoice.asked(visit)
        let found = ListAnswer(
            try await visit.api.get(
                try await route(code, visit),
                [
                    "serial_number": visit.query.text("serial"), "enrollment_status": visit.query.text("status"),
                    "page": String(visit.page), "pagesize": String(size),
                ]), "tokens", size: size)
        let isWriter = visit.may(.write, .users)
        var table = Table(
            "Registered devices",
            columns: ["Entry", "Device", "Serial number", "IMEI", "User", "Platform", "Ownership", "Status"],
            rows: found.items.map { row($0, code, isWriter: isWriter) },
            empty: EmptyState(
                title: "No entries", advice: "The setting “Registered devices only” asks for those that are allowed.",
                link: "/console/settings/restrictions?group=\(URLText.escaped(code))", linkText: "Restrictions"))
        table.pager = visit.pager(total: found.total, size: size)
        page.parts = [
            .form(try await search(visit, code)),
            .section(Section("", id: "entries", parts: [.table(table)]).live("event")),
        ]
        if isWriter { page.parts.append(.section(Section("Add", id: "add", parts: [.form(addition(code))]))) }
        return page
    }

    private static func search(_ visit: Visit, _ code: String) async throws -> Form {
        var form = Form(path, button: "Show")
        form.isSearch = true
        form.fields = [
            try await GroupChoice.field(visit, chosen: code),
            Field("serial", "Serial number", value: visit.query.text("serial") ?? ""),
            .choice(
                "status", "Status",
                [("", "All"), ("REGISTERED", "Registered"), ("WHITELISTED", "Allowed"), ("BLACKLISTED", "Denied")],
                value: visit.query.text("status") ?? ""),
        ]
        return form
    }

    private static func row(_ entry: JSON, _ code: String, isWriter: Bool) -> Table.Row {
        let kind = entry.registration_type.text
        let label = kinds.first { $0.key == kind }?.value ?? kind
        let tone: Tone = kind == "BLACKLIST" ? .bad : kind == "WHITELIST" ? .good : .plain
        let udid = entry.udid.text
        return Table.Row(
            cells: [
                .badge(label, tone),
                Cell.code(DeviceShown.short(udid)).with(title: udid)
                    .with(detail: entry.friendly_name.text), .code(entry.serial_number.text), .code(entry.imei.text),
                .text(entry.user_name.text), .text(entry.platform.text), .text(words(entry.ownership_type.text)),
                .text(words(entry.enrollment_status.text)),
            ],
            actions: isWriter
                ? [
                    .post(
                        "Take away", "\(path)/revoke", values: ["group": code, "entry": entry.uuid.text],
                        asking: "Take this entry away? A token for it ends.", isDangerous: true)
                ] : [])
    }

    /// A word of the API, such as `CORPORATE_DEDICATED`, as people read it.
    private static func words(_ word: String) -> String {
        word == "NONE" ? "" : word.replacing("_", with: " ").capitalized
    }

    private static func addition(_ code: String) -> Form {
        var form = Form("\(path)/add", button: "Add")
        form.hint = "A device on the deny list may not enroll in the group or below it; one that is enrolled stays."
        form.fields = [
            Field("group", "", .hidden, value: code),
            .choice("registration_type", "Entry", kinds.map { ($0.key, $0.value) }, value: "REGISTER_DEVICE"),
            .choice(
                "attribute_type", "By",
                [("UDID", "Device identifier"), ("SERIAL_NUMBER", "Serial number"), ("IMEI", "IMEI")], value: "UDID"),
            Field("device_attribute", "Device").required().with(hint: "The identifier, serial number or IMEI."),
            .choice(
                "ownership_type", "Ownership",
                [
                    ("", "Not known"), ("CORPORATE_DEDICATED", "Corporate - Dedicated"),
                    ("CORPORATE_SHARED", "Corporate - Shared"), ("EMPLOYEE_OWNED", "Employee Owned"),
                ], value: ""),
        ]
        return form
    }
}
