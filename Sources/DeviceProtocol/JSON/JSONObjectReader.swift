public import Foundation

/// The members of a JSON object, asked for by name and kind.
///
/// Strict: a member of the wrong kind throws a `MessageError` that names it. `null` counts as absent; of a name that
/// occurs twice, the last one stays. Texts are capped, at 1024 characters unless said otherwise, and have no NUL character.
public struct JSONObjectReader: Sendable {
    /// How many characters a text may have.
    public static let maximumLength = 1024

    /// The members in the order written.
    private let members: [JSONMember]
    /// A prefix for names in messages, such as `Header.`.
    private let path: String

    /// Reads a JSON object; throws for invalid UTF-8, anything around the object, nesting above 64, and too many values.
    public init(_ data: Data, maximumValues: Int = JSONValue.maximumValues) throws(MessageError) {
        var parser = JSONParser(data, maximumValues: maximumValues)
        try self.init(try parser.parse(), path: "")
    }

    /// Takes an object; the path is the name of the member that holds it, with a full stop.
    init(_ value: JSONValue, path: String) throws(MessageError) {
        guard case .object(let members) = value else {
            throw MessageError("must be an object", field: path.isEmpty ? nil : String(path.dropLast()))
        }
        self.members = members
        self.path = path
    }

    /// Names of the members, each once, sorted.
    public var names: [String] { Set(members.map(\.name)).sorted() }

    /// The member of that name, unless it is absent or null.
    public func value(_ name: String) -> JSONValue? {
        // Most names differ in length already, which costs nothing to see.
        let length = name.utf8.count
        guard let member = members.last(where: { $0.name.utf8.count == length && $0.name == name }) else { return nil }
        return member.value == .null ? nil : member.value
    }

    /// Whether there is a member of that name, null or not.
    func has(_ name: String) -> Bool {
        members.contains { $0.name.utf8.count == name.utf8.count && $0.name == name }
    }

    /// Whether the member of that name is present and null.
    func isNull(_ name: String) -> Bool { members.last { $0.name == name }?.value == .null }

    /// The text of a member, if there is one; of at most so many characters.
    public func text(_ name: String, maximum: Int = maximumLength) throws(MessageError) -> String? {
        guard let value = value(name) else { return nil }
        guard case .string(let text) = value else { throw wrong(name, "must be a string") }
        return try capped(text, name, maximum)
    }

    /// The text of a member that must be there.
    public func requiredText(_ name: String) throws(MessageError) -> String {
        guard let text = try text(name) else { throw wrong(name, "is missing") }
        return text
    }

    /// The text of a member that may also be a number, which is taken as written.
    public func textOrNumber(_ name: String) throws(MessageError) -> String? {
        switch value(name) {
        case nil: return nil
        case .string(let text): return try capped(text, name)
        case .number(let text): return text
        default: throw wrong(name, "must be a string or a number")
        }
    }

    /// The number of a member that is an integer or a string with one.
    public func integer(_ name: String) throws(MessageError) -> Int? {
        guard let text = try textOrNumber(name) else { return nil }
        guard let number = Int(text.trimmedOfBlanks) else { throw wrong(name, "must be an integer") }
        return number
    }

    /// The number of a member that is a number or a string with one; finite.
    public func real(_ name: String) throws(MessageError) -> Double? {
        guard let text = try textOrNumber(name) else { return nil }
        guard let number = Double(text.trimmedOfBlanks), number.isFinite else { throw wrong(name, "must be a number") }
        return number
    }

    /// The object of a member, if there is one.
    public func object(_ name: String) throws(MessageError) -> JSONObjectReader? {
        guard let value = value(name) else { return nil }
        return try JSONObjectReader(value, path: "\(path)\(name).")
    }

    /// The elements of a member that is an array, if there is one.
    public func array(_ name: String) throws(MessageError) -> [JSONValue]? {
        guard let value = value(name) else { return nil }
        guard case .array(let elements) = value else { throw wrong(name, "must be an array") }
        return elements
    }

    /// The identifier in a member, if there is one that is not empty.
    public func identifier<Identifier: TextIdentifier>(
        _ name: String, as type: Identifier.Type = Identifier.self
    ) throws(MessageError) -> Identifier? {
        guard let text = try text(name), !text.isEmpty else { return nil }
        guard let identifier = Identifier(text) else { throw wrong(name, "must be \(Identifier.rule)") }
        return identifier
    }

    /// The identifier in a member that must be there.
    public func requiredIdentifier<Identifier: TextIdentifier>(
        _ name: String, as type: Identifier.Type = Identifier.self
    ) throws(MessageError) -> Identifier {
        guard let identifier = try identifier(name, as: type) else { throw wrong(name, "is missing") }
        return identifier
    }

    /// An error that names a member.
    public func wrong(_ name: String, _ reason: String) -> MessageError {
        MessageError(reason, field: path + name)
    }

    /// The text, unless it is too long or has a NUL character, where a database would end it.
    private func capped(
        _ text: String, _ name: String, _ maximum: Int = maximumLength
    ) throws(MessageError) -> String {
        guard !text.utf8.contains(0) else { throw wrong(name, "must not contain a NUL character") }
        guard text.utf8.count <= maximum || text.unicodeScalars.count <= maximum else {
            throw wrong(name, "is longer than \(maximum) characters")
        }
        return text
    }
}

/// Coding shared by the messages that are written as JSON.
extension Encodable {
    /// The JSON of a value, members sorted by name, slashes as they are.
    func sortedJSON() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
