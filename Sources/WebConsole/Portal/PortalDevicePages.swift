import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// The devices of whoever has signed in to the portal, and what they may do with one.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/mydevice/` | the list |
/// | GET | `/mydevice/devices/{uuid}` | a device |
/// | POST | `/mydevice/devices/{uuid}/lock` | locks it |
/// | POST | `/mydevice/devices/{uuid}/enterprise-wipe` | takes enterprise data off it |
/// | POST | `/mydevice/devices/{uuid}/device-wipe` | erases it |
struct PortalDevicePages {
    /// Rows of a page.
    private static let size = 20

    /// Adds the pages and forms.
    func add(to door: PortalDoor) {
        door.page("/mydevice", list)
        door.page("/mydevice/devices/{device}", show)
        door.form("/mydevice/devices/{device}/lock") { visit in
            try await visit.device().lock()
            return .stay("The lock is queued for the apps on the device.")
        }
        door.form("/mydevice/devices/{device}/enterprise-wipe") { visit in
            try await Self.wipe(visit, "enterprise-wipe")
            return .stay("The data of your organization is taken off the device.")
        }
        door.form("/mydevice/devices/{device}/device-wipe") { visit in
            try await Self.wipe(visit, "device-wipe")
            return .stay("The device is erased.")
        }
    }

    // MARK: List

    @Sendable private func list(_ visit: PortalVisit) async throws -> ConsolePage {
        let found = try await visit.store.devices(
            of: visit.person, page: PageRequest(page: visit.page, size: Self.size))
        var rows: [Table.Row] = []
        for device in found.items {
            let caller = visit.caller(device)
            rows.append(Self.row(try await caller.get(), path: caller.path))
        }
        var table = Table(
            "Your devices", columns: ["Device", "Model", "Enrollment status", "Compliance", "Last seen"], rows: rows,
            empty: EmptyState(
                title: "You have no devices yet",
                advice: "A device appears here once you have signed in on it with an app of your organization. "
                    + "If the app asks for a token, make one first.",
                link: "/mydevice/tokens", linkText: "Make an app token"))
        table.pager = Pager(page: visit.page, size: Self.size, total: found.total) { "/mydevice/?page=\($0)" }
        var page = ConsolePage("Devices", parts: [.table(table)])
        page.lead = "What you use with the apps of \(visit.person.group.name)."
        return page
    }

    private static func row(_ device: JSON, path: String) -> Table.Row {
        Table.Row(cells: [
            .text(DeviceShown.title(device)).linked(path).with(detail: device.serialNumber.text),
            .text(device.model.text).with(
                detail: [device.platform.text, device.osVersion.text].filter { !$0.isEmpty }.joined(separator: " ")),
            DeviceShown.enrollment(device), DeviceShown.compliance(device.complianceStatus.text),
            .time(device.lastSeenAt.time),
        ])
    }

    // MARK: A device

    @Sendable private func show(_ visit: PortalVisit) async throws -> ConsolePage {
        let caller = try await visit.device()
        let device = try await caller.get()
        let judged = try await caller.get("/compliance")
        let isEnrolled = device.enrollmentStatus.text == "Enrolled"
        var page = ConsolePage(
            DeviceShown.title(device),
            parts: [
                .section(Section("Summary", id: "summary", parts: [.facts(Self.facts(device))])),
                .section(Section("Compliance", id: "compliance", parts: Self.compliance(judged))),
            ])
        page.crumbs = [.init("Devices", "/mydevice/")]
        page.badges = [
            DeviceShown.enrollment(device), DeviceShown.compliance(device.complianceStatus.text),
        ]
        if isEnrolled {
            page.actions = [.post("Lock", "\(caller.path)/lock", asking: "Lock this device?")]
            page.parts.append(.section(Section("Lost or given away", id: "wipe", parts: Self.wipes(caller.path))))
        } else {
            page.parts.append(
                .note(Note(text: "The device is not enrolled, so there is nothing on it to lock or to wipe.")))
        }
        return page
    }

    private static func facts(_ device: JSON) -> [Fact] {
        [
            Fact("Name", .text(DeviceShown.title(device))), Fact("Model", .text(device.model.text)),
            Fact(
                "System",
                .text(
                    [device.platform.text, device.osVersion.text].filter { !$0.isEmpty }.joined(separator: " "))),
            Fact("Serial number", .code(device.serialNumber.text)),
            Fact("Ownership", .text(DeviceShown.ownership(device.ownership.text))),
            Fact("Group", .text(device.groupName.text)),
            Fact("Apps", .text(device.installations.list.map(\.bundleId.text).joined(separator: ", "))),
            Fact("Enrolled", .time(device.enrolledAt.time)), Fact("Last seen", .time(device.lastSeenAt.time)),
        ]
    }

    /// The status, and the rules that the device breaks.
    private static func compliance(_ judged: JSON) -> [Part] {
        let rows = judged.rules.list.filter { $0.outcome.text == "broken" }.map { rule in
            Table.Row(cells: [
                .text(rule.name.nonEmpty ?? rule.profile.text).with(detail: rule.explanation.text),
                .text(ComplianceWords.action(rule.action.text)), .time(rule.since.time),
            ])
        }
        var parts: [Part] = [
            .facts([
                Fact("Status", DeviceShown.compliance(judged.status.text)), Fact("Since", .time(judged.since.time)),
            ])
        ]
        parts += ComplianceWords.waiting(judged)
        if !rows.isEmpty {
            parts.append(
                .table(
                    Table(
                        "Rules that the device breaks", columns: ["Rule", "What follows", "Since"], rows: rows,
                        empty: EmptyState(title: ""))))
        }
        return parts
    }

    // MARK: Wipes

    /// Forms with a box to tick, which also asks those who have no script.
    private static func wipes(_ path: String) -> [Part] {
        func form(_ kind: String, _ button: String, title: String, hint: String, box: String) -> Part {
            var form = Form("\(path)/\(kind)", button: button, fields: [.flag("confirmed", box, false)])
            form.title = title
            form.hint = hint
            form.isDangerous = true
            return .form(form)
        }
        return [
            form(
                "enterprise-wipe", "Enterprise Wipe", title: "Take your organization's data off it",
                hint: "Apps of your organization forget their data and their credentials. The rest stays.",
                box: "Take the data off this device"),
            form(
                "device-wipe", "Device Wipe", title: "Erase it",
                hint: "All that is on the device is deleted, your own data too.",
                box: "Erase all that is on this device"),
        ]
    }

    private static func wipe(_ visit: PortalVisit, _ kind: String) async throws {
        let caller = try await visit.device()
        guard visit.form.isOn("confirmed") else {
            throw ConsoleError(.badRequest, "Nothing was wiped: tick the box of the form to confirm that it is meant.")
        }
        try await caller.post("/commands/\(kind)")
    }
}
