import DeviceProtocol

/// A schema as lines a person reads: a name, what is expected, and how deep it lies.
struct SchemaOutline: Sendable {
    /// One member.
    struct Line: Sendable {
        let name: String
        let kind: String
        let summary: String
        let isRequired: Bool
        /// How deep it lies; 0 at the top.
        let depth: Int
    }

    /// How deep members are shown.
    private static let depth = 6

    let lines: [Line]

    /// The outline of a schema.
    init(_ schema: JSONValue, in description: APIDescription) {
        var lines: [Line] = []
        Self.add(description.resolve(schema), description, depth: 0, path: [], to: &lines)
        self.lines = lines
    }

    private static func add(
        _ schema: JSONValue, _ description: APIDescription, depth: Int, path: [JSONValue], to lines: inout [Line]
    ) {
        guard depth < Self.depth, !path.contains(schema) else { return }
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
        for member in schema["properties"]?.members ?? [] {
            let value = description.resolve(member.value)
            lines.append(
                Line(
                    name: member.name, kind: kind(value, description),
                    summary: member.value["description"]?.text ?? value["description"]?.text ?? "",
                    isRequired: required.contains(member.name), depth: depth))
            add(value, description, depth: depth + 1, path: path + [schema], to: &lines)
        }
        if let items = schema["items"] {
            add(description.resolve(items), description, depth: depth, path: path + [schema], to: &lines)
        }
        for choice in (schema["anyOf"] ?? schema["oneOf"])?.elements ?? [] {
            let title = choice["title"]?.text
            let value = description.resolve(choice)
            if let title {
                lines.append(
                    Line(
                        name: title, kind: kind(value, description), summary: "", isRequired: false, depth: depth))
            }
            add(value, description, depth: depth + (title == nil ? 0 : 1), path: path + [schema], to: &lines)
        }
    }

    /// The expected values, in words.
    static func kind(_ schema: JSONValue, _ description: APIDescription) -> String {
        if let values = schema["enum"]?.elements, !values.isEmpty {
            return values.map { $0.text ?? String(decoding: $0.encoded(), as: UTF8.self) }.joined(separator: ", ")
        }
        let types =
            schema["type"]?.text.map { [$0] } ?? (schema["type"]?.elements ?? []).compactMap(\.text)
        if types.contains("array"), let items = schema["items"] {
            return "list of \(kind(description.resolve(items), description))"
        }
        let format = schema["format"]?.text.map { " (\($0))" } ?? ""
        return types.isEmpty ? "any" : types.joined(separator: " or ") + format
    }
}
