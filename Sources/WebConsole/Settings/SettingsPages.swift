import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// Settings of an organization group: each inherited or set here, with the value in force and where it comes from.
struct SettingsPages {
    private static let path = "/console/settings"

    /// Adds the pages and their forms.
    func add(to door: PageDoor) {
        door.page(Self.path, index)
        door.page("\(Self.path)/{page}", page)
        door.form("\(Self.path)/{page}", save)
        SSLPinPages.add(to: door, below: "\(Self.path)/{page}")
    }

    @Sendable private func index(_ visit: Visit) async throws -> ConsolePage {
        let rows = SettingsCatalogue.pages.sorted { $0.place < $1.place }.map { page in
            Table.Row(cells: [
                .text(page.place).linked("\(Self.path)/\(page.id)"),
                .text(page.settings.map(\.label).joined(separator: ", ")),
            ])
        }
        let policies =
            !visit.may(.read, .profiles)
            ? []
            : PolicyCatalogue.pages.map { page in
                Table.Row(cells: [
                    .text(page.place).linked(page.path), .text(page.policies.map(\.title).joined(separator: ", ")),
                ])
            }
        let table = Table(
            "Settings", columns: ["Place", "Settings"], rows: policies + rows + OtherSettings.rows(visit),
            empty: EmptyState(title: "No settings"))
        var page = ConsolePage("All Settings", parts: [.table(table)])
        page.lead = "Where the product guides say that they are. A group inherits what it does not set."
        return page
    }

    @Sendable private func page(_ visit: Visit) async throws -> ConsolePage {
        let known = try Self.known(visit)
        let code = try await code(visit)
        let settings = try await visit.api.get("/_mock/groups/\(URLText.escaped(code))/settings")
        var choice = Form(
            "\(Self.path)/\(known.id)", button: "Show", fields: [try await GroupChoice.field(visit, chosen: code)])
        choice.isSearch = true
        var page = ConsolePage(known.title, parts: [.form(choice)])
        page.lead = known.place
        page.crumbs = [.init("All Settings", Self.path)]
        if let further = known.further, visit.may(.read, .profiles) {
            page.actions = [.link(further.title, "\(further.path)?group=\(URLText.escaped(code))")]
        }
        if visit.may(.write, .organizationGroups) {
            var form = Form("\(Self.path)/\(known.id)", button: "Save")
            form.fields =
                [Field("group", "", .hidden, value: code)]
                + known.settings.map { Self.field($0, settings[$0.name]) }
            page.parts.append(.form(form))
        } else {
            page.parts.append(
                .facts(
                    known.settings.map { setting in
                        Fact(
                            setting.label,
                            .text(Self.wordsOrNone(settings[setting.name]["value"], setting.kind))
                                .with(detail: Self.origin(settings[setting.name])))
                    }))
        }
        if known.id == SSLPinPages.id {
            let mayWrite = visit.may(.write, .organizationGroups)
            page.parts += SSLPinPages.parts(code, settings["sslPins"], mayWrite: mayWrite)
        }
        return page
    }

    private static func known(_ visit: Visit) throws -> SettingsCatalogue.Page {
        guard let page = SettingsCatalogue.pages.first(where: { $0.id == visit.capture("page") }) else {
            throw ConsoleError(.notFound, "There are no settings \(visit.capture("page").prefix(80)).")
        }
        return page
    }

    /// Code of the group whose settings are shown: the one asked for, or else the one of whoever asks.
    private func code(_ visit: Visit) async throws -> String { try await GroupChoice.asked(visit) }

    /// A value in words.
    static func words(_ value: JSON, _ kind: SettingsCatalogue.Setting.Kind) -> String {
        switch kind {
        case .flag: value.isTrue ? "Enabled" : "Disabled"
        case .list: value.list.isEmpty ? "none" : value.list.map(\.text).joined(separator: ", ")
        case .number, .text: value.text
        case .word(let choices): choices.first { $0.value == value.text }?.label ?? value.text
        }
    }

    /// A value in words, also one that is empty.
    private static func wordsOrNone(_ value: JSON, _ kind: SettingsCatalogue.Setting.Kind) -> String {
        let words = words(value, kind)
        return words.isEmpty ? "none" : words
    }

    private static func origin(_ setting: JSON) -> String {
        setting["from"].nonEmpty.map { "from \($0)" } ?? "built in"
    }

    private static func field(_ setting: SettingsCatalogue.Setting, _ current: JSON) -> Field {
        let isOverridden = current["isOverridden"].isTrue
        let inForce = "\(words(current["value"], setting.kind)), \(origin(current))"
        var field: Field
        switch setting.kind {
        case .flag:
            let chosen = isOverridden ? current["value"].text : ""
            let inherit = isOverridden ? "Inherit" : "Inherit (\(inForce))"
            field = .choice(
                setting.name, setting.label, [("", inherit), ("true", "Enabled"), ("false", "Disabled")],
                value: chosen)
        case .word(let choices):
            let inherit = isOverridden ? "Inherit" : "Inherit (\(inForce))"
            field = .choice(
                setting.name, setting.label, [("", inherit)] + choices.map { ($0.value, $0.label) },
                value: isOverridden ? current["value"].text : "")
        case .number(let range):
            field = Field(setting.name, setting.label, .number, value: isOverridden ? current["value"].text : "")
            field.range = range
        case .text, .list:
            let value = words(current["value"], setting.kind)
            field = Field(setting.name, setting.label, value: isOverridden ? value : "")
        }
        var hints = setting.hint.isEmpty ? [] : [setting.hint]
        if case .list(let words) = setting.kind {
            let allowed = words.isEmpty ? "Several have commas between them" : "Of \(words.joined(separator: ", "))"
            hints.append("\(allowed); none is an empty list.")
        }
        switch setting.kind {
        case .flag, .word: break
        default: hints.append("Left empty, it is inherited.")
        }
        field.hint = hints.joined(separator: " ")
        let source = current["from"].nonEmpty ?? "the console itself"
        field.origin = "\(source): \(wordsOrNone(current["value"], setting.kind))"
        return field
    }

    @Sendable private func save(_ visit: Visit) async throws -> Outcome {
        let known = try Self.known(visit)
        let members = known.settings.filter { visit.form.has($0.name) }.map { setting in
            JSONMember(name: setting.name, value: Self.value(visit.form[setting.name], setting.kind))
        }
        let group = visit.form["group"]
        try await visit.api.send(.patch, "/_mock/groups/\(URLText.escaped(group))/settings", .object(members))
        return .stay("The settings of \(group) were saved; devices get them with their next requests.")
    }

    /// What was chosen or typed; null to inherit.
    private static func value(_ text: String, _ kind: SettingsCatalogue.Setting.Kind) -> JSONValue {
        guard !text.isEmpty else { return .null }
        switch kind {
        case .flag: return .bool(text == "true")
        case .number: return Int(text).map { .integer($0) } ?? .string(text)
        case .text, .word: return .string(text)
        case .list:
            let words = text.split(separator: ",").map { $0.trimmingPrefix(" ") }.filter { !$0.isEmpty }
            return .array(text == "none" ? [] : words.map { .string(String($0)) })
        }
    }
}
