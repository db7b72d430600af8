import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// What somebody expects of the journal (MockControl, "Verify").
struct JournalExpectation: Hashable, Sendable {
    /// What is expected.
    enum Form: Hashable, Sendable {
        /// So many requests that are meant, at least and at most.
        case count(RequestMatcher, least: Int, most: Int?)
        /// Requests one after the other, whatever comes between.
        case sequence([RequestMatcher])
    }

    let form: Form

    /// Whether it can be broken but not be reached: a wait for it lasts until its time is over.
    var isPromise: Bool {
        if case .count(_, 0, .some) = form { true } else { false }
    }

    /// Its matchers.
    var matchers: [RequestMatcher] {
        switch form {
        case .count(let matcher, _, _): [matcher]
        case .sequence(let matchers): matchers
        }
    }

    /// The expectation with its groups found.
    func resolved(_ groups: GroupTree, in subtree: Subtree) throws -> JournalExpectation {
        switch form {
        case .count(let matcher, let least, let most):
            JournalExpectation(form: .count(try matcher.resolved(groups, in: subtree), least: least, most: most))
        case .sequence(let matchers):
            JournalExpectation(form: .sequence(try matchers.map { try $0.resolved(groups, in: subtree) }))
        }
    }
}

extension JournalExpectation {
    /// Members that say what is expected.
    static let members = ["match", "exactly", "atLeast", "atMost", "never", "sequence"]
    /// The most steps of a sequence.
    private static let maximumSteps = 100

    /// Reads what is expected; nil if it is not of the journal.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member.
    init?(_ members: [JSONMember]) throws {
        let values = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        let bounds = ["exactly", "atLeast", "atMost", "never"].filter { values[$0] != nil }
        if let sequence = values["sequence"] {
            guard values["match"] == nil, bounds.isEmpty else {
                throw ConsoleError(.badRequest, "sequence stands alone: each of its matchers is met once, in order.")
            }
            form = .sequence(try Self.steps(sequence))
            return
        }
        guard let match = values["match"] else {
            if let bound = bounds.first {
                throw ConsoleError(.badRequest, "\(bound) needs match, which says what is counted.")
            }
            return nil
        }
        form = try Self.count(try RequestMatcher(match), values, bounds)
    }

    private static func count(_ matcher: RequestMatcher, _ values: [String: JSONValue], _ bounds: [String]) throws
        -> Form
    {
        guard bounds.count < 2 || bounds == ["atLeast", "atMost"] else {
            throw ConsoleError(.badRequest, "\(bounds[0]) and \(bounds[1]) cannot stand together.")
        }
        if let never = values["never"] {
            guard never == .bool(true) else { throw ConsoleError(.badRequest, "never has to be true.") }
            return .count(matcher, least: 0, most: 0)
        }
        if let exactly = try number(values["exactly"], "exactly") {
            return .count(matcher, least: exactly, most: exactly)
        }
        let (least, most) = (try number(values["atLeast"], "atLeast"), try number(values["atMost"], "atMost"))
        guard least ?? 0 <= most ?? .max else { throw ConsoleError(.badRequest, "atLeast is more than atMost.") }
        return .count(matcher, least: least ?? (most == nil ? 1 : 0), most: most)
    }

    private static func number(_ value: JSONValue?, _ name: String) throws -> Int? {
        guard let value else { return nil }
        guard case .number(let text) = value, let number = Int(text), (0...1_000_000_000).contains(number) else {
            throw ConsoleError(.badRequest, "\(name) has to be a whole number from 0 on.")
        }
        return number
    }

    private static func steps(_ value: JSONValue) throws -> [RequestMatcher] {
        guard case .array(let elements) = value, (1...maximumSteps).contains(elements.count) else {
            throw ConsoleError(.badRequest, "sequence has to be a list of 1 to \(maximumSteps) matchers.")
        }
        return try elements.enumerated().map { try RequestMatcher($0.element, name: "sequence[\($0.offset)]") }
    }
}
