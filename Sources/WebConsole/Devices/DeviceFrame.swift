import ConsoleModel
import ConsolePlatform

/// A device, and what stands around each of its pages: its name, its states and its tabs.
struct DeviceFrame: Sendable {
    /// The device as its route answers.
    let device: JSON
    /// The address of its pages.
    let base: String
    /// The route of the device.
    let route: String
    /// Whether who asks may change devices.
    private let mayWrite: Bool

    /// The device that the address of a page names.
    ///
    /// - Throws: What its route throws, such as `notFound`.
    init(_ visit: Visit) async throws {
        mayWrite = visit.may(.write, .devices)
        route = "/_mock/devices/\(visit.segment("udid"))"
        base = "/console/devices/\(visit.segment("udid"))"
        device = try await visit.api.get(route)
    }

    /// Bundle identifiers of the apps on it.
    var bundles: [String] { device.installations.list.map(\.bundleId.text) }

    /// A page about it.
    ///
    /// - Parameters:
    ///   - tab: The last segment of the tab it belongs to; empty for the summary.
    ///   - parts: What it is made of.
    /// - Returns: The page.
    func page(_ tab: String, _ parts: [Part]) -> ConsolePage {
        var page = ConsolePage(DeviceShown.title(device), parts: namesakes + parts)
        page.badges = [DeviceShown.enrollment(device), DeviceShown.compliance(device.complianceStatus.text)]
        if device.isCompromised.isTrue { page.badges.append(.badge("Compromised", .bad)) }
        page.crumbs = [.init("List View", "/console/devices")]
        page.tabs = ConsolePage.tabs(
            base, current: tab,
            [
                "Summary": "", "Profile": "profile", "Apps": "apps", "Commands": "commands", "Beacons": "beacons",
                "Logs": "logs", "Locations": "locations", "Records": "records", "Compliance": "compliance",
                "Management": DeviceManagementPage.tab, "Smart Groups": "smart-groups", "User": "user",
                "Notes": DeviceNotePage.tab, "Event Log": "events", "Requests": "requests", "Act as device": "act",
            ]
        ).filter { mayWrite || $0.path != "\(base)/act" }
        return page
    }

    /// A list of other devices with its identifier, which an order by the identifier alone would not tell apart.
    private var namesakes: [Part] {
        let others = device.sameIdentifier.list
        guard !others.isEmpty else { return [] }
        let rows = [device] + others
        return [
            .table(
                Table(
                    "Devices with this identifier", columns: ["Organization group", "Enrollment status", "UUID"],
                    rows: rows.map { other in
                        Table.Row(cells: [
                            .text(other.groupId.text).linked(DeviceShown.path(other.uuid.text)),
                            DeviceShown.enrollment(other), .code(other.uuid.text),
                        ])
                    },
                    empty: EmptyState(title: "No devices", advice: "")))
        ]
    }

    /// A page of one of its lists.
    ///
    /// - Parameters:
    ///   - list: The last segment of the route, such as `beacons`.
    ///   - visit: Who asks for it.
    ///   - size: Rows of a page.
    /// - Returns: What the route answers.
    /// - Throws: What the route throws.
    func records(_ list: String, _ visit: Visit, size: Int = 50) async throws -> JSON {
        try await visit.api.get("\(route)/\(list)", ["page": String(visit.page), "pageSize": String(size)])
    }

    /// A choice of its apps.
    func appField(_ value: String = "", named name: String = "bundleId", all: String? = nil) -> Field {
        let apps = (all.map { [("", $0)] } ?? []) + bundles.map { ($0, $0) }
        return .choice(name, "App", apps, value: value)
    }
}
