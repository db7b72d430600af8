/// A JSON value in memory, numbers kept as they were written.
///
/// What the message parsers read, bounded in depth and in number so that no message can exhaust the process.
public enum JSONValue: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number as it was written.
    case number(String)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in the order written, names possibly repeated.
    case object([JSONMember])

    /// How deep containers may lie in one another, the outermost counted as one.
    public static let maximumNesting = 64

    /// How many values one text may hold.
    public static let maximumValues = 100_000

    /// The English name of the kind of value, for messages.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

/// A member of a JSON object.
public struct JSONMember: Hashable, Sendable {
    /// The name, unescaped.
    public let name: String
    /// The value.
    public let value: JSONValue
}
