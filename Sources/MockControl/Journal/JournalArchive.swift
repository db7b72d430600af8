package import ConsoleModel
import ConsolePlatform

/// Reads a matcher in JSON for somebody who may look into a subtree; throws ``ConsoleError`` `badRequest`.
package typealias JournalMatching =
    @Sendable (_ json: String, _ subtree: Subtree) async throws -> @Sendable (JournalEntry) -> Bool

/// The journal as administrators see it: each the entries of their own subtree.
struct JournalArchive: Sendable {
    let core: Core
    let rules: JournalRules
    let memory: JournalMemory
    let parties: JournalPartyStore
    /// Reads matchers.
    private let matching: JournalMatching

    init(_ core: Core, rules: JournalRules, memory: JournalMemory, matching: @escaping JournalMatching) {
        self.matching = matching
        self.core = core
        self.rules = rules
        self.memory = memory
        parties = JournalPartyStore(database: core.database)
    }

    /// What a query found.
    struct Finding: Sendable {
        /// The entries, the latest first.
        let entries: [JournalEntry]
        /// What there is and was of those who were asked about.
        let census: JournalMemory.Census
        /// Whether entries that may have belonged to it were evicted.
        let mayBeIncomplete: Bool
    }

    /// The entries that a query means, in a subtree.
    func find(_ query: JournalQuery, in subtree: Subtree) async throws -> Finding {
        await memory.whenLoaded()
        let scope = try await parties.scope(ofGroup: query.group, in: subtree)
        var filter = query.filter
        filter.userIDs = try await parties.users(named: filter.user)
        if let matcher = query.matcher { filter.condition = try await matching(matcher, subtree) }
        let all = memory.entries().filter(scope.contains)
        var census = memory.census(of: scope.customers)
        if scope.groups != nil {
            census.count = all.count
            census.bytes = all.reduce(0) { $0 + $1.byteCount }
        }
        let entries = all.reversed().filter(filter.matches)
        return Finding(entries: entries, census: census, mayBeIncomplete: filter.mayMiss(in: census))
    }

    /// One entry, in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func entry(_ id: Int64, in subtree: Subtree) async throws -> JournalEntry {
        await memory.whenLoaded()
        let scope = try await parties.scope(of: subtree)
        if let entry = memory.entry(id), scope.contains(entry) { return entry }
        let isOlder = id > 0 && id <= memory.census(of: scope.customers).lastEvicted
        throw ConsoleError(
            .notFound,
            "There is no journal entry \(id)\(isOlder ? "; older entries were evicted to keep the bounds" : "").")
    }

    /// Deletes the entries that a query means, and notes it in the event log.
    ///
    /// - Returns: How many.
    func delete(_ query: JournalQuery, by administrator: AdministratorIdentity) async throws -> Int {
        let found = try await find(query, in: administrator.subtree).entries
        let ids = Set(found.map(\.id))
        if !ids.isEmpty {
            let now = core.clock.now(in: administrator.groupID)
            try await core.database.write { [events = core.events] transaction in
                try events.record(
                    ConsoleEvent(
                        action: .journalEntryDeleted, subjectKind: "journalEntry", subject: "\(ids.count)",
                        groupID: administrator.groupID, at: now),
                    by: .administrator(administrator.name), before: ["count": "\(ids.count)"], in: transaction)
            }
        }
        return memory.remove(countsAnew: !query.isNarrowed) { ids.contains($0.id) }
    }
}

/// What the query of a request means.
struct JournalQuery: Sendable {
    /// Which entries.
    let filter: JournalFilter
    /// What names the group they belong to; nil for all.
    let group: String?
    /// A matcher in JSON; nil if there is none.
    let matcher: String?
    /// Whether anything narrows it.
    let isNarrowed: Bool

    /// Reads a query.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ parameters: QueryParameters, beside others: Set<String> = []) throws {
        filter = try JournalFilter(parameters, beside: others)
        group = parameters.text("group")
        matcher = parameters.sent("match")
        isNarrowed = JournalFilter.parameters.contains { parameters.text($0) != nil }
    }
}

extension JournalFilter {
    /// Whether entries that were evicted may have been among what is meant.
    func mayMiss(in census: JournalMemory.Census) -> Bool {
        guard census.evicted > 0, groups?.isEmpty != true else { return false }
        switch after {
        case .entry(let id): return id < census.lastEvicted
        case .time(let time): return census.evictedUntil.map { time <= $0 } ?? true
        case nil: return true
        }
    }
}
