import DeviceProtocol

/// What is asked of the values of a field (MockControl, "Matchers").
///
/// Of a field with several values, such as a header that is sent twice, one has to be such a one.
indirect enum ValueMatcher: Hashable, Sendable {
    /// How numbers are compared.
    enum Bound: String, CaseIterable, Sendable {
        case greaterThan, atLeast, lessThan, atMost
    }

    case equals(JSONValue, ignoringCase: Bool)
    case contains(JSONValue, ignoringCase: Bool)
    case startsWith(String, ignoringCase: Bool)
    case endsWith(String, ignoringCase: Bool)
    case matches(TextPattern)
    case glob(PathGlob)
    case bound(Bound, JSONValue)
    case absent(Bool)
    case not(ValueMatcher)
    case anyOf([ValueMatcher])
    case allOf([ValueMatcher])
    /// There are values, and each is such a one.
    case each(ValueMatcher)
    /// There are as many values, each such a one, in this order.
    case values([ValueMatcher])

    /// Whether it may take long to find out, even of short values: patterns do, and so do lists.
    var isLong: Bool {
        switch self {
        case .matches: true
        case .not(let matcher), .each(let matcher): matcher.isLong
        case .anyOf(let matchers), .allOf(let matchers), .values(let matchers):
            matchers.count > Self.many || matchers.contains(where: \.isLong)
        default: false
        }
    }

    /// The same with letter case that does not matter; nil if it matters nowhere.
    var ignoringCase: ValueMatcher? {
        switch self {
        case .equals(let value, ignoringCase: false): .equals(value, ignoringCase: true)
        case .contains(let value, ignoringCase: false): .contains(value, ignoringCase: true)
        case .startsWith(let text, ignoringCase: false): .startsWith(text, ignoringCase: true)
        case .endsWith(let text, ignoringCase: false): .endsWith(text, ignoringCase: true)
        case .each(let matcher): matcher.ignoringCase.map(ValueMatcher.each)
        case .anyOf(let matchers): Self.ignoringCase(matchers).map(ValueMatcher.anyOf)
        case .allOf(let matchers): Self.ignoringCase(matchers).map(ValueMatcher.allOf)
        case .values(let matchers): Self.ignoringCase(matchers).map(ValueMatcher.values)
        default: nil
        }
    }

    private static func ignoringCase(_ matchers: [ValueMatcher]) -> [ValueMatcher]? {
        let changed = matchers.map(\.ignoringCase)
        guard changed.contains(where: { $0 != nil }) else { return nil }
        return zip(changed, matchers).map { $0 ?? $1 }
    }

    /// More matchers than anybody writes by hand.
    static let many = 100

    /// Whether values are what is asked for; whatever it says once the budget is used up does not count.
    func holds(for values: [JSONValue], _ budget: inout MatchBudget) -> Bool {
        guard budget.spend(1) else { return false }
        switch self {
        case .absent(let isAbsent): return values.isEmpty == isAbsent
        case .not(let matcher): return !matcher.holds(for: values, &budget)
        case .anyOf(let matchers):
            for matcher in matchers where matcher.holds(for: values, &budget) { return true }
            return false
        case .allOf(let matchers):
            for matcher in matchers where !matcher.holds(for: values, &budget) { return false }
            return true
        case .each(let matcher):
            for value in values where !matcher.holds(for: [value], &budget) { return false }
            return !values.isEmpty
        case .values(let matchers):
            guard matchers.count == values.count else { return false }
            for (matcher, value) in zip(matchers, values) where !matcher.holds(for: [value], &budget) { return false }
            return true
        default:
            for value in values where budget.spend(1) && holds(for: value, &budget) { return true }
            return false
        }
    }

    private func holds(for value: JSONValue, _ budget: inout MatchBudget) -> Bool {
        switch (self, value) {
        case (.equals(let wanted, let ignoringCase), _):
            return value.isEqual(to: wanted, ignoringCase: ignoringCase, &budget)
        case (.contains(.string(let part), let ignoringCase), .string(let text)):
            guard let (text, part) = Self.folded(text, part, ignoringCase, &budget) else { return false }
            return TextNeedle.exact(part)?.isIn(text, &budget) ?? true
        case (.contains(let wanted, let ignoringCase), .array(let elements)):
            if case .array = wanted { return value.contains(wanted, ignoringCase: ignoringCase, &budget) }
            return elements.contains(wanted, ignoringCase: ignoringCase, &budget)
        case (.contains(let wanted, let ignoringCase), .object):
            return value.contains(wanted, ignoringCase: ignoringCase, &budget)
        case (.startsWith(let part, let ignoringCase), .string(let text)):
            guard let (text, part) = Self.folded(text, part, ignoringCase, &budget) else { return false }
            return text.utf8.starts(with: part.utf8)
        case (.endsWith(let part, let ignoringCase), .string(let text)):
            guard let (text, part) = Self.folded(text, part, ignoringCase, &budget) else { return false }
            return text.utf8.reversed().starts(with: part.utf8.reversed())
        case (.matches(let pattern), .string(let text)), (.matches(let pattern), .number(let text)):
            return pattern.matches(text, &budget)
        case (.glob(let glob), .string(let text)): return glob.matches(text, &budget)
        case (.bound(let bound, let limit), _): return bound.holds(value, limit, &budget)
        default: return false
        }
    }

    /// Two texts as they are compared; nil if that takes more steps than there are.
    private static func folded(
        _ text: String, _ part: String, _ ignoringCase: Bool, _ budget: inout MatchBudget
    ) -> (String, String)? {
        // What a text begins and ends with is compared character by character.
        guard budget.spend(1 + 2 * min(text.utf8.count, part.utf8.count)) else { return nil }
        guard ignoringCase else { return (text, part) }
        guard let text = text.lowercased(&budget), let part = part.lowercased(&budget) else { return nil }
        return (text, part)
    }
}

extension ValueMatcher.Bound {
    /// Steps of reading a number that stands in a text.
    private static let stepsOfNumber = 100

    /// Whether a number, or a text that is one, lies on this side of another.
    func holds(_ value: JSONValue, _ limit: JSONValue, _ budget: inout MatchBudget) -> Bool {
        var number = value
        if case .string(let text) = value, case .number = limit {
            guard budget.spend(Self.stepsOfNumber), let written = JSONValue(numberText: text) else { return false }
            number = written
        }
        guard let order = number.order(to: limit, &budget) else { return false }
        return switch self {
        case .greaterThan: order > 0
        case .atLeast: order >= 0
        case .lessThan: order < 0
        case .atMost: order <= 0
        }
    }
}
