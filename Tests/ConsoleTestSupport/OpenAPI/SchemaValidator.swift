import DeviceProtocol
import Foundation

@testable import ConsolePlatform
@testable import MockConsole

/// Checks values against the schemas of an OpenAPI 3.1 document, as far as ours use them.
///
/// Stricter than JSON Schema in one respect: where a schema lists properties and says nothing of others, others are
/// reported, so that the document cannot fall behind what is answered.
struct SchemaValidator {
    let description: APIDescription
    /// The version that answered, such as `v2`; picks among schemas titled by versions.
    var version = ""
    /// Whether members that are not described are reported.
    var isStrict = true

    /// What is wrong with a value, each with the place in it; empty if nothing is.
    func problems(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
        let schema = description.resolve(schema)
        if case .bool(let isAllowed) = schema { return isAllowed ? [] : ["\(place): not allowed"] }
        var found = typeProblems(value, schema, place)
        guard found.isEmpty else { return found }
        if let choices = (schema["oneOf"] ?? schema["anyOf"])?.elements {
            found += choiceProblems(value, choices, place)
        }
        if let values = schema["enum"]?.elements, !values.contains(value) {
            found.append("\(place): \(value) is none of \(values)")
        }
        if let only = schema["const"], only != value { found.append("\(place): has to be \(only)") }
        switch value {
        case .object(let members): found += memberProblems(members, schema, place)
        case .array(let elements):
            guard let items = schema["items"] else { break }
            for (index, element) in elements.enumerated() {
                found += problems(element, items, at: "\(place)[\(index)]")
            }
        case .string(let text): found += textProblems(text, schema, place)
        case .number(let text): found += numberProblems(text, schema, place)
        case .bool, .null: break
        }
        return found
    }

    private func typeProblems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        let types = schema["type"]?.text.map { [$0] } ?? (schema["type"]?.elements ?? []).compactMap(\.text)
        guard !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) else { return [] }
        return ["\(place): is \(value.kindName), not \(types.joined(separator: " or "))"]
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array), ("object", .object),
            ("number", .number):
            true
        case ("integer", .number(let text)): Double(text).map { $0.rounded() == $0 } ?? false
        default: false
        }
    }

    private func choiceProblems(_ value: JSONValue, _ choices: [JSONValue], _ place: String) -> [String] {
        let number = String(version.drop { $0 == "v" })
        let fitting = choices.filter { choice in
            guard let title = choice["title"]?.text, title.hasPrefix("Version ") else { return false }
            return title.dropFirst(8).split(separator: ",").contains {
                $0.trimmingCharacters(in: .whitespaces) == number
            }
        }
        let candidates = fitting.isEmpty ? choices : fitting
        let found = candidates.map { problems(value, $0, at: place) }
        return found.contains { $0.isEmpty } ? [] : found.first ?? []
    }

    private func memberProblems(_ members: [JSONMember], _ schema: JSONValue, _ place: String) -> [String] {
        var found: [String] = []
        for name in (schema["required"]?.elements ?? []).compactMap(\.text)
        where !members.contains(where: { $0.name == name }) {
            found.append("\(place): \(name) is missing")
        }
        let properties = schema["properties"]
        for member in members {
            let place = "\(place).\(member.name)"
            if let property = properties?[member.name] {
                found += problems(member.value, property, at: place)
            } else if let others = schema["additionalProperties"] {
                found += problems(member.value, others, at: place)
            } else if properties != nil, isStrict {
                found.append("\(place): is not described")
            }
        }
        return found
    }

    private func textProblems(_ text: String, _ schema: JSONValue, _ place: String) -> [String] {
        var found: [String] = []
        if case .number(let limit)? = schema["maxLength"], let limit = Int(limit), text.unicodeScalars.count > limit {
            found.append("\(place): has more than \(limit) characters")
        }
        if case .number(let limit)? = schema["minLength"], let limit = Int(limit), text.unicodeScalars.count < limit {
            found.append("\(place): has fewer than \(limit) characters")
        }
        switch schema["format"]?.text {
        case "uuid"?: if UUID(uuidString: text) == nil { found.append("\(place): \(text) is no uuid") }
        case "date-time"?: if Timestamp(iso8601: text) == nil { found.append("\(place): \(text) is no time") }
        default: break
        }
        return found
    }

    private func numberProblems(_ text: String, _ schema: JSONValue, _ place: String) -> [String] {
        var found: [String] = []
        if case .number(let limit)? = schema["minimum"], let number = Double(text), let limit = Double(limit),
            number < limit
        {
            found.append("\(place): is below \(limit)")
        }
        if case .number(let limit)? = schema["maximum"], let number = Double(text), let limit = Double(limit),
            number > limit
        {
            found.append("\(place): is above \(limit)")
        }
        return found
    }
}
