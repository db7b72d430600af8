import ConsolePlatform
import DeviceProtocol

/// A payload as fields of a form, and what a form says about a payload.
struct PayloadForm: Sendable {
    /// What its settings are.
    let type: PayloadType
    /// The settings as they are, an object as the route answers it; nothing for a new payload.
    let current: JSON
    /// Geofences that may be named, each with its name and where it is.
    var geofences: [(name: String, place: String)] = []
    /// Names of images that may be named.
    var images: [String] = []
    /// The field with the settings that are not known.
    static let further = "further"

    /// Fields for some settings; all of them by default.
    func fields(_ names: [String]? = nil) -> [Field] {
        guard let names else { return type.settings.flatMap { fields($0) } }
        return names.flatMap { name in type.settings.first { $0.name == name }.map { fields($0) } ?? [] }
    }

    /// Values for some settings, for those who may only read.
    func facts(_ names: [String]? = nil) -> [Fact] {
        let shown = type.settings.filter { names?.contains($0.name) ?? current[$0.name].exists }
        return shown.map { setting in
            let words = setting.words(current[setting.name])
            guard words.isEmpty else { return Fact(setting.label, .text(words)) }
            let standard = setting.standardWords
            return Fact(
                setting.label, .text("Not set").with(detail: standard.isEmpty ? "" : "clients take \(standard)"))
        }
            + (names == nil
                ? unknown.map { Fact($0.name, .code($0.value.text.isEmpty ? $0.value.asLine : $0.value.text)) } : [])
    }

    /// Settings that the type does not have.
    var unknown: [(name: String, value: JSON)] {
        current.members.filter { member in
            member.name != "PayloadType" && !type.settings.contains { $0.name == member.name }
        }
    }

    /// A field for settings that the type does not have.
    var furtherField: Field {
        let members = unknown.compactMap { name, value in value.value.map { JSONMember(name: name, value: $0) } }
        let text = members.isEmpty ? "" : JSON(.object(members)).pretty
        return Field(Self.further, "Further settings", .area, value: text)
            .with(hint: "A JSON object of settings that are not listed above; apps get them as they are.")
    }

    // MARK: Fields

    private func fields(_ setting: PayloadSetting) -> [Field] {
        guard setting.kind == .geofenceAreas else { return [field(setting)] }
        let areas = current[setting.name].list
        let named = Set(areas.map(\.text))
        let flags = geofences.map { geofence in
            Field.flag(
                "\(setting.field):\(geofence.name)", "\(geofence.name) (\(geofence.place))",
                named.contains("geofence:\(geofence.name)"))
        }
        let offered = Set(geofences.map { "geofence:\($0.name)" })
        let rest = areas.filter { !offered.contains($0.text) }
        let text = setting.text(JSON(.array(rest.compactMap(\.value))))
        var other = Field(setting.field, flags.isEmpty ? setting.label : "Other areas", .area, value: text)
        other.hint = """
            \(geofences.isEmpty ? "There are no geofences to tick yet. One" : "Beside those ticked: one")\
             on each line, geofence:NAME or a JSON object of Name, CenterX (latitude), CenterY (longitude) and Radius.
            """
        return (flags.isEmpty ? [] : [.title(setting.label)] + flags) + [other]
    }

    private func field(_ setting: PayloadSetting) -> Field {
        let text = setting.text(current[setting.name])
        var field = bare(setting, text)
        if field.hint.isEmpty { field.hint = setting.hint }
        field.range = setting.range
        return field
    }

    private func bare(_ setting: PayloadSetting, _ text: String) -> Field {
        let standard = setting.standardWords
        // A long one would be cut off; the hint says it.
        let unset = standard.isEmpty || standard.count > 20 ? "Not set" : "Not set (\(standard))"
        func line(_ kind: Field.Kind, placeholder: String) -> Field {
            var field = Field(setting.field, setting.label, kind, value: text)
            field.placeholder = placeholder
            return field
        }
        func area(_ hint: String) -> Field {
            Field(setting.field, setting.label, .area, value: text).with(hint: "\(setting.summary) \(hint)")
        }
        switch setting.kind {
        case .boolean:
            let words = [true, false].map { ("\($0)", SettingWords.flag($0, of: setting.name)) }
            return .choice(setting.field, setting.label, [("", unset)] + words, value: text)
        case .enumeration: return .choice(setting.field, setting.label, [("", unset)] + setting.choices, value: text)
        case .integer: return line(.number, placeholder: standard)
        case .real: return line(.text, placeholder: standard)
        case .colour: return line(.text, placeholder: "#RRGGBB")
        case .strings: return area("One on each line.")
        case .certificate: return area("PEM or base64.")
        case .certificates, .base64Strings: return area("PEM, or base64 on a line each.")
        case .image:
            let names = images.map { "image:\($0)" }.joined(separator: ", ")
            return line(.text, placeholder: "image:NAME or https://")
                .with(hint: setting.summary + (names.isEmpty ? "" : " There is \(names)."))
        case .string where setting.name == "CustomSettings" || text.contains("\n"): return area("")
        case .string, .url, .geofenceAreas: return line(setting.isSecret ? .password : .text, placeholder: standard)
        }
    }
}
