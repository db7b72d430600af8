import ConsolePlatform

/// What narrows the journal, as the address of the page has it.
struct JournalFilters: Sendable {
    /// Names of the parameters, those of `/_mock/journal`.
    static let names = [
        "method", "path", "status", "device", "group", "bundleId", "user", "text", "after", "before", "kind", "fault",
        "changed",
    ]

    private let values: [String: String]

    /// Those of a visit.
    init(_ visit: Visit) {
        values = Self.names.reduce(into: [:]) { values, name in
            let text = visit.query.text(name)
            values[name] = ["after", "before"].contains(name) ? text.map(FilterTime.sent) : text
        }
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

    /// The query with the page of a list.
    func query(page: Int, size: Int) -> String {
        "\(query)\(query.isEmpty ? "?" : "&")page=\(page)&pageSize=\(size)"
    }

    /// The form that sets them.
    ///
    /// - Parameters:
    ///   - group: The field of the group.
    ///   - problem: Why the route refused them; nil if it did not.
    /// - Returns: The form.
    func form(_ group: Field, refusedFor problem: String?) -> Form {
        var fields = [
            Field.choice("method", "Method", methods, value: self["method"]),
            field("path", "Path", "/deviceservices"), field("status", "Status", "404 or 4xx,5xx"),
            field("device", "Device", "identifier"), group,
            field("bundleId", "App", "bundle identifier"), field("user", "User", "name"),
            FilterTime.field("after", "From (UTC)", value: self["after"]),
            FilterTime.field("before", "Until (UTC)", value: self["before"]),
            field("text", "Text", "in target, body or refusal"),
        ]
        // Filters that links set, such as that of a changed row, stay until they are taken away.
        for (name, label) in [("kind", "Kind"), ("fault", "Fault"), ("changed", "Changed row")]
        where !self[name].isEmpty {
            fields.append(field(name, label, ""))
        }
        var form = Form("/console/journal", button: "Filter", fields: fields)
        form.isSearch = true
        return form.refused(for: problem)
    }

    /// Methods to choose; one that the address names otherwise is kept.
    private var methods: [(value: String, label: String)] {
        var methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]
        if !self["method"].isEmpty, !methods.contains(self["method"]) { methods.append(self["method"]) }
        return [("", "Any")] + methods.map { ($0, $0) }
    }

    private func field(_ name: String, _ label: String, _ placeholder: String) -> Field {
        var field = Field(name, label, value: self[name])
        field.placeholder = placeholder
        return field
    }
}
