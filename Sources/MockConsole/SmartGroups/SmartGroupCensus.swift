import GRDB
import NIOConcurrencyHelpers

/// Who the members of smart groups are, remembered and brought up to date by what has changed since.
///
/// Triggers note what may have moved members, whoever wrote it. Devices that were touched are asked again by the
/// predicate of the group; a smart group that was changed itself, or too much, is counted anew.
final class SmartGroupCensus: Sendable {
    /// More changed devices than this cost as much as a new count.
    private static let maximumDevices = 1000
    /// Smart groups remembered; beyond that it starts anew.
    private static let maximumGroups = 2000

    private struct Entry {
        /// Id of the newest change it knows.
        var change: Int64
        var members: DeviceSet
    }

    private struct State {
        var epoch: UInt64 = 0
        var entries: [Int64: Entry] = [:]
    }

    private let database: Database
    private let state = NIOLockedValueBox(State())

    /// Nothing remembered yet.
    init(database: Database) {
        self.database = database
    }

    /// The members of each of some smart groups, as a connection sees them; those there are not have none.
    func members(of smartGroups: some Collection<Int64>, _ db: GRDB.Database) throws -> [Int64: DeviceSet] {
        let epoch = database.epoch
        let known = state.withLockedValue { state in
            state.epoch == epoch ? state.entries : [:]
        }
        let change = try SQLRequest<Int64>(sql: "SELECT MAX(id) FROM membershipChange", cached: true).fetchOne(db) ?? 0
        var answer: [Int64: DeviceSet] = [:]
        var stale: [Int64] = []
        for id in Set(smartGroups) {
            // A connection that is behind takes what a later one has found: it is committed, too.
            if let entry = known[id], entry.change >= change { answer[id] = entry.members } else { stale.append(id) }
        }
        guard !stale.isEmpty else { return answer }
        let changes = try Changes(after: stale.compactMap { known[$0]?.change }.min() ?? change, db)
        let definitions = try SmartGroupDefinition.stored(stale, db)
        var fresh: [Int64: Entry] = [:]
        for (id, definition) in definitions {
            let members = try known[id].flatMap { try Self.update($0, of: id, definition, by: changes, db) }
            fresh[id] = Entry(
                change: change, members: try members ?? SmartGroupMembership.allMembers(of: definition, db))
        }
        // What a transaction sees may never be committed.
        if db.configuration.readonly { keep(fresh, epoch: epoch) }
        return answer.merging(fresh.mapValues(\.members)) { $1 }
    }

    /// How many members a smart group has.
    func count(of smartGroup: Int64, _ db: GRDB.Database) throws -> Int {
        try members(of: [smartGroup], db)[smartGroup]?.count ?? 0
    }

    /// How many devices are in at least one of some smart groups and in none of others.
    func count(ofAny smartGroups: [Int64], excluding others: [Int64] = [], _ db: GRDB.Database) throws -> Int {
        let members = try members(of: smartGroups + others, db)
        var all = DeviceSet()
        for id in smartGroups { all.formUnion(members[id] ?? DeviceSet()) }
        for id in others { all.subtract(members[id] ?? DeviceSet()) }
        return all.count
    }

    /// What is remembered with the changed devices asked again; nil if counting anew is needed, or cheaper.
    private static func update(
        _ entry: Entry, of id: Int64, _ definition: SmartGroupDefinition, by changes: Changes, _ db: GRDB.Database
    ) throws -> DeviceSet? {
        guard let devices = changes.devices(since: entry.change, for: id), devices.count <= maximumDevices else {
            return nil
        }
        var members = entry.members
        for device in devices { members.remove(device) }
        for device in try SmartGroupMembership.members(of: definition, among: devices.sorted(), db) {
            members.insert(device)
        }
        return members
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

/// What has changed after a point.
private struct Changes {
    private struct Change: Decodable, FetchableRecord {
        let id: Int64
        let deviceId: Int64?
        let smartGroupId: Int64?
    }

    private let changes: [Change]
    /// Changes up to this one may be forgotten.
    private let oldest: Int64

    init(after change: Int64, _ db: GRDB.Database) throws {
        oldest = try SQLRequest<Int64>(sql: "SELECT MIN(id) FROM membershipChange", cached: true).fetchOne(db) ?? 0
        changes = try SQLRequest<Change>(
            literal: "SELECT id, deviceId, smartGroupId FROM membershipChange WHERE id > \(change) ORDER BY id",
            cached: true
        ).fetchAll(db)
    }

    /// Devices touched after a change; nil if the smart group itself was, or all were, or it cannot be known.
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
