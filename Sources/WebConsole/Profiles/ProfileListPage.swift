import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// The list of SDK profiles, with a form for a new one.
enum ProfileListPage {
    private static let path = ProfileFrame.path

    /// Adds the page and its form.
    static func add(to door: PageDoor) {
        door.page(path) { try await page($0) }
        door.form("\(path)/new") { visit in
            let copied = visit.form.nonEmpty("copied")
            let name = JSONValue.string(visit.form["newName"])
            let group = JSONValue.string(visit.form["newGroup"])
            let made: JSON
            if let copied {
                made = try await visit.api.send(
                    .post, "\(ProfileFrame.route)/\(URLText.escaped(copied))/copy",
                    .members(["name": name, "group": group]))
            } else {
                made = try await visit.api.send(
                    .post, ProfileFrame.route,
                    .members([
                        "name": name, "group": group, "description": .string(visit.form["description"]),
                    ]))
            }
            return .done("\(made.name.text) was added.", at: "\(path)/\(made.uuid.text)")
        }
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let name = visit.query.text("name")
        let group = visit.query.text("group")
        let found = ListAnswer(
            try await visit.api.get(
                ProfileFrame.route, ["name": name, "group": group, "page": String(visit.page), "pageSize": "50"]))
        var search = Form(path, button: "Filter")
        search.isSearch = true
        search.fields = [Field("name", "Name", value: name ?? ""), try await GroupChoice.filter(visit)]
        let table = table(found, isNarrowed: name != nil || group != nil, visit)
        var page = ConsolePage(
            "SDK Profiles", parts: [.form(search)] + visit.listCommand(ProfileFrame.route) + [.table(table)])
        page.lead = "What apps with the SDK read from the console. An app gets its own, or the default of its group."
        page.actions =
            PolicyCatalogue.pages.map { .link($0.title, $0.path) } + [.link("Geofences", "/console/geofences")]
        if visit.may(.write, .profiles) {
            page.parts.append(.section(try await addition(visit)))
        }
        return page
    }

    private static func table(_ found: ListAnswer, isNarrowed: Bool, _ visit: Visit) -> Table {
        let rows = found.items.map { profile in
            Table.Row(cells: [
                .text(profile.name.text).linked("\(path)/\(profile.uuid.text)").with(detail: profile.description.text),
                .text(profile.group.text), .number(profile.version.integer),
                .number(profile.applicationCount.integer), .number(profile.defaultOfCount.integer),
                profile.isReadOnly.isTrue ? .badge("Read only") : .text("Yes"), .time(profile.updatedAt.time),
            ])
        }
        var table = Table(
            "SDK Profiles",
            columns: [
                "SDK Profile", "Organization Group", "Version", "Apps", "Default of groups", "Can be changed",
                "Changed",
            ], rows: rows,
            empty: isNarrowed
                ? EmptyState(
                    title: "No SDK profile matches", advice: "Take a filter away.", link: path,
                    linkText: "Clear filters")
                : EmptyState(title: "No SDK profiles yet", advice: "Add one below, or save a security policy."))
        table.pager = visit.pager(total: found.total, size: found.size)
        return table
    }

    private static func addition(_ visit: Visit) async throws -> Section {
        let all = try await visit.api.get(ProfileFrame.route, ["pageSize": "500"])
        var form = Form("\(path)/new", button: "Add SDK Profile")
        form.isColumned = true
        form.fields = [
            Field("newName", "Name").required(), try await GroupChoice.field(visit, name: "newGroup"),
            Field("description", "Description").with(hint: "A copy keeps that of its original."),
            .choice(
                "copied", "Begin with",
                [("", "No payloads")] + all.items.list.map { ($0.uuid.text, "A copy of \($0.name.text)") }, value: ""),
        ]
        return Section("Add an SDK profile", id: "add", parts: [.form(form)])
    }
}
