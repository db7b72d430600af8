import ConsolePlatform
import DeviceProtocol
import Foundation

/// Managed app configuration of an assignment: pairs of a key and a value, as fields of a form.
enum ConfigurationPairs {
    private static let types = [
        ("STRING", "String"), ("INTEGER", "Integer"), ("REAL", "Real"), ("BOOLEAN", "Boolean"), ("DATE", "Date"),
        ("DATA", "Data (base64)"), ("ARRAY", "Array (with commas, or JSON)"),
    ]
    /// Empty rows for further pairs.
    private static let further = 3
    /// The most rows that are read.
    private static let most = 500

    /// The fields of a rule.
    static func fields(_ rule: JSON) -> [Field] {
        let pairs = rule["application_configuration"].list
        let simple = pairs.filter(isSimple) + [JSON](repeating: .none, count: further)
        let hidden = pairs.count - simple.count + further
        let hint = hidden == 0 ? "" : " Pairs with others in them (\(hidden)) stay as they are."
        var fields: [Field] = [.title("Application Configuration")]
        for (index, pair) in simple.enumerated() {
            fields.append(.group(index == 0 ? "Pairs" : "and", row(index, pair)))
        }
        fields.append(
            Field.flag("clearConfiguration", "Send no configuration any more", false).with(
                hint: "Values may name look-up values such as {DeviceUid}, {EnrollmentUser}, {EmailAddress}, "
                    + "{GroupIdentifier}, {ServerUrl} and {OneTimeToken}.\(hint)"))
        return fields
    }

    private static func row(_ index: Int, _ pair: JSON) -> [Field] {
        let type = pair["type"].text.uppercased()
        let known = types.contains { $0.0 == type } || type.isEmpty ? types : types + [(type, type.capitalized)]
        // No name has the word for a key in it: such fields are not shown again after a refusal.
        return [
            Field("setting.\(index)", "Configuration Key", value: pair["key"].text),
            .choice("type.\(index)", "Value Type", known, value: type.isEmpty ? "STRING" : type),
            Field("value.\(index)", "Configuration Value", value: pair["value"].text),
        ]
    }

    /// The pairs that were typed, with those of a rule that pages do not show.
    ///
    /// - Throws: ``FieldRefusal`` for a value without a key.
    static func pairs(_ form: FormValues, over rule: JSON) throws -> JSONValue {
        guard !form.isOn("clearConfiguration") else { return .array([]) }
        let old = rule["application_configuration"].list.filter { !isSimple($0) }.compactMap(\.value)
        var typed: [JSONValue] = []
        for index in 0..<most where form.has("setting.\(index)") {
            let (name, value) = (form["setting.\(index)"], form.exactly("value.\(index)"))
            if name.isEmpty, value.isEmpty { continue }
            guard !name.isEmpty else {
                throw FieldRefusal(
                    field: "setting.\(index)", reason: ConsoleError(.badRequest, "The value has no key."))
            }
            typed.append(
                .members([
                    "key": .string(name), "type": .string(form["type.\(index)"]), "value": .string(value),
                    "nested_configurations": .array([]),
                ]))
        }
        return .array(typed + old)
    }

    private static func isSimple(_ pair: JSON) -> Bool { pair["nested_configurations"].list.isEmpty }
}
