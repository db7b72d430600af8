import DeviceProtocol
import Foundation

/// Comparing JSON values by what they say, not by how they are written.
extension JSONValue {
    /// Whether both say the same: numbers by their value, members in any order.
    func isEqual(to other: JSONValue, ignoringCase: Bool = false) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number, .number): order(to: other) == 0
        case (.string(let left), .string(let right)):
            left == right || ignoringCase && left.lowercased() == right.lowercased()
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1, ignoringCase: ignoringCase) }
        case (.object, .object):
            names == other.names
                && names.allSatisfy { name in
                    guard let own = member(name), let its = other.member(name) else { return false }
                    return own.isEqual(to: its, ignoringCase: ignoringCase)
                }
        default: false
        }
    }

    /// Whether another value is found in this one.
    ///
    /// Of an object each member has to be found in the member of that name, of an array each element in some element,
    /// in any order; a text is found in a longer one only at the top.
    func contains(_ other: JSONValue, ignoringCase: Bool = false) -> Bool {
        switch (self, other) {
        case (.object, .object(let members)):
            members.allSatisfy { wanted in
                member(wanted.name)?.contains(wanted.value, ignoringCase: ignoringCase) ?? false
            }
        case (.array(let elements), .array(let wanted)):
            wanted.allSatisfy { one in elements.contains { $0.contains(one, ignoringCase: ignoringCase) } }
        default: isEqual(to: other, ignoringCase: ignoringCase)
        }
    }

    /// The order of two numbers, or of two texts: below 0, 0, or above; nil if they cannot be compared.
    func order(to other: JSONValue) -> Int? {
        switch (self, other) {
        case (.number(let left), .number(let right)): Self.order(left, right)
        case (.string(let left), .string(let right)): left == right ? 0 : left < right ? -1 : 1
        default: nil
        }
    }

    /// The names of an object's members.
    private var names: Set<String> {
        guard case .object(let members) = self else { return [] }
        return Set(members.map(\.name))
    }

    /// Exact where decimals hold both, otherwise as near as floating point is.
    private static func order(_ left: String, _ right: String) -> Int? {
        if let left = Int64(left), let right = Int64(right) { return left == right ? 0 : left < right ? -1 : 1 }
        if left == right { return 0 }
        if max(left.utf8.count, right.utf8.count) <= 30, let left = Decimal(string: left),
            let right = Decimal(string: right), left.isFinite, right.isFinite
        {
            return left == right ? 0 : left < right ? -1 : 1
        }
        guard let left = Double(left), let right = Double(right) else { return nil }
        return left == right ? 0 : left < right ? -1 : 1
    }
}

extension JSONValue {
    /// The number a text is, if it is written as JSON writes numbers.
    init?(numberText text: String) {
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first),
            text.utf8.count <= 400, let value = try? JSONValue(json: Data(text.utf8)), case .number = value
        else { return nil }
        self = value
    }

    /// A short text of the value: texts as they are, the rest as JSON.
    var shortText: String {
        if case .string(let text) = self { return text }
        return String(decoding: encoded(), as: UTF8.self)
    }
}
