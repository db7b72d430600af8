import ConsolePlatform
import DeviceProtocol

/// A payload type as its route describes it.
struct PayloadType: Sendable {
    /// Its name on the wire.
    let type: String
    /// What it is for, in a sentence.
    let summary: String
    /// Its settings, in the order of the route.
    let settings: [PayloadSetting]

    /// A type that is not known: it has no settings but those that somebody gives it.
    init(unknown type: String) {
        self.type = type
        summary = "A payload type that no client of this console is known to read; apps get it as it is."
        settings = []
    }

    /// A type as the route answers it.
    init(_ answer: JSON) {
        let name = answer.type.text
        type = name
        // The page has them below the name of the mode.
        summary = answer.summary.text.replacing(/, mode \d(?=[;.])/, with: "")
        settings = answer.keys.list.map { PayloadSetting($0, of: name) }
    }

    /// What it is called.
    var title: String { SettingWords.payload(type) }

    /// All types that are known, or those that the SDK generation of a group has.
    ///
    /// - Throws: What the route throws.
    static func all(_ visit: Visit, in group: String? = nil) async throws -> [PayloadType] {
        try await visit.api.get("/_mock/profiles/payload-types", ["group": group]).items.list.map { PayloadType($0) }
    }

    /// A type by its name, known or not.
    ///
    /// - Throws: What the route throws.
    static func one(_ name: String, _ visit: Visit) async throws -> PayloadType {
        try await all(visit).first { $0.type == name } ?? PayloadType(unknown: name)
    }
}

/// A setting of a payload as the route describes it.
struct PayloadSetting: Sendable {
    /// What its values are.
    enum Kind: String, Sendable {
        case integer, enumeration, boolean, real, string, strings, certificate, certificates, colour, geofenceAreas
        case base64Strings, url, image
    }

    /// Its payload type.
    let payload: String
    /// Its name on the wire.
    let name: String
    /// What it is called.
    let label: String
    let kind: Kind
    /// Lowest and highest number; nil for any.
    let range: ClosedRange<Int>?
    /// Values of an enumeration.
    let choices: [(value: String, label: String)]
    /// What clients take without it.
    private let standard: JSON
    /// Whether it is shown to nobody but those who may change it.
    let isSecret: Bool
    /// What it means, in a sentence.
    let summary: String

    /// A setting as the route answers it.
    init(_ answer: JSON, of payload: String) {
        self.payload = payload
        name = answer.name.text
        label = SettingWords.label(name, or: answer.label.text)
        kind = Kind(rawValue: answer.kind.text) ?? .string
        let bounds = (lower: Self.whole(answer.minimum), upper: Self.whole(answer.maximum))
        if kind == .integer, let lower = bounds.lower, let upper = bounds.upper, lower <= upper {
            range = lower...upper
        } else {
            range = nil
        }
        choices = answer.choices.list.map { ($0["value"].text, SettingWords.choice($0.name.text)) }
        isSecret = answer.isSecret.isTrue
        summary = answer.summary.text
        standard = answer["default"]
    }

    /// A whole number, also one that is written as a real.
    private static func whole(_ value: JSON) -> Int? { value.number.flatMap { Int(exactly: $0) } }

    /// A value as it stands in a field.
    func text(_ value: JSON) -> String {
        switch kind {
        case .boolean: value.exists ? (value.isTrue || value.text == "1" ? "true" : "false") : ""
        case .real: value["$real"].nonEmpty ?? value.text
        case .colour: value.integer.map { PayloadSetting.colour($0) } ?? value.text
        case .certificate: value["$data"].nonEmpty ?? value.text
        case .strings, .certificates, .geofenceAreas, .base64Strings:
            value.list.map { $0["$data"].nonEmpty ?? $0.nonEmpty ?? $0.asLine }.joined(separator: "\n")
        case .string where !value.members.isEmpty || !value.list.isEmpty: value.asLine
        case .integer, .enumeration, .string, .url, .image: value.text.replacing("\r\n", with: "\n")
        }
    }

    /// A value in words; empty for none.
    func words(_ value: JSON) -> String {
        let text = text(value)
        switch kind {
        case .boolean: return text.isEmpty ? "" : SettingWords.flag(text == "true", of: name)
        case .enumeration: return choices.first { $0.value == text }?.label ?? text
        case .strings, .geofenceAreas: return text.replacing("\n", with: ", ")
        case .certificate where !text.isEmpty && text != PayloadSetting.hidden: return "a certificate"
        case .certificates, .base64Strings:
            return value.list.isEmpty ? "" : "\(value.list.count) certificates"
        default: return text
        }
    }

    /// What clients take without it, in words.
    var standardWords: String {
        let words = words(standard)
        if kind == .boolean, words.isEmpty { return SettingWords.flag(false, of: name) }
        return words
    }

    /// What it means, with the standard by the words of its choices: "false" stands nowhere beside "No".
    var hint: String {
        guard [.boolean, .enumeration].contains(kind), !standardWords.isEmpty else { return summary }
        var text = summary.replacing(/; \w+ by default/, with: "; “\(standardWords)” by default")
        guard kind == .boolean else { return text }
        let off = "“\(SettingWords.flag(false, of: name))”"
        text = text.replacing("false, the default", with: "\(off), the default")
        return text.starts(with: /False\b/) ? "\(off)\(text.dropFirst("False".count))" : text
    }

    /// A colour as it is typed.
    static func colour(_ number: Int) -> String {
        let digits = String(number, radix: 16, uppercase: false)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// What stands in place of a secret for those who may not change it.
    static let hidden = "(hidden)"

    /// The name of its field in forms.
    var field: String { "\(payload).\(name)" }
}

extension JSON {
    /// The value as JSON text in one line; empty for nothing.
    var asLine: String { value.map { String(decoding: $0.encoded(), as: UTF8.self) } ?? "" }
}
