import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Organization groups: the tree, and each group with what can be changed.
struct GroupPages {
    private static let path = "/console/groups"

    /// Adds the pages and their forms.
    func add(to door: PageDoor) {
        door.page(Self.path, tree)
        door.page("\(Self.path)/{group}", page)
        door.form("\(Self.path)/{group}/add", create)
        door.form("\(Self.path)/{group}/edit", edit)
        door.form("\(Self.path)/{group}/delete") { visit in
            let id = try await GroupChoice.id(visit.capture("group"), visit)
            try await visit.api.send(.delete, "/api/system/groups/\(id)")
            return .done("The group was deleted.", at: Self.path)
        }
    }

    @Sendable private func tree(_ visit: Visit) async throws -> ConsolePage {
        let answer = try await visit.api.get("/api/system/groups/\(visit.identity.groupID)/children")
        let below = Dictionary(grouping: answer.list) { $0["ParentLocationGroup"]["Id"]["Value"].text }
        let branches = answer.list.prefix(1).map { Self.branch($0, below) }
        var page = ConsolePage("Groups", parts: [.tree(Tree(label: "Organization groups", branches: branches))])
        page.lead =
            "Organization groups. Users type the code of one on their device; what a group does not set, it inherits."
        return page
    }

    /// A group with those below it, by the id of the group above.
    private static func branch(_ group: JSON, _ below: [String: [JSON]]) -> Tree.Branch {
        let code = group["GroupId"].text
        let cell = Cell.text(group["Name"].text).with(detail: code)
        return Tree.Branch(
            cell: cell.linked(code.isEmpty ? nil : "\(path)/\(URLText.escaped(code))"),
            branches: (below[group["Id"]["Value"].text] ?? []).map { branch($0, below) })
    }

    @Sendable private func page(_ visit: Visit) async throws -> ConsolePage {
        let code = visit.capture("group")
        let id = try await GroupChoice.id(code, visit)
        let group = try await visit.api.get("/api/system/groups/\(id)")
        let name = group["Name"].text
        var page = ConsolePage(name)
        page.badges = [.badge(group["LocationGroupType"].text)]
        page.crumbs = [.init("Groups", Self.path)]
        let escaped = URLText.escaped(code)
        page.actions = [.link("Settings", "/console/settings/enrollment?group=\(escaped)")]
        page.parts = [
            .figures([
                Figure(name: "devices", value: group["Devices"].text, link: "/console/devices?group=\(escaped)"),
                Figure(name: "users", value: group["Users"].text, link: "/console/users?group=\(escaped)"),
                Figure(name: "administrators", value: group["Admins"].text),
            ]),
            .facts([
                Fact("Group ID", .code(group["GroupId"].text), isCopied: true),
                Fact("Type", .text(group["LocationGroupType"].text)), Fact("Country", .text(group["Country"].text)),
                Fact("Locale", .text(group["Locale"].text)), Fact("UUID", .code(group["Uuid"].text), isCopied: true),
            ]),
        ]
        guard visit.may(.write, .organizationGroups) else { return page }
        let base = "\(Self.path)/\(escaped)"
        page.actions.append(
            .post("Delete", "\(base)/delete", asking: "Delete the group \(name)?", isDangerous: true))
        page.parts.append(.section(Self.forms(group, base)))
        return page
    }

    private static func forms(_ group: JSON, _ base: String) -> Section {
        var edit = Form("\(base)/edit", button: "Save")
        edit.fields = [Field("Name", "Name", value: group["Name"].text).required()]
        var add = Form("\(base)/add", button: "Add Child Organization Group")
        add.title = "Add a group below"
        add.fields = [
            Field("Name", "Name").required(),
            Field("GroupId", "Group ID").required().with(hint: "What users type on their device."),
            .choice(
                "LocationGroupType", "Type",
                ["Container", "Customer", "Division", "Region", "User Defined"].map { ($0, $0) }, value: "Container"),
        ]
        return Section("Change", id: "change", parts: [.form(edit), .form(add)])
    }

    @Sendable private func create(_ visit: Visit) async throws -> Outcome {
        let id = try await GroupChoice.id(visit.capture("group"), visit)
        try await visit.api.send(
            .post, "/api/system/groups/\(id)",
            .members([
                "Name": .string(visit.form["Name"]), "GroupId": .string(visit.form["GroupId"]),
                "LocationGroupType": .string(visit.form["LocationGroupType"]),
            ]))
        return .done("\(visit.form["Name"]) was added.", at: "\(Self.path)/\(URLText.escaped(visit.form["GroupId"]))")
    }

    @Sendable private func edit(_ visit: Visit) async throws -> Outcome {
        let id = try await GroupChoice.id(visit.capture("group"), visit)
        try await visit.api.send(
            .put, "/api/system/groups/\(id)", .members(["Name": .string(visit.form["Name"])]))
        return .stay("The group was changed.")
    }
}
