import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Answers that depend on what came before (Scenarios).
struct ScenarioPages: Sendable {
    private static let pageSize = 50

    /// Adds the pages and their forms.
    func addPages(to door: PageDoor) {
        door.page("/console/scenarios", list)
        door.page("/console/scenarios/{name}", show)
        door.form("/console/scenarios/template") { visit in
            Self.begun(try await visit.api.send(.post, "/_mock/scenarios", try await Self.order(visit)))
        }
        door.form("/console/scenarios/write") { visit in
            var call = ConsoleCall(.post, "/_mock/scenarios")
            call.body = Data(visit.form.exactly("definition").utf8)
            call.type = "application/yaml"
            return Self.begun(try await visit.api.json(call))
        }
        door.form("/console/scenarios/{name}/move") { visit in
            let order = JSONValue.members([
                "key": visit.form.nonEmpty("key").map { .string($0) }, "to": .string(visit.form["to"]),
            ])
            try await visit.api.send(.post, "\(Self.route(visit))/move", order)
            return .stay("Moved to \(visit.form["to"]).")
        }
        door.form("/console/scenarios/{name}/reset") { visit in
            let key = visit.form.nonEmpty("key")
            try await visit.api.send(
                .post, "\(Self.route(visit))/reset", key.map { .members(["key": .string($0)]) })
            return .stay("\(key ?? "Everything") is in the first state.")
        }
        door.form("/console/scenarios/{name}/start") { visit in
            try await visit.api.send(.post, "\(Self.route(visit))/start")
            return .stay("\(visit.capture("name")) acts again.")
        }
        door.form("/console/scenarios/{name}/stop") { visit in
            try await visit.api.send(.post, "\(Self.route(visit))/stop")
            return .stay("\(visit.capture("name")) acts no more.")
        }
        door.form("/console/scenarios/{name}/delete") { visit in
            try await visit.api.send(.delete, Self.route(visit))
            return .done("\(visit.capture("name")) was deleted.", at: "/console/scenarios")
        }
    }

    private static func route(_ visit: Visit) -> String { "/_mock/scenarios/\(visit.segment("name"))" }

    private static func begun(_ answer: JSON) -> Outcome {
        .done("\(answer.name.text) is in force.", at: "/console/scenarios/\(URLText.escaped(answer.name.text))")
    }

    /// A scenario from a template; parameters that are no texts are written as JSON.
    private static func order(_ visit: Visit) async throws -> JSONValue {
        let name = visit.form["template"]
        let templates = try await visit.api.get("/_mock/scenarios/templates").items.list
        let template = templates.first { $0.name.text == name } ?? .none
        let members = template.parameters.list.compactMap { parameter -> JSONMember? in
            let member = parameter.name.text
            guard let typed = visit.form.nonEmpty("\(name)-\(member)") else { return nil }
            let isText = (try? JSONValue(json: Data(parameter["default"].text.utf8))) == nil
            let value = isText ? nil : try? JSONValue(json: Data(typed.utf8))
            return JSONMember(name: member, value: value ?? .string(typed))
        }
        return .members([
            "template": .string(name), "name": visit.form.nonEmpty("\(name)-scenario").map { .string($0) },
            "parameters": .object(members),
        ])
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let scenarios = try await visit.api.get(
            "/_mock/scenarios", ["page": String(visit.page), "pageSize": String(Self.pageSize)])
        let mayWrite = visit.may(.write, .console)
        var table = Table(
            "Scenarios", columns: ["Scenario", "Acts", "Where they stand", "States", "Made", "By"],
            rows: scenarios.items.list.map { row($0, mayWrite) },
            empty: EmptyState(
                title: "No scenarios",
                advice: mayWrite
                    ? "Begin with a template, or write one below." : "All requests are answered without one."))
        table.pager = visit.pager(total: scenarios.total.integer ?? 0, size: Self.pageSize)
        var page = ConsolePage("Scenarios")
        page.lead = "Answers that depend on what came before: named states, moved by requests, by time and by hand."
        page.parts = [.section(Section("", id: "scenarios", parts: [.table(table)]).live("request", "event"))]
        guard mayWrite else { return page }
        for template in try await visit.api.get("/_mock/scenarios/templates").items.list {
            var section = Section(
                "Template: \(template.name.text)", id: "template-\(template.name.text)", parts: [.form(form(template))])
            section.isFolded = true
            page.parts.append(.section(section))
        }
        var own = Section("Write one", id: "write", parts: [.form(writing)])
        own.isFolded = true
        page.parts.append(.section(own))
        return page
    }

    private func row(_ scenario: JSON, _ mayWrite: Bool) -> Table.Row {
        let name = scenario.name.text
        let counts = scenario.states.list.compactMap { state -> String? in
            let count = scenario["keys"].list.count { $0.state.text == state.text }
            return count == 0 ? nil : "\(state.text): \(count)"
        }
        return .init(
            cells: [
                Cell.text(name).linked("/console/scenarios/\(URLText.escaped(name))").with(detail: scenario.title.text),
                Self.badge(scenario), .text(counts.joined(separator: ", ")),
                .text(scenario.states.list.map(\.text).joined(separator: " → ")), .time(scenario.createdAt.time),
                Cell.text(scenario.administrator.text).with(detail: scenario.group.text),
            ], actions: mayWrite ? actions(scenario) : [])
    }

