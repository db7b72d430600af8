import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes

/// One SDK profile: its payloads, and what can be done with the whole of it.
enum ProfilePage {
    /// Adds the page and its forms.
    static func add(to door: PageDoor) {
        let base = "\(ProfileFrame.path)/{profile}"
        door.page(base) { try await page($0) }
        door.form("\(base)/edit") { try await edit($0) }
        door.form("\(base)/copy") { visit in
            let made = try await visit.api.send(
                .post, "\(ProfileFrame.route)/\(visit.segment("profile"))/copy",
                .members([
                    "name": visit.form.nonEmpty("copyName").map { .string($0) },
                    "group": visit.form.nonEmpty("copyGroup").map { .string($0) },
                ]))
            return .done("\(made.name.text) was added.", at: "\(ProfileFrame.path)/\(made.uuid.text)")
        }
        door.form("\(base)/delete") { visit in
            try await visit.api.send(.delete, "\(ProfileFrame.route)/\(visit.segment("profile"))")
            return .done("The SDK profile was deleted.", at: ProfileFrame.path)
        }
    }

    private static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await ProfileFrame(visit)
        let types = try await PayloadType.all(visit)
        let warnings = frame.profile.warnings.list.map(\.text)
        var page = frame.page("", [])
        if !warnings.isEmpty {
            page.parts.append(
                .note(Note(text: "Allowed, but probably not what is wanted.", tone: .warning, details: warnings)))
        }
        page.parts.append(.facts(facts(frame)))
        page.parts.append(.table(table(frame, types)))
        if frame.mayWrite {
            let offered = try await PayloadType.all(visit, in: frame.profile.group.text)
            page.parts.append(.form(addition(frame, offered)))
            page.parts.append(.section(change(frame)))
            page.actions.append(
                .post(
                    "Delete", "\(frame.base)/delete", asking: "Delete the SDK profile \(frame.name)?",
                    isDangerous: true))
        }
        if visit.may(.write, .profiles) { page.parts.append(.section(try await copy(frame, visit))) }
        return page
    }

    private static func facts(_ frame: ProfileFrame) -> [Fact] {
        let defaults = frame.profile.usedBy.defaultOf.list.map(\.text)
        let words = defaults.isEmpty ? "no group" : defaults.joined(separator: ", ")
        let link = defaults.first.map { "\(PolicyCatalogue.securityPolicies.path)?group=\(URLText.escaped($0))" }
        return [
            Fact("Organization Group", .text(frame.profile.group.text)),
            Fact("Default of", .text(words).linked(link)),
            Fact("Apps with it as their own", .number(frame.profile.usedBy.applicationCount.integer)),
            Fact(
                "Lacking payloads", .flag(frame.profile.inherits.isTrue, yes: "inherited as a default", no: "left out")),
            Fact("Changed", .time(frame.profile.updatedAt.time)),
            Fact("UUID", .code(frame.profile.uuid.text), isCopied: true),
        ]
    }

    private static func table(_ frame: ProfileFrame, _ types: [PayloadType]) -> Table {
        let rows = frame.profile.payloads.list.map { payload in
            let name = payload.PayloadType.text
            let type = types.first { $0.type == name } ?? PayloadType(unknown: name)
            let facts = PayloadForm(type: type, current: payload)
            return Table.Row(
                cells: [
                    .text(type.title).linked("\(frame.base)/payload?type=\(URLText.escaped(name))").with(detail: name),
                    .text(facts.summary),
                ],
                actions: frame.mayWrite
                    ? [
                        .post(
                            "Remove", "\(frame.base)/payload/remove", values: ["type": name],
                            asking: "Remove \(type.title)?", isDangerous: true)
                    ] : [])
        }
        return Table(
            "Payloads", columns: ["Payload", "Settings"], rows: rows,
            empty: EmptyState(title: "No payloads yet", advice: frame.mayWrite ? "Add one below." : ""))
    }

    private static func addition(_ frame: ProfileFrame, _ types: [PayloadType]) -> Form {
        let there = Set(frame.profile.payloads.list.map(\.PayloadType.text))
        let missing = types.filter { !there.contains($0.type) }.map { ($0.type, "\($0.title) – \($0.type)") }
        var form = Form("\(frame.base)/payload", button: "Add Payload")
        form.isSearch = true
        var other = Field("other", "Or another type")
        other.placeholder = "com.example.rules"
        form.fields = [.choice("type", "Payload", missing, value: missing.first?.0 ?? ""), other]
        return form
    }

    private static func change(_ frame: ProfileFrame) -> Section {
        var form = Form("\(frame.base)/edit", button: "Save")
        form.isColumned = true
        form.fields = [
            Field("name", "Name", value: frame.name).required(),
            Field("description", "Description", value: frame.profile.description.text),
            .flag("inherits", "As a default, take lacking payloads from above", frame.profile.inherits.isTrue),
        ]
        return Section("Change", id: "change", parts: [.form(form)])
    }

    private static func copy(_ frame: ProfileFrame, _ visit: Visit) async throws -> Section {
        var form = Form("\(frame.base)/copy", button: "Copy")
        form.isInline = true
        form.fields = [
            Field("copyName", "Name", value: "\(frame.name) copy"),
            try await GroupChoice.field(visit, name: "copyGroup", chosen: frame.profile.group.text),
        ]
        return Section("Copy", id: "copy", parts: [.form(form)])
    }

    private static func edit(_ visit: Visit) async throws -> Outcome {
        try await visit.api.send(
            .patch, "\(ProfileFrame.route)/\(visit.segment("profile"))",
            .members([
                "name": .string(visit.form["name"]), "description": .string(visit.form["description"]),
                "inherits": .bool(visit.form.isOn("inherits")),
            ]))
        // Who came by its name goes on by its uuid.
        let name = visit.capture("profile")
        guard name.wholeMatch(of: /[0-9a-fA-F-]{36}/) == nil else { return .stay("The SDK profile was changed.") }
        return .done("The SDK profile was changed.", at: ProfileFrame.path)
    }
}

extension PayloadForm {
    /// The settings in a line.
    var summary: String {
        let secrets = Set(type.settings.filter(\.isSecret).map(\.label))
        let texts = facts().filter { !secrets.contains($0.name) }.prefix(6).map { fact in "\(fact.name): \(fact.words)"
        }
        let rest = current.members.count - 1 - texts.count
        return texts.joined(separator: " · ") + (rest > 0 ? " · \(rest) more" : "")
    }
}

extension Fact {
    /// Its value as text, cut where it is long.
    var words: String {
        let text = cell.child(named: "text") as? String ?? ""
        return text.count > 60 ? "\(text.prefix(60))…" : text
    }
}
