import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Enrollment users: a list, and a form for a new one.
struct UserListPage {
    private static let path = "/console/users"
    private static let size = 100

    /// Adds the page and its forms.
    func add(to door: PageDoor) {
        door.page(Self.path, list)
        door.page("\(Self.path)/new", new)
        door.form("\(Self.path)/new", create)
        door.form("\(Self.path)/chosen", change)
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let group = visit.query.text("group") ?? ""
        let answer = try await visit.api.get(
            "/api/system/users/search",
            [
                "username": visit.query.text("find"), "status": visit.query.text("status"),
                "organization-group-uuid": group.isEmpty ? nil : try await GroupChoice.id(group, visit),
                "page": String(visit.page), "pagesize": String(Self.size), "orderby": "username",
            ])
        let users = ListAnswer(answer, "Users", size: Self.size)
        let section = Section("", id: "users", parts: [.table(table(users, visit))])
        var page = ConsolePage("Users", parts: [.form(try await search(visit))])
        page.parts += visit.listCommand("/api/system/users/search")
        page.parts.append(.section(section.live(onFirstPageOf: visit, "event")))
        page.lead = "Enrollment users: people who sign in on devices."
        if visit.may(.write, .users) {
            let asked = group.isEmpty ? "" : "?group=\(URLText.escaped(group))"
            page.actions = [.link("Add User", "\(Self.path)/new\(asked)")]
        }
        return page
    }

    private func search(_ visit: Visit) async throws -> Form {
        var form = Form(Self.path, button: "Find")
        form.isSearch = true
        form.fields = [
            Field("find", "User name", value: visit.query.text("find") ?? ""),
            .choice(
                "status", "Status", [("", "All"), ("Active", "Active"), ("Inactive", "Inactive")],
                value: visit.query.text("status") ?? ""),
            try await GroupChoice.filter(visit),
        ]
        return form
    }

    private func table(_ users: ListAnswer, _ visit: Visit) -> Table {
        let isWriter = visit.may(.write, .users)
        let rows = users.items.map { user in
            Table.Row(
                cells: [
                    .text(user["UserName"].text).linked("\(Self.path)/\(user["Id"]["Value"].text)"),
                    .text(Self.name(user)), .text(user["Email"].text), .text(user["Group"].text),
                    Self.status(user), .number(user["EnrolledDevicesCount"].integer),
                ], key: user["Id"]["Value"].text, name: user["UserName"].text)
        }
        var table = Table(
            "Users", columns: ["User name", "Name", "E-mail", "Organization Group", "Status", "Devices"], rows: rows,
            empty: EmptyState(
                title: "No users",
                advice: isWriter ? "Add one, or look for another name." : "Look for another name.",
                link: isWriter ? "\(Self.path)/new" : "", linkText: "Add User"))
        table.pager = visit.pager(total: users.total, size: users.size)
        if isWriter {
            table.bulkPath = "\(Self.path)/chosen"
            table.bulk = [
                BulkAction(label: "Activate", value: "activate"),
                BulkAction(
                    label: "Deactivate", value: "deactivate",
                    confirmation: "Credentials of their devices end at once. Deactivate the chosen users?"),
                BulkAction(
                    label: "Delete", value: "delete", confirmation: "Delete the chosen users?", isDangerous: true),
            ]
        }
        return table
    }

    /// First and last name.
    static func name(_ user: JSON) -> String {
        [user["FirstName"].text, user["LastName"].text].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Whether somebody may sign in.
    static func status(_ user: JSON) -> Cell {
        user["Status"].isTrue || user["Status"].text == "Active"
            ? .badge("Active", .good) : .badge("Inactive", .bad)
    }

    @Sendable private func new(_ visit: Visit) async throws -> ConsolePage {
        try visit.identity.require(AdminPermission(area: .users, access: .write))
        var form = Form("\(Self.path)/new", button: "Add User")
        form.fields = [
            Field("UserName", "User name").required(),
            Field("Password", "Password", .password).with(hint: "Directory, token and SAML users need none."),
            .choice(
                "SecurityType", "Security Type",
                [
                    ("basic", "Basic"), ("directory", "Directory"), ("authenticationProxy", "Authentication Proxy"),
                    ("tokenOnly", "Token only"), ("saml", "SAML"),
                ], value: "basic"),
            Field("FirstName", "First Name"), Field("LastName", "Last Name"), Field("Email", "E-mail"),
            try await GroupChoice.field(visit),
        ]
        var page = ConsolePage("Add User", parts: [.form(form)])
        page.crumbs = [.init("Users", Self.path)]
        return page
    }

    @Sendable private func create(_ visit: Visit) async throws -> Outcome {
        var members = ["UserName", "SecurityType", "FirstName", "LastName", "Email"].map {
            JSONMember(name: $0, value: .string(visit.form[$0]))
        }
        if !visit.form.exactly("Password").isEmpty {
            members.append(JSONMember(name: "Password", value: .string(visit.form.exactly("Password"))))
        }
        if let group = visit.form.nonEmpty("group") {
            members.append(
                JSONMember(name: "OrganizationGroupUuid", value: .string(try await GroupChoice.id(group, visit))))
        }
        let answer = try await visit.api.send(.post, "/api/system/users/adduser", .object(members))
        return .done("\(visit.form["UserName"]) was added.", at: "\(Self.path)/\(answer["Value"].text)")
    }

    @Sendable private func change(_ visit: Visit) async throws -> Outcome {
        let chosen = visit.form.all("key")
        guard !chosen.isEmpty else { throw ConsoleError(.badRequest, "Choose at least one user.") }
        let verbs = ["activate": "activated", "deactivate": "deactivated", "delete": "deleted"]
        guard let verb = verbs[visit.form["action"]] else {
            throw ConsoleError(.badRequest, "Choose what is to be done.")
        }
        let ids = JSONValue.array(chosen.map { .string($0) })
        let answer = try await visit.api.send(
            .post, "/api/system/users/\(visit.form["action"])", .members(["BulkValues": .members(["Value": ids])]))
        return .stay(BulkResult(answer).sentence("user", verb))
    }
}

/// What a bulk answer says.
struct BulkResult: Sendable {
    private let accepted: Int
    private let reasons: [String]

    /// Reads a bulk answer.
    init(_ answer: JSON) {
        accepted = answer["AcceptedItems"].integer ?? 0
        reasons = answer["Faults"]["Fault"].list.map { $0["Message"].text }
    }

    /// Such as `2 users were deleted; 1 was not: …`.
    func sentence(_ noun: String, _ verb: String) -> String {
        let done = "\(accepted) \(noun)\(accepted == 1 ? " was" : "s were") \(verb)"
        guard !reasons.isEmpty else { return "\(done)." }
        let sentences = Set(reasons).sorted().joined(separator: " ")
        return "\(done); \(reasons.count) \(reasons.count == 1 ? "was" : "were") not: \(sentences)"
    }
}
