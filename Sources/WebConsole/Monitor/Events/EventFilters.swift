import ConsoleModel
import ConsolePlatform

/// What narrows the event log, as the address of the page has it.
struct EventFilters: Sendable {
    /// Names of the parameters, those of `/_mock/events`.
    private static let names = [
        "text", "actor", "actorKind", "action", "subject", "subjectKind", "group", "from", "to", "ids",
    ]
    private static let actorKinds: KeyValuePairs = [
        "administrator": "Administrator", "user": "User", "device": "Device", "commandLine": "Command line",
        "system": "Console",
    ]

    private let values: [String: String]

    /// Those of a visit.
    init(_ visit: Visit) {
        values = Self.names.reduce(into: [:]) { $0[$1] = visit.query.text($1) }
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

    /// What people call a kind of author.
    static func word(ofActorKind kind: String) -> String { actorKinds.first { $0.key == kind }?.value ?? kind }

    /// The form that sets them.
    ///
    /// - Parameters:
    ///   - group: The field of the group.
    ///   - problem: Why the route refused them; empty if it did not.
    /// - Returns: The form.
    func form(_ group: Field, refusedFor problem: String) -> Form {
        var fields = [
            field("text", "Search List", "in names, action, before, after"), field("actor", "Who", "name"),
            .choice(
                "actorKind", "Kind of author", [("", "All")] + Self.actorKinds.map { ($0.key, $0.value) },
                value: self["actorKind"]),
            .choice("action", "What", actions, value: self["action"]), field("subject", "Of what", "name"),
            group,
            Field("from", "From", .date, value: self["from"]), Field("to", "To", .date, value: self["to"]),
        ]
        // Filters that links set stay until they are taken away.
        for (name, label) in [("subjectKind", "Kind of thing"), ("ids", "Number")] where !self[name].isEmpty {
            fields.append(field(name, label, ""))
        }
        var form = Form(EventPages.path, button: "Filter", fields: fields)
        form.isSearch = true
        return form.refused(for: problem)
    }

    /// Actions to choose: all about a kind of thing; one that the address names otherwise is kept.
    private var actions: [(value: String, label: String)] {
        let nouns = Set(EventAction.allCases.map { String($0.rawValue.prefix { $0 != "." }) })
        var actions = nouns.sorted().map { (value: "\($0).*", label: $0) }
        if !self["action"].isEmpty, !actions.contains(where: { $0.value == self["action"] }) {
            actions.insert((value: self["action"], label: self["action"]), at: 0)
        }
        return [("", "Anything")] + actions
    }

    private func field(_ name: String, _ label: String, _ placeholder: String) -> Field {
        var field = Field(name, label, value: self[name])
        field.placeholder = placeholder
        return field
    }
}
