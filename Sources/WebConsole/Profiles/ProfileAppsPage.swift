import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Apps of an SDK profile: those that have it as their own, and a form to give it to another.
enum ProfileAppsPage {
    /// Adds the page and its forms.
    static func add(to door: PageDoor) {
        let base = "\(ProfileFrame.path)/{profile}/apps"
        door.page(base) { try await page($0) }
        door.form("\(base)/assign") { visit in
            let profile = visit.capture("profile")
            return try await give(visit, .members(["profile": .string(profile)]), "The app has the profile now.")
        }
        door.form("\(base)/release") { visit in
            let mode = visit.form["mode"] == "none" ? "none" : "default"
            let words = mode == "none" ? "The app has no SDK profile now." : "The app has the default of its group now."
            return try await give(visit, .members(["mode": .string(mode)]), words)
        }
    }

    private static func give(_ visit: Visit, _ body: JSONValue, _ words: String) async throws -> Outcome {
        try await visit.api.send(.put, "/_mock/applications/\(URLText.escaped(visit.form["app"]))/profile", body)
        return .stay("\(words) Devices get it with their next fetch.")
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await ProfileFrame(visit)
        guard visit.may(.read, .applications) else {
            return frame.page("apps", [.empty(EmptyState(title: "Your role does not see apps"))])
        }
        let found = ListAnswer(
            try await visit.api.get(
                "/_mock/applications",
                ["profile": frame.profile.uuid.text, "page": String(visit.page), "pageSize": "50"]))
        let mayAssign = visit.may(.write, .applications)
        let rows = found.items.map { app in
            Table.Row(
                cells: [
                    .text(app.name.text).linked(NativeAppPages.path(of: app)).with(detail: app.bundleId.text),
                    .text(app.group.text),
                    .text(app.version.text), .text(app["type"].text), .badge(app.status.text),
                ], actions: mayAssign ? actions(frame, app) : [])
        }
        var table = Table(
            "Apps with this profile as their own",
            columns: ["App", "Organization Group", "Version", "Kind", "Status"], rows: rows,
            empty: EmptyState(
                title: "No app has it as its own",
                advice: mayAssign
                    ? "Give it to an app below, or make it the default of a group under Security Policies." : ""))
        table.pager = visit.pager(total: found.total, size: found.size)
        var page = frame.page("apps", [.table(table)])
        if mayAssign { page.parts.append(.section(try await assignment(frame, visit))) }
        return page
    }

    private static func actions(_ frame: ProfileFrame, _ app: JSON) -> [Action] {
        let path = "\(frame.base)/apps/release"
        return [
            .post("Use default", path, values: ["app": app.uuid.text, "mode": "default"]),
            .post(
                "None", path, values: ["app": app.uuid.text, "mode": "none"],
                asking: "Give \(app.name.text) no SDK profile?", isDangerous: true),
        ]
    }

    private static func assignment(_ frame: ProfileFrame, _ visit: Visit) async throws -> Section {
        let all = try await visit.api.get("/_mock/applications", ["pageSize": "500"]).items.list
        let others = all.filter { app in
            !app.profiles.list.contains { $0.uuid == frame.profile.uuid } || app.mode.text != "custom"
        }
        guard !others.isEmpty else {
            return Section(
                "Assign to an app", id: "assign",
                parts: [.empty(EmptyState(title: "No other app", advice: "Every app has this profile already."))])
        }
        var form = Form("\(frame.base)/apps/assign", button: "Assign")
        form.isInline = true
        form.hint = "An app can have a profile of its own group, or of a group above."
        form.fields = [
            .choice(
                "app", "App",
                others.map { app in
                    let has = app.mode.text == "custom" ? app.profiles[0].name.text : app.mode.text
                    return (app.uuid.text, "\(app.name.text) \(app.version.text) of \(app.group.text), now \(has)")
                }, value: others[0].uuid.text)
        ]
        return Section("Assign to an app", id: "assign", parts: [.form(form)])
    }
}
