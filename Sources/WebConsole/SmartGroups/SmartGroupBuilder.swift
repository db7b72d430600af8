import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// The builder of criteria: a form that shows who would be a member, live for those who have a script.
enum SmartGroupBuilder {
    private static let path = SmartGroupRoom.path
    /// Things offered of each kind; those that are chosen are there besides.
    private static let offered = "500"

    /// The smart group that the address names.
    static func details(_ visit: Visit) async throws -> JSON {
        do {
            return try await visit.api.get("\(SmartGroupRoom.route)/\(visit.segment("id"))")
        } catch let error as ConsoleError where error.code == .badRequest {
            // The route follows the real one, which has no 404 here.
            throw ConsoleError(.notFound, error.message)
        }
    }

    /// The page of a new one, with what was typed before; nil if the page is opened.
    static func new(_ visit: Visit, _ typed: FormValues?) async throws -> ConsolePage {
        let values = typed.map { SmartGroupValues($0) } ?? SmartGroupValues(home: String(visit.identity.groupID))
        return try await page("Add Smart Group", "\(path)/new", "\(path)/new/save", values, .none, visit)
    }

    /// The page that changes one.
    static func edit(_ visit: Visit, _ typed: FormValues?) async throws -> ConsolePage {
        let group = try await details(visit)
        let base = "\(path)/\(visit.segment("id"))"
        let values = typed.map { SmartGroupValues($0) } ?? SmartGroupValues(group)
        var page = try await page("Edit Smart Group", "\(base)/edit", "\(base)/save", values, group, visit)
        page.crumbs.append(.init(group["Name"].text, base))
        return page
    }

    /// Makes one.
    static func create(_ visit: Visit) async throws -> Outcome {
        let values = SmartGroupValues(visit.form)
        let body = try await SmartGroupDraftBody(visit: visit, known: .none).json(of: values)
        let answer = try await visit.api.send(.post, SmartGroupRoom.route, body)
        return .done("The smart group \(values.name) was added.", at: "\(path)/\(answer["Value"].text)")
    }

    /// Changes one; what the builder does not show stays.
    static func save(_ visit: Visit) async throws -> Outcome {
        let group = try await details(visit)
        let body = try await SmartGroupDraftBody(visit: visit, known: group).json(of: SmartGroupValues(visit.form))
        var call = ConsoleCall(.patch, "\(SmartGroupRoom.route)/\(visit.segment("id"))", json: body)
        call.version = 2
        _ = try await visit.api.json(call)
        return .done("The smart group was saved.", at: "\(path)/\(visit.segment("id"))")
    }

    private static func page(
        _ title: String, _ address: String, _ action: String, _ values: SmartGroupValues, _ known: JSON, _ visit: Visit
    ) async throws -> ConsolePage {
        var page = ConsolePage(title)
        page.crumbs = [.init("Smart Groups", path)]
        page.lead = "Different criteria combine; of the values of one criterion a device needs one."
        guard visit.may(.write, .smartGroups) else {
            page.parts = [.note(Note(text: "Your role may look at smart groups, and change none."))]
            return page
        }
        var form = Form(action, button: "Save")
        form.preview = address
        form.isColumned = true
        form.fields = try await fields(values, known, visit)
        page.parts = [.section(try await preview(values, known, visit)), .form(form)]
        return page
    }

    /// Who would be a member.
    private static func preview(_ values: SmartGroupValues, _ known: JSON, _ visit: Visit) async throws -> Section {
        do {
            let body = try await SmartGroupDraftBody(visit: visit, known: known).json(of: values)
            let found = try await visit.api.send(.post, "/_mock/smart-groups/preview?pageSize=10", body)
            let total = found.total.integer ?? 0
            let rows = found.items.list.map { device in
                Table.Row(cells: [
                    DeviceShown.name(device), .text(device.user.text), .text(device.model.text),
                    .text(device.osVersion.text), .text(device.reason.text),
                ])
            }
            let table = Table(
                "Members", columns: ["Device", "User", "Model", "OS version", "Why"], rows: rows,
                empty: EmptyState(title: "No device", advice: "Only enrolled devices can be members."))
            var who = Section("The first ten", id: "preview-members", parts: [.table(table)])
            who.isFolded = true
            let figure = Figure(
                name: total == 1 ? "device would be a member" : "devices would be members", value: Figure.text(total))
            return Section("", id: "preview", parts: [.figures([figure]), .section(who)])
        } catch let error as ConsoleError where error.code != .internalError {
            return Section("", id: "preview", parts: [.note(Note(text: error.message, tone: .warning))])
        }
    }