    private static func badge(_ scenario: JSON) -> Cell {
        scenario.running.isTrue ? .badge("Acts", .warning) : .badge("Stopped")
    }

    private func actions(_ scenario: JSON) -> [Action] {
        let name = scenario.name.text
        let path = "/console/scenarios/\(URLText.escaped(name))"
        return [
            scenario.running.isTrue ? .post("Stop", "\(path)/stop") : .post("Start", "\(path)/start"),
            .post("Reset", "\(path)/reset"),
            .post("Delete", "\(path)/delete", asking: "Delete the scenario \(name)?", isDangerous: true),
        ]
    }

    /// The form of a template; names of fields begin with its own, since several such forms stand on the page.
    private func form(_ template: JSON) -> Form {
        let parameters = template.parameters.list.map { parameter in
            let isLong = parameter.name.text == "pkcs12"
            return Field(
                "\(template.name.text)-\(parameter.name.text)", parameter.name.text, isLong ? .area : .text,
                value: parameter["default"].text
            ).with(hint: parameter.summary.text)
        }
        var form = Form(
            "/console/scenarios/template", button: "Begin",
            fields: [
                Field("template", "", .hidden, value: template.name.text),
                Field("\(template.name.text)-scenario", "Name", value: template.name.text),
            ] + parameters)
        form.hint = template.summary.text
        return form
    }

    private var writing: Form {
        let example = """
            name: busy console
            key: device
            match: {path: '/deviceservices/**'}
            states:
              busy:
                answers:
                  - action: {status: 503, retryAfterSeconds: 1}
                moves:
                  - {after: 3, to: calm}
              calm: {}
            """
        return Form(
            "/console/scenarios/write", button: "Begin",
            fields: [
                Field("definition", "Definition", .area, value: example).required().with(
                    hint: "YAML or JSON; one of the same name gives way.")
            ])
    }

    @Sendable private func show(_ visit: Visit) async throws -> ConsolePage {
        let scenario = try await visit.api.get(
            Self.route(visit), ["page": String(visit.page), "pageSize": String(Self.pageSize)])
        let mayWrite = visit.may(.write, .console)
        let base = "/console/scenarios/\(visit.segment("name"))"
        var page = ConsolePage(scenario.name.text)
        page.lead = scenario.title.text
        page.crumbs = [.init("Scenarios", "/console/scenarios")]
        page.badges = [Self.badge(scenario)]
        if mayWrite { page.actions = actions(scenario) }
        page.parts = [
            .facts([
                Fact("What has a state", .text(scenario.key.text)), Fact("Begins in", .text(scenario.start.text)),
                Fact("Template", .text(scenario.template.text)), Fact("Made", .time(scenario.createdAt.time)),
                Fact("Requests without room", .number(scenario.unfollowed.integer)),
            ]), standing(scenario, base, visit),
        ]
        if mayWrite { page.parts.append(.section(Section("Move", id: "move", parts: [.form(moving(scenario, base))]))) }
        page.parts.append(
            .section(
                Section("Definition", id: "definition", parts: [.code(CodeBlock(text: scenario.definition.pretty))])))
        return page
    }

    private func standing(_ scenario: JSON, _ base: String, _ visit: Visit) -> Part {
        let rows = scenario["keys"].list.map { key in
            Table.Row(
                cells: [
                    .code(key.key.text), .badge(key.state.text), .time(key.since.time), .number(key.requests.integer),
                ],
                actions: visit.may(.write, .console)
                    ? [.post("Reset", "\(base)/reset", values: ["key": key.key.text])] : [])
        }
        var table = Table(
            "Where each stands", columns: ["Key", "State", "Since", "Requests there"], rows: rows,
            empty: EmptyState(
                title: "\(Self.nobody(scenario)) has a state yet", advice: "It gets one with its first request."))
        table.pager = visit.pager(total: scenario.keyCount.integer ?? 0, size: Self.pageSize)
        return .section(Section("Where each stands", id: "keys", parts: [.table(table)]).live("request", "event"))
    }

    /// What has no state while nothing has one.
    private static func nobody(_ scenario: JSON) -> String {
        scenario.key.text == "everything" ? "Nothing" : "No \(scenario.key.text)"
    }

    private func moving(_ scenario: JSON, _ base: String) -> Form {
        let states = scenario.states.list.map { ($0.text, $0.text) }
        var fields = [Field.choice("to", "To", states, value: scenario.start.text)]
        if scenario.key.text != "everything" {
            fields.insert(
                Field("key", scenario.key.text.capitalized).required().with(hint: "What is to be moved."), at: 0)
        }
        var form = Form("\(base)/move", button: "Move", fields: fields)
        form.isInline = true
        return form
    }
}
