import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Ordered wipes of a group, and the lock that holds them (AdminGroups, "Wipes").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/wipes` | the lock of a group, and its wipes |
/// | POST | `/console/wipes/lock` | holds further wipes |
/// | POST | `/console/wipes/unlock` | approves those that are held, and lets further ones go |
enum WipePages {
    private static let path = "/console/wipes"
    private static let size = 50
    private static let states: KeyValuePairs = [
        "QUEUED": "Carried out at once", "HELD": "Held", "APPROVED": "Approved", "ABORTED": "Aborted",
    ]

    /// Where the page is found.
    static let place = Place(
        "Wipes", path, in: "Devices", area: .organizationGroups,
        keywords: [
            "Held Wipes", "Wipe Log", "Wipe Protection", "Managed Wipe Protection", "Devices Lifecycle Wipe Log",
            "Enterprise Wipe", "Device Wipe",
        ])

    /// Adds the page and its forms.
    static func add(to door: PageDoor) {
        door.page(path) { try await page($0) }
        door.form("\(path)/lock") { visit in
            try await set(true, visit)
            return .stay("Wipes are locked: those that are ordered from now on are held.")
        }
        door.form("\(path)/unlock") { visit in
            guard visit.form.isOn("isSure") else {
                throw ConsoleError(.unprocessable, "\"I am sure\" has to be ticked.")
            }
            try await set(false, visit)
            return .stay("Wipes are unlocked; those that were held are carried out.")
        }
    }

    private static func set(_ isLocked: Bool, _ visit: Visit) async throws {
        let group = URLText.escaped(visit.form["group"])
        try await visit.api.send(
            .put, "/api/system/groups/\(group)/device-wipe-lock", .members(["locked": .bool(isLocked)]))
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        var page = ConsolePage("Wipes")
        page.lead = "Enterprise and device wipes that administrators ordered, and the lock that holds further ones."
        let code = try await GroupChoice.asked(visit)
        let group = try await GroupChoice.id(code, visit)
        let status = visit.query.text("status") ?? ""
        let route = "/api/system/groups/\(URLText.escaped(group))"
        async let locking = visit.api.get("\(route)/device-wipe-lock")
        async let listing = visit.api.get(
            "\(route)/device-wipes",
            ["status": status, "page": String(visit.page), "pagesize": String(size)])
        let (lock, found) = try await (locking, listing)
        var choice = Form(path, button: "Show")
        choice.isSearch = true
        choice.fields = [
            try await GroupChoice.field(visit, chosen: code),
            .choice("status", "State", [("", "All")] + states.map { ($0.key, $0.value) }, value: status),
        ]
        var section = Section("Ordered wipes", id: "wipes", parts: [.table(table(found, visit))])
        section = section.live("event")
        page.parts = [.form(choice), .section(protection(lock, code, group, visit)), .section(section)]
        return page
    }

    private static func protection(_ lock: JSON, _ code: String, _ group: String, _ visit: Visit) -> Section {
        let isLocked = lock.locked.isTrue
        let threshold = lock.wipe_threshold.integer ?? 0
        let rule =
            threshold == 0
            ? "Never by themselves"
            : "After \(threshold) within \(lock.wipe_threshold_minutes.text) minutes"
        var section = Section(
            "Wipe protection", id: "protection",
            parts: [
                .facts([
                    Fact("Further wipes", isLocked ? .badge("Held", .warning) : .badge("Carried out at once", .good)),
                    Fact("Held now", .text(lock.held_wipes.text)),
                    Fact(
                        "Locked by",
                        .text(lock.locked_by.text == "threshold" ? "the console, by the limit" : lock.locked_by.text)),
                    Fact("Locked", isLocked ? .time(lock.locked_on.time) : .text("")),
                    Fact(
                        "Locked by themselves",
                        .text(rule).linked("/console/settings/commands?group=\(URLText.escaped(code))")),
                ])
            ])
        guard visit.may(.write, .organizationGroups) else { return section }
        let own = Field("group", "", .hidden, value: group)
        if isLocked {
            var form = Form("\(path)/unlock", button: "Approve held wipes and unlock")
            form.fields = [own, .flag("isSure", "I am sure", false)]
            form.hint = "Held wipes are carried out at once, also those of the groups below."
            form.isDangerous = true
            section.parts.append(.form(form))
        } else {
            let form = Form("\(path)/lock", button: "Lock wipes", fields: [own])
            section.parts.append(.form(form))
        }
        return section
    }

    private static func table(_ found: JSON, _ visit: Visit) -> Table {
        let rows = found.device_wipes.list.map { wipe in
            Table.Row(cells: [
                .time(wipe.event_date.time),
                .text(wipe.device_name.text).linked("/console/devices?text=\(URLText.escaped(wipe.device_name.text))"),
                .text(wipe.wipe_type.text == "DEVICE_WIPE" ? "Device Wipe" : "Enterprise Wipe"),
                state(wipe.status.text),
                .text(wipe.user.text), .text(wipe.ordered_by.text),
            ])
        }
        var table = Table(
            "Ordered wipes", columns: ["Ordered", "Device", "Kind", "State", "User", "By"], rows: rows,
            empty: EmptyState(title: "No wipes", advice: "Those that administrators order in this group stand here."))
        table.pager = visit.pager(total: found.total_count.integer ?? 0, size: size)
        return table
    }

    private static func state(_ word: String) -> Cell {
        let label = states.first { $0.key == word }?.value ?? word
        switch word {
        case "HELD": return .badge(label, .warning)
        case "ABORTED": return .badge(label)
        default: return .badge(label, .good)
        }
    }
}
