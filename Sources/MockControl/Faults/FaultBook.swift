import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import NIOConcurrencyHelpers

/// All faults, in memory: a start begins without any.
final class FaultBook: FaultSource {
    private struct State {
        var nextID: Int64 = 1
        /// Whether ids of earlier starts are left out.
        var hasHistory = false
        /// By id; ids only grow.
        var faults: [Int64: Fault] = [:]
        /// Those that may still act, the latest first.
        var active: [Fault] = []
    }

    private let state = NIOLockedValueBox(State())
    private let clock: ConsoleClock
    private let rules: FaultRules

    /// No faults.
    init(_ rules: FaultRules, clock: ConsoleClock) {
        self.rules = rules
        self.clock = clock
    }

    /// Leaves out ids of faults of earlier starts; to be called before a fault is added.
    ///
    /// - Parameter history: The ids that something still names.
    /// - Throws: What the database throws.
    func leaveOutEarlierIDs(_ history: FaultHistory) async throws {
        guard !state.withLockedValue({ $0.hasHistory }) else { return }
        let latest = try await history.latestID()
        state.withLockedValue { state in
            state.nextID = max(state.nextID, latest + 1)
            state.hasHistory = true
        }
    }

    var isWatching: Bool { state.withLockedValue { !$0.active.isEmpty } }

    func isLong(for parties: JournalParties, in groups: GroupTree) -> Bool {
        state.withLockedValue { $0.active }.contains {
            $0.matcher.isLong && groups.isVisible(parties.groupID, in: $0.subtree)
        }
    }

    /// The latest fault that means a request and whose turn it is acts on it, alone.
    ///
    /// All faults of a customer have one budget for a request: what others wrote takes nothing from it.
    func ruling(on subject: any MatchSubject, in groups: GroupTree) -> FaultRuling? {
        var reading = SharedReading(subject)
        for fault in state.withLockedValue({ $0.active }) {
            guard groups.isVisible(subject.parties.groupID, in: fault.subtree),
                reading.matches(fault.matcher, of: fault.customerID, groups)
            else { continue }
            if let draw = take(fault) { return FaultRuling(label: fault.label, action: fault.action, draw: draw) }
        }
        return nil
    }

    /// Counts a request for a fault, unless it is gone or over meanwhile.
    private func take(_ fault: Fault) -> FaultDraw? {
        let now = clock.now(in: fault.groupID)
        return state.withLockedValue { state in
            guard var current = state.faults[fault.id], current.standing(at: now) == .active else {
                state.active.removeAll { $0.id == fault.id }
                return nil
            }
            let draw = current.take(at: now)
            state.faults[fault.id] = current
            if current.standing(at: now) != .active { state.active.removeAll { $0.id == fault.id } }
            return draw
        }
    }

    /// Adds a fault, in place of one of the same name of the same group; of those of its customer that are over the oldest
    /// make room.
    ///
    /// - Parameters:
    ///   - name: Its name; nil for none.
    ///   - groupID: Its group.
    ///   - make: Makes it with its id.
    /// - Returns: The fault, and whether none had its name.
    /// - Throws: ``ConsoleError`` `conflict` if the customer has as many as it may have; what the closure throws.
    func add(
        named name: String?, of groupID: Int64, _ make: (Int64) throws -> Fault
    ) throws -> (fault: Fault, isNew: Bool) {
        try state.withLockedValue { state in
            let fault = try make(state.nextID)
            let earlier = name.flatMap { name in
                state.faults.values.first { $0.name == name && $0.groupID == groupID }?.id
            }
            if let earlier {
                state.faults[earlier] = nil
                state.active.removeAll { $0.id == earlier }
            }
            let own = state.faults.values.filter { $0.customerID == fault.customerID }
            if own.count >= rules.perCustomer {
                let over = own.filter { $0.standing(at: clock.now(in: $0.groupID)) != .active }
                guard let oldest = over.map(\.id).min() else { throw Self.full(rules) }
                state.faults[oldest] = nil
                state.active.removeAll { $0.id == oldest }
            }
            state.nextID += 1
            state.faults[fault.id] = fault
            state.active.insert(fault, at: 0)
            return (fault, earlier == nil)
        }
    }

    /// Whether a group has a fault of a name that was written in the same way.
    func has(_ written: JSONValue, named name: String, of groupID: Int64) -> Bool {
        state.withLockedValue { state in
            state.faults.values.contains { $0.name == name && $0.groupID == groupID && $0.written == written }
        }
    }

    private static func full(_ rules: FaultRules) -> ConsoleError {
        ConsoleError(
            .conflict,
            "This customer has \(rules.perCustomer) faults already (faults.perCustomer); delete some, for instance all "
                + "with DELETE /_mock/faults.")
    }

    /// The faults of a subtree, the latest first.
    func faults(in subtree: Subtree) -> [Fault] {
        state.withLockedValue { state in
            state.faults.values.filter { subtree.contains($0.subtree) }.sorted { $0.id > $1.id }
        }
    }

    /// The fault of an id or a name: of a name that of the administrator's own group, else the only one of their subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `conflict` if several groups below have one of the name.
    func fault(_ text: String, for administrator: AdministratorIdentity) throws -> Fault {
        let seen = faults(in: administrator.subtree)
        if let id = Int64(text), let fault = seen.first(where: { $0.id == id }) { return fault }
        let named = seen.filter { $0.name == text }
        if let own = named.first(where: { $0.groupID == administrator.groupID }) { return own }
        guard named.count < 2 else {
            throw ConsoleError(
                .conflict, "\(named.count) groups have a fault \(text); give its id, which lists show.")
        }
        guard let fault = named.first else {
            throw ConsoleError(
                .notFound,
                "There is no fault \"\(text.prefix(100))\"."
                    + Spelling.question(String(text.prefix(100)), among: seen.compactMap(\.name)))
        }
        return fault
    }

    /// Removes faults.
    ///
    /// - Returns: How many were there.
    @discardableResult
    func remove(_ ids: Set<Int64>) -> Int {
        state.withLockedValue { state in
            let before = state.faults.count
            for id in ids { state.faults[id] = nil }
            state.active.removeAll { ids.contains($0.id) }
            return before - state.faults.count
        }
    }

    /// Removes all faults of a subtree, as when its group is deleted.
    @discardableResult
    func removeAll(in subtree: Subtree) -> Int { remove(Set(faults(in: subtree).map(\.id))) }

    /// Removes faults of groups that are gone.
    func prune(_ groups: GroupTree) {
        let gone = state.withLockedValue { $0.faults.values.filter { groups[$0.groupID] == nil }.map(\.id) }
        if !gone.isEmpty { remove(Set(gone)) }
    }

    /// Whether a fault still acts.
    func standing(of fault: Fault) -> Fault.Standing { fault.standing(at: clock.now(in: fault.groupID)) }
}