    private static func fields(_ values: SmartGroupValues, _ known: JSON, _ visit: Visit) async throws -> [Field] {
        let groups = try await organizationGroups(visit)
        var fields = [
            Field("Name", "Name", value: values.name).required(),
            .choice("home", "Managed By", groups, value: values.home),
            .choice(
                "CriteriaType", "Type",
                [("All", "Criteria"), ("UserDevice", "Chosen devices and users only")], value: values.type
            ).with(hint: "The second looks at additions and exclusions only."),
        ]
        fields.append(.title("Criteria"))
        for list in SmartGroupValues.lists {
            if list.name == "UserAdditions" { fields += versions(values) + [.title("Additions and exclusions")] }
            fields.append(try await field(list, values, known, groups: groups, visit))
        }
        return fields
    }

    private static func field(
        _ list: SmartGroupValues.List, _ values: SmartGroupValues, _ known: JSON,
        groups: [(value: String, label: String)], _ visit: Visit
    ) async throws -> Field {
        let chosen = values.chosen[list.name, default: []]
        let offered: [(value: String, label: String)]
        switch list.name {
        case "OrganizationGroups": offered = groups
        case "Tags": offered = try await tags(visit)
        case "UserGroups", "UserGroupExclusions": offered = try await userGroups(visit)
        case "Platforms": offered = DevicePlatform.allCases.map { ($0.rawValue, $0.rawValue) }
        case "Ownerships":
            offered = DeviceOwnership.allCases.map { ($0.rawValue, DeviceShown.ownership($0.rawValue)) }
        case "ManagementTypes":
            offered = SmartGroupValues.managementTypes
        default: return Field(list.name, list.label, .area, value: values.lines[list.name] ?? "").with(hint: list.hint)
        }
        // What was chosen long ago, or is deleted, is there to be taken away.
        let old = known[list.name].list.map { element -> (value: String, label: String) in
            (element["Id"].nonEmpty ?? element.text, SmartGroupValues.word(element))
        }
        let all = offered + old.filter { one in !offered.contains { $0.value == one.value } }
        let field = Field.choices(list.name, list.label, all, chosen: chosen)
        return all.isEmpty ? field.with(hint: "There are none to choose.") : field
    }

    private static func versions(_ values: SmartGroupValues) -> [Field] {
        let platforms = [("", "All platforms")] + DevicePlatform.allCases.map { ($0.rawValue, $0.rawValue) }
        return values.rows.enumerated().map { index, version in
            .group(
                index == 0 ? "Operating System" : "and",
                [
                    .choice("platform.\(index)", "Platform", platforms, value: version.platform),
                    .choice(
                        "comparison.\(index)", "Comparison", SmartGroupValues.operators.map { ($0.value, $0.sign) },
                        value: version.comparison),
                    Field("version.\(index)", "Version", value: version.value).with(placeholder: "iOS 17.0.0"),
                ])
        }
    }

    // MARK: What is offered

    private static func organizationGroups(_ visit: Visit) async throws -> [(value: String, label: String)] {
        guard visit.may(.read, .organizationGroups) else { return [] }
        let answer = try await visit.api.remembered(
            "/api/system/groups/search", ["pagesize": offered, "orderby": "Name"])
        return answer["LocationGroups"].list.map { group in
            (group["Id"]["Value"].text, "\(group["Name"].text) (\(group["GroupId"].text))")
        }
    }

    private static func tags(_ visit: Visit) async throws -> [(value: String, label: String)] {
        let answer = try await visit.api.get("/api/mdm/tags/search", ["pagesize": offered])
        return answer["Tags"].list.map { ($0["Id"]["Value"].text, $0["TagName"].text) }
    }

    private static func userGroups(_ visit: Visit) async throws -> [(value: String, label: String)] {
        guard visit.may(.read, .users) else { return [] }
        let answer = try await visit.api.remembered("/api/system/usergroups/search", ["pagesize": offered])
        return answer["UserGroup"].list.map { ($0["UserGroupId"].text, $0["UserGroupName"].text) }
    }
}
