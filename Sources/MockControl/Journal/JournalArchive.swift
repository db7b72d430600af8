import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird
import NIOCore

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
        /// The entries, the latest first; the latest of them if no more were asked for.
        let entries: [JournalEntry]
        /// How many there are in all.
        let total: Int
        /// What there is and was of those who were asked about.
        let census: JournalMemory.Census
        /// Whether entries that may have belonged to it were evicted.
        let mayBeIncomplete: Bool

        /// What a reader should know of what is not there; nil if there is nothing to know.
        func notice(_ rules: JournalRules) -> String? {
            JournalNotice.text(census, mayBeIncomplete: mayBeIncomplete, rules)
        }
    }

    /// The latest entries that a query means, in a subtree; the latest of all without looking at the others.
    func latest(_ count: Int, of query: JournalQuery, in subtree: Subtree) async throws -> Finding {
        let first = PageRequest(page: 0, size: count)
        let leaf = try await page(first, of: query, in: subtree)
        return Finding(
            entries: leaf.page.items, total: leaf.page.total, census: leaf.census, mayBeIncomplete: leaf.mayBeIncomplete
        )
    }

    /// The entries that a query means, in a subtree.
    func find(_ query: JournalQuery, in subtree: Subtree) async throws -> Finding {
        try await find(query, in: subtree, latest: .max)
    }

    /// The latest entries that a query means, in a subtree, and how many there are in all.
    private func find(_ query: JournalQuery, in subtree: Subtree, latest most: Int) async throws -> Finding {
        await memory.whenLoaded()
        let scope = try await parties.scope(ofGroup: query.group, in: subtree)
        var filter = query.filter
        filter.userIDs = try await parties.users(named: filter.user)
        if let matcher = query.matcher { filter.condition = try await matching(matcher, subtree) }
        let rings = memory.rings(of: scope.customers)
        // After the entries: what is evicted meanwhile must not be missed without a word.
        var census = memory.census(of: scope.customers)
        let patience = memory.patience(for: subtree)
        let parts = try await sweep(rings, scope, filter, latest: most, patience)
        if scope.groups != nil {
            census.count = parts.reduce(0) { $0 + $1.count }
            census.bytes = parts.reduce(0) { $0 + $1.bytes }
        }
        let found = parts.flatMap(\.found).sorted { $0.id > $1.id }
        return Finding(
            entries: Array(found.prefix(most)), total: parts.reduce(0) { $0 + $1.total }, census: census,
            mayBeIncomplete: filter.mayMiss(in: census))
    }

    /// A page of what a query found.
    struct Leaf: Sendable {
        let page: Page<JournalEntry>
        /// What there is and was of those who were asked about.
        let census: JournalMemory.Census
        /// Whether entries that may have belonged to it were evicted.
        let mayBeIncomplete: Bool
    }

    /// A page of the entries that a query means, in a subtree; the latest of all without looking at the others.
    ///
    /// - Throws: As ``find(_:in:)`` does.
    func page(_ page: PageRequest, of query: JournalQuery, in subtree: Subtree) async throws -> Leaf {
        guard !query.isNarrowed, subtree.isWhole else {
            let finding = try await find(query, in: subtree, latest: page.offset + page.size)
            return Leaf(
                page: Page(
                    items: Array(finding.entries.dropFirst(page.offset)), request: page, total: finding.total),
                census: finding.census, mayBeIncomplete: finding.mayBeIncomplete)
        }
        await memory.whenLoaded()
        let entries = memory.latest(page)
        // After the entries, as when looking for them.
        let census = memory.census()
        return Leaf(
            page: Page(items: entries, request: page, total: census.count), census: census,
            mayBeIncomplete: query.filter.mayMiss(in: census))
    }

    /// What was found among some entries.
    private struct Part: Sendable {
        /// The latest entries that are meant, the latest first.
        var found: [JournalEntry] = []
        /// How many entries are meant in all.
        var total = 0
        /// How many may be seen.
        var count = 0
        /// Bytes those take.
        var bytes = 0
    }

    /// Entries that one task looks at before others have their turn.
    private static let stride = 8192

    /// Looks through entries, as many at a time as there are processors for.
    ///
    /// - Parameters:
    ///   - rings: The entries, each ring the oldest first.
    ///   - scope: Which of them may be seen.
    ///   - filter: Which of those are meant.
    ///   - most: How many are wanted at most.
    ///   - beginning: How long it may take.
    /// - Returns: What was found, in parts.
    /// - Throws: ``ConsoleError`` `unprocessable` if that takes too long, `unavailable` once nobody waits any more.
    private func sweep(
        _ rings: [JournalMemory.Entries], _ scope: JournalScope, _ filter: JournalFilter, latest most: Int,
        _ beginning: SearchPatience
    ) async throws -> [Part] {
        try await withThrowingTaskGroup(of: Part.self) { group in
            for ring in rings {
                for start in Swift.stride(from: 0, to: ring.count, by: Self.stride) {
                    group.addTask {
                        var patience = beginning
                        let entries = Array(ring.dropFirst(start).prefix(Self.stride).reversed())
                        // Only matchers may take long.
                        let isLong = filter.condition != nil
                        return try await patience.fold(entries, into: Part(), isLong: isLong) { part, entry in
                            guard scope.contains(entry) else { return }
                            part.count += 1
                            part.bytes += entry.byteCount
                            guard filter.matches(entry) else { return }
                            part.total += 1
                            if part.found.count < most { part.found.append(entry) }
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
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

    /// Refuses to send a request of another administrator once more, which is done with that one's credential: that is for
    /// those who could give them a password of their own.
    ///
    /// - Throws: ``ConsoleError`` `forbidden`.
    func requireReplay(of entry: JournalEntry, by administrator: AdministratorIdentity) async throws {
        let name = entry.parties.administrator
        if let name, administrator.isNamed(name) { return }
        guard name != nil || entry.isOfAdministrators else { return }
        try administrator.requireGrant(of: .consoleAdministrator)
        // One of nobody who is known proves nothing.
        guard let name else { return }
        guard try await parties.isAdministrator(name, in: administrator.subtree) else {
            throw ConsoleError(
                .forbidden,
                "Entry \(entry.id) is a request of \(name), who belongs to no group of yours: it would be sent as theirs."
            )
        }
    }

    /// Notes in the event log that somebody has sent an entry once more.
    func noteReplay(of entry: JournalEntry, by administrator: AdministratorIdentity) async throws {
        let now = core.clock.now(in: administrator.groupID)
        let request = entry.request.head
        let path = String((request.path ?? "").prefix { $0 != "?" }.prefix(200))
        try await core.database.write { [events = core.events] transaction in
            try events.record(
                ConsoleEvent(
                    action: .journalEntryReplayed, subjectKind: "journalEntry", subject: "\(entry.id)",
                    groupID: administrator.groupID, at: now),
                by: .administrator(administrator.name),
                after: ["method": request.method.rawValue, "path": path], in: transaction)
        }
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

extension JournalEntry {
    /// Whether it is a request to the admin REST API or the mock's control.
    fileprivate var isOfAdministrators: Bool {
        let request = Request(head: request.head, body: RequestBody(buffer: ByteBuffer()))
        return [.admin, .mock].contains(ConsoleSurface(of: request))
    }
}

extension AdministratorIdentity {
    /// Whether entries have an administrator by a name who can be no other than this one.
    ///
    /// Accounts may be called as clients are, and as the token printed at start.
    fileprivate func isNamed(_ other: String) -> Bool {
        guard name == other else { return false }
        guard case .password = credential else { return true }
        return name != AdministratorIdentity.administratorToken.name && !name.hasPrefix("oauth.")
    }
}
