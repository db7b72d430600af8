public import Foundation

/// A JSON value in memory, numbers kept as they were written.
///
/// Message parsers read it. Depth and number of values are bounded, so that no message can exhaust the process.
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

    /// A member of a name.
    public init(name: String, value: JSONValue) {
        (self.name, self.value) = (name, value)
    }
}

extension JSONValue {
    /// Reads a JSON text, which may begin with a byte order mark.
    ///
    /// - Parameters:
    ///   - data: UTF-8.
    ///   - maximumValues: How many values it may hold.
    /// - Throws: ``MessageError`` with what is wrong.
    public init(json data: Data, maximumValues: Int = Self.maximumValues) throws(MessageError) {
        var parser = JSONParser(
            data.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(data.dropFirst(3)) : data, maximumValues: maximumValues)
        self = try parser.parse()
    }
}
