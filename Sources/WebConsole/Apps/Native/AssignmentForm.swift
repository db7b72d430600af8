import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The form of an assignment, by the words of the console.
struct AssignmentForm: Sendable {
    private typealias Names = [(name: String, label: String)]

    private static let distribution: Names = [
        ("display_in_app_catalog", "Display in App Catalog"),
        ("auto_update_devices_with_previous_versions", "Auto Update Devices with Previous Versions"),
    ]
    private static let restriction: Names = [
        ("remove_on_unenroll", "Remove on Unenroll"), ("prevent_removal", "Prevent Removal"),
        ("prevent_application_backup", "Prevent Application Backup"),
        ("make_app_mdm_managed", "Make App MDM Managed if User Installed"), ("managed_access", "Managed Access"),
    ]
    /// What is on for a new assignment.
    private static let usual: Set = [
        "display_in_app_catalog", "auto_update_devices_with_previous_versions", "remove_on_unenroll",
    ]
    /// Ways of delivery, by the names of the route.
    static let methods = [("AUTO", "Auto"), ("ON_DEMAND", "On Demand")]

    /// The rule; ``JSON/none`` for a new one.
    let rule: JSON
    /// Its place, from one.
    let place: Int
    /// How many places there are.
    let places: Int
    let smartGroups: SmartGroupNames

    /// The fields.
    var fields: [Field] {
        let distribution = rule["distribution"]
        let date = String(distribution["effective_date"].text.prefix(16))
        var fields: [Field] = [
            .title("Distribution"), Field("was", "", .hidden, value: AssignmentRules.name(rule)),
            Field("name", "Name", value: AssignmentRules.name(rule)).required(),
            Field("description", "Description", value: distribution["description"].text),
            smartGroups.field("smart_groups", "Assignment Groups", distribution["smart_groups"].list.map(\.text)),
            priority,
            .choice(
                "app_delivery_method", "App Delivery Method", Self.methods,
                value: distribution["app_delivery_method"].nonEmpty ?? "AUTO"),
            Field("effective_date", "Deployment Begins", .date, value: date).with(hint: "UTC; empty for at once."),
        ]
        fields += flags(Self.distribution, "distribution")
        fields.append(.title("Restrictions"))
        fields += flags(Self.restriction, "restriction")
        return fields + ConfigurationPairs.fields(rule)
    }

    private var priority: Field {
        var field = Field("place", "Priority", .number, value: String(place))
            .with(hint: "A device in several gets the app by the one with the lowest number.")
        field.range = 1...max(1, places)
        return field
    }

    private func flags(_ names: Names, _ part: String) -> [Field] {
        names.map { name, label in
            .flag(name, label, rule.exists ? rule[part][name].isTrue : Self.usual.contains(name))
        }
    }

    /// The rule that was filled in.
    ///
    /// - Throws: ``FieldRefusal``.
    static func rule(_ form: FormValues, over old: JSON) throws -> JSONValue {
        var distribution = JSON(
            old["distribution"].with([
                "name": .string(form["name"]), "description": .string(form["description"]),
                "smart_groups": .array(form.chosen("smart_groups").map { .string($0) }),
                "app_delivery_method": .string(form["app_delivery_method"]),
                "effective_date": .string(date(form["effective_date"], old)),
            ]))
        for (name, _) in Self.distribution { distribution = JSON(distribution.with([name: .bool(form.isOn(name))])) }
        var restriction = old["restriction"]
        for (name, _) in Self.restriction { restriction = JSON(restriction.with([name: .bool(form.isOn(name))])) }
        return old.with([
            "priority": .integer(0), "distribution": distribution.value ?? .null,
            "restriction": restriction.value ?? .null,
            "application_configuration": try ConfigurationPairs.pairs(form, over: old),
        ])
    }

    /// A moment as the route writes it; seconds that the form does not show stay.
    private static func date(_ typed: String, _ old: JSON) -> String {
        let known = old["distribution"]["effective_date"].text
        if typed == known.prefix(16) { return known }
        return typed.count == 16 ? "\(typed):00.000" : typed
    }
}

/// Smart groups to choose from, by uuid.
struct SmartGroupNames: Sendable {
    private let all: [(value: String, label: String)]

    /// Those that somebody may see.
    ///
    /// - Throws: What the route throws.
    init(_ visit: Visit) async throws {
        guard visit.may(.read, .smartGroups) else {
            all = []
            return
        }
        let answer = try await visit.api.get("\(SmartGroupRoom.route)/search", ["pagesize": "500", "orderby": "name"])
        let groups = answer["SmartGroups"].list
        // Each organization group has an "All Devices": which one is meant has to be said.
        let uses = Dictionary(grouping: groups) { $0["Name"].text }
        all = groups.map { group in
            let name = group["Name"].text
            let home = group["ManagedByOrganizationGroupName"].text
            return (
                group["SmartGroupUuid"].text.lowercased(), uses[name]?.count ?? 0 > 1 ? "\(name) (\(home))" : name
            )
        }
    }

    /// What is read for some smart groups.
    func words(_ uuids: [String]) -> String { uuids.map(word).joined(separator: ", ") }

    private func word(_ uuid: String) -> String { all.first { $0.value == uuid.lowercased() }?.label ?? uuid }

    /// A field to choose some; those that are chosen are there to be taken away.
    func field(_ name: String, _ label: String, _ chosen: [String]) -> Field {
        let chosen = chosen.map { $0.lowercased() }
        let others = chosen.filter { uuid in !all.contains { $0.value == uuid } }.map { (value: $0, label: $0) }
        let field = Field.choices(name, label, all + others, chosen: Set(chosen))
        return (all + others).isEmpty ? field.with(hint: "There is no smart group yet.") : field
    }
}
