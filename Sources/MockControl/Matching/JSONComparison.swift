import DeviceProtocol
import Foundation

/// Comparing JSON values by what they say, not by how they are written.
///
/// Each comparison spends from a budget; once there is nothing left of it, values are not equal, found or in order.
extension JSONValue {
    /// Up to so many pairs of names each member is looked for among the others; beyond, in a table.
    private static let pairsWithoutTable = 64

    /// Whether both say the same: numbers by their value, members in any order.
    func isEqual(to other: JSONValue, ignoringCase: Bool = false, _ budget: inout MatchBudget) -> Bool {
        guard budget.spend(1) else { return false }
        switch (self, other) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number, .number): return order(to: other, &budget) == 0
        case (.string(let left), .string(let right)):
            guard budget.spend(min(left.utf8.count, right.utf8.count)) else { return false }
            // By bytes: characters would be put into one form first, however many marks they have.
            if left.utf8.elementsEqual(right.utf8) { return true }
            guard ignoringCase, let left = left.lowercased(&budget), let right = right.lowercased(&budget) else {
                return false
            }
            return left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for (own, its) in zip(left, right) where !own.isEqual(to: its, ignoringCase: ignoringCase, &budget) {
                return false
            }
            return true
        case (.object(let left), .object(let right)):
            guard let own = Self.table(left, &budget), let its = Self.table(right, &budget), own.count == its.count
            else { return false }
            for (name, value) in own {
                guard let one = its[name], value.isEqual(to: one, ignoringCase: ignoringCase, &budget) else {
                    return false
                }
            }
            return true
        default: return false
        }
    }

    /// Whether another value is found in this one.
    ///
    /// Of an object each member has to be found in the member of that name, of an array each element in some element,
    /// in any order; a text is found in a longer one only at the top.
    func contains(_ other: JSONValue, ignoringCase: Bool = false, _ budget: inout MatchBudget) -> Bool {
        switch (self, other) {
        case (.object(let members), .object(let wanted)):
            return Self.contains(members, wanted, ignoringCase, &budget)
        case (.array(let elements), .array(let wanted)):
            for one in wanted {
                guard budget.spend(1), elements.contains(one, ignoringCase: ignoringCase, &budget) else { return false }
            }
            return true
        default: return isEqual(to: other, ignoringCase: ignoringCase, &budget)
        }
    }

    private static func contains(
        _ members: [JSONMember], _ wanted: [JSONMember], _ ignoringCase: Bool, _ budget: inout MatchBudget
    ) -> Bool {
        var known: [String: JSONValue]?
        if wanted.count > 1, members.count * wanted.count > pairsWithoutTable {
            known = table(members, &budget)
            if known == nil { return false }
        }
        for one in wanted {
            let own = known.map { $0[one.name] } ?? JSONValue.object(members).member(one.name, &budget)
            guard budget.spend(1), let own, own.contains(one.value, ignoringCase: ignoringCase, &budget) else {
                return false
            }
        }
        return true
    }

    /// The order of two numbers, or of two texts: below 0, 0, or above; nil if they cannot be compared.
    func order(to other: JSONValue, _ budget: inout MatchBudget) -> Int? {
        switch (self, other) {
        case (.number(let left), .number(let right)): return Self.order(left, right, &budget)
        case (.string(let left), .string(let right)):
            guard budget.spend(1 + min(left.utf8.count, right.utf8.count)) else { return nil }
            if left.utf8.elementsEqual(right.utf8) { return 0 }
            return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
        default: return nil
        }
    }

    /// Members by name, the last of several; nil without as many steps.
    private static func table(_ members: [JSONMember], _ budget: inout MatchBudget) -> [String: JSONValue]? {
        var bytes = 0
        for member in members { bytes += member.name.utf8.count }
        guard budget.spend(members.count * stepsOfEntry + bytes) else { return nil }
        return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    }
}

extension JSONValue {
    /// Steps that an entry of a table takes.
    private static let stepsOfEntry = 20
    /// Steps of comparing two whole numbers, two others, and two that only decimals tell apart.
    private static let stepsOfWhole = 4
    private static let stepsOfDouble = 16
    private static let stepsOfDecimal = 200

    /// Exact where decimals hold both, otherwise as near as floating point is.
    private static func order(_ left: String, _ right: String, _ budget: inout MatchBudget) -> Int? {
        guard budget.spend(stepsOfWhole) else { return nil }
        if let left = Int64(left), let right = Int64(right) { return left == right ? 0 : left < right ? -1 : 1 }
        let longest = max(left.utf8.count, right.utf8.count)
        guard budget.spend(stepsOfDouble + longest) else { return nil }
        if left == right { return 0 }
        guard let one = Double(left), let other = Double(right) else { return nil }
        // Rounding keeps the order of what it leaves apart.
        if one != other { return one < other ? -1 : 1 }
        guard longest <= 30 else { return 0 }
        guard budget.spend(stepsOfDecimal) else { return nil }
        guard let left = Decimal(string: left), let right = Decimal(string: right), left.isFinite, right.isFinite else {
            return 0
        }
        return left == right ? 0 : left < right ? -1 : 1
    }
}

extension [JSONValue] {
    /// Whether a value is found in one of them.
    func contains(_ wanted: JSONValue, ignoringCase: Bool, _ budget: inout MatchBudget) -> Bool {
        for element in self where element.contains(wanted, ignoringCase: ignoringCase, &budget) { return true }
        return false
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
