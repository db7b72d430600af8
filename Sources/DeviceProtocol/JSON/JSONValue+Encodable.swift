import Foundation

/// A value as part of a body that is encoded; of a name that occurs twice the last member stays.
extension JSONValue: Encodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Writes the value as it is.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for member in members { try container.encode(member.value, forKey: Name(stringValue: member.name)) }
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(to: &container)
        }
    }

    private func encodeScalar(to container: inout some SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let flag): try container.encode(flag)
        case .string(let text): try container.encode(text)
        case .number(let text):
            if let whole = Int64(text) {
                try container.encode(whole)
            } else if let decimal = Decimal(string: text), decimal.isFinite {
                try container.encode(decimal)
            } else {
                // A number that fits no type stays readable.
                try container.encode(text)
            }
        default: try container.encodeNil()
        }
    }
}
