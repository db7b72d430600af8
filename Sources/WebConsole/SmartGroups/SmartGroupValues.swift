import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// What the builder of a smart group holds: as the route answers it, or as it was typed.
struct SmartGroupValues: Sendable {
    /// A list of a smart group.
    struct List: Sendable {
        /// How its values are chosen.
        enum Kind: Sendable {
            /// Boxes, whose values are ids of things or words.
            case ids, words
            /// Lines that are typed: words, names of users, names of devices.
            case lines, users, devices
        }

        /// Its name on the wire.
        let name: String
        /// What the guides call it.
        let label: String
        let kind: Kind
        var hint = ""
    }

    /// A comparison with a version of an operating system.
    struct Version: Hashable, Sendable {
        var platform = ""
        var comparison = "GreaterThanOrEqual"
        var value = ""
    }

    /// The lists, in the order of the builder.
    static let lists = [
        List(name: "OrganizationGroups", label: "Organization Group", kind: .ids),
        List(name: "UserGroups", label: "User Group", kind: .ids),
        List(name: "Ownerships", label: "Ownership", kind: .words),
        List(name: "Tags", label: "Tags", kind: .ids),
        List(name: "Platforms", label: "Platform", kind: .words),
        List(name: "ManagementTypes", label: "Management Type", kind: .words),
        List(name: "Models", label: "Model", kind: .lines, hint: "One on each line, such as iPhone."),
        List(name: "OEMAndModels", label: "OEM and Model", kind: .lines, hint: "One on each line."),
        List(name: "UserAdditions", label: "Users to add", kind: .users, hint: "A user name on each line."),
        List(
            name: "DeviceAdditions", label: "Devices to add", kind: .devices,
            hint: "On each line a name, serial number or identifier."),
        List(name: "UserExclusions", label: "Users to exclude", kind: .users, hint: "A user name on each line."),
        List(
            name: "DeviceExclusions", label: "Devices to exclude", kind: .devices,
            hint: "On each line a name, serial number or identifier."),
        List(name: "UserGroupExclusions", label: "User groups to exclude", kind: .ids),
    ]

    /// Management types by the words of the route.
    static let managementTypes: [(value: String, label: String)] = [
        ("MDM", "MDM"), ("AppLevel", "App Level"), ("Unknown", "Unknown"), ("Quarantine", "Quarantine"),
    ]
    /// Comparisons by the words of the route.
    static let operators: [(value: String, sign: String)] = [
        ("GreaterThanOrEqual", "≥"), ("GreaterThan", ">"), ("Equals", "="), ("NotEquals", "≠"),
        ("LessThanOrEqual", "≤"), ("LessThan", "<"),
    ]
    /// Rows for versions that are there to be filled in.
    private static let spareVersions = 2

    var name = ""
    var home = ""
    var type = "All"
    /// Chosen ids and words, by the name of their list.
    var chosen: [String: Set<String>] = [:]
    /// What stands in the lines, by the name of their list.
    var lines: [String: String] = [:]
    var versions: [Version] = []

    /// A new smart group of a group.
    init(home: String) { self.home = home }

    /// One as the route answers it.
    init(_ group: JSON) {
        name = group["Name"].text
        home = group["ManagedByOrganizationGroupId"].text
        type = group["CriteriaType"].text
        for list in Self.lists {
            let elements = group[list.name].list
            switch list.kind {
            case .ids: chosen[list.name] = Set(elements.map { $0["Id"].text })
            case .words: chosen[list.name] = Set(elements.map(\.text))
            case .lines: lines[list.name] = elements.map(\.text).joined(separator: "\n")
            case .users, .devices: lines[list.name] = Self.lines(elements).map(\.text).joined(separator: "\n")
            }
        }
        versions = group["OperatingSystems"].list.map {
            Version(platform: $0["DeviceType"].text, comparison: $0["Operator"].text, value: $0["Value"].text)
        }
    }

    /// One as it was typed.
    init(_ form: FormValues) {
        name = form["Name"]
        home = form["home"]
        type = form["CriteriaType"]
        for list in Self.lists {
            chosen[list.name] = Set(form.chosen(list.name))
            lines[list.name] = form[list.name]
        }
        versions = (0..<100).prefix { form.has("version.\($0)") }.map { index in
            Version(
                platform: form["platform.\(index)"], comparison: form["comparison.\(index)"],
                value: form["version.\(index)"])
        }
        .filter { !$0.value.isEmpty }
    }

    /// The rows of versions, with some to fill in.
    var rows: [Version] { versions + Array(repeating: Version(), count: Self.spareVersions) }

    /// An element of a list in a word: its name, or that it is there no more.
    static func word(_ element: JSON) -> String {
        if case .object? = element.value { return element["Name"].nonEmpty ?? "deleted (\(element["Id"].text))" }
        return element.text
    }

    /// An element of one of the lists in a word, as the builder offers it.
    static func word(_ element: JSON, of list: String) -> String {
        let word = word(element)
        switch list {
        case "Ownerships": return DeviceShown.ownership(word)
        case "ManagementTypes": return managementTypes.first { $0.value == word }?.label ?? word
        default: return word
        }
    }

    /// Users or devices of a list, each with the line that stands for it; of equal names the ids are shown.
    static func lines(_ elements: [JSON]) -> [(text: String, id: String)] {
        let names = Dictionary(grouping: elements) { $0["Name"].text }
        return elements.map { element in
            let name = element["Name"].text
            let isPlain = !name.isEmpty && names[name]?.count == 1
            return (isPlain ? name : element["Uuid"].nonEmpty ?? element["Id"].text, element["Id"].text)
        }
    }
}
