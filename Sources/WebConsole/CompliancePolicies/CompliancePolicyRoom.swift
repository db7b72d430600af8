import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Rules that devices of an organization group have to fulfil, and what happens to those that do not.
struct CompliancePolicyRoom: ConsoleRoom {
    private static let path = "/console/compliance"
    private static let size = 100

    var places: [Place] {
        [
            Place(
                "Compliance Policies", Self.path, in: "Devices", area: .devices,
                keywords: ["Compliance Rules", "Compromised Status", "OS Version", "Application Version", "Block"])
        ]
    }

    func addPages(to door: PageDoor) {
        door.page(Self.path, list)
        door.page("\(Self.path)/new") { visit in
            try await page("Add Compliance Rule", .none, try await GroupChoice.asked(visit), visit)
        }
        door.form("\(Self.path)/new/save") { visit in
            let group = visit.form["group"]
            try await visit.api.send(
                .post, "/_mock/groups/\(URLText.escaped(group))/compliance-rules", Self.body(visit.form))
            return .done("The rule \(visit.form["name"]) was added.", at: Self.address(group))
        }
        door.page("\(Self.path)/{uuid}") { visit in
            let rule = try await visit.api.get("/_mock/compliance-rules/\(visit.segment("uuid"))")
            return try await page(rule.name.text, rule, rule.group.text, visit)
        }
        door.form("\(Self.path)/{uuid}/save") { visit in
            let route = "/_mock/compliance-rules/\(visit.segment("uuid"))"
            let rule = try await visit.api.send(.put, route, Self.body(visit.form))
            return .done("The rule \(visit.form["name"]) was saved.", at: Self.address(rule.group.text))
        }
        door.form("\(Self.path)/{uuid}/delete") { visit in
            let route = "/_mock/compliance-rules/\(visit.segment("uuid"))"
            let rule = try await visit.api.get(route)
            try await visit.api.send(.delete, route)
            return .done("The rule \(rule.name.text) was deleted.", at: Self.address(rule.group.text))
        }
    }

    /// The address of the list of a group.
    private static func address(_ group: String) -> String { "\(path)?group=\(URLText.escaped(group))" }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let group = try await GroupChoice.asked(visit)
        let answer = try await visit.api.get(
            "/_mock/groups/\(URLText.escaped(group))/compliance-rules",
            ["page": String(visit.page), "pageSize": String(Self.size)])
        let found = ListAnswer(answer)
        let isWriter = visit.may(.write, .devices)
        let new = "\(Self.path)/new?group=\(URLText.escaped(group))"
        var table = Table(
            "Compliance rules", columns: ["Rule", "Requires", "Otherwise", "State", "Organization Group", "Changed"],
            rows: found.items.map(row),
            empty: EmptyState(
                title: "No rules count here",
                advice: "A rule blocks or wipes devices that do not fulfil it, and those of the groups below too.",
                link: isWriter ? new : "", linkText: "Add Rule"))
        table.pager = visit.pager(total: found.total, size: found.size)
        var page = ConsolePage("Compliance Policies")
        page.lead = "Rules that devices of a group have to fulfil: its own, and those of the groups above it."
        if visit.may(.read, .organizationGroups) {
            var choice = Form(
                Self.path, button: "Show", fields: [try await GroupChoice.field(visit, chosen: group)])
            choice.isSearch = true
            page.parts.append(.form(choice))
        }
        page.parts += visit.listCommand("/_mock/groups/\(URLText.escaped(group))/compliance-rules")
        page.parts.append(
            .section(Section("", id: "rules", parts: [.table(table)]).live(onFirstPageOf: visit, "event")))
        if isWriter { page.actions = [.link("Add Rule", new)] }
        return page
    }

    private func row(_ rule: JSON) -> Table.Row {
        Table.Row(cells: [
            .text(rule.name.text).linked("\(Self.path)/\(rule.uuid.text)"), .text(rule.requirement.text),
            .badge(ComplianceWords.action(rule.action.text), rule.action.text == "wipe" ? .bad : .warning),
            rule.isActive.isTrue ? .badge("Active", .good) : .badge("Inactive"),
            .text(rule.group.text).with(detail: rule.isInherited.isTrue ? "inherited" : ""),
            .time(rule.updatedAt.time),
        ])
    }

    /// A rule, or a new one.
    private func page(_ title: String, _ rule: JSON, _ group: String, _ visit: Visit) async throws -> ConsolePage {
        var page = ConsolePage(title)
        page.crumbs = [.init("Compliance Policies", Self.address(group))]
        guard visit.may(.write, .devices) else {
            page.parts = [
                .facts([
                    Fact("Requires", .text(rule.requirement.text)),
                    Fact("Otherwise", .text(ComplianceWords.action(rule.action.text))),
                    Fact("Active", .flag(rule.isActive.isTrue)), Fact("Organization group", .text(group)),
                ])
            ]
            return page
        }
        let base = "\(Self.path)/\(rule.exists ? rule.uuid.text : "new")"
        var form = Form("\(base)/save", button: "Save")
        form.fields = Self.fields(rule)
        if rule.exists {
            page.lead = "A rule of the group \(group): \(rule.requirement.text)."
            page.actions = [
                .post("Delete", "\(base)/delete", asking: "Delete the rule \(title)?", isDangerous: true)
            ]
        } else {
            form.fields.insert(try await GroupChoice.field(visit, chosen: group), at: 0)
        }
        page.parts = [.form(form)]
        return page
    }

    private static func fields(_ rule: JSON) -> [Field] {
        [
            Field("name", "Name", value: rule.name.text).required(),
            .choice(
                "kind", "Condition",
                ComplianceWords.kinds, value: rule.kind.nonEmpty ?? "osVersion"
            ).with(hint: "A device must not be compromised, or a version has to be as said below."),
            Field("bundleId", "App", value: rule.bundleId.text)
                .with(hint: "Its bundle identifier; for Application Version only."),
            .group(
                "Version",
                [
                    .choice(
                        "operator", "Comparison", [">=", ">", "=", "!=", "<=", "<"].map { ($0, $0) },
                        value: rule.operator.nonEmpty ?? ">="),
                    Field("version", "Version", value: rule.version.text).with(placeholder: "17.0"),
                ]
            ).with(hint: "Not for Compromised Status."),
            .choice(
                "action", "Otherwise", ComplianceWords.actions, value: rule.action.nonEmpty ?? "block"),
            .flag("isActive", "Active", rule.exists ? rule.isActive.isTrue : true),
        ]
    }

    /// The body of a rule: without the members its kind has no use for.
    private static func body(_ form: FormValues) -> JSONValue {
        let kind = form["kind"]
        let hasVersion = kind != "compromised"
        return .members([
            "name": .string(form["name"]), "kind": .string(kind),
            "bundleId": kind == "applicationVersion" ? .string(form["bundleId"]) : nil,
            "operator": hasVersion ? .string(form["operator"]) : nil,
            "version": hasVersion ? .string(form["version"]) : nil,
            "action": .string(form["action"]), "isActive": .bool(form.isOn("isActive")),
        ])
    }
}
