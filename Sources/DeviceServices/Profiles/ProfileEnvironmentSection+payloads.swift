package import ConsoleModel
import DeviceProtocol

/// The schema of SDK profile payloads in environment files (SDKProfile, section 3).
extension ProfileEnvironmentSection {
    private static let base64 = #"^[A-Za-z0-9+/\s]*={0,2}\s*$"#

    /// A payload of any type; those of known types are checked more closely.
    package static let payload = JSONSchema.openObject(
        [("PayloadType", .defined("name"))], required: ["PayloadType"]
    ).with("additionalProperties", JSONSchema.defined("value").value).with(
        "allOf",
        .array(
            PayloadSchema.all.map { schema in
                JSONSchema.when(
                    "PayloadType", is: JSONSchema("const", .string(schema.type)),
                    then: .defined("payload.\(schema.type)")
                ).value
            }))

    /// The settings of each known type.
    package static let payloadTypes: [(String, JSONSchema)] = PayloadSchema.all.map { schema in
        let keys = schema.keys.map { key in
            (key.name, Self.schema(of: key.kind).described(key.summary).defaulting(to: key.defaultValue.flatMap(json)))
        }
        return ("payload.\(schema.type)", JSONSchema.openObject(keys).described(schema.summary))
    }

    /// Whatever a property list can hold.
    package static let value = JSONSchema.type("string", "number", "boolean", "array", "object")
        .with("items", JSONSchema.defined("value").value)
        .with("additionalProperties", JSONSchema.defined("value").value)
        .with("allOf", .array([alone("$data", .string(base64)), alone("$date", .defined("time"))].map(\.value)))

    /// Checks values whose only key has a special meaning.
    private static func alone(_ key: String, _ schema: JSONSchema) -> JSONSchema {
        JSONSchema("if", JSONSchema.having(key).with("maxProperties", .number("1")).value)
            .with("then", JSONSchema("properties", JSONSchema.members([(key, schema)])).value)
    }

    private static func schema(of kind: PayloadValueKind) -> JSONSchema {
        switch kind {
        case .integer(let range): .integer(range)
        case .enumeration(let choices):
            .any(of: [
                JSONSchema("enum", .array(choices.map { .number("\($0.value)") })), .word(choices.flatMap(\.names)),
            ])
        case .bool: .bool
        case .real(_, let range, let other): real(range, other)
        case .string(let maximum): .type("string").with("maxLength", .number("\(maximum)"))
        case .strings: plainList(.type("string"))
        case .certificate: certificate
        case .certificates: plainList(certificate).with("maxItems", .number("\(PayloadValueKind.certificateLimit)"))
        case .colour: .any(of: [.integer(0...0xFFFFFF), .string(#"^(#[0-9A-Fa-f]{6}|\+?[0-9]+)$"#)])
        case .geofenceAreas:
            plainList(.any(of: [geofenceArea, .string("^\(GeofenceReference.prefix)(.|\\n){1,255}$")]))
        case .base64Strings: plainList(.string(base64))
        case .url: .string(address, maximumLength: 2048)
        case .image: .any(of: [.string("^image:[A-Za-z0-9._-]{1,64}$"), .string(address, maximumLength: 2048)])
        }
    }

    private static let address = "^([Hh][Tt][Tt][Pp][Ss]?://[^/].*)?$"

    /// How bytes are written beside base64.
    private static let data = JSONSchema.object([("$data", .string(base64))], required: ["$data"])

    /// A certificate in one of its forms.
    private static let certificate = JSONSchema.any(of: [
        .string(base64), .string("-----BEGIN CERTIFICATE-----"), data,
    ])

    /// A list that has to have a value.
    private static func plainList(_ element: JSONSchema) -> JSONSchema {
        .type("array").with("items", element.value)
    }

    private static func real(_ range: ClosedRange<Double>, _ other: Double?) -> JSONSchema {
        let inside = JSONSchema.type("number").with("minimum", .number("\(range.lowerBound)"))
            .with("maximum", .number("\(range.upperBound)"))
        return other.map { .any(of: [inside, JSONSchema("const", .number("\($0)"))]) } ?? inside
    }

    private static let geofenceArea = JSONSchema.openObject(
        [
            ("CenterX", real(-90...90, nil)), ("CenterY", real(-180...180, nil)), ("Radius", real(0...40_100_000, nil)),
            ("Name", .type("string")), ("UniqueId", .type("string")),
        ], required: ["CenterX", "CenterY", "Radius"])

    private static func json(_ value: PropertyListValue) -> JSONValue? {
        switch value {
        case .bool(let flag): .bool(flag)
        case .integer(let number): .number("\(number)")
        case .real(let number): .number("\(number)")
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.compactMap(json))
        case .dictionary, .data, .date: nil
        }
    }
}
