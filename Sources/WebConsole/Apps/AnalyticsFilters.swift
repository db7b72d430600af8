import ConsolePlatform

/// What narrows SDK Analytics, as the address of the page has it.
struct AnalyticsFilters: Sendable {
    /// Names of the parameters, those of `/_mock/analytics`.
    private static let names = [
        "bundleId", "device", "name", "value", "type", "session", "user", "group", "from", "to", "text",
    ]
    /// Types of events, as the route names them, with words for people.
    static let types: [(value: String, label: String)] = [
        ("custom", "Custom"), ("sessionStarted", "Session started"), ("sessionEnded", "Session ended"),
        ("viewDidAppear", "View appeared"), ("viewDidDisappear", "View disappeared"),
    ]

    private let values: [String: String]
    /// How long the times are that events are counted in; empty for what suits them.
    private let interval: String

    /// Those of a visit.
    init(_ visit: Visit) {
        values = Self.names.reduce(into: [:]) { $0[$1] = visit.query.text($1) }
        interval = visit.query.text("interval") ?? ""
    }

    /// The value of one; empty if it is not asked for.
    subscript(name: String) -> String { values[name] ?? "" }

    /// Whether any is given.
    var isNarrow: Bool { values.values.contains { !$0.isEmpty } }

    /// The query with its question mark; empty without filters.
    var query: String {
        let pairs = Self.names.filter { !self[$0].isEmpty }.map { "\($0)=\(URLText.escaped(self[$0]))" }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// The query with more parameters.
    func query(and more: String) -> String { "\(query)\(query.isEmpty ? "?" : "&")\(more)" }

    /// The query of the counts.
    var counting: String { interval.isEmpty ? query : query(and: "interval=\(URLText.escaped(interval))") }

    /// The form that sets them.
    ///
    /// - Parameters:
    ///   - group: The field for the group.
    ///   - problem: Why the route refused them; empty if it did not.
    /// - Returns: The form.
    func form(_ group: Field, refusedFor problem: String) -> Form {
        var fields = [
            field("bundleId", "App", "bundle identifier"), field("device", "Device", "identifier"),
            field("name", "Event name", "open_report"), field("value", "Value", "42"),
            .choice("type", "Type", [("", "All")] + Self.types, value: self["type"]),
            field("user", "User", "name"),
            group,
            field("from", "From", "2026-03-05T10:20:00Z"), field("to", "Until", "2026-03-06T00:00:00Z"),
            field("text", "Search List", "in name or value"),
            .choice(
                "interval", "Count by", [("", "What suits"), ("hour", "Hour"), ("day", "Day")], value: interval),
        ]
        // A filter that links set stays until it is taken away.
        if !self["session"].isEmpty { fields.append(field("session", "Session", "")) }
        var form = Form(AnalyticsPages.path, button: "Filter", fields: fields)
        form.isSearch = true
        return form.refused(for: problem)
    }

    private func field(_ name: String, _ label: String, _ placeholder: String) -> Field {
        Field(name, label, value: self[name]).with(placeholder: placeholder)
    }
}
