import ConsolePlatform
import DeviceProtocol
import HTTPTypes

extension RequestMatcher {
    /// What of a request is not as asked for; nothing if it is meant.
    package func differences(in subject: any MatchSubject, _ groups: GroupTree) -> [MatchDifference] {
        var reading = MatchReading(subject)
        return differences(&reading, groups)
    }

    fileprivate func differences(_ reading: inout MatchReading, _ groups: GroupTree) -> [MatchDifference] {
        var all: [MatchDifference] = []
        for condition in conditions where !condition.test.holds(&reading, groups) {
            all += condition.differences(&reading, groups)
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
        switch test {
        case .field(let field, _):
            let values = reading.values(of: field)
            return [difference(values, weight: field.weight, reason: reading.doubt(about: field))]
        case .route:
            let method = subject.matchedHead.method.rawValue
            let route = subject.parties.route.map { JSONValue.string("\(method) \($0)") }
            return [difference(route.map { [$0] } ?? [], weight: MatchField.route.weight)]
        case .text: return [difference([])]
        case .groups, .groupsNamed:
            return [
                difference(
                    subject.parties.groupID.flatMap { groups.code(of: $0) }.map { [.string($0)] } ?? [], weight: 2)
            ]
        case .since, .until: return [difference([.string(subject.arrivedAt.description)])]
        case .afterEntry, .beforeEntry: return [difference(subject.entryID.map { [.number(String($0))] } ?? [])]
        case .not: return [difference([])]
        case .anyOf(let matchers):
            return matchers.map { $0.differences(&reading, groups) }.min { $0.distance < $1.distance } ?? []
        case .allOf(let matchers): return matchers.flatMap { $0.differences(&reading, groups) }
        }
    }

    private func difference(_ values: [JSONValue], weight: Double = 1, reason: String? = nil) -> MatchDifference {
        let unlikeness =
            values.isEmpty
            ? 1 : values.map { MatchDifference.unlikeness(expected.shortText, $0.shortText) }.min() ?? 1
        return MatchDifference(
            member: member, expected: expected, actual: MatchDifference.shown(values), reason: reason,
            distance: weight * (0.5 + 0.5 * unlikeness))
    }
}
