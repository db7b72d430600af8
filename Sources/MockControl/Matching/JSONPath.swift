import DeviceProtocol

/// A path into a JSON value: `$.apps[0].name`, `$..id`, `$['a.b'][*]`, `$.items[?(@.kind == 'log')].size`.
///
/// The leading `$` may be left out. What a path leads to is none, one or several values.
struct JSONPath: Hashable, Sendable {
    /// A step from values to what lies in them.
    enum Step: Hashable, Sendable {
        /// The member of a name.
        case member(String)
        /// The element at a place, counted from the end if negative.
        case element(Int)
        /// All members or elements.
        case all
        /// Everything below, itself included.
        case below
        /// Elements and members for which a condition holds.
        case matching(Condition)
    }

    /// What a filter asks of a value.
    struct Condition: Hashable, Sendable {
        /// How two values are compared.
        enum Relation: String, CaseIterable, Sendable {
            case equal = "=="
            case different = "!="
            case atMost = "<="
            case atLeast = ">="
            case less = "<"
            case greater = ">"
        }

        /// Where the value is that is compared, from the element on.
        let path: JSONPath
        /// How; nil if it only has to be there.
        let relation: Relation?
        /// With what.
        let operand: JSONValue
    }

    let steps: [Step]

    /// What the path leads to; nothing if there are too few steps to find out all of it.
    func values(in root: JSONValue, _ budget: inout MatchBudget) -> [JSONValue] {
        var values = [root]
        for step in steps {
            var found: [JSONValue] = []
            for value in values { step.add(from: value, to: &found, &budget) }
            values = found
        }
        return budget.isUsedUp ? [] : values
    }
}

extension JSONPath.Step {
    /// Steps of a budget that each value on the way takes.
    private static let stepsOfValue = 6

    /// Adds what the step leads to from a value, as far as the budget goes.
    fileprivate func add(from value: JSONValue, to found: inout [JSONValue], _ budget: inout MatchBudget) {
        guard budget.spend(Self.stepsOfValue) else { return }
        switch self {
        case .member(let name): if let member = value.member(name, &budget) { found.append(member) }
        case .element(let index):
            guard case .array(let elements) = value else { return }
            // The sum of a negative index and a count cannot overflow.
            let place = index < 0 ? elements.count + index : index
            if elements.indices.contains(place) { found.append(elements[place]) }
        case .all:
            guard budget.spend(value.childCount * Self.stepsOfValue) else { return }
            found += value.children
        case .below: Self.addAll(from: value, to: &found, &budget)
        case .matching(let condition):
            for child in value.children {
                guard budget.spend(Self.stepsOfValue) else { return }
                if condition.holds(for: child, &budget) { found.append(child) }
            }
        }
    }

    /// Adds a value and everything below it.
    private static func addAll(from value: JSONValue, to found: inout [JSONValue], _ budget: inout MatchBudget) {
        guard budget.spend(stepsOfValue) else { return }
        found.append(value)
        switch value {
        case .array(let elements): for element in elements { addAll(from: element, to: &found, &budget) }
        case .object(let members): for member in members { addAll(from: member.value, to: &found, &budget) }
        default: break
        }
    }
}

extension JSONPath.Condition {
    /// Whether it holds for a value; not if there are too few steps to find out.
    func holds(for value: JSONValue, _ budget: inout MatchBudget) -> Bool {
        let found = path.values(in: value, &budget)
        guard !budget.isUsedUp else { return false }
        guard let relation else { return !found.isEmpty }
        for value in found where Self.holds(relation, value, operand, &budget) { return relation != .different }
        return relation == .different && !budget.isUsedUp
    }

    /// Whether a value decides what a relation asks: for what is different, one that is equal.
    private static func holds(
        _ relation: Relation, _ value: JSONValue, _ operand: JSONValue, _ budget: inout MatchBudget
    ) -> Bool {
        if relation == .equal || relation == .different { return value.isEqual(to: operand, &budget) }
        guard let order = value.order(to: operand, &budget) else { return false }
        return switch relation {
        case .atMost: order <= 0
        case .atLeast: order >= 0
        case .less: order < 0
        case .greater: order > 0
        case .equal, .different: false
        }
    }
}

extension JSONValue {
    /// The member of a name; the last of several, as everywhere.
    func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// A member that is a text, or a number as it was written.
    func text(_ name: String) -> String? {
        switch member(name) {
        case .string(let text), .number(let text): text
        default: nil
        }
    }

    /// Members or elements.
    var children: [JSONValue] {
        switch self {
        case .array(let elements): elements
        case .object(let members): members.map(\.value)
        default: []
        }
    }

    /// How many members or elements there are.
    var childCount: Int {
        switch self {
        case .array(let elements): elements.count
        case .object(let members): members.count
        default: 0
        }
    }

    /// The member of a name, as far as a budget goes.
    func member(_ name: String, _ budget: inout MatchBudget) -> JSONValue? {
        guard case .object(let members) = self, budget.spend(members.count) else { return nil }
        return member(name)
    }
}
