import DeviceProtocol

extension [FaultAction.Patch] {
    /// A value in which whatever the paths lead to is replaced, one after the other; as it was where they lead nowhere.
    ///
    /// - Parameters:
    ///   - root: The value.
    ///   - limit: The most bytes that it may have as JSON on the way, and in the end.
    /// - Returns: The value; nil if it would become longer, or if that takes too many steps.
    func applied(to root: JSONValue, limit: Int) -> JSONValue? {
        var patching = JSONPatching(root, limit: limit)
        var value = root
        for patch in self {
            guard let next = patching.applied(patch, to: value) else { return nil }
            value = next
        }
        return value
    }
}

/// Values that are replaced in a value, which stays within a limit while it is made.
///
/// A value that is put into many places takes no memory for each of them until it is written, or reached into; so it is
/// counted what would be written, and all that is reached.
private struct JSONPatching {
    /// What a patch puts into places.
    struct Replacement {
        let value: JSONValue
        /// Bytes that it has as JSON.
        let byteCount: Int
        /// Levels that it has.
        let depth: Int
    }

    /// Steps for each byte of the value, beside those that any matcher has.
    private static let stepsOfByte = 16
    /// Steps that each value takes that is reached.
    private static let stepsOfValue = 6

    /// The most bytes.
    private let limit: Int
    /// Bytes of the value as it is.
    private var byteCount: Int
    private var budget: MatchBudget
    /// Whether something would lie deeper than it may: it is read, and written, one level within another.
    private var isTooDeep = false
    /// How deep values may lie.
    private static let maximumDepth = 4 * JSONValue.maximumNesting

    init(_ root: JSONValue, limit: Int) {
        self.limit = limit
        byteCount = root.byteCount(upTo: limit)
        budget = MatchBudget(MatchBudget.usual + byteCount * Self.stepsOfByte)
    }

    /// The value with what a patch leads to replaced; nil if that is too much.
    mutating func applied(_ patch: FaultAction.Patch, to root: JSONValue) -> JSONValue? {
        let added = patch.value.byteCount(upTo: limit)
        guard budget.spend(bytes: added) else { return nil }
        let replacement = Replacement(value: patch.value, byteCount: added, depth: patch.value.depth)
        let value = replacing(patch.path.steps[...], in: root, by: replacement, at: 0)
        return budget.isUsedUp || isTooDeep || byteCount > limit ? nil : value
    }

    /// A value with what steps lead to replaced.
    private mutating func replacing(
        _ steps: ArraySlice<JSONPath.Step>, in old: JSONValue, by new: Replacement, at depth: Int
    ) -> JSONValue {
        guard byteCount <= limit, budget.spend(Self.stepsOfValue) else { return old }
        guard let step = steps.first else {
            let removed = old.byteCount(upTo: byteCount)
            guard budget.spend(bytes: removed) else { return old }
            guard depth + new.depth <= Self.maximumDepth else {
                isTooDeep = true
                return old
            }
            byteCount += new.byteCount - removed
            return new.value
        }
        let rest = steps.dropFirst()
        if case .below = step { return replacingBelow(rest, in: old, by: new, at: depth) }
        switch old {
        case .array(let elements):
            return .array(
                elements.enumerated().map { place, element in
                    step.leads(to: element, at: place, of: elements.count, &budget)
                        ? replacing(rest, in: element, by: new, at: depth + 1) : element
                })
        case .object(let members):
            return .object(
                members.map { member in
                    guard step.leads(to: member, &budget) else { return member }
                    return JSONMember(
                        name: member.name, value: replacing(rest, in: member.value, by: new, at: depth + 1))
                })
        default: return old
        }
    }

    /// A value with what steps lead to replaced, from itself and from everything below it.
    private mutating func replacingBelow(
        _ steps: ArraySlice<JSONPath.Step>, in old: JSONValue, by new: Replacement, at depth: Int
    ) -> JSONValue {
        guard byteCount <= limit, budget.spend(Self.stepsOfValue) else { return old }
        let inner: JSONValue =
            switch old {
            case .array(let elements): .array(elements.map { replacingBelow(steps, in: $0, by: new, at: depth + 1) })
            case .object(let members):
                .object(
                    members.map {
                        JSONMember(name: $0.name, value: replacingBelow(steps, in: $0.value, by: new, at: depth + 1))
                    })
            default: old
            }
        return replacing(steps, in: inner, by: new, at: depth)
    }
}

extension JSONPath.Step {
    /// Whether the step leads to an element of an array, as far as a budget goes.
    fileprivate func leads(to element: JSONValue, at place: Int, of count: Int, _ budget: inout MatchBudget) -> Bool {
        guard budget.spend(1) else { return false }
        return switch self {
        // Of both sums this is the one that cannot overflow: a path may ask for any place.
        case .element(let wanted): wanted == place || wanted == place - count
        case .all: true
        case .matching(let condition): condition.holds(for: element, &budget)
        case .member, .below: false
        }
    }

    /// Whether the step leads to a member of an object, as far as a budget goes.
    fileprivate func leads(to member: JSONMember, _ budget: inout MatchBudget) -> Bool {
        guard budget.spend(1) else { return false }
        return switch self {
        case .member(let name): name.utf8.elementsEqual(member.name.utf8)
        case .all: true
        case .matching(let condition): condition.holds(for: member.value, &budget)
        case .element, .below: false
        }
    }
}
