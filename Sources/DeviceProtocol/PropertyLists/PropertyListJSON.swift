import Foundation

/// A property list as JSON, for people and programs that have no property lists.
///
/// Numbers with a decimal point or an exponent are reals, others integers. What JSON has no form for is an object of one
/// member: `{"$data": base64}`, `{"$date": "2026-03-05T10:20:30Z"}`, and `{"$real": 3}` for reals that look like integers or
/// are not finite (`"nan"`, `"inf"`, `"-inf"`).
public struct PropertyListJSON: Encodable, Hashable, Sendable {
    /// The value.
    public let value: PropertyListValue

    /// Takes a value.
    public init(_ value: PropertyListValue) {
        self.value = value
    }

    /// A member of an object.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Writes the JSON.
    public func encode(to encoder: any Encoder) throws {
        switch value {
        case .string(let text): try encode(text, encoder)
        case .integer(let number): try encode(number, encoder)
        case .bool(let flag): try encode(flag, encoder)
        case .real(let number): try encode(real: number, encoder)
        case .data(let data): try encode(member: "$data", data.base64EncodedString(), encoder)
        case .date(let date): try encode(member: "$date", Self.text(of: date), encoder)
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(PropertyListJSON(value)) }
        case .dictionary(let members):
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in members {
                try container.encode(PropertyListJSON(value), forKey: Name(stringValue: name))
            }
        }
    }

    private func encode(_ value: some Encodable, _ encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    private func encode(member: String, _ value: some Encodable, _ encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(value, forKey: Name(stringValue: member))
    }

    private func encode(real number: Double, _ encoder: any Encoder) throws {
        guard number.isFinite else {
            return try encode(member: "$real", number.isNaN ? "nan" : number < 0 ? "-inf" : "inf", encoder)
        }
        if number.rounded() == number {
            try encode(member: "$real", number, encoder)
        } else {
            try encode(number, encoder)
        }
    }

    /// ISO 8601 with milliseconds where there are any; nil for a moment outside the years 1 to 9999.
    private static func text(of date: Date) -> String? {
        guard let time = CivilTime(date) else { return nil }
        let seconds = date.timeIntervalSince1970
        let milliseconds = min(999, Int(((seconds - seconds.rounded(.down)) * 1000).rounded()))
        return milliseconds == 0 ? "\(time.iso)Z" : "\(time.iso).\(String(1000 + milliseconds).dropFirst())Z"
    }
}

extension PropertyListValue {
    /// Reads the JSON form (``PropertyListJSON``).
    ///
    /// Throws a `MessageError` that names the member for what no property list can hold: `null`, integers of more than 64
    /// bits, data and dates that cannot be read.
    public init(json: JSONValue, field: String) throws(MessageError) {
        switch json {
        case .null: throw MessageError("a property list holds no null", field: field)
        case .bool(let flag): self = .bool(flag)
        case .string(let text): self = .string(text)
        case .number(let text): self = try Self.number(text, field)
        case .array(let values):
            var elements: [PropertyListValue] = []
            for (index, value) in values.enumerated() {
                elements.append(try PropertyListValue(json: value, field: "\(field)[\(index)]"))
            }
            self = .array(elements)
        case .object(let members):
            if members.count == 1, let member = members.first, member.name.hasPrefix("$"),
                let value = try Self.special(member, field)
            {
                self = value
                return
            }
            var dictionary: [String: PropertyListValue] = [:]
            for member in members {
                dictionary[member.name] = try PropertyListValue(json: member.value, field: "\(field).\(member.name)")
            }
            self = .dictionary(dictionary)
        }
    }

    private static func number(_ text: String, _ field: String) throws(MessageError) -> PropertyListValue {
        if text.contains(where: { ".eE".contains($0) }) {
            guard let number = Double(text), number.isFinite else {
                throw MessageError("is a number too large", field: field)
            }
            return .real(number)
        }
        guard let number = Int64(text) else { throw MessageError("is an integer of more than 64 bits", field: field) }
        return .integer(number)
    }

    /// The value that an object with one member stands for; nil if it is a plain object.
    private static func special(_ member: JSONMember, _ field: String) throws(MessageError) -> PropertyListValue? {
        switch (member.name, member.value) {
        case ("$data", .string(let text)):
            guard let data = Data(base64Encoded: String(decoding: text.utf8.filter { !$0.isBlank }, as: UTF8.self))
            else { throw MessageError("$data must be base64", field: field) }
            return .data(data)
        case ("$date", .string(let text)):
            guard let date = date(text) else {
                throw MessageError("$date must be a time such as 2026-03-05T10:20:30Z", field: field)
            }
            return .date(date)
        case ("$real", .number(let text)):
            guard let number = Double(text), number.isFinite else {
                throw MessageError("is a number too large", field: field)
            }
            return .real(number)
        case ("$real", .string("nan")): return .real(.nan)
        case ("$real", .string("inf")): return .real(.infinity)
        case ("$real", .string("-inf")): return .real(-.infinity)
        case ("$data", _), ("$date", _), ("$real", _):
            throw MessageError("\(member.name) has a value of the wrong kind", field: field)
        default: return nil
        }
    }

    /// A moment from `yyyy-MM-ddTHH:mm:ssZ`, with or without a fraction.
    private static func date(_ text: String) -> Date? {
        guard text.hasSuffix("Z") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard let time = CivilTime(iso: parts[0]) else { return nil }
        guard parts.count > 1 else { return time.date }
        guard parts.count == 2, (1...9).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(\.isDigit),
            let fraction = Double("0.\(parts[1])")
        else { return nil }
        return time.date.addingTimeInterval(fraction)
    }
}
