import ConsoleModel
import ConsolePlatform
import NIOConcurrencyHelpers

/// How many scenarios there may be, and how many each follows (Configuration, "Scenarios").
package struct ScenarioRules: Sendable {
    /// The most scenarios of the administrators of one customer.
    let perCustomer: Int
    /// The most devices, users or groups a scenario follows.
    let keys: Int

    /// Made of its parts.
    package init(perCustomer: Int, keys: Int) {
        self.perCustomer = perCustomer
        self.keys = keys
    }
}

/// All scenarios, in memory: a start begins without any.
final class ScenarioBook: FaultSource {
    private struct State {
        var nextID: Int64 = 1
        /// The latest first.
        var runs: [ScenarioRun] = []
    }

    private let state = NIOLockedValueBox(State())
    private let rules: ScenarioRules
    private let clock: ConsoleClock

    /// No scenarios.
    init(_ rules: ScenarioRules, clock: ConsoleClock) {
        self.rules = rules
        self.clock = clock
    }

    var isWatching: Bool { state.withLockedValue { $0.runs }.contains(where: \.isRunning) }

    func isLong(for parties: JournalParties, in groups: GroupTree) -> Bool {
        state.withLockedValue { $0.runs }.contains {
            $0.isLong && $0.isRunning && groups.isVisible(parties.groupID, in: $0.subtree)
        }
    }

    /// What the latest scenario says that has an answer; all of them count the request.
    ///
    /// All scenarios of a customer have one budget for a request: what others wrote takes nothing from it.
    func ruling(on subject: any MatchSubject, in groups: GroupTree) -> FaultRuling? {
        var reading = SharedReading(subject)
        var first: FaultRuling?
        for run in state.withLockedValue({ $0.runs }) {
            let ruling = run.ruling(on: &reading, in: groups)
            first = first ?? ruling
        }
        return first
    }

    /// Adds a scenario, in place of one of the same name of the same group.
    ///
    /// - Returns: The scenario, and whether it took the place of another.
    /// - Throws: ``ConsoleError`` `conflict` if the customer has as many as it may have.
    func add(_ scenario: Scenario, by maker: AdministratorIdentity, customer: Int64?) throws -> (
        run: ScenarioRun, isNew: Bool
    ) {
        try state.withLockedValue { state in
            let earlier = state.runs.firstIndex { $0.groupID == maker.groupID && $0.scenario.name == scenario.name }
            if earlier == nil, state.runs.count(where: { $0.customerID == customer }) >= rules.perCustomer {
                throw ConsoleError(
                    .conflict,
                    "This customer has \(rules.perCustomer) scenarios already (scenarios.perCustomer); delete some.")
            }
            if let earlier { state.runs.remove(at: earlier) }
            let run = ScenarioRun(
                id: state.nextID, scenario, of: maker, customerID: customer, clock: clock, limit: rules.keys)
            state.nextID += 1
            state.runs.insert(run, at: 0)
            return (run, earlier == nil)
        }
    }

    /// Whether a group has a scenario that was written in the same way.
    func has(_ scenario: Scenario, of groupID: Int64) -> Bool {
        state.withLockedValue { state in
            state.runs.contains {
                $0.groupID == groupID && $0.scenario.name == scenario.name && $0.scenario.text == scenario.text
            }
        }
    }

    /// The scenarios of a subtree, the latest first.
    func runs(in subtree: Subtree) -> [ScenarioRun] {
        state.withLockedValue { $0.runs }.filter { subtree.contains($0.subtree) }
    }

    /// The scenario of a name: that of the administrator's own group, else the only one of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `conflict` if several groups below have one of the name.
    func run(_ name: String, for administrator: AdministratorIdentity) throws -> ScenarioRun {
        let named = runs(in: administrator.subtree).filter { $0.scenario.name == name }
        if let own = named.first(where: { $0.groupID == administrator.groupID }) { return own }
        guard named.count < 2 else {
            throw ConsoleError(
                .conflict, "\(named.count) groups have a scenario \(name); ask as an administrator of one of them.")
        }
        guard let run = named.first else {
            let names = runs(in: administrator.subtree).map(\.scenario.name)
            throw ConsoleError(
                .notFound, "There is no scenario \"\(name.prefix(100))\".\(Spelling.question(name, among: names))")
        }
        return run
    }

    /// Removes scenarios.
    ///
    /// - Returns: How many were there.
    @discardableResult
    func remove(_ ids: Set<Int64>) -> Int {
        state.withLockedValue { state in
            let before = state.runs.count
            state.runs.removeAll { ids.contains($0.id) }
            return before - state.runs.count
        }
    }

    /// Removes all scenarios of a subtree, as when its group is deleted.
    @discardableResult
    func removeAll(in subtree: Subtree) -> Int { remove(Set(runs(in: subtree).map(\.id))) }

    /// Removes scenarios of groups that are gone.
    func prune(_ groups: GroupTree) {
        state.withLockedValue { state in state.runs.removeAll { groups[$0.groupID] == nil } }
    }
}
