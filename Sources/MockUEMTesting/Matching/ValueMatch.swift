/// What is asked of a value: a header field, a member of a body.
///
/// A literal is to be equal: `.header("X-Build", "17")`. Everything else is an operator:
///
/// ```swift
/// .header("User-Agent", .contains("demo").ignoringCase)
/// .json("$.payload.items[0].size", .between(1, 10))
/// ```
public struct ValueMatch: Sendable, Hashable, Encodable {
    /// As the console reads it.
    let json: JSONValue

    private init(_ operators: [String: JSONValue]) { json = .object(operators) }

    /// A plain value is one to be equal to; lists and objects would mean something else.
    private init(equalTo value: JSONValue) {
        switch value {
        case .array, .object: json = ["equals": value]
        default: json = value
        }
    }

    private static func all(_ name: String, _ matches: [ValueMatch]) -> ValueMatch {
        ValueMatch([name: .array(matches.map(\.json))])
    }

    /// Writes what the console reads.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    /// The same text; of JSON the same value, whatever the order of its members.
    public static func equals(_ value: JSONValue) -> ValueMatch { ValueMatch(equalTo: value) }

    /// A text with this in it; of JSON an object with these members, or a list with these elements.
    public static func contains(_ value: JSONValue) -> ValueMatch { ValueMatch(["contains": value]) }

    /// A text that begins like this.
    public static func startsWith(_ text: String) -> ValueMatch { ValueMatch(["startsWith": .string(text)]) }

    /// A text that ends like this.
    public static func endsWith(_ text: String) -> ValueMatch { ValueMatch(["endsWith": .string(text)]) }

    /// A text that a regular expression takes as a whole.
    public static func matches(_ pattern: String) -> ValueMatch { ValueMatch(["matches": .string(pattern)]) }

    /// A number, or a text that is one, above this; of texts one that comes later in their order.
    public static func greaterThan(_ value: JSONValue) -> ValueMatch { ValueMatch(["greaterThan": value]) }

    /// A number, or a text that is one, of at least this.
    public static func atLeast(_ value: JSONValue) -> ValueMatch { ValueMatch(["atLeast": value]) }

    /// A number, or a text that is one, below this; of texts one that comes earlier in their order.
    public static func lessThan(_ value: JSONValue) -> ValueMatch { ValueMatch(["lessThan": value]) }

    /// A number, or a text that is one, of at most this.
    public static func atMost(_ value: JSONValue) -> ValueMatch { ValueMatch(["atMost": value]) }

    /// A number of at least the first and at most the second.
    public static func between(_ least: JSONValue, _ most: JSONValue) -> ValueMatch {
        ValueMatch(["atLeast": least, "atMost": most])
    }

    /// Nothing by that name.
    public static let absent = ValueMatch(["absent": true])

    /// Something by that name, whatever it is.
    public static let present = ValueMatch(["absent": false])

    /// Whatever the other does not hold for, also nothing.
    public static func not(_ match: ValueMatch) -> ValueMatch { ValueMatch(["not": match.json]) }

    /// One of several has to hold.
    public static func anyOf(_ matches: ValueMatch...) -> ValueMatch { all("anyOf", matches) }

    /// Several have to hold, of a field with several values each for one of them.
    public static func allOf(_ matches: ValueMatch...) -> ValueMatch { all("allOf", matches) }

    /// Has to hold for each of several values.
    public static func each(_ match: ValueMatch) -> ValueMatch { ValueMatch(["each": match.json]) }

    /// Exactly these values, in this order.
    public static func values(_ matches: ValueMatch...) -> ValueMatch { all("values", matches) }

    /// The same in any letter case.
    public var ignoringCase: ValueMatch {
        guard case .object(var operators) = json else { return ValueMatch(["equals": json, "ignoringCase": true]) }
        operators["ignoringCase"] = true
        return ValueMatch(operators)
    }
}

extension ValueMatch: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, CustomStringConvertible
{
    /// The same text.
    public init(stringLiteral value: String) { self = .equals(.string(value)) }
    /// The same number.
    public init(integerLiteral value: Int64) { self = .equals(.integer(value)) }
    /// The same number.
    public init(floatLiteral value: Double) { self = .equals(.number(value)) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .equals(.bool(value)) }

    /// As the console reads it.
    public var description: String { json.description }
}
