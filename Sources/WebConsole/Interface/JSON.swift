import ConsolePlatform
import DeviceProtocol
import Foundation

/// A part of a route's answer, asked for by name; what is not there is empty.
@dynamicMemberLookup
struct JSON: Hashable, Sendable {
    /// The value; nil if there is none.
    let value: JSONValue?

    /// Nothing.
    static let none = JSON(nil)

    /// A value, or nothing.
    init(_ value: JSONValue?) {
        self.value = value == .null ? nil : value
    }

    /// The member of a name, its letter case as the route writes it.
    subscript(name: String) -> JSON {
        guard case .object(let members)? = value else { return .none }
        return JSON(members.last { $0.name == name }?.value)
    }

    /// The same, as a property.
    subscript(dynamicMember name: String) -> JSON { self[name] }

    /// The element at a place.
    subscript(index: Int) -> JSON {
        let list = list
        return list.indices.contains(index) ? list[index] : .none
    }

    /// The elements; empty if it is no array.
    var list: [JSON] {
        guard case .array(let elements)? = value else { return [] }
        return elements.map { JSON($0) }
    }

    /// The members in order; empty if it is no object.
    var members: [(name: String, value: JSON)] {
        guard case .object(let members)? = value else { return [] }
        return members.map { ($0.name, JSON($0.value)) }
    }

    /// Whether there is something.
    var exists: Bool { value != nil }

    /// The text, or the number or truth value as text; empty for anything else.
    var text: String {
        switch value {
        case .string(let text)?: text
        case .number(let text)?: text
        case .bool(let flag)?: flag ? "true" : "false"
        default: ""
        }
    }

    /// The text; nil if it is empty.
    var nonEmpty: String? {
        let text = text
        return text.isEmpty ? nil : text
    }

    /// The whole number, also of a text; nil for anything else.
    var integer: Int? { Int(text) }

    /// The number, also of a text; nil for anything else.
    var number: Double? { Double(text) }

    /// Whether it is `true`, or a text that says so.
    var isTrue: Bool { text.lowercased() == "true" }

    /// The moment, which may have been written without a zone and is UTC then; nil for anything else.
    var time: Timestamp? {
        let text = text
        return text.isEmpty ? nil : Timestamp(iso8601: text) ?? Timestamp(lenient: text)
    }

    /// The value as JSON text, members on lines of their own.
    var pretty: String {
        guard let value else { return "" }
        return PrettyJSON.text(value)
    }
}

/// JSON for people.
private enum PrettyJSON {
    static func text(_ value: JSONValue, indent: String = "") -> String {
        let deeper = indent + "  "
        switch value {
        case .array(let elements) where !elements.isEmpty:
            return "[\n" + elements.map { deeper + text($0, indent: deeper) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { member in
                let name = String(decoding: JSONValue.string(member.name).encoded(), as: UTF8.self)
                return deeper + name + ": " + text(member.value, indent: deeper)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return String(decoding: value.encoded(), as: UTF8.self)
        }
    }
}

extension JSONValue {
    /// An object of members in an order; those that are nil are left out.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name: name, value: $0) } })
    }

    /// A whole number.
    static func integer(_ number: Int) -> JSONValue { .number(String(number)) }
}
