import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A setting of an organization group as `/_mock` shows it (AdminAPI, "Group settings").
struct GroupSettingBody: Encodable, Sendable {
    /// The value in force.
    let value: SettingValue
    /// Whether the group itself sets it.
    let isOverridden: Bool
    /// Code of the group that sets it; nil for the built-in value.
    let from: String?
}

/// A change of settings: values by name, `null` to inherit again.
struct GroupSettingsChange: Sendable {
    /// New values; nil returns to what is inherited.
    let values: [GroupSetting: SettingValue?]

    /// Reads a JSON object.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the setting and what it accepts.
    init(json: Data) throws {
        let object: JSONObjectReader
        do {
            object = try JSONObjectReader(json)
        } catch {
            throw ConsoleError(.badRequest, "The settings cannot be read: \(error).")
        }
        var values: [GroupSetting: SettingValue?] = [:]
        for name in object.names {
            guard let setting = GroupSetting(rawValue: name) else {
                let names = GroupSetting.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConsoleError(.badRequest, "There is no setting \(name.prefix(60)), only \(names).")
            }
            values[setting] = .some(try object.value(name).map { try Self.read($0, setting) })
        }
        self.values = values
    }

    private static func read(_ value: JSONValue, _ setting: GroupSetting) throws -> SettingValue {
        switch (setting.form, value) {
        case (.bool, .bool(let flag)): return .bool(flag)
        case (.integer(let range), .number(let text)):
            if let number = Int64(text), range.contains(number) { return .integer(number) }
        case (.choices(let choices), .array(let values)):
            if let names = texts(values), names.allSatisfy(choices.contains) { return .strings(names) }
        case (.word(let words), .string(let text)), (.word(let words), .number(let text)):
            if let word = words.first(where: { $0.lowercased() == text.lowercased() }) { return .string(word) }
        case (.text(let maximum), .string(let text)):
            if text.unicodeScalars.count <= maximum, !text.utf8.contains(0) { return .string(text) }
        case (.texts(let form), .array(let values)):
            if let texts = texts(values), texts.allSatisfy(form.accepts) { return .strings(texts) }
        case (.profile, .string(let text)): return text.lowercased() == "none" ? .none : .string(text)
        default: break
        }
        throw ConsoleError(.badRequest, "\(setting.rawValue) has to be \(rule(setting.form)), or null to inherit it.")
    }

    private static func texts(_ values: [JSONValue]) -> [String]? {
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return texts.count == values.count ? texts : nil
    }

    private static func rule(_ form: GroupSetting.Form) -> String {
        switch form {
        case .bool: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choices(let choices): "a list of any of \(choices.joined(separator: ", "))"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        case .text(let maximum): "a text of at most \(maximum) characters"
        case .texts(let form): "a list, each \(form.rule)"
        case .profile: "the uuid of an SDK profile, or \"none\""
        }
    }
}
