import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// An enrollment user: facts, tokens, devices, and what can be changed.
struct UserPage {
    private static let path = "/console/users"

    /// Adds the page and its forms.
    func add(to door: PageDoor) {
        door.page("\(Self.path)/{user}", page)
        door.form("\(Self.path)/{user}/edit", edit)
        door.form("\(Self.path)/{user}/password", changePassword)
        door.form("\(Self.path)/{user}/activate") { visit in
            try await visit.api.send(.post, "/api/system/users/\(visit.segment("user"))/activate")
            return .stay("The user may sign in again.")
        }
        door.form("\(Self.path)/{user}/deactivate") { visit in
            try await visit.api.send(.post, "/api/system/users/\(visit.segment("user"))/deactivate")
            return .stay("The user is kept out, and credentials of their devices have ended.")
        }
        door.form("\(Self.path)/{user}/delete") { visit in
            try await visit.api.send(.delete, "/api/system/users/\(visit.segment("user"))/delete")
            return .done("The user was deleted.", at: Self.path)
        }
        door.form("\(Self.path)/{user}/register-device", UserRegistrations.register)
        door.form("\(Self.path)/{user}/tokens", makeToken)
        door.form("\(Self.path)/{user}/tokens/{token}/delete") { visit in
            let (name, group) = (URLText.escaped(visit.form["name"]), URLText.escaped(visit.form["group"]))
            try await visit.api.send(
                .delete, "/_mock/users/\(name)/tokens/\(visit.segment("token"))?group=\(group)")
            return .stay("The token was taken back.")
        }
    }

    @Sendable private func page(_ visit: Visit) async throws -> ConsolePage {
        let user = try await visit.api.get("/api/system/users/\(visit.segment("user"))", version: 1)
        let name = user["UserName"].text
        let group = try await visit.api.group(user["LocationGroupId"].text)
        let code = group["GroupId"].text
        async let tokens = visit.api.get(
            "/_mock/users/\(URLText.escaped(name))/tokens", ["group": code, "pageSize": "100"])
        async let devices = visit.api.get("/_mock/devices", ["user": name, "pageSize": "100"])
        let base = "\(Self.path)/\(visit.capture("user"))"
        var page = ConsolePage(name)
        page.crumbs = [.init("Users", Self.path)]
        page.badges = [UserListPage.status(user)]
        let isWriter = visit.may(.write, .users)
        if isWriter { page.actions = actions(user, base) }
        page.parts = [
            .facts(facts(user, group)),
            .section(deviceSection(ListAnswer(try await devices))),
            .section(try await UserRegistrations.section(visit, name, code, base, isWriter: isWriter)),
            .section(tokenSection(ListAnswer(try await tokens), name, code, base, isWriter: isWriter)),
        ]
        if isWriter { page.parts.append(.section(editing(user, base))) }
        return page
    }

    private func actions(_ user: JSON, _ base: String) -> [Action] {
        let isActive = user["Status"].isTrue || user["Status"].text == "Active"
        return [
            isActive
                ? .post(
                    "Deactivate", "\(base)/deactivate",
                    asking: "Credentials of their devices end at once. Deactivate the user?")
                : .post("Activate", "\(base)/activate"),
            .post("Delete", "\(base)/delete", asking: "Delete the user?", isDangerous: true),
        ]
    }

    private func facts(_ user: JSON, _ group: JSON) -> [Fact] {
        [
            Fact("Name", .text(UserListPage.name(user))), Fact("E-mail", .text(user["Email"].text)),
            Fact(
                "Organization Group",
                .text(group["Name"].text).linked("/console/groups/\(URLText.escaped(group["GroupId"].text))")),
            Fact("Security Type", .text(Self.securityTypes[user["SecurityType"].text] ?? user["SecurityType"].text)),
            Fact("Phone", .text(user["ContactNumber"].text)), Fact("Role", .text(user["Role"].text)),
            Fact("Enrolled devices", .text(user["EnrolledDevicesCount"].text)),
            Fact("UUID", .code(user["Uuid"].text), isCopied: true),
        ]
    }

