import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Named states, and what leads from one to the next (Scenarios).
struct Scenario: Sendable {
    /// What has a state of its own.
    enum Subject: String, CaseIterable, Sendable {
        case device, user, group
        /// All requests together.
        case everything
    }

    /// What is answered in a state.
    struct Answer: Sendable {
        let matcher: RequestMatcher
        let action: FaultAction
    }

    /// What leads to another state.
    struct Move: Sendable {
        /// What makes the move.
        enum Cause: Sendable {
            /// So many requests.
            case requests(RequestMatcher, count: Int)
            /// So many seconds in the state.
            case seconds(Int)
        }

        let cause: Cause
        /// The name of the other state.
        let target: String
    }

    /// One of its states.
    struct State: Sendable {
        let name: String
        let answers: [Answer]
        let moves: [Move]
    }

    let name: String
    let title: String?
    let template: String?
    let subject: Subject
    /// Which requests it is about.
    let matcher: RequestMatcher
    /// In the order written.
    let states: [State]
    /// Name of the state in which everything begins.
    let start: String
    /// As it was written.
    let text: JSONValue

    /// Whether it may take long to find out what it says of a request.
    var isLong: Bool {
        matcher.isLong
            || states.contains { state in
                state.answers.contains { $0.matcher.isLong }
                    || state.moves.contains { move in
                        if case .requests(let matcher, _) = move.cause { matcher.isLong } else { false }
                    }
            }
    }

    /// The state of a name.
    func state(_ name: String) -> State? { states.first { $0.name == name } }

    /// What has a state of its own, as far as a request is concerned; nil if the request has no such thing.
    func key(of parties: JournalParties, in groups: GroupTree) -> String? {
        switch subject {
        case .device: parties.device?.lowercased()
        case .user: parties.user?.lowercased()
        case .group: parties.groupID.flatMap { groups.code(of: $0)?.lowercased() }
        case .everything: "*"
        }
    }
}

extension Scenario {
    /// The same with the groups found that its matchers name.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`, `conflict`, as matchers do.
    func resolved(_ groups: GroupTree, in subtree: Subtree) throws -> Scenario {
        Scenario(
            name: name, title: title, template: template, subject: subject,
            matcher: try matcher.resolved(groups, in: subtree),
            states: try states.map { try $0.resolved(groups, in: subtree) }, start: start, text: text)
    }
}

extension Scenario.State {
    fileprivate func resolved(_ groups: GroupTree, in subtree: Subtree) throws -> Self {
        Self(
            name: name,
            answers: try answers.map {
                Scenario.Answer(matcher: try $0.matcher.resolved(groups, in: subtree), action: $0.action)
            },
            moves: try moves.map { move in
                guard case .requests(let matcher, let count) = move.cause else { return move }
                let resolved = try matcher.resolved(groups, in: subtree)
                return Scenario.Move(cause: .requests(resolved, count: count), target: move.target)
            })
    }
}
