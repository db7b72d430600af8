import DeviceProtocol
import HTTPTypes

/// A request that is nearly what was asked for.
struct NearMiss: Encodable, Sendable {
    /// Most of them in an answer.
    static let limit = 3

    /// Id of the entry.
    let id: Int64
    let method: String
    /// Path and query as they were sent.
    let target: String
    let status: Int
    /// What was not as asked for.
    let differs: [MatchDifference]
    private let distance: Double

    private enum CodingKeys: String, CodingKey {
        case id, method, target, status, differs
    }

    /// What there is of an entry to show; nil if it is what was asked for.
    init?(_ entry: JournalEntry, _ matcher: RequestMatcher, _ groups: GroupTree) {
        let differs = matcher.differences(in: entry, groups)
        guard !differs.isEmpty else { return nil }
        self.init(entry, differs)
    }

    /// A request that came before the one it should have followed; nil if it is not what was asked for.
    init?(early entry: JournalEntry, _ matcher: RequestMatcher, _ groups: GroupTree, after id: Int64) {
        guard matcher.matches(entry, in: groups) else { return nil }
        let reason = "It came before the request that met the step before it."
        self.init(
            entry,
            [
                MatchDifference(
                    member: "order", expected: .string("after \(id)"), actual: .number(String(entry.id)),
                    reason: reason,
                    distance: 0.1)
            ])
    }

    private init(_ entry: JournalEntry, _ differs: [MatchDifference]) {
        self.differs = differs
        (id, method) = (entry.id, entry.request.head.method.rawValue)
        (target, status) = (entry.request.target, entry.response.head.status.code)
        distance = differs.distance
    }

    /// Whether it is nearer than another; of two that are as near, the later one.
    private func isNearer(than other: NearMiss) -> Bool {
        distance == other.distance ? id > other.id : distance < other.distance
    }

    /// Adds it to the nearest ones, if it is one of them.
    func join(_ nearest: inout [NearMiss]) {
        let place = nearest.firstIndex { isNearer(than: $0) } ?? nearest.count
        nearest.insert(self, at: place)
        if nearest.count > Self.limit { nearest.removeLast() }
    }
}

/// What is answered to somebody who verifies or waits.
struct VerificationBody: Encodable, Sendable {
    /// Whether it is as expected.
    var passed = false
    /// How many requests are meant; of a sequence, how many of its steps were met, one after the other.
    var count = 0
    /// Ids of the first of them.
    var matched: [Int64]?
    /// If it did not pass: requests that are nearly what was asked for.
    var nearest: [NearMiss] = []
    /// How many entries were evicted, if they could change the answer.
    var evicted: Int?
    /// How many requests it took too much work to compare, if there are any; they count as not meant.
    var undecided: Int?
    /// Id of the last entry that was looked at; `after` takes it.
    var last: Int64?
    /// The state as it is, for a wait for one.
    var state: [String: String]?
}