    private static let securityTypes = [
        "1": "Directory", "2": "Basic", "3": "Authentication Proxy", "4": "Token only", "5": "SAML",
    ]

    private func deviceSection(_ devices: ListAnswer) -> Section {
        let rows = devices.items.map { device in
            Table.Row(cells: [
                .text(device["friendlyName"].nonEmpty ?? device["model"].text)
                    .linked("/console/devices/\(URLText.escaped(device["udid"].text))"),
                DeviceShown.identifier(device["udid"].text), .text(device["platform"].text),
                DeviceShown.enrollment(device), .time(device["lastSeenAt"].time),
            ])
        }
        return Section(
            "Devices", id: "devices",
            parts: [
                .table(
                    Table(
                        "Devices of the user", columns: ["Name", "UDID", "Platform", "Enrollment", "Last seen"],
                        rows: rows,
                        empty: EmptyState(
                            title: "No devices", advice: "They appear when the user signs in with an app.")))
            ])
    }

    private func tokenSection(
        _ tokens: ListAnswer, _ name: String, _ group: String, _ base: String, isWriter: Bool
    ) -> Section {
        let rows = tokens.items.map { token in
            let id = token["id"].text
            return Table.Row(
                cells: [
                    .text(token["kind"].text),
                    .badge(token["state"].text, token["state"].text == "unused" ? .good : .plain),
                    .time(token["createdAt"].time), .time(token["expiresAt"].time),
                ],
                actions: isWriter && token["state"].text == "unused"
                    ? [.post("Take back", "\(base)/tokens/\(id)/delete", values: ["name": name, "group": group])] : [])
        }
        var section = Section(
            "Tokens", id: "tokens",
            parts: [
                .table(
                    Table(
                        "Tokens of the user", columns: ["Kind", "State", "Made", "Expires"], rows: rows,
                        empty: EmptyState(title: "No tokens", advice: "A token enrolls one device of the user once.")))
            ])
        if isWriter {
            var form = Form("\(base)/tokens", button: "Make a token")
            form.isInline = true
            form.fields = [
                Field("name", "", .hidden, value: name), Field("group", "", .hidden, value: group),
                Field("expiresInMinutes", "Expires in minutes", .number, value: "1440"),
            ]
            section.parts.append(.form(form))
        }
        return section
    }

    private func editing(_ user: JSON, _ base: String) -> Section {
        var form = Form("\(base)/edit", button: "Save")
        form.fields = [
            Field("FirstName", "First Name", value: user["FirstName"].text),
            Field("LastName", "Last Name", value: user["LastName"].text),
            Field("Email", "E-mail", value: user["Email"].text),
            Field("ContactNumber", "Phone", value: user["ContactNumber"].text),
        ]
        var password = Form("\(base)/password", button: "Change password")
        password.title = "Password"
        password.fields = [Field("Password", "New password", .password).required()]
        password.fields[0].autocomplete = "new-password"
        return Section("Change", id: "change", parts: [.form(form), .form(password)])
    }

    @Sendable private func edit(_ visit: Visit) async throws -> Outcome {
        let members = ["FirstName", "LastName", "Email", "ContactNumber"].map {
            JSONMember(name: $0, value: .string(visit.form[$0]))
        }
        try await visit.api.send(.post, "/api/system/users/\(visit.segment("user"))/update", .object(members))
        return .stay("The user was changed.")
    }

    @Sendable private func changePassword(_ visit: Visit) async throws -> Outcome {
        try await visit.api.send(
            .post, "/api/system/users/\(visit.segment("user"))/update",
            .members(["Password": .string(visit.form.exactly("Password"))]))
        return .stay("The password was changed; only the new one signs in.")
    }

    @Sendable private func makeToken(_ visit: Visit) async throws -> Outcome {
        let name = URLText.escaped(visit.form["name"])
        let answer = try await visit.api.send(
            .post, "/_mock/users/\(name)/tokens?group=\(URLText.escaped(visit.form["group"]))",
            .members(["expiresInMinutes": .integer(Int(visit.form["expiresInMinutes"]) ?? 0)]))
        return .secret(answer["token"].text, saying: "The token was made. Whoever has it enrolls one device.")
    }
}
