import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Administrators: a list, and each with what can be changed.
struct AdministratorPages {
    private static let path = "/console/administrators"

    /// Adds the pages and their forms.
    func add(to door: PageDoor) {
        door.page(Self.path, list)
        door.form("\(Self.path)/new", create)
        door.page("\(Self.path)/{administrator}", page)
        door.form("\(Self.path)/{administrator}/edit", edit)
        door.form("\(Self.path)/{administrator}/password") { visit in
            try await visit.api.send(
                .put, "/_mock/administrators/\(visit.segment("administrator"))/password",
                .members(["password": .string(visit.form.exactly("password"))]))
            return .stay("The password was changed; sessions with the old one have ended.")
        }
        door.form("\(Self.path)/{administrator}/delete") { visit in
            try await visit.api.send(.delete, "/_mock/administrators/\(visit.segment("administrator"))")
            return .done("The administrator was deleted.", at: Self.path)
        }
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let administrators = ListAnswer(
            try await visit.api.get(
                "/_mock/administrators", ["text": visit.query.text("find"), "page": String(visit.page)]))
        let rows = administrators.items.map { administrator in
            Table.Row(cells: [
                .text(administrator["username"].text).linked("\(Self.path)/\(administrator["uuid"].text)"),
                .text(administrator["role"].text), .text(administrator["group"].text),
                administrator["isActive"].isTrue ? .badge("Active", .good) : .badge("Inactive", .bad),
                .time(administrator["createdAt"].time),
            ])
        }
        var table = Table(
            "Administrators", columns: ["User name", "Role", "Organization Group", "Status", "Made"], rows: rows,
            empty: EmptyState(title: "No administrators"))
        table.pager = visit.pager(total: administrators.total, size: administrators.size)
        var search = Form(
            Self.path, button: "Find", fields: [Field("find", "User name", value: visit.query.text("find") ?? "")])
        search.isSearch = true
        var page = ConsolePage("Administrators", parts: [.form(search)])
        page.parts += visit.listCommand("/_mock/administrators") + [.table(table)]
        page.lead = "People who sign in here and use the APIs. What they see is their group and those below it."
        if visit.may(.write, .administrators) {
            var form = Form("\(Self.path)/new", button: "Add Administrator")
            form.fields = [
                Field("username", "User name").required(), Field("password", "Password", .password).required(),
                Self.roles("Read Only"), try await GroupChoice.field(visit),
            ]
            form.fields[1].autocomplete = "new-password"
            page.parts.append(.section(Section("Add", id: "add", parts: [.form(form)])))
        }
        return page
    }

    /// A field to choose a role.
    static func roles(_ chosen: String) -> Field {
        .choice(
            "role", "Role",
            [
                ("Console Administrator", "Console Administrator"), ("Device Manager", "Device Manager"),
                ("Read Only", "Read Only"), ("API Only", "API Only"),
            ], value: chosen
        )
        .with(hint: "API Only signs in to no page. Device Manager changes devices, users and smart groups.")
    }

    @Sendable private func create(_ visit: Visit) async throws -> Outcome {
        let answer = try await visit.api.send(
            .post, "/_mock/administrators",
            .members([
                "username": .string(visit.form["username"]), "password": .string(visit.form.exactly("password")),
                "role": .string(visit.form["role"]), "group": .string(visit.form["group"]),
            ]))
        return .done("\(visit.form["username"]) was added.", at: "\(Self.path)/\(answer["uuid"].text)")
    }

    @Sendable private func page(_ visit: Visit) async throws -> ConsolePage {
        let one = try await visit.api.get("/_mock/administrators/\(visit.segment("administrator"))")
        let base = "\(Self.path)/\(visit.capture("administrator"))"
        var page = ConsolePage(
            one["username"].text,
            parts: [
                .facts([
                    Fact("Role", .text(one["role"].text)), Fact("Organization Group", .text(one["group"].text)),
                    Fact("Made", .time(one["createdAt"].time)), Fact("UUID", .code(one["uuid"].text), isCopied: true),
                ])
            ])
        page.crumbs = [.init("Administrators", Self.path)]
        page.badges = [one["isActive"].isTrue ? .badge("Active", .good) : .badge("Inactive", .bad)]
        guard visit.may(.write, .administrators) else { return page }
        page.actions = [
            .post("Delete", "\(base)/delete", asking: "Delete the administrator?", isDangerous: true)
        ]
        var form = Form("\(base)/edit", button: "Save")
        form.fields = [
            Self.roles(one["role"].text), try await GroupChoice.field(visit, chosen: one["group"].text),
            .flag("isActive", "May sign in", one["isActive"].isTrue),
        ]
        var password = Form("\(base)/password", button: "Change password")
        password.title = "Password"
        password.fields = [Field("password", "New password", .password).required()]
        password.fields[0].autocomplete = "new-password"
        page.parts.append(.section(Section("Change", id: "change", parts: [.form(form), .form(password)])))
        return page
    }

    @Sendable private func edit(_ visit: Visit) async throws -> Outcome {
        let path = "/_mock/administrators/\(visit.segment("administrator"))"
        let before = try await visit.api.get(path)
        var changes: [JSONMember] = []
        // Only what differs is sent: nobody may touch their own role, not even to the same.
        for name in ["role", "group"] where visit.form[name] != before[name].text {
            changes.append(JSONMember(name: name, value: .string(visit.form[name])))
        }
        if visit.form.isOn("isActive") != before["isActive"].isTrue {
            changes.append(JSONMember(name: "isActive", value: .bool(visit.form.isOn("isActive"))))
        }
        guard !changes.isEmpty else { return .stay("Nothing was changed.") }
        try await visit.api.send(.patch, path, .object(changes))
        return .stay("The administrator was changed.")
    }
}
