import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// User groups: a list, and each with its users.
struct UserGroupPages {
    private static let path = "/console/user-groups"
    private static let size = 100

    /// Adds the pages and their forms.
    func add(to door: PageDoor) {
        door.page(Self.path, list)
        door.form("\(Self.path)/new", create)
        door.page("\(Self.path)/{group}", page)
        door.form("\(Self.path)/{group}/add", addUser)
        door.form("\(Self.path)/{group}/remove") { visit in
            let (group, user) = (visit.segment("group"), URLText.escaped(visit.form["user"]))
            try await visit.api.send(.post, "/api/system/usergroups/\(group)/user/\(user)/removeuserfromgroup")
            return .stay("The user was taken out.")
        }
        door.form("\(Self.path)/{group}/delete") { visit in
            try await visit.api.send(.delete, "/api/system/usergroups/\(visit.segment("group"))/delete")
            return .done("The user group was deleted; its users stay.", at: Self.path)
        }
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let answer = try await visit.api.get(
            "/api/system/usergroups/search",
            ["groupname": visit.query.text("find"), "page": String(visit.page), "pagesize": String(Self.size)])
        let groups = ListAnswer(answer, "UserGroup", size: Self.size)
        let rows = groups.items.map { group in
            Table.Row(cells: [
                .text(group["UserGroupName"].text).linked("\(Self.path)/\(group["UserGroupId"].text)"),
                .text(group["Description"].text), .number(group["UserCount"].integer),
            ])
        }
        var table = Table(
            "User groups", columns: ["Name", "Description", "Users"], rows: rows,
            empty: EmptyState(title: "No user groups", advice: "Smart groups can ask for the users of one."))
        table.pager = visit.pager(total: groups.total, size: groups.size)
        var search = Form(
            Self.path, button: "Find", fields: [Field("find", "Name", value: visit.query.text("find") ?? "")])
        search.isSearch = true
        var page = ConsolePage("User Groups", parts: [.form(search)])
        page.parts += visit.listCommand("/api/system/usergroups/search") + [.table(table)]
        if visit.may(.write, .users) {
            var form = Form("\(Self.path)/new", button: "Add User Group")
            form.fields = [
                Field("GroupName", "Name").required(), Field("Description", "Description"),
                try await GroupChoice.field(visit),
            ]
            page.parts.append(.section(Section("Add", id: "add", parts: [.form(form)])))
        }
        return page
    }

    @Sendable private func create(_ visit: Visit) async throws -> Outcome {
        let group = try await GroupChoice.id(visit.form["group"], visit)
        let answer = try await visit.api.send(
            .post, "/api/system/usergroups/createcustomusergroup",
            .members([
                "GroupName": .string(visit.form["GroupName"]), "Description": .string(visit.form["Description"]),
                "ManagedByOrganizationGroupID": .string(group),
            ]))
        return .done("\(visit.form["GroupName"]) was added.", at: "\(Self.path)/\(answer["Value"].text)")
    }

    @Sendable private func page(_ visit: Visit) async throws -> ConsolePage {
        let answer = try await visit.api.get(
            "/api/system/usergroups/\(visit.segment("group"))/users",
            ["page": String(visit.page), "pagesize": String(Self.size)])
        let users = ListAnswer(answer, "EnrollmentUser", size: Self.size)
        let base = "\(Self.path)/\(visit.capture("group"))"
        let isWriter = visit.may(.write, .users)
        let rows = users.items.map { user in
            Table.Row(
                cells: [
                    .text(user["UserName"].text).linked("/console/users/\(user["Id"]["Value"].text)"),
                    .text(UserListPage.name(user)), UserListPage.status(user),
                ],
                actions: isWriter
                    ? [.post("Take out", "\(base)/remove", values: ["user": user["Id"]["Value"].text])] : [])
        }
        var table = Table(
            "Users of the group", columns: ["User name", "Name", "Status"], rows: rows,
            empty: EmptyState(title: "No users in this group"))
        table.pager = visit.pager(total: users.total, size: users.size)
        var page = ConsolePage(try await name(visit), parts: [.table(table)])
        page.crumbs = [.init("User Groups", Self.path)]
        if isWriter {
            var form = Form("\(base)/add", button: "Add", fields: [Field("UserName", "User name").required()])
            form.isInline = true
            page.parts.append(.form(form))
            page.actions = [
                .post("Delete", "\(base)/delete", asking: "Delete the group? Its users stay.", isDangerous: true)
            ]
        }
        return page
    }

    /// The name of the group that is shown.
    private func name(_ visit: Visit) async throws -> String {
        let groups = try await visit.api.remembered("/api/system/usergroups/search", ["pagesize": "500"])
        let group = groups["UserGroup"].list.first { $0["UserGroupId"].text == visit.capture("group") }
        return group?["UserGroupName"].nonEmpty ?? "User group \(visit.capture("group"))"
    }

    @Sendable private func addUser(_ visit: Visit) async throws -> Outcome {
        let found = try await visit.api.get("/api/system/users/search", ["username": visit.form["UserName"]])
        let user = found["Users"].list.first {
            $0["UserName"].text.lowercased() == visit.form["UserName"].lowercased()
        }
        guard let user else { throw ConsoleError(.unprocessable, "There is no user \(visit.form["UserName"]).") }
        let id = user["Id"]["Value"].text
        try await visit.api.send(
            .post, "/api/system/usergroups/\(visit.segment("group"))/user/\(id)/addusertogroup")
        return .stay("\(user["UserName"].text) was taken in.")
    }
}
