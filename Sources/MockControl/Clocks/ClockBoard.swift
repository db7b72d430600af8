import ConsoleModel
package import ConsolePlatform
import GRDB
import NIOConcurrencyHelpers

/// What time it is in each organization group, at hand without asking the database.
///
/// A group without a clock of its own goes by that of its nearest ancestor, and if there is none by the machine. What
/// belongs to no group, such as windows of failed sign-ins, goes by the machine whatever clocks were set. The table is
/// made again with every commit that may have moved a group or set a clock.
package final class ClockBoard: Sendable {
    /// A clock, and the group whose own it is.
    struct Hand: Hashable, Sendable {
        let owner: Int64
        let clock: GroupClock
    }

    /// The clock of each group that does not go by the machine.
    struct Table: Sendable {
        fileprivate(set) var hands: [Int64: Hand] = [:]
    }

    private let machine: ConsoleClock
    private let table = NIOLockedValueBox(Table())

    /// A board on which every group goes by a clock.
    package init(_ machine: ConsoleClock) {
        self.machine = machine
    }

    /// As the console asks it.
    package var clock: ConsoleClock { ConsoleClock(around: machine) { [self] in now(in: $0) } }

    /// The time in a group; nil for the machine's.
    func now(in group: Int64?) -> Timestamp {
        let machine = machine.now(in: group)
        return hand(of: group)?.clock.reading(at: machine) ?? machine
    }

    /// The clock a group goes by; nil for the machine.
    func hand(of group: Int64?) -> Hand? {
        group.flatMap { group in table.withLockedValue { $0.hands[group] } }
    }

    /// Reads clocks and groups when the console starts, and once the database has been replaced.
    package func load(_ database: ConsoleDatabase) async throws {
        let read = try await database.read { db in try Self.read(db) }
        show(read)
    }

    /// Follows a change, as the last step of the unit of work that makes it.
    ///
    /// - Throws: What the database throws.
    package func follow(_ transaction: Transaction) throws {
        guard transaction.hasChangedConfiguration else { return }
        let isBlank = table.withLockedValue { $0.hands.isEmpty }
        let clocks = try transaction.db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM groupClock)")
        guard try Bool.fetchOne(clocks) == true || !isBlank else { return }
        let read = try Self.read(transaction.db)
        transaction.afterCommit { [self] in show(read) }
    }

    private func show(_ read: Table) { table.withLockedValue { $0 = read } }

    /// The table as the database has it.
    static func read(_ db: GRDB.Database) throws -> Table {
        let records = try GroupClockRecord.fetchAll(db)
        guard !records.isEmpty else { return Table() }
        let own = Dictionary(uniqueKeysWithValues: records.map { ($0.groupId, $0.clock) })
        var table = Table()
        let groups = try db.cachedStatement(sql: "SELECT path FROM organizationGroup")
        for group in try Subtree.fetchAll(groups) {
            let way = group.ancestorsAndSelf
            guard let id = way.last, let owner = way.last(where: { own[$0] != nil }), let clock = own[owner] else {
                continue
            }
            table.hands[id] = Hand(owner: owner, clock: clock)
        }
        return table
    }
}

extension ClockBoard.Table {
    /// The groups that go by the clock of one of them.
    func groups(ownedBy owner: Int64) -> Set<Int64> { Set(hands.filter { $0.value.owner == owner }.keys) }
}
