import ConsolePlatform
import HTTPTypes
import Hummingbird

/// What clients do that makes trouble in a real deployment (Lint).
struct LintPages: Sendable {
    /// Entries of the journal that a finding links to.
    private static let linkedEntries = 5
    private static let filters = ["device", "group", "bundleId", "user", "after", "rules"]
    /// Entries that a page looks at unless it is asked for more: it is made anew with every request.
    private static let latest = "1000"

    /// Adds the pages.
    func addPages(to door: PageDoor) {
        door.page("/console/lint", show)
        door.get("/console/lint/report") { visit in
            let format = visit.query.text("format") == "junit" ? "junit" : "sarif"
            return try await visit.api.answer(
                ConsoleCall(.get, "/_mock/lint\(Self.query(visit, beginning: "?format=\(format)"))"))
        }
    }

    /// The same with how many of the latest entries count.
    private static func bounded(_ visit: Visit) -> String {
        let latest = visit.query.text("latest") ?? latest
        return latest == "all" ? query(visit) : query(visit, beginning: "?latest=\(URLText.escaped(latest))")
    }

    /// The filters of a visit as a query.
    private static func query(_ visit: Visit, beginning: String = "") -> String {
        filters.reduce(into: beginning) { query, name in
            guard let value = visit.query.text(name), !value.isEmpty else { return }
            query += "\(query.isEmpty ? "?" : "&")\(name)=\(URLText.escaped(value))"
        }
    }

    @Sendable private func show(_ visit: Visit) async throws -> ConsolePage {
        var page = ConsolePage("Lint")
        page.lead = "What clients do that works here and makes trouble in a real deployment, as the journal has it."
        page.actions = [
            .link("SARIF", "/console/lint/report\(Self.query(visit, beginning: "?format=sarif"))"),
            .link("JUnit", "/console/lint/report\(Self.query(visit, beginning: "?format=junit"))"),
        ]
        let form = try await form(visit)
        page.parts = [.form(form)]
        do {
            let parts = found(try await visit.api.get("/_mock/lint\(Self.bounded(visit))"), visit)
            page.parts += visit.listCommand("/_mock/lint")
            page.parts.append(.section(Section("", id: "found", parts: parts).live("request")))
        } catch let error as ConsoleError where [.badRequest, .notFound, .conflict].contains(error.code) {
            page.parts = [.form(form.refused(for: error.message)), .note(Note(text: error.message, tone: .bad))]
        }
        page.parts.append(rules(try await visit.api.get("/_mock/lint/rules"), visit))
        return page
    }

    private func form(_ visit: Visit) async throws -> Form {
        let labels: KeyValuePairs = [
            "device": "Device", "bundleId": "App", "user": "User", "after": "From",
            "rules": "Rules",
        ]
        var form = Form(
            "/console/lint", button: "Filter",
            fields: labels.map { Field($0, $1, value: visit.query.text($0) ?? "") })
        form.fields.insert(try await GroupChoice.filter(visit, label: "Organization group"), at: 1)
        form.fields.append(
            .choice(
                "latest", "Requests", [("", "The latest 1,000"), ("10000", "The latest 10,000"), ("all", "All")],
                value: visit.query.text("latest") ?? ""))
        form.isSearch = true
        return form
    }

    private func found(_ report: JSON, _ visit: Visit) -> [Part] {
        var parts: [Part] = []
        if let notice = report.notice.nonEmpty { parts.append(.note(Note(text: notice, tone: .warning))) }
        parts.append(
            .figures([
                figure("errors", report.counts.error, .bad), figure("warnings", report.counts.warning, .warning),
                figure("notes", report.counts.note, .plain), figure("requests looked at", report.entries, .plain),
            ]))
        let findings = report.findings.list
        guard !findings.isEmpty else {
            return parts + [.section(Section("", id: "findings", parts: [.empty(nothing(report))]))]
        }
        // The worst come first, and those of a rule together.
        let rules = findings.map(\.rule.text)
        for (index, rule) in rules.enumerated() where rules.firstIndex(of: rule) == index {
            parts.append(section(findings.filter { $0.rule.text == rule }, visit))
        }
        if let omitted = report.omitted.integer, omitted > 0 {
            parts.append(.text("\(Figure.text(omitted)) further findings are not listed; filter by device or app."))
        }
        return parts
    }

    private func nothing(_ report: JSON) -> EmptyState {
        report.entries.integer == 0
            ? EmptyState(
                title: "No requests to look at", advice: "Use an app for a while, then look again.",
                link: "/console/journal", linkText: "Journal")
            : EmptyState(title: "Nothing found", advice: "No rule has anything to say about these requests.")
    }

    private func figure(_ name: String, _ count: JSON, _ tone: Tone) -> Figure {
        let count = count.integer ?? 0
        return Figure(name: name, value: Figure.text(count), tone: count == 0 ? .plain : tone)
    }

    /// The findings of a rule, with its advice.
    private func section(_ findings: [JSON], _ visit: Visit) -> Part {
        let rule = findings.first ?? .none
        let rows = findings.map { finding in
            Table.Row(
                cells: [
                    .text(finding.message.text), DeviceShown.shortening(finding.subject.text),
                    .code(finding.place.text),
                    .number(finding.count.integer),
                ],
                actions: finding.entries.list.prefix(Self.linkedEntries).map {
                    .link("#\($0.text)", "/console/journal/\($0.text)")
                })
        }
        var section = Section(
            rule.title.text, id: rule.rule.text,
            parts: [
                .facts([
                    Fact("Severity", LintPages.severity(rule)),
                    Fact(
                        "Rule", Cell.code(rule.rule.text).linked(Self.path(rule.documentation.text, visit))),
                ]), .text(rule.why.text),
                .table(
                    Table(
                        "Findings of \(rule.rule.text)", columns: ["Finding", "Client", "Request", "Times"],
                        rows: rows, empty: EmptyState(title: "Nothing found"))),
            ])
        section.actions = [
            .link("Only this rule", visit.link(["rules": rule.rule.text]))
        ]
        return .section(section)
    }

    /// How grave a rule is.
    private static func severity(_ rule: JSON) -> Cell {
        switch rule.severity.text {
        case "error": .badge("Error", .bad)
        case "warning": .badge("Warning", .warning)
        default: .badge("Note")
        }
    }

    /// The address of an article on this console, however the reader has reached it.
    private static func path(_ address: String, _ visit: Visit) -> String {
        address.hasPrefix(visit.origin) ? String(address.dropFirst(visit.origin.count)) : address
    }

    private func rules(_ rules: JSON, _ visit: Visit) -> Part {
        let rows = rules.items.list.map { rule in
            Table.Row(cells: [
                Self.severity(rule), Cell.code(rule.id.text).linked(Self.path(rule.documentation.text, visit)),
                Cell.text(rule.title.text).with(detail: rule.why.text),
            ])
        }
        var section = Section(
            "All rules", id: "rules",
            parts: [
                .table(
                    Table(
                        "Rules", columns: ["Severity", "Rule", "What it looks for"], rows: rows,
                        empty: EmptyState(title: "No rules")))
            ])
        section.isFolded = true
        return .section(section)
    }
}
