import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Clocks of organization groups (Clocks).
struct ClockPages: Sendable {
    private static let pageSize = 100

    /// Adds the pages and their forms.
    func addPages(to door: PageDoor) {
        door.page("/console/clocks", list)
        door.get("/console/clocks/choose") { visit in
            ConsoleGate.seeOther("/console/clocks/\(URLText.escaped(visit.query.text("group") ?? ""))")
        }
        door.page("/console/clocks/{group}", show)
        door.form("/console/clocks/{group}/freeze") { try await Self.set($0, "frozen", orElse: .bool(true)) }
        door.form("/console/clocks/{group}/set") { try await Self.set($0, "set") }
        door.form("/console/clocks/{group}/offset") { try await Self.set($0, "offset") }
        door.form("/console/clocks/{group}/advance", advance)
        door.form("/console/clocks/{group}/machine") { visit in
            try await visit.api.send(.delete, Self.route(visit))
            return .stay(Self.told(try await visit.api.get(Self.route(visit)), andDue: false))
        }
    }

    private static func route(_ visit: Visit) -> String { "/_mock/clocks/\(visit.segment("group"))" }

    /// Sets a clock to what the field `value` says.
    private static func set(_ visit: Visit, _ name: String, orElse other: JSONValue? = nil) async throws -> Outcome {
        let text = visit.form.nonEmpty(name)
        let isNumber = name == "offset" && (text.flatMap { Double($0) }?.isFinite ?? false)
        let value: JSONValue? = text.map { isNumber ? .number($0) : .string($0) }
        let member = isNumber ? "offsetSeconds" : name
        let order = JSONValue.members([member: value ?? other ?? .string("")])
        return .stay(told(try await visit.api.send(.put, route(visit), order)))
    }

    @Sendable private func advance(_ visit: Visit) async throws -> Outcome {
        let order: JSONValue
        if let time = visit.form.nonEmpty("to") {
            order = .members(["to": .string(time)])
        } else {
            order = .members(["duration": .string(visit.form["duration"])])
        }
        return .stay(Self.told(try await visit.api.send(.post, "\(Self.route(visit))/advance", order)))
    }

    /// What a clock shows now, and what fell due.
    private static func told(_ answer: JSON, andDue: Bool = true) -> String {
        let now = answer.now.time.map { String($0.description.replacing("T", with: " ").prefix(19)) } ?? ""
        guard andDue else { return "The clock shows \(now) UTC." }
        let due = answer.due.list.map { "\($0.count.text) × \($0.kind.text)" }
        let fell = due.isEmpty ? "Nothing fell due." : "Fell due: \(due.joined(separator: ", "))."
        return "The clock shows \(now) UTC. \(fell)"
    }

    @Sendable private func list(_ visit: Visit) async throws -> ConsolePage {
        let clocks = try await visit.api.get("/_mock/clocks", ["pageSize": "1000"]).items.list
        let found = try await visit.api.get(
            "/api/system/groups/search", ["page": String(visit.page), "pagesize": String(Self.pageSize)], version: 2)
        let own = Dictionary(clocks.map { ($0.group.text, $0) }) { first, _ in first }
        let above = try await Self.above(found.OrganizationGroups.list, own, visit)
        let rows = found.OrganizationGroups.list.map { group -> Table.Row in
            let path = "/console/clocks/\(URLText.escaped(group.GroupId.text))"
            let name = Cell.text(group.Name.text).linked(path).with(detail: group.GroupId.text)
            guard let clock = own[group.GroupId.text] else {
                return .init(cells: [name, .text(above[group.GroupId.text] ?? Self.inherited), .text(""), .text("")])
            }
            return .init(cells: [name, Self.mode(clock), Self.shown(clock), .text(Self.offset(clock))])
        }
        var table = Table(
            "Clocks", columns: ["Organization group", "Clock", "Shows", "Ahead of the machine"], rows: rows,
            empty: EmptyState(title: "No groups"))
        table.pager = visit.pager(total: found.TotalResults.integer ?? rows.count, size: Self.pageSize)
        var find = Form(
            "/console/clocks/choose", button: "Open",
            fields: [try await GroupChoice.field(visit)])
        find.isSearch = true
        var page = ConsolePage("Clocks")
        page.lead = "A clock for each organization group: stand it still, set it, move it on, and see what falls due."
        let figure = Figure(
            name: clocks.count == 1 ? "group has a clock of its own" : "groups have a clock of their own",
            value: Figure.text(clocks.count))
        let section = Section("", id: "clocks", parts: [.figures([figure]), .table(table)])
        page.parts = [.form(find)] + visit.listCommand("/_mock/clocks")
        page.parts.append(.section(section.live(onFirstPageOf: visit, "event", "request")))
        return page
    }

