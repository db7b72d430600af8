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

    /// The most values that stand for a path on its way.
    private static let maximumValues = 100_000

    let steps: [Step]

    /// What the path leads to.
    func values(in root: JSONValue) -> [JSONValue] {
        steps.reduce([root]) { values, step in Array(values.lazy.flatMap(step.values).prefix(Self.maximumValues)) }
    }
}

extension JSONPath.Step {
    /// What the step leads to from a value.
    func values(from value: JSONValue) -> [JSONValue] {
        switch self {
        case .member(let name): value.member(name).map { [$0] } ?? []
        case .element(let index):
            switch value {
            case .array(let elements) where elements.indices.contains(index): [elements[index]]
            case .array(let elements) where index < 0 && -index <= elements.count: [elements[elements.count + index]]
            default: []
            }
        case .all: value.children
        case .below: value.descendants
        case .matching(let condition): value.children.filter(condition.holds)
        }
    }
}

extension JSONPath.Condition {
    /// Whether it holds for a value.
    func holds(for value: JSONValue) -> Bool {
        let found = path.values(in: value)
        guard let relation else { return !found.isEmpty }
        if relation == .different { return !found.contains { $0.isEqual(to: operand) } }
        return found.contains { value in
            switch relation {
            case .equal: value.isEqual(to: operand)
            case .different: false
            case .atMost: value.order(to: operand).map { $0 <= 0 } ?? false
            case .atLeast: value.order(to: operand).map { $0 >= 0 } ?? false
            case .less: value.order(to: operand).map { $0 < 0 } ?? false
            case .greater: value.order(to: operand).map { $0 > 0 } ?? false
            }
        }
    }
}

extension JSONValue {
    /// The member of a name; the last of several, as everywhere.
    func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
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

    /// The value and everything below it.
    var descendants: [JSONValue] {
        var found = [self]
        for child in children { found += child.descendants }
        return found
    }
}
