import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Requests that go wrong on purpose (Faults).
struct FaultPages: Sendable {
    private static let pageSize = 50

    /// Adds the page and its forms.
    func addPages(to door: PageDoor) {
        door.page("/console/faults", show)
        door.form("/console/faults/preset", preset)
        door.form("/console/faults/add") { visit in
            let fault = try await visit.api.send(.post, "/_mock/faults", try FaultForm.order(visit.form))
            return .stay("The fault \(fault.name.nonEmpty ?? fault.id.text) is in force.")
        }
        door.form("/console/faults/remove-all") { visit in
            let count = try await visit.api.send(.delete, "/_mock/faults").deleted.text
            return .stay("Faults removed: \(count).")
        }
        door.form("/console/faults/{id}/remove") { visit in
            try await visit.api.send(.delete, "/_mock/faults/\(visit.segment("id"))")
            return .stay("The fault was removed.")
        }
    }

    @Sendable private func show(_ visit: Visit) async throws -> ConsolePage {
        let faults = try await visit.api.get(
            "/_mock/faults", ["page": String(visit.page), "pageSize": String(Self.pageSize)])
        let presets = try await visit.api.get("/_mock/faults/presets").items.list
        let mayWrite = visit.may(.write, .console)
        var page = ConsolePage("Faults")
        page.lead = "Requests that go wrong on purpose: late, slow, broken, refused, or not answered at all."
        if mayWrite, !faults.items.list.isEmpty {
            page.actions = [
                .post(
                    "Remove all", "/console/faults/remove-all", asking: "Remove all faults that are listed here?",
                    isDangerous: true)
            ]
        }
        var table = Table(
            "Faults", columns: ["State", "Fault", "Requests", "What goes wrong", "Acted on", "Last", "By"],
            rows: faults.items.list.map { row($0, mayWrite) },
            empty: EmptyState(
                title: "No faults",
                advice: "Every request is answered as it should be.\(mayWrite ? " Choose a preset below." : "")"))
        table.pager = visit.pager(total: faults.total.integer ?? 0, size: Self.pageSize)
        page.parts = [
            .section(Section("In force", id: "faults", parts: [.table(table)]).live("request", "event")),
            .section(Self.presets(presets, group: mayWrite ? try await Self.group(visit, named: "presetGroup") : nil)),
        ]
        if mayWrite {
            let group = try await Self.group(visit, named: "group")
            page.parts.append(
                .section(
                    Section("A fault of your own", id: "add", parts: [.form(FaultForm.form(presets, group: group))])))
        }
        return page
    }

    private func row(_ fault: JSON, _ mayWrite: Bool) -> Table.Row {
        let (name, id) = (fault.name.nonEmpty ?? fault.preset.nonEmpty ?? fault.id.text, fault.id.text)
        let state: Cell =
            switch fault.state.text {
            case "active": .badge("Active", .warning)
            case "spent": .badge("Spent")
            default: .badge("Expired")
            }
        let often = Self.often(fault)
        let label = URLText.escaped(fault.name.nonEmpty ?? id)
        return .init(
            cells: [
                state, Cell.text(name).with(detail: often.joined(separator: ", "), "ends", fault.expiresAt.time),
                .code(fault.match.members.isEmpty ? "every request" : Self.line(fault.match)),
                .code(Self.line(fault.action)),
                Cell.text("\(fault.hits.text) of \(fault.seen.text)").linked("/console/journal?fault=\(label)"),
                .time(fault.lastHitAt.time), Cell.text(fault.administrator.text).with(detail: fault.group.text),
            ],
            actions: mayWrite ? [.post("Remove", "/console/faults/\(id)/remove", isDangerous: true)] : [])
    }

    /// On how many requests it acts.
    private static func often(_ fault: JSON) -> [String] {
        var words: [String] = []
        if let times = fault.times.nonEmpty { words.append("\(times) times") }
        if let skip = fault.skip.integer, skip > 0 { words.append("after \(skip)") }
        if let share = fault.percentage.nonEmpty { words.append("\(share) % of them") }
        return words
    }

    /// JSON on one line.
    static func line(_ json: JSON) -> String {
        json.value.map { String(decoding: $0.encoded(), as: UTF8.self) } ?? ""
    }

    /// The field of the group in which a fault acts.
    private static func group(_ visit: Visit, named name: String) async throws -> Field {
        try await GroupChoice.field(visit, name: name, label: "Organization group", open: "All of yours")
    }

    /// The presets; with the form that puts one in force, for those who may.
    private static func presets(_ presets: [JSON], group: Field?) -> Section {
        let rows = presets.map { preset in
            Table.Row(cells: [Cell.text(preset.name.text).with(detail: preset.summary.text), .text(preset.effect.text)])
        }
        var parts: [Part] = [
            .table(
                Table(
                    "Presets", columns: ["Preset", "What a client sees"], rows: rows,
                    empty: EmptyState(title: "No presets")))
        ]
        if let group { parts.append(.form(presetForm(presets, group: group))) }
        return Section("Presets", id: "presets", parts: parts)
    }

    /// A preset, and for whom and how long it acts.
    private static func presetForm(_ presets: [JSON], group: Field) -> Form {
        var form = Form("/console/faults/preset", button: "Put in force")
        form.title = "Put a preset in force"
        form.hint = "What is left empty does not narrow it: then it hits everybody in your groups until it is removed."
        form.isColumned = true
        form.fields = [
            .choice("preset", "Preset", presets.map { ($0.name.text, $0.name.text) }, value: ""),
            Field("presetDevice", "Device").with(hint: "Its identifier."),
            group,
            Field("presetTimes", "Times", .number).with(hint: "On how many requests it acts."),
            Field("presetSeconds", "Seconds", .number, value: "600").with(hint: "How long it is in force."),
        ]
        return form
    }

    /// Puts a preset in force.
    @Sendable private func preset(_ visit: Visit) async throws -> Outcome {
        let form = visit.form
        let match = [("presetDevice", "device"), ("presetGroup", "group")].compactMap { field, name in
            form.nonEmpty(field).map { JSONMember(name: name, value: .string($0)) }
        }
        try await visit.api.send(
            .post, "/_mock/faults",
            .members([
                "preset": .string(form["preset"]), "match": match.isEmpty ? nil : .object(match),
                "times": FaultForm.number(form, "presetTimes"), "seconds": FaultForm.number(form, "presetSeconds"),
            ]))
        return .stay("The fault \(form["preset"]) is in force.")
    }
}
