import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Foundation

/// How an app is given to smart groups, as version 2 of the admin API has it (AdminApplications, "Assignment rules").
///
/// Values are kept as written, unknown members too; truth values and numbers get their types, and missing ones their
/// default.
package struct RuleDocument: Hashable, Sendable {
    /// The highest priority somebody may write.
    package static let maximumPriority = Int64(Int32.max)
    /// Members of `distribution` that are texts and may be left out.
    static let distributionTexts = ["app_delivery_method", "description", "effective_date"]
    /// Members of `distribution` that are true or false.
    static let distributionFlags = [
        "auto_update_devices_with_previous_versions", "display_in_app_catalog", "is_default_assignment",
        "keep_app_updated_automatically", "requires_approval",
    ]
    /// Members of `restriction` that are true or false.
    static let restrictionFlags = [
        "desired_state_management", "make_app_mdm_managed", "managed_access", "prevent_application_backup",
        "prevent_removal", "remove_on_unenroll",
    ]

    /// From 0 on; the lowest wins.
    var priority: Int64
    private(set) var distribution: [String: JSONValue]
    private(set) var restriction: [String: JSONValue]
    /// Everything else.
    private(set) var rest: [String: JSONValue]

    /// Reads a rule.
    ///
    /// - Parameters:
    ///   - value: As it is written.
    ///   - path: Where it stands, for messages.
    /// - Throws: ``ConsoleError`` `badRequest` (6) if a member is missing or is of another type.
    init(_ value: JSONValue, path: String) throws {
        var members = try Self.members(value, path)
        guard let number = members.removeValue(forKey: "priority").flatMap(Self.integer), number >= 0 else {
            throw Self.wrong("\(path).priority has to be a number from 0 on")
        }
        priority = number
        distribution = try Self.members(members.removeValue(forKey: "distribution") ?? .null, "\(path).distribution")
        restriction = [:]
        if let written = members.removeValue(forKey: "restriction"), written != .null {
            restriction = try Self.members(written, "\(path).restriction")
        }
        rest = members
        guard let name = text("name"), !name.allSatisfy(\.isWhitespace) else {
            throw Self.wrong("\(path).distribution.name is required")
        }
        try complete(path)
    }

    /// A rule for one smart group, with defaults.
    init(priority: Int64, name: String, smartGroup: String, at now: Timestamp) {
        self.priority = priority
        distribution = [
            "name": .string(name), "app_delivery_method": .string(AppPushMode.auto.deliveryMethod),
            "smart_groups": .array([.string(smartGroup)]),
            "effective_date": .string(now.zoneless), "auto_update_devices_with_previous_versions": .bool(true),
            "keep_app_updated_automatically": .bool(true), "display_in_app_catalog": .bool(true),
        ]
        (restriction, rest) = (["remove_on_unenroll": .bool(true)], [:])
        addDefaults()
    }

    /// The rule, in force from a time on if it does not say since when.
    func effective(from now: Timestamp) -> RuleDocument {
        guard text("effective_date")?.isEmpty ?? true else { return self }
        var rule = self
        rule.distribution["effective_date"] = .string(now.zoneless)
        return rule
    }

    /// A member of `distribution` that is a text.
    func text(_ name: String) -> String? {
        if case .string(let text)? = distribution[name] { text } else { nil }
    }

    /// A member of either part that is true or false.
    func flag(_ name: String) -> Bool {
        (distribution[name] ?? restriction[name]) == .bool(true)
    }

    /// A list among the rest.
    func list(_ name: String) -> [JSONValue] {
        if case .array(let elements)? = rest[name] { elements } else { [] }
    }

    /// Uuids of the smart groups, in order.
    var smartGroups: [String] {
        get {
            guard case .array(let elements)? = distribution["smart_groups"] else { return [] }
            return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        set { distribution["smart_groups"] = .array(newValue.map { .string($0) }) }
    }

    /// Sets a member where it belongs.
    mutating func set(_ name: String, to value: JSONValue) {
        if Self.restrictionFlags.contains(name) {
            restriction[name] = value
        } else if name.hasPrefix("application_") {
            rest[name] = value
        } else {
            distribution[name] = value
        }
    }

    /// The rule as it is written.
    var value: JSONValue {
        func object(_ members: [String: JSONValue]) -> JSONValue {
            .object(members.sorted { $0.key < $1.key }.map { JSONMember(name: $0.key, value: $0.value) })
        }
        var members = rest
        members["priority"] = .number(String(priority))
        (members["distribution"], members["restriction"]) = (object(distribution), object(restriction))
        return object(members)
    }
}

extension RuleDocument {
    /// Gives flags their type and what is missing its default.
    private mutating func complete(_ path: String) throws {
        for name in Self.distributionFlags {
            distribution[name] = try distribution[name].map { try Self.flag($0, "\(path).distribution.\(name)") }
        }
        for name in Self.restrictionFlags {
            restriction[name] = try restriction[name].map { try Self.flag($0, "\(path).restriction.\(name)") }
        }
        for name in Self.distributionTexts {
            distribution[name] = try distribution[name].map { try Self.text($0, "\(path).distribution.\(name)") }
        }
        if let date = text("effective_date"), !date.isEmpty, Timestamp(lenient: date) == nil {
            throw Self.wrong("\(path).distribution.effective_date has to be a date such as 2026-03-05T10:20:30.000")
        }
        if let written = text("app_delivery_method"), !written.isEmpty {
            guard let mode = AppPushMode(written) else {
                throw Self.wrong("\(path).distribution.app_delivery_method has to be AUTO or ON_DEMAND")
            }
            distribution["app_delivery_method"] = .string(mode.deliveryMethod)
        }
        guard case .array(let groups)? = distribution["smart_groups"], !groups.isEmpty,
            groups.count == smartGroups.count
        else { throw Self.wrong("\(path).distribution.smart_groups has to be a list of uuids") }
        smartGroups = smartGroups.map { $0.lowercased() }
        addDefaults()
    }

    private mutating func addDefaults() {
        func fill(_ members: inout [String: JSONValue], _ names: [String], _ value: JSONValue) {
            for name in names where members[name] == nil || members[name] == .null { members[name] = value }
        }
        fill(&distribution, Self.distributionFlags, .bool(false))
        fill(&distribution, ["description", "effective_date"], .string(""))
        fill(&distribution, ["app_delivery_method"], .string(AppPushMode.onDemand.deliveryMethod))
        fill(&restriction, Self.restrictionFlags, .bool(false))
        fill(&rest, ["tunnel"], .object([]))
        fill(&rest, ["application_configuration", "application_attributes"], .array([]))
    }

    /// Members by their names, in lower case: names of version 2 have no others.
    private static func members(_ value: JSONValue, _ path: String) throws -> [String: JSONValue] {
        guard case .object(let members) = value else { throw wrong("\(path) has to be an object") }
        return Dictionary(members.map { ($0.name.lowercased(), $0.value) }) { $1 }
    }

    private static func integer(_ value: JSONValue) -> Int64? {
        switch value {
        case .number(let text), .string(let text): Int64(text.trimmingCharacters(in: .whitespaces))
        default: nil
        }
    }

    private static func text(_ value: JSONValue, _ path: String) throws -> JSONValue {
        switch value {
        case .string, .null: return value
        case .number(let number): return .string(number)
        case .bool(let flag): return .string(String(flag))
        case .array, .object: throw wrong("\(path) has to be a text")
        }
    }

    private static func flag(_ value: JSONValue, _ path: String) throws -> JSONValue {
        switch value {
        case .bool, .null: return value
        case .string(let text), .number(let text):
            switch text.lowercased() {
            case "true", "1": return .bool(true)
            case "false", "0", "": return .bool(false)
            default: throw wrong("\(path) has to be true or false")
            }
        default: throw wrong("\(path) has to be true or false")
        }
    }

    /// The refusal of rules whose priorities are not exactly 0, 1, 2 and so on (observed on a real console).
    static let priorities = wrong(
        "Priority of the assignments should be in ascending order with priority starting from 0")

    /// A refusal of a rule.
    static func wrong(_ sentence: String) -> ConsoleError { ConsoleError(.badRequest, "\(sentence).", number: 6) }
}

extension JSONValue {
    /// A rule that was written in XML.
    var asRuleOfXML: JSONValue {
        withLists(
            [
                "smart_groups": false, "application_configuration": true, "nested_configurations": true,
                "application_attributes": true,
            ], objects: ["distribution", "restriction", "tunnel"])
    }
}
