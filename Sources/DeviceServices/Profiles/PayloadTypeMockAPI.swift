import DeviceProtocol

/// A payload type as `/_mock` describes it, from the tables payloads are validated by (AdminAPI, "Payload types").
struct PayloadTypeBody: Encodable, Sendable {
    /// One of the values of a setting.
    struct Choice: Encodable, Sendable {
        let value: Int64
        /// The accepted forms.
        let name: String
        /// Other words for the same; left out for none.
        let synonyms: [String]?
    }

    /// A setting.
    struct Setting: Encodable, Sendable {
        let name: String
        /// Its label in a console, where the product guides give one.
        let label: String?
        let kind: String
        /// The accepted values, as a noun phrase.
        let allowed: String
        let minimum: Double?
        let maximum: Double?
        /// A value outside of the range that is allowed too.
        let orExactly: Double?
        let maximumLength: Int?
        let choices: [Choice]?
        /// The value that clients use without it; left out for nothing.
        let `default`: PropertyListJSON?
        let isSecret: Bool
        /// The first SDK generation that has it; left out if all have.
        let since: String?
        let summary: String
    }

    let type: String
    let summary: String
    /// The first SDK generation that has it; left out if all have.
    let since: String?
    let keys: [Setting]

    /// The body for a payload type.
    init(_ schema: PayloadSchema) {
        type = schema.type
        summary = schema.summary
        since = schema.since?.rawValue
        keys = schema.keys.map(Setting.init)
    }
}

extension PayloadTypeBody.Choice {
    /// The body for a choice.
    init(_ choice: PayloadChoice) {
        self.init(
            value: choice.value, name: choice.name, synonyms: choice.synonyms.isEmpty ? nil : choice.synonyms)
    }
}

extension PayloadTypeBody.Setting {
    /// The body for a setting.
    init(_ key: PayloadKey) {
        let limits = key.kind.limits
        self.init(
            name: key.name, label: key.label, kind: key.kind.word, allowed: key.kind.allowed,
            minimum: limits.range?.lowerBound,
            maximum: limits.range?.upperBound, orExactly: limits.orExactly, maximumLength: limits.length,
            choices: limits.choices?.map(PayloadTypeBody.Choice.init),
            default: key.defaultValue.map(PropertyListJSON.init), isSecret: key.isSecret,
            since: key.since?.rawValue, summary: key.summary)
    }
}

extension PayloadValueKind {
    /// The kind in a word.
    fileprivate var word: String {
        switch self {
        case .integer: "integer"
        case .enumeration: "enumeration"
        case .bool: "boolean"
        case .real: "real"
        case .string: "string"
        case .strings: "strings"
        case .certificate: "certificate"
        case .certificates: "certificates"
        case .colour: "colour"
        case .geofenceAreas: "geofenceAreas"
        case .base64Strings: "base64Strings"
        case .url: "url"
        case .image: "image"
        }
    }

    /// The bounds of its values.
    fileprivate var limits: (range: ClosedRange<Double>?, orExactly: Double?, length: Int?, choices: [PayloadChoice]?) {
        switch self {
        case .integer(let range): (Double(range.lowerBound)...Double(range.upperBound), nil, nil, nil)
        case .real(_, let range, let other): (range, other, nil, nil)
        case .colour: (0...16_777_215, nil, nil, nil)
        case .string(let length): (nil, nil, length, nil)
        case .url, .image: (nil, nil, 2048, nil)
        case .enumeration(let choices): (nil, nil, nil, choices)
        case .bool, .strings, .certificate, .certificates, .geofenceAreas, .base64Strings: (nil, nil, nil, nil)
        }
    }
}
