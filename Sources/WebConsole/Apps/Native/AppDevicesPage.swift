import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import Hummingbird

/// Devices that have an app, or are to have it.
enum AppDevicesPage {
    private static let size = 50
    /// States to choose from, each with what the route is asked.
    private static let states: [(value: String, label: String, isInstalled: String?, isAssigned: String?)] = [
        ("", "All", nil, nil), ("assigned", "Assigned", nil, "true"), ("installed", "Installed", "true", nil),
        ("missing", "Assigned and not installed", "false", "true"),
        ("unassigned", "Installed and not assigned", "true", "false"),
    ]

    /// Adds the page and its forms.
    static func add(_ kind: NativeKind, to door: PageDoor) {
        let base = "\(kind.path)/{app}/devices"
        door.page(base) { try await page(AppFrame(kind, $0), $0) }
        for (word, said) in [
            ("install", "It is kept that the device is to have the app."),
            ("uninstall", "It is kept that the device is not to have the app."),
        ] {
            door.form("\(base)/\(word)") { visit in
                let device = JSONValue.number(visit.form["device"].filter(\.isNumber))
                try await visit.api.send(
                    .post, "\(try await AppFrame(kind, visit).route)/\(word)", .members(["DeviceId": device]))
                return .stay("\(said) Nothing is pushed, as no device is managed here.")
            }
        }
        door.get("\(base)/{udid}/configuration.plist") { visit in
            let bundle = try await AppFrame(kind, visit).bundle
            return try await visit.api.answer(
                ConsoleCall(
                    .get, "/_mock/devices/\(visit.segment("udid"))/installation",
                    ["bundleId": bundle, "format": "plist"]))
        }
    }

    private static func page(_ frame: AppFrame, _ visit: Visit) async throws -> ConsolePage {
        let word = visit.query.text("state") ?? ""
        let state = states.first { $0.value == word } ?? states[0]
        let answer = try await visit.api.get(
            "/api/mam/apps/\(frame.app.id.text)/devices",
            [
                "isinstalled": state.isInstalled, "isassigned": state.isAssigned, "page": String(visit.page),
                "pagesize": String(size),
            ])
        let devices = answer["devices"].list
        let known = try await udids(devices, visit)
        var table = Table(
            "Devices", columns: ["Device", "User", "Assignment", "Installed", "Version", "Last order"],
            rows: devices.map { row($0, known[$0["device_id"].text], frame) }, empty: empty(frame, state.value))
        table.pager = visit.pager(total: answer["TotalResults"].integer ?? devices.count, size: size)
        var search = Form("\(frame.base)/devices", button: "Filter")
        search.isSearch = true
        search.fields = [
            .choice("state", "Devices", states.map { ($0.value, $0.label) }, value: state.value)
        ]
        let section = Section("", id: "devices", parts: [.table(table)]).live("event", "request")
        let command = visit.listCommand("/api/mam/apps/\(frame.app.id.text)/devices")
        return frame.page("devices", [.form(search)] + command + [.section(section)])
    }

    private static func empty(_ frame: AppFrame, _ state: String) -> EmptyState {
        guard state.isEmpty else {
            return EmptyState(
                title: "No device is in this state", advice: "Look at all of them.", link: "\(frame.base)/devices",
                linkText: "Show all")
        }
        return EmptyState(
            title: "No device has the app, or is to have it", advice: "Assign it to a smart group with devices.",
            link: "\(frame.base)/assignment", linkText: "Assignment")
    }

    /// Identifiers of devices by their numbers, as far as they may be read.
    private static func udids(_ devices: [JSON], _ visit: Visit) async throws -> [String: String] {
        guard visit.may(.read, .devices), !devices.isEmpty else { return [:] }
        let ids = devices.map { $0["device_id"].text }.joined(separator: ",")
        let found = try await visit.api.get("/_mock/devices", ["ids": ids, "pageSize": String(size)])
        return Dictionary(found.items.list.map { ($0.id.text, $0.udid.text) }) { first, _ in first }
    }

    private static func row(_ device: JSON, _ udid: String?, _ frame: AppFrame) -> Table.Row {
        let id = device["device_id"].text
        let isInstalled = device["installed_status"].text == "Installed"
        let isAssigned = device["assignment_status"].text == "Assigned"
        let page = udid.map { DeviceShown.path($0) }
        var actions: [Action] = []
        if isAssigned, let udid {
            actions.append(
                .link("Configuration", "\(frame.base)/devices/\(URLText.escaped(udid))/configuration.plist"))
        }
        if frame.mayWrite {
            if isAssigned, !isInstalled {
                actions.append(.post("Install", "\(frame.base)/devices/install", values: ["device": id]))
            }
            actions.append(.post("Remove", "\(frame.base)/devices/uninstall", values: ["device": id]))
        }
        return Table.Row(
            cells: [
                .text(device["friendly_name"].nonEmpty ?? udid ?? id).linked(page),
                .text(device["enrollment_user_name"].text),
                .badge(isAssigned ? "Assigned" : "Not assigned", isAssigned ? .good : .plain)
                    .linked(page.map { "\($0)/profile?bundleId=\(URLText.escaped(frame.bundle))" }),
                .badge(isInstalled ? "Installed" : "Not installed", isInstalled ? .good : .plain),
                .text(device["installed_version"].text),
                .text(device["last_action_taken"].text == "None" ? "" : device["last_action_taken"].text),
            ], actions: actions)
    }
}
