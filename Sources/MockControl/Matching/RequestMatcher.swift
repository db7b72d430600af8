package import ConsoleModel
package import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import NIOCore

/// Which requests are meant: every condition has to hold (MockControl, "Matchers").
///
/// One language for looking through the journal, verifying and waiting, and for whatever acts on requests.
package struct RequestMatcher: Hashable, Sendable {
    /// A condition with what it is called and how it was written.
    struct Condition: Hashable, Sendable {
        let member: String
        let expected: JSONValue
        let test: Test
    }

    /// What is asked.
    indirect enum Test: Hashable, Sendable {
        case field(MatchField, ValueMatcher)
        /// The route, or, before it is known, a path that would lead there.
        case route(method: String?, String, PathGlob)
        /// A text in a body, in the target or in the refusal.
        case text(TextNeedle)
        /// Some groups with those below them, by what they are called.
        case groupsNamed([String])
        /// The same once they are found.
        case groups([Subtree])
        /// At a moment or later.
        case since(Timestamp)
        /// Before a moment.
        case until(Timestamp)
        /// Entries with larger ids.
        case afterEntry(Int64)
        /// Entries with smaller ids.
        case beforeEntry(Int64)
        case not(RequestMatcher)
        case anyOf([RequestMatcher])
        case allOf([RequestMatcher])
    }

    private(set) var conditions: [Condition]
    /// Whether it may take long to find out what it means: what looks into bodies or for patterns, and very many conditions.
    package let isLong: Bool

    /// A matcher for requests that satisfy all conditions; those that are quickly found out come first.
    init(_ conditions: [Condition]) {
        self.conditions = conditions.filter { !$0.test.isDear } + conditions.filter(\.test.isDear)
        isLong = conditions.count > ValueMatcher.many || conditions.contains { $0.test.isLong }
    }

    /// Every request.
    package static let everything = RequestMatcher([])

    /// Whether a request is meant.
    package func matches(_ subject: any MatchSubject, in groups: GroupTree) -> Bool {
        var reading = MatchReading(subject)
        return matches(&reading, groups)
    }

    /// Whether a request is meant; not if there are too few steps to find out.
    func matches(_ reading: inout MatchReading, _ groups: GroupTree) -> Bool {
        for condition in conditions {
            guard reading.budget.spend(1), condition.test.holds(&reading, groups) else { return false }
        }
        // What does not hold for want of steps must not be why something else holds.
        return !reading.budget.isUsedUp
    }

    /// The latest moment before which no request is meant; nil if there is none.
    package var since: Timestamp? {
        conditions.compactMap { if case .since(let moment) = $0.test { moment } else { nil } }.max()
    }

    /// The largest id of an entry from which on requests are meant; nil if it is not said.
    package var afterEntry: Int64? {
        conditions.compactMap { if case .afterEntry(let id) = $0.test { id } else { nil } }.max()
    }

    /// Whether it asks for something that is known only once a request is answered.
    package var needsAnswer: Bool { conditions.contains { $0.test.needsAnswer } }

    /// The matcher with its groups found.
    ///
    /// - Parameters:
    ///   - groups: All groups.
    ///   - subtree: Where the asker may look.
    /// - Returns: The matcher.
    /// - Throws: ``ConsoleError`` `badRequest` for a group that is not there, `conflict` for a name that several have.
    package func resolved(_ groups: GroupTree, in subtree: Subtree) throws -> RequestMatcher {
        var copy = self
        copy.conditions = try conditions.map { condition in
            Condition(
                member: condition.member, expected: condition.expected,
                test: try condition.test.resolved(groups, in: subtree))
        }
        return copy
    }
}

extension RequestMatcher.Test {
    var isDear: Bool {
        switch self {
        case .field(let field, _): field.isDear
        case .text, .not, .anyOf, .allOf: true
        default: false
        }
    }

    var isLong: Bool {
        switch self {
        case .field(let field, let matcher): field.isDear || matcher.isLong
        case .text: true
        case .not(let matcher): matcher.isLong
        case .anyOf(let matchers), .allOf(let matchers):
            matchers.count > ValueMatcher.many || matchers.contains(where: \.isLong)
        default: false
        }
    }

    var needsAnswer: Bool {
        switch self {
        case .field(.status, _), .field(.refusal, _), .field(.fault, _), .field(.message(.answer, _), _),
            .field(.requestID, _):
            true
        case .afterEntry, .beforeEntry: true
        case .not(let matcher): matcher.needsAnswer
        case .anyOf(let matchers), .allOf(let matchers): matchers.contains(where: \.needsAnswer)
        default: false
        }
    }

    /// Whether it holds for a request.
    func holds(_ reading: inout MatchReading, _ groups: GroupTree) -> Bool {
        let subject = reading.subject
        switch self {
        case .field(let field, let matcher): return matcher.holds(for: reading.values(of: field), &reading.budget)
        case .route(let method, let name, let glob):
            if let method, method != subject.matchedHead.method.rawValue { return false }
            guard let route = subject.parties.route else {
                guard subject.matchedAnswer == nil, case .string(let path)? = reading.values(of: .path).first else {
                    return false
                }
                return glob.matches(path, &reading.budget)
            }
            return RouteName.of(route) == name
        case .text(let needle):
            return needle.isIn(subject.matchedBody.bytes, &reading.budget)
                || needle.isIn(subject.matchedAnswer?.body.bytes ?? ByteBuffer(), &reading.budget)
                || needle.isIn(subject.matchedHead.path ?? "", &reading.budget)
                || needle.isIn(subject.parties.refusal ?? "", &reading.budget)
        case .groupsNamed: return false
        case .groups(let subtrees):
            guard let own = subject.parties.groupID.flatMap({ groups[$0] }) else { return false }
            return subtrees.contains { $0.contains(own) }
        case .since(let moment): return subject.arrivedAt >= moment
        case .until(let moment): return subject.arrivedAt < moment
        case .afterEntry(let id): return subject.entryID.map { $0 > id } ?? true
        case .beforeEntry(let id): return subject.entryID.map { $0 < id } ?? false
        case .not(let matcher): return !matcher.matches(&reading, groups)
        case .anyOf(let matchers):
            for matcher in matchers where matcher.matches(&reading, groups) { return true }
            return false
        case .allOf(let matchers):
            for matcher in matchers where !matcher.matches(&reading, groups) { return false }
            return true
        }
    }

    fileprivate func resolved(_ groups: GroupTree, in subtree: Subtree) throws -> Self {
        switch self {
        case .groupsNamed(let names): .groups(try names.map { try groups.subtree(named: $0, in: subtree) })
        case .not(let matcher): .not(try matcher.resolved(groups, in: subtree))
        case .anyOf(let matchers): .anyOf(try matchers.map { try $0.resolved(groups, in: subtree) })
        case .allOf(let matchers): .allOf(try matchers.map { try $0.resolved(groups, in: subtree) })
        default: self
        }
    }
}
