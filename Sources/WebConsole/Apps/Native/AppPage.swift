import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// What is said about an app, its SDK profile, and its other versions.
enum AppPage {
    /// Adds the page and its forms.
    static func add(_ kind: NativeKind, to door: PageDoor) {
        let base = "\(kind.path)/{app}"
        door.page(base) { try await page(AppFrame(kind, $0), $0) }
        door.form("\(base)/profile") { visit in
            let frame = try await AppFrame(kind, visit)
            let chosen = visit.form["sdkProfile"]
            let isMode = chosen == "default" || chosen == "none"
            try await visit.api.send(
                .put, "\(frame.mockRoute)/profile", .members([(isMode ? "mode" : "profile"): .string(chosen)]))
            return .stay("The SDK profile was set. Devices get it with their next fetch.")
        }
        guard kind.canChange else { return }
        door.page("\(base)/edit") { try await AppEditPage.page(AppFrame(kind, $0), $0) }
        door.form("\(base)/save") { try await AppEditPage.save(AppFrame(kind, $0), $0) }
    }

    private static func page(_ frame: AppFrame, _ visit: Visit) async throws -> ConsolePage {
        let app = try await frame.everything(visit)
        var parts: [Part] = [
            .section(Section("", id: "figures", parts: [figures(frame, app)]).live("event", "request")),
            .facts(AppFacts(frame: frame, app: app).facts),
            .section(try await profile(frame, visit)),
        ]
        if let versions = try await versions(frame, visit) { parts.append(.section(versions)) }
        return frame.page("", parts)
    }

    private static func figures(_ frame: AppFrame, _ app: JSON) -> Part {
        func figure(_ name: String, _ members: [String], _ query: String) -> Figure {
            let value = members.map { app[$0].text }.first { !$0.isEmpty } ?? "0"
            return Figure(name: name, value: value, link: "\(frame.base)/devices\(query)")
        }
        return .figures([
            figure("devices are to have it", ["DevicesAssignedCount", "AssignedDeviceCount"], "?state=assigned"),
            figure("have it", ["DevicesInstalledCount", "InstalledDeviceCount"], "?state=installed"),
            figure("lack it", ["DevicesNotInstalledCount", "NotInstalledDeviceCount"], "?state=missing"),
        ])
    }

    private static func profile(_ frame: AppFrame, _ visit: Visit) async throws -> Section {
        let app = frame.app
        let words = ["none": "None", "default": "The default of its organization group", "custom": "Its own"]
        let mayRead = visit.may(.read, .profiles)
        let profiles = app.profiles.list.map { profile in
            Fact(
                "SDK profile",
                .text(profile.name.text).linked(mayRead ? "/console/profiles/\(profile.uuid.text)" : nil)
                    .with(detail: profile.setBy.nonEmpty.map { "the default of \($0)" } ?? "of \(profile.group.text)"))
        }
        var parts: [Part] = [.facts([Fact("Chosen", .text(words[app.mode.text] ?? app.mode.text))] + profiles)]
        if frame.mayWrite { parts.append(.form(try await form(frame, visit))) }
        return Section("SDK Profile", id: "sdk", parts: parts)
    }

    private static func form(_ frame: AppFrame, _ visit: Visit) async throws -> Form {
        let own = frame.app.mode.text == "custom" ? frame.app.profiles[0] : .none
        let offered = try await DeviceShown.profiles(visit)
        var options: [(value: String, label: String)] = [
            ("default", "The default of its organization group"), ("none", "None"),
        ]
        options += offered.options
        if let uuid = own.uuid.nonEmpty, !options.contains(where: { $0.value == uuid }) {
            options.append((uuid, own.name.text))
        }
        let offer = ChoiceOffer(options: options, total: options.count + max(0, offered.total - offered.options.count))
        var form = Form("\(frame.base)/profile", button: "Save")
        form.isInline = true
        form.fields = [
            offer.field(
                "sdkProfile", "Devices get", chosen: own.uuid.nonEmpty ?? frame.app.mode.text,
                asking: "\"default\", \"none\" or the uuid of an SDK profile")
        ]
        return form
    }

    /// Other versions of the app; nil if there are none.
    private static func versions(_ frame: AppFrame, _ visit: Visit) async throws -> Section? {
        let answer = try await visit.api.get(
            "/api/mam/apps/search",
            [
                "applicationtype": frame.kind.rawValue, "bundleid": frame.bundle, "orderby": "actualfileversion",
                "sortorder": "DESC", "pagesize": "50",
            ])
        let others = answer["Application"].list.filter { $0["Id"]["Value"] != frame.app.id }
        guard !others.isEmpty else { return nil }
        let rows = others.map { app in
            Table.Row(cells: [
                .text(app["ActualFileVersion"].nonEmpty ?? "Without a version")
                    .linked("\(frame.kind.path)/\(app["Id"]["Value"].text)"),
                .text(app["ApplicationName"].text), .text(app["RootLocationGroupName"].text),
                AppFrame.status(app["Status"].text),
                .text("\(app["InstalledDeviceCount"].text) of \(app["AssignedDeviceCount"].text)"),
            ])
        }
        let table = Table(
            "Other versions", columns: ["Version", "App", "Organization group", "Status", "Installed"], rows: rows,
            empty: EmptyState(title: "No other version"))
        return Section("Other versions", id: "versions", parts: [.table(table)])
    }
}
