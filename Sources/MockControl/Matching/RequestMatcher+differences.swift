import ConsolePlatform
import DeviceProtocol
import HTTPTypes

extension RequestMatcher {
    /// What of a request is not as asked for; nothing if it is meant.
    package func differences(in subject: any MatchSubject, _ groups: GroupTree) -> [MatchDifference] {
        var reading = MatchReading(subject)
        return differences(&reading, groups)
    }

    func differences(_ reading: inout MatchReading, _ groups: GroupTree) -> [MatchDifference] {
        var all: [MatchDifference] = []
        for condition in conditions {
            guard !reading.budget.isUsedUp else { break }
            if !reading.budget.spend(1) || !condition.test.holds(&reading, groups) || reading.budget.isUsedUp {
                all += condition.differences(&reading, groups)
            }
        }
        return all
    }
}

extension [MatchDifference] {
    /// How far a request is from what was asked for.
    var distance: Double { reduce(0) { $0 + $1.distance } }
}

extension RequestMatcher.Condition {
    /// What differs, once it is known that something does.
    fileprivate func differences(_ reading: inout MatchReading, _ groups: GroupTree) -> [MatchDifference] {
        let subject = reading.subject
        // What was found so far may be anything.
        guard !reading.budget.isUsedUp else { return [tooMuch] }
        switch test {
        case .field(let field, let matcher):
            let values = reading.values(of: field)
            let reason = reading.doubt(about: field) ?? Self.reason(of: matcher, values, &reading.budget)
            return [difference(values, weight: field.weight, reason: reason, &reading.budget)]
        case .route:
            let method = subject.matchedHead.method.rawValue
            let route = subject.parties.route.map { JSONValue.string("\(method) \($0)") }
            return [difference(route.map { [$0] } ?? [], weight: MatchField.route.weight, &reading.budget)]
        case .text: return [difference([], &reading.budget)]
        case .groups, .groupsNamed:
            return [
                difference(
                    subject.parties.groupID.flatMap { groups.code(of: $0) }.map { [.string($0)] } ?? [], weight: 2,
                    &reading.budget)
            ]
        case .since, .until:
            return [difference([.string(subject.arrivedAt.description)], &reading.budget)]
        case .afterEntry, .beforeEntry:
            return [difference(subject.entryID.map { [.number(String($0))] } ?? [], &reading.budget)]
        case .not: return [difference([], &reading.budget)]
        case .anyOf(let matchers):
            let all = matchers.map { $0.differences(&reading, groups) }.filter { !$0.isEmpty }
            return all.min { $0.distance < $1.distance } ?? [tooMuch]
        case .allOf(let matchers):
            let all = matchers.flatMap { $0.differences(&reading, groups) }
            return all.isEmpty ? [tooMuch] : all
        }
    }

    /// What is said of values that would be as asked for if letter case did not matter; nil if there is nothing to say.
    private static func reason(of matcher: ValueMatcher, _ values: [JSONValue], _ budget: inout MatchBudget) -> String?
    {
        guard let lenient = matcher.ignoringCase, lenient.holds(for: values, &budget), !budget.isUsedUp else {
            return nil
        }
        return "Only letter case differs; with ignoringCase it would hold: {\"equals\": …, \"ignoringCase\": true}."
    }

    /// Of so many values it is found out how far off they are.
    private static let comparedValues = 20

    /// What is said in place of a difference once there are no steps left to find it.
    private var tooMuch: MatchDifference {
        MatchDifference(
            member: member, expected: expected,
            reason:
                "It takes too much work to compare the matcher with this request; ask for less, or for shorter texts.")
    }

    private func difference(
        _ values: [JSONValue], weight: Double = 1, reason: String? = nil, _ budget: inout MatchBudget
    ) -> MatchDifference {
        let compared = values.prefix(Self.comparedValues)
        // All of them are written anew, and so is what was asked for.
        let sizes = compared.map { $0.byteCount(upTo: budget.left) }
        guard budget.spend(sizes.reduce(expected.byteCount(upTo: budget.left), +)) else { return tooMuch }
        let wanted = expected.shortText
        let unlikeness = compared.map { MatchDifference.unlikeness(wanted, $0.shortText) }.min() ?? 1
        return MatchDifference(
            member: member, expected: expected, actual: MatchDifference.shown(values), reason: reason,
            distance: weight * (0.5 + 0.5 * unlikeness))
    }
}
