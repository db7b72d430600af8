import ConsoleModel
import ConsolePlatform
import NIOConcurrencyHelpers

/// Where somebody stands in a scenario.
struct ScenarioPosition: Hashable, Sendable {
    /// Name of the state.
    var state: String
    /// When it was entered.
    var since: Timestamp
    /// Requests seen in it.
    var requests = 0
    /// Requests counted for each of its moves.
    var counts: [Int] = []
}

/// A scenario that was posted, and where each of its keys stands.
final class ScenarioRun: Sendable {
    private struct State {
        var isRunning = true
        var positions: [String: ScenarioPosition] = [:]
        /// Requests of keys for which there was no room.
        var unfollowed = 0
    }

    let id: Int64
    let scenario: Scenario
    /// Whether it may take long to find out what it says of a request.
    let isLong: Bool
    /// The group whose requests it is about, with those below it.
    let groupID: Int64
    let subtree: Subtree
    /// The customer whose bound it counts for.
    let customerID: Int64?
    let administrator: String
    let createdAt: Timestamp
    private let clock: ConsoleClock
    /// The most keys.
    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(
        id: Int64, _ scenario: Scenario, of administrator: AdministratorIdentity, customerID: Int64?,
        clock: ConsoleClock,
        limit: Int
    ) {
        self.id = id
        self.scenario = scenario
        isLong = scenario.isLong
        groupID = administrator.groupID
        subtree = administrator.subtree
        self.customerID = customerID
        self.administrator = administrator.name
        createdAt = clock.now(in: administrator.groupID)
        self.clock = clock
        self.limit = limit
    }

    private var now: Timestamp { clock.now(in: groupID) }

    /// Whether it acts.
    var isRunning: Bool { state.withLockedValue { $0.isRunning } }

    /// Requests of keys for which there was no room.
    var unfollowed: Int { state.withLockedValue { $0.unfollowed } }

    /// What is to be done to a request, which is counted; nil to let it pass.
    ///
    /// It is answered as in the state it finds; a move it makes counts for the next.
    func ruling(on reading: inout SharedReading, in groups: GroupTree) -> FaultRuling? {
        let parties = reading.subject.parties
        guard isRunning, groups.isVisible(parties.groupID, in: subtree),
            let key = scenario.key(of: parties, in: groups),
            reading.matches(scenario.matcher, of: customerID, groups)
        else { return nil }
        return state.withLockedValue { state in
            guard state.isRunning else { return nil }
            guard var position = position(of: key, in: state) else {
                state.unfollowed += 1
                return nil
            }
            defer { state.positions[key] = position }
            guard let current = scenario.state(position.state) else { return nil }
            let answer = current.answers.first { reading.matches($0.matcher, of: customerID, groups) }
            position.requests += 1
            count(&reading, groups, current, &position)
            return answer.map {
                FaultRuling(
                    label: "\(scenario.name): \(current.name)", action: $0.action,
                    draw: FaultDraw(seed: UInt64(bitPattern: id), turn: position.requests))
            }
        }
    }

    /// Counts a request for the moves of a state; the first that is complete is made.
    private func count(
        _ reading: inout SharedReading, _ groups: GroupTree, _ current: Scenario.State,
        _ position: inout ScenarioPosition
    ) {
        var target: String?
        for (place, move) in current.moves.enumerated() {
            guard case .requests(let matcher, let count) = move.cause,
                reading.matches(matcher, of: customerID, groups)
            else {
                continue
            }
            position.counts[place] += 1
            if target == nil, position.counts[place] >= count { target = move.target }
        }
        if let target { position = entered(target, at: now) }
    }

    /// Where a key stands now; nil for a new one without room.
    private func position(of key: String, in state: State) -> ScenarioPosition? {
        guard let known = state.positions[key] else {
            return state.positions.count < limit ? entered(scenario.start, at: now) : nil
        }
        return advanced(known)
    }

    /// A position after the moves that time has made.
    private func advanced(_ position: ScenarioPosition) -> ScenarioPosition {
        var position = position
        let now = now
        // Each state once: a circle of states goes on with the next request.
        for _ in scenario.states {
            let times = scenario.state(position.state)?.moves.compactMap { move -> (seconds: Int, target: String)? in
                guard case .seconds(let seconds) = move.cause else { return nil }
                return (seconds, move.target)
            }
            guard let next = times?.min(by: { $0.seconds < $1.seconds }) else { break }
            let due = position.since.adding(seconds: Int64(next.seconds))
            guard due <= now else { break }
            position = entered(next.target, at: due)
        }
        return position
    }

    private func entered(_ name: String, at moment: Timestamp) -> ScenarioPosition {
        let count = scenario.state(name)?.moves.count ?? 0
        return ScenarioPosition(state: name, since: moment, counts: Array(repeating: 0, count: count))
    }
}

/// What an administrator does with it.
extension ScenarioRun {
    /// Where each key stands that has made a request, sorted by key.
    var positions: [(key: String, position: ScenarioPosition)] {
        state.withLockedValue { $0.positions }.map { ($0.key, advanced($0.value)) }.sorted { $0.key < $1.key }
    }

    /// Begins or ceases to act; positions stay.
    func set(running: Bool) { state.withLockedValue { $0.isRunning = running } }

    /// Puts a key into a state.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown state, `conflict` if there is no room for a new key.
    func move(_ key: String, to name: String) throws {
        let names = scenario.states.map(\.name)
        guard names.contains(name) else {
            throw ConsoleError(
                .badRequest,
                "to is \"\(name.prefix(40))\", which is no state of \(scenario.name).\(Spelling.question(name, among: names))"
                    + " There are \(names.prefix(20).joined(separator: ", ")).")
        }
        let position = entered(name, at: now)
        try state.withLockedValue { state in
            guard state.positions[key] != nil || state.positions.count < limit else {
                throw ConsoleError(
                    .conflict,
                    "The scenario \(scenario.name) follows \(limit) keys already (scenarios.keys); reset some.")
            }
            state.positions[key] = position
        }
    }

    /// Forgets where a key stands, or all: they are in the first state again.
    ///
    /// - Returns: How many were known.
    func reset(_ key: String?) -> Int {
        state.withLockedValue { state in
            guard let key else {
                defer { state.positions = [:] }
                state.unfollowed = 0
                return state.positions.count
            }
            return state.positions.removeValue(forKey: key) == nil ? 0 : 1
        }
    }
}
