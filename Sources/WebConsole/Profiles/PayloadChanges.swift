import ConsolePlatform
import DeviceProtocol
import Foundation

extension PayloadForm {
    /// What a form changes, as the route takes it: settings that are as they were are left out, and cleared ones null.
    ///
    /// - Parameter form: The form.
    /// - Returns: Members of the payload.
    /// - Throws: ``ConsoleError`` `unprocessable` for further settings that are no JSON.
    func changes(_ form: FormValues) throws -> [JSONMember] {
        var members = type.settings.compactMap { change($0, form) }
        guard form.has(Self.further) else { return members }
        let further = try Self.object(form[Self.further])
        let names = Set(further.map(\.name))
        members += unknown.filter { !names.contains($0.name) }.map { JSONMember(name: $0.name, value: .null) }
        return members + further.filter { JSON($0.value) != current[$0.name] }
    }

    /// The payload with changes, as a new one that begins with what is there; secrets that are hidden are left out.
    func whole(_ changes: [JSONMember]) -> JSONValue {
        let changed = Set(changes.map(\.name))
        let kept = current.members.compactMap { name, value -> JSONMember? in
            guard name != "PayloadType", !changed.contains(name), value.text != PayloadSetting.hidden else {
                return nil
            }
            return value.value.map { JSONMember(name: name, value: $0) }
        }
        return .object(kept + changes.filter { $0.value != .null })
    }

    private func change(_ setting: PayloadSetting, _ form: FormValues) -> JSONMember? {
        guard form.has(setting.field) else { return nil }
        let before = current[setting.name]
        let text = self.text(setting, form)
        guard text != setting.text(before) else { return nil }
        if text.isEmpty { return before.exists ? JSONMember(name: setting.name, value: .null) : nil }
        return JSONMember(name: setting.name, value: Self.value(text, setting.kind))
    }

    /// What the fields of a setting say, in the form of ``PayloadSetting/text(_:)``.
    private func text(_ setting: PayloadSetting, _ form: FormValues) -> String {
        switch setting.kind {
        case .geofenceAreas:
            let ticked = geofences.filter { form.isOn("\(setting.field):\($0.name)") }.map { "geofence:\($0.name)" }
            return (ticked + Self.lines(form[setting.field])).joined(separator: "\n")
        case .string:
            let text = form.exactly(setting.field)
            return text.allSatisfy(\.isWhitespace) ? "" : text
        case .colour: return form[setting.field].lowercased()
        case .strings, .base64Strings: return Self.lines(form[setting.field]).joined(separator: "\n")
        default: return form[setting.field]
        }
    }

    /// A text as a value; what is not one of the kind stays a text, for the route to refuse.
    private static func value(_ text: String, _ kind: PayloadSetting.Kind) -> JSONValue {
        switch kind {
        case .boolean: .bool(text == "true")
        case .integer, .enumeration: Int(text).map { .integer($0) } ?? .string(text)
        case .real: Double(text).map { .number("\($0)") } ?? .string(text)
        case .strings, .base64Strings: .array(lines(text).map { .string($0) })
        case .certificates: .array(certificates(text).map { .string($0) })
        case .geofenceAreas:
            .array(lines(text).map { (try? JSONValue(json: Data($0.utf8))) ?? .string($0) })
        case .string, .certificate, .colour, .url, .image: .string(text)
        }
    }

    /// Lines that are not blank.
    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Certificates in PEM, and lines of base64 between them.
    private static func certificates(_ text: String) -> [String] {
        var found: [String] = []
        var block: [String] = []
        for line in lines(text) {
            guard !block.isEmpty || line.hasPrefix("-----BEGIN") else {
                found.append(line)
                continue
            }
            block.append(line)
            if line.hasPrefix("-----END") {
                found.append(block.joined(separator: "\n"))
                block = []
            }
        }
        return block.isEmpty ? found : found + [block.joined(separator: "\n")]
    }

    /// The members of a JSON object that somebody typed; none for nothing.
    private static func object(_ text: String) throws -> [JSONMember] {
        guard !text.isEmpty else { return [] }
        guard case .object(let members)? = try? JSONValue(json: Data(text.utf8)) else {
            throw ConsoleError(.unprocessable, "Further settings must be a JSON object, such as {\"name\": \"value\"}.")
        }
        return members.filter { $0.name != "PayloadType" }
    }
}
