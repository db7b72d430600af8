import ConsolePlatform
import Foundation

/// What narrows App Logs, as the address of the page has it.
struct AppLogFilters: Sendable {
    /// Names of the parameters, those of `/_mock/logs`.
    private static let names = [
        "text", "bundleId", "type", "minimumLevel", "device", "user", "group", "from", "to", "verified",
    ]
    /// Levels, from the mildest to the most severe.
    static let levels = ["debug", "information", "warning", "error"]

    private let values: [String: String]

    /// Those of a visit.
    init(_ visit: Visit) {
        values = Self.names.reduce(into: [:]) { values, name in
            let text = visit.query.text(name)
            values[name] = ["from", "to"].contains(name) ? text.map(FilterTime.sent) : text
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

    /// The query with more parameters.
    func query(and more: String) -> String { "\(query)\(query.isEmpty ? "?" : "&")\(more)" }

    /// The form that sets them.
    ///
    /// - Parameters:
    ///   - group: The field of the group.
    ///   - problem: Why the route refused them; empty if it did not.
    /// - Returns: The form.
    func form(_ group: Field, refusedFor problem: String) -> Form {
        let types = [
            ("", "All"), ("application", "Application"), ("crash", "Crash"), ("device", "Device"), ("none", "None"),
        ]
        let levels = Self.levels.map { ($0, "\($0.capitalized) and worse") }
        let fields = [
            field("text", "Search List", "in the text"), field("bundleId", "App", "bundle identifier"),
            .choice("type", "Log type", types, value: self["type"]),
            .choice("minimumLevel", "Level", [("", "All")] + levels.dropFirst(), value: self["minimumLevel"]),
            field("device", "Device", "identifier"), field("user", "User", "name"),
            group, FilterTime.field("from", "From (UTC)", value: self["from"]),
            FilterTime.field("to", "Until (UTC)", value: self["to"]),
            .choice(
                "verified", "Sender", [("", "All"), ("true", "Verified"), ("false", "Not verified")],
                value: self["verified"]),
        ]
        var form = Form("/console/app-logs", button: "Filter", fields: fields)
        form.isSearch = true
        return form.refused(for: problem)
    }

    private func field(_ name: String, _ label: String, _ placeholder: String) -> Field {
        var field = Field(name, label, value: self[name])
        field.placeholder = placeholder
        return field
    }
}
