import ConsolePlatform
package import GRDB
import NIOConcurrencyHelpers

/// The members of smart groups, cached and brought up to date by the changes since.
///
/// Triggers note every change that may affect members. Changed devices are tested again with the predicate of the
/// group; a smart group is counted anew if it was changed itself, or if too many devices were.
package final class SmartGroupCensus: Sendable {
    /// With more changed devices than this, counting anew is as cheap.
    private static let maximumDevices = 1000
    /// The most smart groups in the cache; beyond that it starts anew.
    private static let maximumGroups = 2000

    private struct Entry {
        /// Id of the newest change it includes.
        let change: Int64
        let members: DeviceSet
        /// Their number, counted once.
        let count: Int
        let question: MembershipQuestion

        init(change: Int64, members: DeviceSet, question: MembershipQuestion) {
            self.change = change
            self.members = members
            self.question = question
            count = members.count
        }
    }

    private struct State {
        var epoch: UInt64 = 0
        var entries: [Int64: Entry] = [:]
    }

    private let database: ConsoleDatabase
    private let state = NIOLockedValueBox(State())

    /// An empty cache.
    init(database: ConsoleDatabase) {
        self.database = database
    }

    /// The members of each of some smart groups, as a connection sees them; unknown ones have none.
    package func members(of smartGroups: some Collection<Int64>, _ db: GRDB.Database) throws -> [Int64: DeviceSet] {
        try entries(of: smartGroups, db).mapValues(\.members)
    }

    /// How many members each of some smart groups has.
    package func counts(of smartGroups: some Collection<Int64>, _ db: GRDB.Database) throws -> [Int64: Int] {
        try entries(of: smartGroups, db).mapValues(\.count)
    }

    private func entries(of smartGroups: some Collection<Int64>, _ db: GRDB.Database) throws -> [Int64: Entry] {
        let epoch = database.epoch
        let known = state.withLockedValue { state in
            state.epoch == epoch ? state.entries : [:]
        }
        let change = try SQLRequest<Int64>(sql: "SELECT MAX(id) FROM membershipChange", cached: true).fetchOne(db) ?? 0
        var answer: [Int64: Entry] = [:]
        var stale: [Int64] = []
        for id in Set(smartGroups) {
            // A connection with an older state uses the result of a newer one, which is committed too.
            if let entry = known[id], entry.change >= change { answer[id] = entry } else { stale.append(id) }
        }
        guard !stale.isEmpty else { return answer }
        let changes = try Changes(after: stale.compactMap { known[$0]?.change }.min() ?? change, db)
        var fresh: [Int64: Entry] = [:]
        for id in stale {
            fresh[id] = try known[id].flatMap { try Self.update($0, of: id, by: changes, to: change, db) }
        }
        for (id, definition) in try SmartGroupDefinition.stored(stale.filter { fresh[$0] == nil }, db) {
            fresh[id] = Entry(
                change: change, members: try SmartGroupMembership.allMembers(of: definition, db),
                question: try MembershipQuestion(definition, db))
        }
        // A transaction may see changes that are never committed.
        if db.configuration.readonly { keep(fresh, epoch: epoch) }
        return answer.merging(fresh) { $1 }
    }

    /// How many members a smart group has.
    func count(of smartGroup: Int64, _ db: GRDB.Database) throws -> Int {
        try counts(of: [smartGroup], db)[smartGroup] ?? 0
    }

    /// How many devices are in at least one of some smart groups and in none of others.
    func count(ofAny smartGroups: [Int64], excluding others: [Int64] = [], _ db: GRDB.Database) throws -> Int {
        let members = try members(of: smartGroups + others, db)
        var all = DeviceSet()
        for id in smartGroups { all.formUnion(members[id] ?? DeviceSet()) }
        for id in others { all.subtract(members[id] ?? DeviceSet()) }
        return all.count
    }

    /// The cached members, with the changed devices tested again; nil if counting anew is needed, or cheaper.
    private static func update(
        _ entry: Entry, of id: Int64, by changes: Changes, to change: Int64, _ db: GRDB.Database
    ) throws -> Entry? {
        guard let devices = changes.devices(since: entry.change, for: id), devices.count <= maximumDevices else {
            return nil
        }
        var members = entry.members
        for device in devices { members.remove(device) }
        if !devices.isEmpty {
            for device in try entry.question.members(among: devices.sorted(), db) { members.insert(device) }
        }
        return Entry(change: change, members: members, question: entry.question)
    }

    private func keep(_ fresh: [Int64: Entry], epoch: UInt64) {
        state.withLockedValue { state in
            guard state.epoch <= epoch else { return }
            if state.epoch < epoch || state.entries.count + fresh.count > Self.maximumGroups {
                state = State(epoch: epoch)
            }
            state.entries.merge(fresh) { $0.change > $1.change ? $0 : $1 }
        }
    }
}

/// The changes after a point.
private struct Changes {
    private struct Change: Decodable, FetchableRecord {
        let id: Int64
        let deviceId: Int64?
        let smartGroupId: Int64?
    }

    private let changes: [Change]
    /// Changes up to this one may be deleted.
    private let oldest: Int64

    init(after change: Int64, _ db: GRDB.Database) throws {
        oldest = try SQLRequest<Int64>(sql: "SELECT MIN(id) FROM membershipChange", cached: true).fetchOne(db) ?? 0
        changes = try SQLRequest<Change>(
            literal: "SELECT id, deviceId, smartGroupId FROM membershipChange WHERE id > \(change) ORDER BY id",
            cached: true
        ).fetchAll(db)
    }

    /// Devices changed after a point; nil if the smart group itself or all devices were changed, or the changes are no
    /// longer known.
    func devices(since change: Int64, for smartGroup: Int64) -> Set<Int64>? {
        guard change + 1 >= oldest else { return nil }
        var devices: Set<Int64> = []
        for entry in changes where entry.id > change {
            if let device = entry.deviceId {
                devices.insert(device)
            } else if entry.smartGroupId == nil || entry.smartGroupId == smartGroup {
                return nil
            }
        }
        return devices
    }
}
