import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Geofences: places that geofencing payloads name.
struct GeofencePages {
    private static let path = "/console/geofences"
    private static let route = "/_mock/geofences"

    /// Adds the pages and their forms.
    func add(to door: PageDoor) {
        door.page(Self.path, list)
        door.page("\(Self.path)/{geofence}", page)
        door.form("\(Self.path)/new") { visit in
            let made = try await visit.api.send(.post, Self.route, Self.body(visit.form))
            return .done("\(made.name.text) was added.", at: Self.path)
        }
        door.form("\(Self.path)/{geofence}/edit") { visit in
            let made = try await visit.api.send(
                .put, "\(Self.route)/\(visit.segment("geofence"))", Self.body(visit.form))
            return .done("\(made.name.text) was changed.", at: "\(Self.path)/\(made.uuid.text)")
        }
        door.form("\(Self.path)/{geofence}/delete") { visit in
            try await visit.api.send(.delete, "\(Self.route)/\(visit.segment("geofence"))")
            return .done("The geofence was deleted.", at: Self.path)
        }
    }

    /// Geofences that payloads may name, for forms.
    ///
    /// - Throws: What the route throws.
    static func offered(_ visit: Visit) async throws -> [(name: String, place: String)] {
        let found = try await visit.api.get(route, ["pageSize": "500"])
        var seen: Set<String> = []
        return found.items.list.filter { seen.insert($0.name.text.lowercased()).inserted }.map { geofence in
            (geofence.name.text, "\(place(geofence)), \(geofence.radius.text) m")
        }
    }

    private static func place(_ geofence: JSON) -> String { "\(geofence.latitude.text), \(geofence.longitude.text)" }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let name = visit.query.text("name")
        let found = ListAnswer(
            try await visit.api.get(Self.route, ["name": name, "page": String(visit.page), "pageSize": "50"]))
        let rows = found.items.map { geofence in
            Table.Row(cells: [
                .text(geofence.name.text).linked("\(Self.path)/\(geofence.uuid.text)"), .text(geofence.group.text),
                .code(Self.place(geofence)), .text("\(geofence.radius.text) m"), .code(geofence.reference.text),
                .text(geofence.usedBy.list.map(\.name.text).joined(separator: ", ")),
            ])
        }
        let mayWrite = visit.may(.write, .profiles)
        var table = Table(
            "Geofences",
            columns: ["Name", "Organization Group", "Latitude, longitude", "Radius", "In a payload", "Used by"],
            rows: rows,
            empty: EmptyState(
                title: name == nil ? "No geofences yet" : "No geofence has this name",
                advice: mayWrite ? "Add one below; geofencing payloads name it afterwards." : ""))
        table.pager = visit.pager(total: found.total, size: found.size)
        var search = Form(Self.path, button: "Find", fields: [Field("name", "Name", value: name ?? "")])
        search.isSearch = true
        var page = ConsolePage("Geofences", parts: [.form(search)] + visit.listCommand(Self.route) + [.table(table)])
        page.lead = "Areas in which apps may be used. The Geofencing payload of an SDK profile names them."
        if mayWrite {
            var form = Form("\(Self.path)/new", button: "Add Geofence")
            form.isColumned = true
            form.fields =
                [Field("newName", "Name").required(), try await GroupChoice.field(visit, name: "newGroup")]
                + Self.fields(.none)
            page.parts.append(.section(Section("Add a geofence", id: "add", parts: [.form(form)])))
        }
        return page
    }

    @Sendable private func page(_ visit: Visit) async throws -> ConsolePage {
        let geofence = try await visit.api.get("\(Self.route)/\(visit.segment("geofence"))")
        let name = geofence.name.text
        var page = ConsolePage(name)
        page.crumbs = [.init("Geofences", Self.path)]
        let users = geofence.usedBy.list.map { profile in
            Table.Row(cells: [
                .text(profile.name.text).linked("/console/profiles/\(profile.uuid.text)"), .text(profile.group.text),
            ])
        }
        page.parts = [
            .facts([
                Fact("Organization Group", .text(geofence.group.text)),
                Fact("Centre", .code(Self.place(geofence)).with(detail: "latitude, longitude"), isCopied: true),
                Fact("Radius", .text("\(geofence.radius.text) m")),
                Fact("In a payload", .code(geofence.reference.text), isCopied: true),
                Fact("Changed", .time(geofence.updatedAt.time)),
            ]),
            .section(
                Section(
                    "SDK profiles that name it", id: "users",
                    parts: [
                        .table(
                            Table(
                                "SDK profiles", columns: ["SDK Profile", "Organization Group"], rows: users,
                                empty: EmptyState(
                                    title: "No SDK profile names it",
                                    advice: "Tick it in the Geofencing payload of a profile.")))
                    ])),
        ]
        guard visit.may(.write, .profiles), !geofence.isReadOnly.isTrue else { return page }
        let base = "\(Self.path)/\(geofence.uuid.text)"
        page.actions = [.post("Delete", "\(base)/delete", asking: "Delete the geofence \(name)?", isDangerous: true)]
        var form = Form("\(base)/edit", button: "Save")
        form.isColumned = true
        form.fields = [Field("name", "Name", value: name).required()] + Self.fields(geofence)
        page.parts.append(.section(Section("Change", id: "change", parts: [.form(form)])))
        return page
    }

    private static func fields(_ geofence: JSON) -> [Field] {
        [
            Field("latitude", "Latitude", value: geofence.latitude.text).required().with(hint: "From -90 to 90."),
            Field("longitude", "Longitude", value: geofence.longitude.text).required().with(hint: "From -180 to 180."),
            Field("radius", "Radius", value: geofence.radius.text).required().with(hint: "In metres."),
        ]
    }

    /// What a form says, as the route takes it; what is no number stays a text, for the route to refuse.
    private static func body(_ form: FormValues) -> JSONValue {
        func number(_ name: String) -> JSONValue {
            Double(form[name]).map { $0.isFinite ? .number(form[name]) : .string(form[name]) } ?? .string(form[name])
        }
        return .members([
            "name": .string(form.has("newName") ? form["newName"] : form["name"]),
            "group": form.nonEmpty("newGroup").map { .string($0) },
            "latitude": number("latitude"), "longitude": number("longitude"), "radius": number("radius"),
        ])
    }
}