    private static let inherited = "Goes by the group above it"

    /// What the topmost group goes by, if it has no clock itself: perhaps a group above it that is not listed.
    private static func above(_ groups: [JSON], _ own: [String: JSON], _ visit: Visit) async throws -> [String: String]
    {
        let top = groups.first { $0.LgLevel.integer == 0 }?.GroupId.text
        guard let top, own[top] == nil else { return [:] }
        let clock = try await visit.api.find("/_mock/clocks/\(URLText.escaped(top))")
        return [top: clock.mode.text == "machine" ? "The machine's" : inherited]
    }

    /// What a clock shows.
    private static func shown(_ clock: JSON) -> Cell {
        .clock(clock.now.time, isRunning: clock.mode.text != "frozen")
    }

    private static func mode(_ clock: JSON) -> Cell {
        switch clock.mode.text {
        case "frozen": .badge("Stands still", .warning)
        case "running": .badge("Runs by itself", .busy)
        default: .badge("The machine's", .good)
        }
    }

    private static func offset(_ clock: JSON) -> String {
        let seconds = Int(clock.offsetSeconds.number ?? 0)
        let rest = abs(seconds)
        let days = rest / 86_400
        let words = [(days, "d"), (rest / 3600 % 24, "h"), (rest / 60 % 60, "min"), (rest % 60, "s")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return words.isEmpty ? "0 s" : (seconds < 0 ? "−" : "+") + words.joined(separator: " ")
    }

    @Sendable private func show(_ visit: Visit) async throws -> ConsolePage {
        let clock = try await visit.api.get(Self.route(visit))
        let base = "/console/clocks/\(visit.segment("group"))"
        var page = ConsolePage("Clock of \(clock.groupName.text)")
        page.crumbs = [.init("Clocks", "/console/clocks")]
        page.badges = [Self.mode(clock)]
        // Whose it is stays unsaid of a group that is not seen.
        let unnamed = clock.mode.text == "machine" ? "this machine" : "a group above it"
        let owner: Cell =
            clock.isOwn.isTrue
            ? .text("its own")
            : Cell.text(clock.clockOf.nonEmpty ?? unnamed).linked(
                clock.clockOf.nonEmpty.map { "/console/clocks/\(URLText.escaped($0))" })
        let facts: [Fact] = [
            Fact("Organization group", .code(clock.group.text)), Fact("Shows", Self.shown(clock)),
            Fact("The machine shows", .clock(clock.machine.time, isRunning: true)),
            Fact("Ahead of the machine", .text(Self.offset(clock))), Fact("Goes by the clock of", owner),
        ]
        page.parts = [.section(Section("", id: "clock", parts: [.facts(facts)]).live("event", "request"))]
        guard visit.may(.write, .console) else { return page }
        if clock.isOwn.isTrue { page.actions = [.post("Follow the machine again", "\(base)/machine")] }
        if clock.mode.text != "frozen" { page.actions.insert(.post("Freeze now", "\(base)/freeze"), at: 0) }
        page.parts.append(.section(Section("Move on", id: "advance", parts: advances(base))))
        page.parts.append(.section(Section("Set", id: "set", parts: settings(base))))
        return page
    }

    private func advances(_ base: String) -> [Part] {
        let steps: KeyValuePairs = [
            "An hour": "PT1H", "A day": "P1D", "A week": "P7D", "30 days": "P30D", "A year": "P1Y",
        ]
        return [
            .actions(steps.map { .post($0, "\(base)/advance", values: ["duration": $1]) }),
            form("\(base)/advance", "Move on", "duration", "Duration", "Such as P30D, PT1H30M or P1M."),
            form("\(base)/advance", "Move on to", "to", "Up to", Self.timeHint),
        ]
    }

    private static let timeHint = "A time such as 2027-01-31T08:00:00Z."

    private func settings(_ base: String) -> [Part] {
        [
            form("\(base)/freeze", "Freeze at", "frozen", "Stands at", Self.timeHint),
            form("\(base)/set", "Set", "set", "Shows, and runs on", Self.timeHint),
            form(
                "\(base)/offset", "Set the offset", "offset", "Ahead of the machine",
                "Seconds, or such as P30D or -PT1H."),
        ]
    }

    private func form(_ path: String, _ button: String, _ name: String, _ label: String, _ hint: String) -> Part {
        var form = Form(path, button: button, fields: [Field(name, label).required().with(hint: hint)])
        form.isInline = true
        return .form(form)
    }
}
