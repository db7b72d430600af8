package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
package import Yams

/// A setting's value, which for profiles is a reference.
package enum EnvironmentSetting: Sendable {
    case value(SettingValue)
    case profile(EnvironmentReference)
}

/// Settings of organization groups in environment files.
package struct GroupSettingsEnvironmentSection: EnvironmentSection {
    package static let key = "settings"
    package static let schema = JSONSchema.defined("settings")

    /// Finds SDK profiles, which some settings name.
    private let profiles: EnvironmentTargets

    /// A section that asks for SDK profiles.
    init(profiles: EnvironmentTargets) {
        self.profiles = profiles
    }

    /// Reads the settings a group overrides.
    package static func read(_ node: EnvironmentNode) -> [GroupSetting: EnvironmentSetting] {
        guard let mapping = node.mapping(GroupSetting.allCases.map(\.rawValue)) else { return [:] }
        var settings: [GroupSetting: EnvironmentSetting] = [:]
        for (key, node) in mapping.entries {
            guard let setting = GroupSetting(rawValue: key) else { continue }
            settings[setting] = value(of: setting, node)
        }
        return settings
    }

    private static func value(of setting: GroupSetting, _ node: EnvironmentNode) -> EnvironmentSetting? {
        switch setting.form {
        case .bool: return node.bool.map { .value(.bool($0)) }
        case .integer(let range): return node.integer(range).map { .value(.integer($0)) }
        case .choices(let choices): return .value(.strings(node.list.compactMap { $0.choice(choices) }))
        case .word(let words): return node.choice(words).map { .value(.string($0)) }
        case .text(let maximum): return node.text(0...maximum).map { .value(.string($0)) }
        case .texts(let form): return .value(.strings(node.list.compactMap { text($0, form) }))
        case .profile:
            if node.isNull { return .value(.none) }
            return EnvironmentReference.read(node).map { .profile($0) }
        }
    }

    private static func text(_ node: EnvironmentNode, _ form: GroupSettingText) -> String? {
        guard let text = node.text(1...5000) else { return nil }
        if !form.accepts(text) { node.complain("is \"\(text.prefix(60))\"; it must be \(form.rule)") }
        return text
    }

    /// The settings as they are written.
    package static func write(_ content: [GroupSetting: EnvironmentSetting]) -> Node? {
        if content.isEmpty { return nil }
        return YAMLMapping { mapping in
            for setting in GroupSetting.allCases {
                switch content[setting] {
                case .value(let value)?: mapping.add(setting.rawValue, YAMLWriting.setting(value))
                case .profile(let profile)?: mapping.add(setting.rawValue, profile.node)
                case nil: continue
                }
            }
        }.node
    }

    /// Imports the settings a group overrides.
    package func importContent(
        _ content: [GroupSetting: EnvironmentSetting], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        let groupID = try home.storedID()
        var overrides: [GroupSetting: SettingValue] = [:]
        for (setting, value) in content {
            switch value {
            case .value(let value): overrides[setting] = value
            case .profile(let reference):
                if let profile = try run.target(reference, in: home, among: profiles) {
                    overrides[setting] = .string(profile.uuid)
                }
            }
        }
        let known = try OrganizationGroupStore.overrides(at: groupID, run.db)
        if known.isEmpty, overrides.isEmpty { return }
        let decision = try run.decide(
            .settings, group.pathText, at: group.position, isSame: known == overrides, groupID: groupID,
            before: known.isEmpty ? nil : Self.fields(known), after: Self.fields(overrides))
        if decision != .leave { try OrganizationGroupStore.setOverrides(overrides, at: groupID, in: run.transaction) }
    }

    private static func fields(_ settings: [GroupSetting: SettingValue]) -> [String: String?] {
        Dictionary(uniqueKeysWithValues: settings.map { ($0.key.rawValue, "\($0.value)") })
    }

    /// The settings a group itself overrides.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [GroupSetting: EnvironmentSetting]?
    {
        let groupID = try group.storedID()
        var settings: [GroupSetting: EnvironmentSetting] = [:]
        for (setting, value) in try OrganizationGroupStore.overrides(at: groupID, export.db) {
            settings[setting] = try self.setting(setting, value, in: groupID, export)
        }
        return settings
    }

    private func setting(
        _ setting: GroupSetting, _ value: SettingValue, in groupID: Int64, _ export: EnvironmentExport
    ) throws -> EnvironmentSetting? {
        guard case .profile = setting.form, case .string(let uuid) = value else { return .value(value) }
        return try export.reference(to: .uuid(uuid), among: profiles, from: groupID).map { .profile($0) }
    }
}

/// The schema of settings.
extension GroupSettingsEnvironmentSection {
    package static let definitions: [(String, JSONSchema)] = [("settings", settings)]

    private static let settings = JSONSchema.object(
        GroupSetting.allCases.map { ($0.rawValue, schema(of: $0.form).defaulting(to: json($0.builtIn))) }
    ).described("A group inherits settings that it does not set; defaults are those of a root that sets nothing.")

    private static func schema(of form: GroupSetting.Form) -> JSONSchema {
        switch form {
        case .bool: .bool
        case .integer(let range): .integer(range)
        case .choices(let words): .list(.word(words))
        case .word(let words): word(words)
        case .text(let maximum): .text(0...maximum)
        case .texts(let form): .list(.text(1...5000, pattern: pattern(of: form)).described(form.rule))
        case .profile: .any(of: [.type("null"), .defined("reference")])
        }
    }

    /// One of some words; in YAML one that looks like a number is a number without quotation marks.
    private static func word(_ words: [String]) -> JSONSchema {
        let numbers = words.filter { Double($0) != nil }.map { JSONSchema("const", .number($0)) }
        return numbers.isEmpty ? .word(words) : .any(of: [.word(words)] + numbers)
    }

    private static func pattern(of form: GroupSettingText) -> String {
        let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
        let domain = #"\#(label)(\.\#(label))*"#
        return switch form {
        case .domain: "^\(domain)$"
        case .pin: "^\(domain)=([0-9A-Fa-f]{2}){1,2048}$"
        }
    }

    private static func json(_ value: SettingValue) -> JSONValue? {
        switch value {
        case .bool(let flag): .bool(flag)
        case .integer(let number): .number("\(number)")
        case .string(let text): .string(text)
        case .strings(let texts): .array(texts.map { .string($0) })
        case .none: nil
        }
    }
}
