package import DeviceProtocol

/// A JSON Schema (draft 2020-12): keywords in the order they are printed.
package struct JSONSchema: Sendable {
    private var keywords: [JSONMember] = []

    /// Anything.
    package init() {}

    /// A schema of one keyword.
    package init(_ keyword: String, _ value: JSONValue) {
        keywords = [JSONMember(name: keyword, value: value)]
    }

    /// The schema as JSON.
    package var value: JSONValue { .object(keywords) }

    /// The schema with one more keyword; a nil value adds nothing.
    package func with(_ keyword: String, _ value: JSONValue?) -> JSONSchema {
        guard let value else { return self }
        var schema = self
        schema.keywords.append(JSONMember(name: keyword, value: value))
        return schema
    }

    /// The schema with a sentence for people.
    package func described(_ text: String) -> JSONSchema { with("description", .string(text)) }

    /// The schema with the default of a key.
    package func defaulting(to value: JSONValue?) -> JSONSchema { with("default", value) }

    // MARK: Values

    /// A value of one of some types.
    package static func type(_ names: String...) -> JSONSchema {
        JSONSchema("type", names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) }))
    }

    /// A truth value.
    package static let bool = type("boolean")

    /// A whole number in a range.
    package static func integer(_ range: ClosedRange<Int64>) -> JSONSchema {
        type("integer").with("minimum", .number("\(range.lowerBound)")).with("maximum", .number("\(range.upperBound)"))
    }

    /// A text, which needs quotes if YAML would read it as something else.
    package static func string(_ pattern: String, maximumLength: Int? = nil) -> JSONSchema {
        type("string").with("maxLength", maximumLength.map { .number("\($0)") }).with("pattern", .string(pattern))
    }

    /// A text of a length; numbers and booleans are taken as they are written.
    package static func text(
        _ length: ClosedRange<Int> = 0...255, pattern: String = #"^[^\u0000]*$"#
    ) -> JSONSchema {
        type("string", "number", "boolean")
            .with("minLength", length.lowerBound > 0 ? .number("\(length.lowerBound)") : nil)
            .with("maxLength", .number("\(length.upperBound)")).with("pattern", .string(pattern))
    }

    /// One of some words in any letter case; the usual one comes first, for editors that complete it.
    package static func word(_ words: [String]) -> JSONSchema {
        any(of: [
            JSONSchema("enum", .array(words.map { .string($0) })),
            string("^(" + words.map(anyCase).joined(separator: "|") + ")$"),
        ])
    }

    /// A pattern for a word in any letter case.
    static func anyCase(_ word: String) -> String {
        word.unicodeScalars.map { scalar in
            let (upper, lower) = (scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping)
            if upper != lower { return "[\(upper)\(lower)]" }
            return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? String(scalar) : "\\\(scalar)"
        }.joined()
    }

    /// A list, which may also have no value.
    package static func list(_ element: JSONSchema, maximum: Int? = nil) -> JSONSchema {
        type("array", "null").with("items", element.value).with("maxItems", maximum.map { .number("\($0)") })
    }

    /// A mapping of some keys and no others.
    package static func object(_ keys: [(String, JSONSchema)], required: [String] = []) -> JSONSchema {
        openObject(keys, required: required).with("additionalProperties", .bool(false))
    }

    /// A mapping of some keys and others.
    package static func openObject(_ keys: [(String, JSONSchema)], required: [String] = []) -> JSONSchema {
        type("object").with("properties", members(keys))
            .with("required", required.isEmpty ? nil : .array(required.map { .string($0) }))
    }

    /// Schemas by name.
    package static func members(_ schemas: [(String, JSONSchema)]) -> JSONValue {
        .object(schemas.map { JSONMember(name: $0.0, value: $0.1.value) })
    }

    // MARK: Combinations

    /// A value that one of some schemas accepts.
    package static func any(of schemas: [JSONSchema]) -> JSONSchema {
        JSONSchema("anyOf", .array(schemas.map(\.value)))
    }

    /// A value that the schema with a name below `$defs` accepts.
    package static func defined(_ name: String) -> JSONSchema { JSONSchema("$ref", .string("#/$defs/\(name)")) }

    /// A schema that a mapping has to meet if a key has a value.
    package static func when(_ key: String, is value: JSONSchema, then schema: JSONSchema) -> JSONSchema {
        let condition = JSONSchema("properties", members([(key, value)])).with("required", .array([.string(key)]))
        return JSONSchema("if", condition.value).with("then", schema.value)
    }

    /// Mappings that have all of some keys.
    package static func having(_ keys: String...) -> JSONSchema {
        JSONSchema("required", .array(keys.map { .string($0) }))
    }

    /// Mappings that have none of some keys.
    package static func lacking(_ keys: String...) -> JSONSchema {
        JSONSchema("properties", .object(keys.map { JSONMember(name: $0, value: .bool(false)) }))
    }
}

extension JSONValue {
    /// The JSON text of a value for people: a member a line.
    package func indented(_ margin: String = "") -> String {
        let inner = margin + "  "
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { member in
                "\(inner)\(JSONValue.string(member.name).line): \(member.value.indented(inner))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(margin)}"
        case .array(let elements) where elements.contains(where: \.isContainer):
            return "[\n" + elements.map { inner + $0.indented(inner) }.joined(separator: ",\n") + "\n\(margin)]"
        default: return line
        }
    }

    private var line: String { String(decoding: encoded(), as: UTF8.self) }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
