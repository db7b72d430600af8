import ConsolePlatform
import GRDB

/// The clock that was set for an organization group.
struct GroupClockRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "groupClock"

    let groupId: Int64
    /// When it stands; nil for one that runs.
    let frozenAt: Timestamp?
    /// Milliseconds by which one that runs is ahead of the machine.
    let offset: Int64
    /// When it was set, by the machine.
    let setAt: Timestamp

    /// The row of a clock.
    init(_ clock: GroupClock, of groupID: Int64, at machine: Timestamp) {
        groupId = groupID
        setAt = machine
        switch clock {
        case .frozen(let time): (frozenAt, offset) = (time, 0)
        case .running(let ahead): (frozenAt, offset) = (nil, ahead)
        }
    }

    /// The clock of the row.
    var clock: GroupClock { frozenAt.map { .frozen(at: $0) } ?? .running(ahead: offset) }
}
