import ConsoleModel
import ConsolePlatform

/// Looks through the journal for somebody: what lies in their subtree, and nothing else.
struct Witness: Sendable {
    /// Among how many of the latest entries near misses are looked for.
    private static let missesAmong = 20_000

    let memory: JournalMemory
    let groups: GroupTreeStore
    let subtree: Subtree
    /// Whether nobody waits for what it finds any more.
    var isAbandoned: @Sendable () -> Bool = { false }

    /// How long it looks, from now on.
    private var patience: SearchPatience {
        memory.patience(for: subtree, isAbandoned: isAbandoned)
    }

    /// Holds an expectation against the entries that it has not seen yet.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` if that takes too long, `unavailable` if nobody waits any more.
    func update(_ verification: inout Verification) async throws {
        // What an earlier start has left comes first, and counts.
        await memory.whenLoaded()
        let tree = try await groups.tree()
        let customers = tree.customers(in: subtree)
        verification.begin(removals: memory.removals)
        // What is added from here on has larger ids than anything that is there.
        let entries = memory.entries(of: customers, after: verification.last)
        var patience = patience
        verification = try await patience.fold(entries, into: verification, isLong: verification.isLong) {
            [subtree] verification, entry in
            guard entry.isRequest, tree.isVisible(entry.parties.groupID, in: subtree) else { return }
            verification.take(entry, tree)
            verification.note(last: entry.id)
        }
    }

    /// What is answered.
    func answer(_ verification: Verification) async throws -> VerificationBody {
        let tree = try await groups.tree()
        let customers = tree.customers(in: subtree)
        let census = memory.census(of: customers)
        var body = VerificationBody(
            passed: verification.hasPassed, count: verification.count, matched: verification.matched,
            evicted: verification.isDoubtful(census) ? census.evicted : nil,
            undecided: verification.undecided > 0 ? verification.undecided : nil, last: verification.last)
        if !verification.hasPassed { body.nearest = try await nearest(verification, tree) }
        return body
    }

    private func nearest(_ verification: Verification, _ tree: GroupTree) async throws -> [NearMiss] {
        // Of a sequence, what comes after its latest step could have been the next, and what came too early is said.
        let isSequence = if case .sequence = verification.expectation.form { true } else { false }
        let latest = isSequence ? verification.lastMet : 0
        guard let matcher = verification.next, !verification.isCertain else { return [] }
        let entries = Array(memory.entries(of: tree.customers(in: subtree)).suffix(Self.missesAmong))
        var patience = patience
        return try await patience.fold(entries, into: [], isLong: verification.isLong) { [subtree] nearest, entry in
            guard entry.id <= verification.last, entry.isRequest,
                tree.isVisible(entry.parties.groupID, in: subtree)
            else { return }
            if entry.id > latest {
                NearMiss(entry, matcher, tree)?.join(&nearest)
            } else if !verification.matched.contains(entry.id) {
                NearMiss(early: entry, matcher, tree, after: latest)?.join(&nearest)
            }
        }
    }
}
