import ConsoleModel
import ConsolePlatform

/// Finds what is new for one reader: rows of the event log first, then the requests they may be of.
///
/// Nothing is buffered for a reader. What is new is what stands in the journal and the event log beyond the reader's
/// position, so that a slow one takes no memory, and one that comes back goes on where it was.
struct StreamSource: Sendable {
    /// Messages that are made at a time.
    static let batch = 200

    let memory: JournalMemory
    let parties: JournalPartyStore
    let events: StreamEventStore
    let subtree: Subtree
    /// What the reader has signed in with.
    let credential: AdminCredential
    /// What that stood for when the stream began.
    private var mark: CredentialMark?
    private(set) var query: StreamQuery
    private var scope = JournalScope()
    /// The state of configuration that scope and users were found in.
    private var generation: UInt64?
    private var epoch: UInt64

    init(
        _ query: StreamQuery, memory: JournalMemory, parties: JournalPartyStore, subtree: Subtree,
        credential: AdminCredential
    ) {
        self.query = query
        self.memory = memory
        self.parties = parties
        self.subtree = subtree
        self.credential = credential
        events = StreamEventStore(database: parties.database)
        epoch = parties.database.epoch
    }

    /// What a look found.
    struct Finding: Sendable {
        var messages: [StreamMessage] = []
        /// How far the reader has come with them.
        var position: StreamPosition
        /// Whether there may be more.
        var isCut = false
        /// How many requests the reader was behind.
        var backlog = 0
        /// Something about the stream, which comes before the messages.
        var notice: StreamNotice?
        /// Whether nothing more will come.
        var isOver = false
    }

    /// Notes what the credential stands for, with which somebody has just signed in.
    mutating func noteCredential() async throws { mark = try await events.mark(of: credential) }

    /// Where a reader begins.
    ///
    /// - Returns: The position, and what is to be said of it.
    mutating func begin() async throws -> Finding {
        await memory.whenLoaded()
        let latest = StreamPosition(request: memory.nextID - 1, event: try await events.latest())
        guard var position = query.position else { return Finding(position: latest) }
        position.event = position.event ?? latest.event
        if position.request > latest.request || (position.event ?? 0) > (latest.event ?? 0) {
            let message = "\(position) has not been sent yet: the stream begins with what is new from now on."
            return Finding(position: latest, notice: StreamNotice(notice: .gap, message: message))
        }
        return Finding(position: position)
    }

    /// What comes after a position.
    ///
    /// - Throws: What the database throws.
    mutating func look(after position: StreamPosition) async throws -> Finding {
        var finding = Finding(position: position)
        if let notice = try await renew(&finding.position) { finding.notice = notice }
        if finding.notice?.notice == .gone {
            finding.isOver = true
            return finding
        }
        // Events are looked for after requests: those of a request are committed before it is answered.
        let requests = requests(after: finding.position.request, &finding)
        guard try await addEvents(&finding) else { return finding }
        try await add(requests.entries, upTo: requests.last, &finding)
        return finding
    }

    // MARK: Whose they are

    /// Finds out anew what may be seen if configuration has changed.
    private mutating func renew(_ position: inout StreamPosition) async throws -> StreamNotice? {
        let database = parties.database
        var notice: StreamNotice?
        if database.epoch != epoch {
            epoch = database.epoch
            generation = nil
            position.event = min(position.event ?? 0, try await events.latest())
            notice = StreamNotice(notice: .replaced, message: "The whole database was replaced.")
        }
        let current = database.generation
        guard generation != current else { return notice }
        generation = current
        guard let found = try await events.mark(of: credential), mark == nil || mark == found else {
            return StreamNotice(notice: .gone, message: "The credential of this stream is not in force any more.")
        }
        mark = found
        let own = try await parties.scope(of: subtree)
        if own.groups?.isEmpty == true {
            return StreamNotice(notice: .gone, message: "The organization group of this administrator is gone.")
        }
        scope = query.group == nil ? own : try await parties.scope(ofGroup: query.group, in: subtree)
        query.filter.userIDs = try await parties.users(named: query.filter.user)
        return notice
    }

    // MARK: Requests

    /// Some entries, and how far one has come with them.
    private struct Requests {
        var entries: [JournalEntry]
        var last: Int64
    }

    private func requests(after id: Int64, _ finding: inout Finding) -> Requests {
        // Read before the entries: whatever has an id up to it is among them.
        let latest = memory.nextID - 1
        guard query.hasEntries, latest > id else { return Requests(entries: [], last: latest) }
        let census = memory.census(of: scope.customers)
        if census.lastEvicted > id, finding.notice == nil {
            finding.notice = Self.gap("Older requests were evicted to keep the bounds of the journal")
        }
        let backlog = memory.backlog(of: scope.customers, after: id, limit: Self.batch)
        finding.backlog = backlog.count
        let last = backlog.entries.last?.id
        guard backlog.count > Self.batch else {
            return Requests(entries: backlog.entries, last: max(latest, last ?? 0))
        }
        finding.isCut = true
        return Requests(entries: backlog.entries, last: last ?? latest)
    }

    private func add(_ entries: [JournalEntry], upTo last: Int64, _ finding: inout Finding) async throws {
        var patience = memory.patience(for: subtree)
        let (filter, isLong) = (query.filter, query.filter.condition != nil)
        let meant = try await patience.fold(entries, into: [JournalEntry](), isLong: isLong) { [scope] meant, entry in
            if scope.contains(entry), filter.matches(entry) { meant.append(entry) }
        }
        if !meant.isEmpty {
            let names = try await parties.names(for: meant)
            for entry in meant {
                finding.position.request = entry.id
                finding.messages.append(
                    try StreamMessage(
                        entry.isRequest ? .request : .connection, at: finding.position, JournalEntryBody(entry, names)))
            }
        }
        finding.position.request = max(last, finding.position.request)
    }

    // MARK: Events

    /// Adds rows of the event log; false if there are more, which have to come before the requests.
    private func addEvents(_ finding: inout Finding) async throws -> Bool {
        guard query.kinds.contains(.event), !query.isOfRequests else { return true }
        let rows = try await events.rows(after: finding.position.event ?? 0, limit: Self.batch)
        if rows.hasGap, finding.notice == nil {
            finding.notice = Self.gap("Older events were deleted to keep the bound of the event log")
        }
        for record in rows.records {
            finding.position.event = record.id
            guard isVisible(record), query.filter.matches(record) else { continue }
            let body = try StreamEventBody(record, group: record.groupId.flatMap { rows.groups[$0] })
            finding.messages.append(try StreamMessage(.event, at: finding.position, body))
        }
        if rows.isCut { finding.isCut = true }
        return !rows.isCut
    }

    private func isVisible(_ record: EventLogRecord) -> Bool {
        guard let groups = scope.groups else { return true }
        return record.groupId.map(groups.contains) ?? false
    }

    private static func gap(_ reason: String) -> StreamNotice {
        StreamNotice(notice: .gap, message: "\(reason); what comes next is not all there was.")
    }
}
