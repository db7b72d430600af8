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

    /// Whether values are what is asked for.
    func holds(for values: [JSONValue]) -> Bool {
        switch self {
        case .absent(let isAbsent): values.isEmpty == isAbsent
        case .not(let matcher): !matcher.holds(for: values)
        case .anyOf(let matchers): matchers.contains { $0.holds(for: values) }
        case .allOf(let matchers): matchers.allSatisfy { $0.holds(for: values) }
        case .each(let matcher): !values.isEmpty && values.allSatisfy { matcher.holds(for: [$0]) }
        case .values(let matchers):
            matchers.count == values.count && zip(matchers, values).allSatisfy { $0.holds(for: [$1]) }
        default: values.contains(where: holds)
        }
    }

    private func holds(for value: JSONValue) -> Bool {
        switch (self, value) {
        case (.equals(let wanted, let ignoringCase), _): return value.isEqual(to: wanted, ignoringCase: ignoringCase)
        case (.contains(.string(let part), let ignoringCase), .string(let text)):
            return Self.fold(text, ignoringCase, { $0.utf8.contains($1.utf8) }, part)
        case (.contains(let wanted, let ignoringCase), .array(let elements)):
            if case .array = wanted { return value.contains(wanted, ignoringCase: ignoringCase) }
            return elements.contains { $0.contains(wanted, ignoringCase: ignoringCase) }
        case (.contains(let wanted, let ignoringCase), .object):
            return value.contains(wanted, ignoringCase: ignoringCase)
        case (.startsWith(let part, let ignoringCase), .string(let text)):
            return Self.fold(text, ignoringCase, { $0.hasPrefix($1) }, part)
        case (.endsWith(let part, let ignoringCase), .string(let text)):
            return Self.fold(text, ignoringCase, { $0.hasSuffix($1) }, part)
        case (.matches(let pattern), .string(let text)), (.matches(let pattern), .number(let text)):
            return pattern.matches(text)
        case (.glob(let glob), .string(let text)): return glob.matches(text)
        case (.bound(let bound, let limit), _): return bound.holds(value, limit)
        default: return false
        }
    }

    private static func fold(
        _ text: String, _ ignoringCase: Bool, _ compare: (String, String) -> Bool, _ part: String
    ) -> Bool {
        ignoringCase ? compare(text.lowercased(), part.lowercased()) : compare(text, part)
    }
}

extension ValueMatcher.Bound {
    /// Whether a number, or a text that is one, lies on this side of another.
    func holds(_ value: JSONValue, _ limit: JSONValue) -> Bool {
        var number = value
        if case .string(let text) = value, case .number = limit {
            guard let written = JSONValue(numberText: text) else { return false }
            number = written
        }
        guard let order = number.order(to: limit) else { return false }
        return switch self {
        case .greaterThan: order > 0
        case .atLeast: order >= 0
        case .lessThan: order < 0
        case .atMost: order <= 0
        }
    }
}
