import ConsoleModel
import ConsolePlatform
import GRDB

/// What a group's clock shows, and whose it is.
struct ClockEntry: Sendable {
    let group: OrganizationGroupRecord
    /// The clock it goes by; nil for that of the machine.
    let hand: ClockBoard.Hand?
    /// Code of the group whose clock that is; nil if it lies outside of the reader's subtree, or for the machine.
    let owner: String?
    /// What the machine shows.
    let machine: Timestamp

    /// What the clock shows.
    var now: Timestamp { hand?.clock.reading(at: machine) ?? machine }
}

/// Something that fell due, and how much of it.
struct DueCount: Encodable, Hashable, Sendable {
    let kind: String
    let count: Int
}

/// A clock that was changed, with what fell due.
struct ClockChange: Sendable {
    let entry: ClockEntry
    /// In the order in which it was done; what there was none of is left out.
    let due: [DueCount]
}

/// Clocks of organization groups.
struct GroupClockStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    /// Shows them.
    let board: ClockBoard
    /// What falls due.
    let due: [DueWork]

    /// Clocks of a subtree that were set, by the codes of their groups.
    func clocks(in subtree: Subtree, page: PageRequest) async throws -> Page<ClockEntry> {
        let machine = board.clock.machine
        return try await database.read { db in
            let groups = try SQLRequest<OrganizationGroupRecord>(
                literal: """
                    SELECT * FROM organizationGroup WHERE \(subtree.condition("path"))
                    AND id IN (SELECT groupId FROM groupClock) ORDER BY code
                    """
            ).fetchAll(db)
            let table = try ClockBoard.read(db)
            return try Page(page, of: groups).map { try Self.entry($0, in: subtree, table, at: machine, db) }
        }
    }

    /// The clock a group goes by.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `conflict` for a name that several groups have.
    func clock(of name: String, in subtree: Subtree) async throws -> ClockEntry {
        let machine = board.clock.machine
        return try await database.read { db in
            let group = try Self.group(name, in: subtree, db)
            return try Self.entry(group, in: subtree, ClockBoard.read(db), at: machine, db)
        }
    }

    /// Sets the clock of a group, and does what falls due by that.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `conflict` for a name that several groups have, `badRequest` for a time
    ///   that no clock shows.
    func set(_ order: ClockOrder, of name: String, by administrator: AdministratorIdentity) async throws -> ClockChange
    {
        try await change(name, .clockSet, by: administrator) { before in
            try order.clock(now: before.now, at: before.machine)
        }
    }

    /// Moves the clock of a group forward, and does what falls due by that.
    ///
    /// - Throws: As ``set(_:of:by:)``.
    func advance(_ advance: ClockAdvance, of name: String, by administrator: AdministratorIdentity) async throws
        -> ClockChange
    {
        try await change(name, .clockAdvanced, by: administrator) { before in
            let time = try advance.time(after: before.now)
            let former = before.hand?.clock ?? .running(ahead: 0)
            return try ClockReading.checked(former.showing(time, at: before.machine), at: before.machine)
        }
    }

    /// Takes the clock of a group away: it goes by that of the group above it.
    ///
    /// - Throws: As ``set(_:of:by:)``.
    func remove(of name: String, by administrator: AdministratorIdentity) async throws -> ClockChange {
        try await change(name, .clockRemoved, by: administrator) { _ in nil }
    }
}

extension GroupClockStore {
    /// A change under way: what was committed, and the work it leads to.
    private struct Outcome: Sendable {
        let change: ClockChange
        let span: DueSpan
        let work: [DueWork]
    }

    /// Changes a clock in one transaction, in which it is counted what falls due; then does that.
    private func change(
        _ name: String, _ action: EventAction, by administrator: AdministratorIdentity,
        _ decide: @escaping @Sendable (ClockEntry) throws -> GroupClock?
    ) async throws -> ClockChange {
        let machine = board.clock.machine
        let outcome = try await database.write { transaction in
            let db = transaction.db
            let group = try Self.group(name, in: administrator.subtree, db)
            let id = try group.storedID()
            let earlier = try ClockBoard.read(db)
            let before = try Self.entry(group, in: administrator.subtree, earlier, at: machine, db)
            if let clock = try decide(before) {
                try GroupClockRecord(clock, of: id, at: machine).upsert(db)
            } else {
                try GroupClockRecord.deleteOne(db, key: id)
            }
            let later = try ClockBoard.read(db)
            let after = try Self.entry(group, in: administrator.subtree, later, at: machine, db)
            try note(action, before, after, by: administrator, in: transaction)
            transaction.changesConfiguration()
            let span = DueSpan(
                groups: earlier.groups(ownedBy: id).union(later.groups(ownedBy: id)), from: before.now, to: after.now)
            return try counted(after, span, db)
        }
        for work in outcome.work { try await work.settle(outcome.span) }
        return outcome.change
    }

    /// Counts what falls due.
    private func counted(_ entry: ClockEntry, _ span: DueSpan, _ db: GRDB.Database) throws -> Outcome {
        guard span.to > span.from, !span.groups.isEmpty else {
            return Outcome(change: ClockChange(entry: entry, due: []), span: span, work: [])
        }
        let counts = try due.map { DueCount(kind: $0.kind, count: try $0.count(span, db)) }
        let work = zip(due, counts).filter { $1.count > 0 }.map(\.0)
        return Outcome(change: ClockChange(entry: entry, due: counts.filter { $0.count > 0 }), span: span, work: work)
    }

    private func note(
        _ action: EventAction, _ before: ClockEntry, _ after: ClockEntry, by administrator: AdministratorIdentity,
        in transaction: Transaction
    ) throws {
        let event = ConsoleEvent(
            action: action, subjectKind: "organizationGroup", subject: after.group.code, groupID: after.group.id,
            at: after.now)
        try events.record(
            event, by: .administrator(administrator.name), before: ["now": before.now.description],
            after: ["now": after.now.description], in: transaction)
    }

    /// The group that a path names.
    private static func group(_ name: String, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupStore.group(named: name, in: subtree, db) else {
            throw ConsoleError(
                .notFound, "There is no organization group \"\(name.prefix(80))\"; give its code, uuid, id or name.")
        }
        return group
    }

    private static func entry(
        _ group: OrganizationGroupRecord, in subtree: Subtree, _ table: ClockBoard.Table, at machine: Timestamp,
        _ db: GRDB.Database
    ) throws -> ClockEntry {
        let hand = try table.hands[group.storedID()]
        let owner = try hand.map { try OrganizationGroupStore.group(id: $0.owner, db) }
        let isSeen = owner.map { subtree.contains($0) } ?? false
        return ClockEntry(group: group, hand: hand, owner: isSeen ? owner?.code : nil, machine: machine)
    }
}
