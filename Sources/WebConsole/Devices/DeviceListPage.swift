import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The list of devices, with filters that stay in the address.
enum DeviceListPage {
    /// Rows of a page.
    static let size = 50
    /// Filters by name, as the route has them.
    private static let filters = [
        "text", "group", "platform", "ownership", "status", "compliance", "compromised", "model", "tag", "user",
    ]

    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        var chosen: [String: String] = [:]
        for name in filters { chosen[name] = visit.query.text(name) ?? "" }
        let form = try await form(chosen, visit)
        let found: JSON
        do {
            found = try await visit.api.get("/_mock/devices" + query(chosen, page: visit.page))
        } catch let error as ConsoleError where [.badRequest, .notFound, .conflict].contains(error.code) {
            var page = ConsolePage(
                "List View",
                parts: [.form(form.refused(for: error.message)), .note(Note(text: error.message, tone: .bad))])
            page.actions = [.link("Clear filters", visit.path)]
            return page
        }
        var page = ConsolePage("List View", parts: [.form(form)] + visit.listCommand("/_mock/devices"))
        let isNarrowed = chosen.values.contains { !$0.isEmpty }
        var section = Section("", id: "devices", parts: [.table(table(found, isNarrowed: isNarrowed, visit))])
        section = section.live(onFirstPageOf: visit, "event", "request")
        page.parts.append(.section(section))
        page.lead =
            "\(Figure.text(found.total.integer ?? 0)) devices"
            + (isNarrowed ? " match the filters." : " in your organization groups.")
        if isNarrowed { page.actions = [.link("Clear filters", visit.path)] }
        if visit.may(.write, .devices) { page.actions.append(ArrivalPage.button) }
        return page
    }

    private static func query(_ chosen: [String: String], page: Int) -> String {
        let pairs = filters.compactMap { name -> String? in
            guard let value = chosen[name], !value.isEmpty else { return nil }
            return "\(name)=\(URLText.escaped(value))"
        }
        return "?" + (pairs + ["page=\(page)", "pageSize=\(size)"]).joined(separator: "&")
    }

    private static func form(_ chosen: [String: String], _ visit: Visit) async throws -> Form {
        func choice(_ name: String, _ label: String, _ options: [(value: String, label: String)]) -> Field {
            .choice(name, label, options, value: chosen[name] ?? "")
        }
        func text(_ name: String, _ label: String) -> Field { Field(name, label, value: chosen[name] ?? "") }
        let group = try await GroupChoice.filter(visit, label: "Organization group")
        let tags = try await DeviceShown.tags(visit)
        var form = Form(visit.path, button: "Filter")
        form.isSearch = true
        form.fields = [
            text("text", "Search List"), group,
            choice("platform", "Platform", [("", "All")] + DevicePlatform.allCases.map { ($0.rawValue, $0.rawValue) }),
            choice(
                "ownership", "Ownership",
                [("", "All")] + DeviceOwnership.allCases.map { ($0.rawValue, DeviceShown.ownership($0.rawValue)) }),
            choice("status", "Enrollment status", DeviceShown.choices(EnrollmentStatus.self)),
            choice("compliance", "Compliance", DeviceShown.choices(ComplianceStatus.self)),
            choice(
                "compromised", "Compromised", [("", "All"), ("true", "Compromised"), ("false", "Not compromised")]),
            text("model", "Model"),
            tags.field("tag", "Tag", open: "All", chosen: chosen["tag"] ?? "", asking: "The name of a tag"),
            text("user", "User"),
        ]
        return form
    }

    private static func table(_ found: JSON, isNarrowed: Bool, _ visit: Visit) -> Table {
        let empty =
            isNarrowed
            ? EmptyState(
                title: "No device matches", advice: "Take a filter away, or clear all of them.", link: visit.path,
                linkText: "Clear filters")
            : EmptyState(
                title: "No devices yet",
                advice: "Sign in with an app that has the SDK, or let a simulated device arrive.",
                code: "mockuem simulate")
        var table = Table(
            "Devices",
            columns: [
                "Device", "User", "Organization group", "Platform", "Enrollment status", "Compliance", "Tags",
                "Last seen",
            ], rows: found.items.list.map(row), empty: empty)
        table.pager = visit.pager(total: found.total.integer ?? 0, size: size)
        if visit.may(.write, .devices) {
            table.bulk = DeviceChoice.allCases.map(\.button)
            table.bulkPath = "/console/devices/chosen"
        }
        return table
    }

    private static func row(_ device: JSON) -> Table.Row {
        let kind = [device.model.text, device.osVersion.text].filter { !$0.isEmpty }.joined(separator: ", ")
        return Table.Row(
            cells: [
                DeviceShown.name(device).with(
                    detail: device.serialNumber.nonEmpty ?? DeviceShown.short(device.udid.text)),
                .text(device.user.text), .text(device.groupName.text).with(title: device.groupId.text),
                .text(device.platform.text).with(detail: kind), DeviceShown.enrollment(device),
                DeviceShown.compliance(device.complianceStatus.text)
                    .with(detail: device.isCompromised.isTrue ? "compromised" : ""),
                .text(device.tags.list.map(\.text).joined(separator: ", ")), .time(device.lastSeenAt.time),
            ], key: device.id.text, name: DeviceShown.title(device))
    }
}
