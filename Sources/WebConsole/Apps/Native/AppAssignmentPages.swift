import ConsoleModel
import ConsolePlatform

/// Assignment: who gets an app, in which order, and with which settings.
enum AppAssignmentPages {
    /// Adds the pages and their forms.
    static func add(_ kind: NativeKind, to door: PageDoor) {
        let base = "\(kind.path)/{app}/assignment"
        door.page(base) { try await list(AppFrame(kind, $0), $0) }
        door.page("\(base)/new") { try await form(nil, AppFrame(kind, $0), $0) }
        door.form("\(base)/new/save") { try await save(nil, AppFrame(kind, $0), $0) }
        door.form("\(base)/exclusions") { try await exclude(AppFrame(kind, $0), $0) }
        door.page("\(base)/{place}") { try await form($0.capture("place"), AppFrame(kind, $0), $0) }
        door.form("\(base)/{place}/save") { try await save($0.capture("place"), AppFrame(kind, $0), $0) }
        door.form("\(base)/{place}/remove") { try await remove(AppFrame(kind, $0), $0) }
    }

    private static func list(_ frame: AppFrame, _ visit: Visit) async throws -> ConsolePage {
        let rules = try await AssignmentRules(of: frame, visit)
        let names = try await SmartGroupNames(visit)
        let rows = rules.rules.enumerated().map { row($0 + 1, $1, names, frame) }
        let table = Table(
            "Assignments",
            columns: ["Priority", "Assignment", "Assignment groups", "App delivery method", "Configuration", "Begins"],
            rows: rows,
            empty: EmptyState(
                title: "Assigned to nobody yet",
                advice: "Devices get the app, and its SDK profile, by the smart groups that they are in.",
                link: frame.mayWrite ? "\(frame.base)/assignment/new" : "", linkText: "Add Assignment"))
        var section = Section("Assignments", id: "assignments", parts: [.table(table)])
        if frame.mayWrite, !rows.isEmpty {
            section.actions = [.link("Add Assignment", "\(frame.base)/assignment/new")]
        }
        let exclusions = exclusions(rules, names, frame)
        return frame.page("assignment", [.section(section.live("event")), .section(exclusions)])
    }

    private static func row(_ place: Int, _ rule: JSON, _ names: SmartGroupNames, _ frame: AppFrame) -> Table.Row {
        let address = "\(frame.base)/assignment/\(place)"
        let (distribution, name) = (rule["distribution"], AssignmentRules.name(rule))
        let method = distribution["app_delivery_method"].text
        let pairs = rule["application_configuration"].list
        return Table.Row(
            cells: [
                .number(place), .text(name).linked(address).with(detail: distribution["description"].text),
                .text(names.words(distribution["smart_groups"].list.map(\.text))),
                .text(AssignmentForm.methods.first { $0.0 == method }?.1 ?? method),
                .text(pairs.isEmpty ? "" : pairs.count == 1 ? "1 key" : "\(pairs.count) keys")
                    .with(title: pairs.map { $0["key"].text }.joined(separator: ", ")),
                .time(distribution["effective_date"].time),
            ],
            actions: frame.mayWrite
                ? [
                    .post(
                        "Remove", "\(address)/remove", values: ["was": name],
                        asking: "Take the app from \(names.words(distribution["smart_groups"].list.map(\.text)))?",
                        isDangerous: true)
                ] : [])
    }

    private static func exclusions(_ rules: AssignmentRules, _ names: SmartGroupNames, _ frame: AppFrame) -> Section {
        let section = { (parts: [Part]) in Section("Exclusions", id: "exclusions", parts: parts) }
        guard frame.mayWrite else {
            return section([.text(rules.excluded.isEmpty ? "None." : names.words(rules.excluded))])
        }
        var form = Form("\(frame.base)/assignment/exclusions", button: "Save")
        form.fields = [
            names.field("excluded", "Smart groups that do not get it, whatever else they are in", rules.excluded)
        ]
        return section([.form(form)])
    }

    private static func form(_ place: String?, _ frame: AppFrame, _ visit: Visit) async throws -> ConsolePage {
        let title = place == nil ? "Add Assignment" : frame.mayWrite ? "Edit Assignment" : "Assignment"
        let rules = try await AssignmentRules(of: frame, visit)
        let rule = try place.map { try rules.rule(at: $0) } ?? JSON.none
        guard frame.mayWrite else {
            var parts: [Part] = [.note(Note(text: "Your role may look at assignments, and change none."))]
            if rule.exists { parts.append(.code(CodeBlock(title: "As the route has it", text: rule.pretty))) }
            return frame.page(title, below: "/assignment", parts)
        }
        let last = rules.rules.count + 1
        let fields = AssignmentForm(
            rule: rule, place: place.flatMap { Int($0) } ?? last, places: place == nil ? last : last - 1,
            smartGroups: try await SmartGroupNames(visit)
        ).fields
        let form = Form("\(frame.base)/assignment/\(place ?? "new")/save", button: "Save", fields: fields)
        return frame.page(title, below: "/assignment", [.form(form)])
    }

    private static func save(_ place: String?, _ frame: AppFrame, _ visit: Visit) async throws -> Outcome {
        var rules = try await AssignmentRules(of: frame, visit)
        var old = JSON.none
        if let place {
            old = try rules.rule(at: place, called: visit.form.exactly("was"))
            try rules.remove(at: place)
        }
        guard !visit.form.chosen("smart_groups").isEmpty else {
            throw FieldRefusal(
                field: "smart_groups", reason: ConsoleError(.badRequest, "Choose at least one smart group."))
        }
        rules.put(try AssignmentForm.rule(visit.form, over: old), at: Int(visit.form["place"]) ?? rules.rules.count + 1)
        try await rules.save(visit)
        return .done(
            "The assignment \(visit.form["name"]) was saved. Devices in its groups get the SDK profile of the app.",
            at: "\(frame.base)/assignment")
    }

    private static func remove(_ frame: AppFrame, _ visit: Visit) async throws -> Outcome {
        var rules = try await AssignmentRules(of: frame, visit)
        let name = visit.form.exactly("was")
        _ = try rules.rule(at: visit.capture("place"), called: name)
        try rules.remove(at: visit.capture("place"))
        try await rules.save(visit)
        return .stay("The assignment \(name) was removed.")
    }

    private static func exclude(_ frame: AppFrame, _ visit: Visit) async throws -> Outcome {
        var rules = try await AssignmentRules(of: frame, visit)
        rules.excluded = visit.form.chosen("excluded")
        try await rules.save(visit)
        return .stay("The exclusions were saved.")
    }
}
