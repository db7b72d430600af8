import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A fault that somebody has posted: which requests, what goes wrong, and how often (Faults).
struct Fault: Sendable {
    /// How often a fault acts on the requests it means.
    struct Schedule: Hashable, Sendable {
        /// How many requests are let through first.
        var skip = 0
        /// How many requests it acts on; nil for all.
        var times: Int?
        /// Of a hundred requests it acts on so many; nil for each.
        var percentage: Double?
        /// The longest row of requests it acts on one after the other; nil for any.
        var longestRow: Int?
        /// Chooses which requests those are, and how long each waits.
        var seed: UInt64 = 0
    }

    /// What has become of it so far.
    struct Record: Hashable, Sendable {
        /// Requests it means.
        var seen = 0
        /// Requests it acted on.
        var hits = 0
        /// Requests it acted on one after the other, up to the last.
        var row = 0
        /// When it acted last.
        var lastHit: Timestamp?
    }

    /// Whether it still acts.
    enum Standing: String, Sendable {
        case active, spent, expired
    }

    let id: Int64
    let name: String?
    /// The preset it was made from.
    let preset: String?
    let matcher: RequestMatcher
    /// The matcher as it was written.
    let match: JSONValue
    let action: FaultAction
    /// The action as it was written.
    let actionText: JSONValue
    let schedule: Schedule
    /// The group whose requests it may act on, with those below it.
    let groupID: Int64
    let subtree: Subtree
    /// The customer whose bound it counts for.
    let customerID: Int64?
    let administrator: String
    let createdAt: Timestamp
    /// When it ends; nil if it does not.
    let expiresAt: Timestamp?
    /// The fault as it was written.
    let written: JSONValue
    var record = Record()

    /// What the journal and answers call it.
    var label: String { name ?? String(id) }

    /// Whether it acts at a moment.
    func standing(at now: Timestamp) -> Standing {
        if let times = schedule.times, record.hits >= times { return .spent }
        if let expiresAt, now >= expiresAt { return .expired }
        return .active
    }

    /// Counts a request it means.
    ///
    /// - Returns: Whether it acts on it, and if so with which random numbers.
    mutating func take(at now: Timestamp) -> FaultDraw? {
        let turn = record.seen
        record.seen += 1
        guard turn >= schedule.skip else { return nil }
        var draw = FaultDraw(seed: schedule.seed, turn: turn)
        let isChosen = schedule.percentage.map { draw.fraction() * 100 < $0 } ?? true
        guard isChosen, record.row < schedule.longestRow ?? Int.max else {
            record.row = 0
            return nil
        }
        record.row += 1
        record.hits += 1
        record.lastHit = now
        return draw
    }
}

/// What is to be done to a request.
struct FaultRuling: Sendable {
    /// What the journal and the answer call whatever decided it.
    let label: String
    let action: FaultAction
    let draw: FaultDraw
}

/// Decides what goes wrong with requests.
protocol FaultSource: Sendable {
    /// Whether any request may be meant; otherwise none is looked at.
    var isWatching: Bool { get }

    /// Whether it may take long to find out whether a request is meant.
    func isLong(for parties: JournalParties, in groups: GroupTree) -> Bool

    /// What is to be done to a request, which is counted; nil to let it pass.
    func ruling(on subject: any MatchSubject, in groups: GroupTree) -> FaultRuling?
}
