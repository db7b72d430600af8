import ConsolePlatform

/// An expectation held against entries, the oldest first, as they come.
struct Verification {
    /// Most ids that are listed of what was met.
    private static let listedEntries = 20

    let expectation: JournalExpectation
    /// How many requests are meant; of a sequence, how many of its steps were met.
    private(set) var count = 0
    /// How many requests it took too much work to compare.
    private(set) var undecided = 0
    /// The first entries that are meant.
    private(set) var matched: [Int64] = []
    /// Id of the last entry that was looked at.
    private(set) var last: Int64 = 0
    /// Id of the entry that met the latest step of a sequence.
    private(set) var lastMet: Int64 = 0
    /// How often entries had been removed when the first was looked at; nil if none was looked at yet.
    private var removals: Int?

    init(_ expectation: JournalExpectation) {
        self.expectation = expectation
    }

    /// Begins a look at entries: at all of them again if entries were removed that may have counted.
    mutating func begin(removals now: Int) {
        if let removals, removals != now, count > 0 { self = Verification(expectation) }
        removals = now
    }

    /// Takes an entry.
    mutating func take(_ entry: JournalEntry, _ groups: GroupTree) {
        guard let matcher = next else { return }
        var reading = MatchReading(entry)
        let isMeant = matcher.matches(&reading, groups)
        if reading.budget.isUsedUp { undecided += 1 }
        guard isMeant else { return }
        count += 1
        lastMet = entry.id
        if matched.count < Self.listedEntries { matched.append(entry.id) }
    }

    /// Notes up to where entries were looked at.
    mutating func note(last id: Int64) { last = max(last, id) }

    /// What the next entry is held against; nil once a sequence is complete.
    var next: RequestMatcher? {
        switch expectation.form {
        case .count(let matcher, _, _): matcher
        case .sequence(let matchers): count < matchers.count ? matchers[count] : nil
        }
    }

    /// Whether it may take long to hold it against an entry.
    var isLong: Bool { expectation.matchers.contains(where: \.isLong) }

    /// Whether what was taken is as expected.
    var hasPassed: Bool {
        switch expectation.form {
        case .count(_, let least, let most): count >= least && count <= most ?? .max
        case .sequence(let matchers): count == matchers.count
        }
    }

    /// Whether nothing that is still to come, or was evicted, can change whether it passed.
    var isCertain: Bool {
        switch expectation.form {
        case .count(_, let least, let most): most.map { count > $0 } ?? (count >= least)
        case .sequence(let matchers): count == matchers.count
        }
    }

    /// Whether a wait for it is over: it passed, unless time has to show, or it cannot pass any more.
    var isOver: Bool { isCertain || hasPassed && !expectation.isPromise }

    /// Whether entries that are no longer there could have changed the answer.
    func isDoubtful(_ census: JournalMemory.Census) -> Bool {
        guard census.evicted > 0, !isCertain else { return false }
        return expectation.matchers.contains { matcher in
            if let after = matcher.afterEntry, after >= census.lastEvicted { return false }
            if let since = matcher.since, let latest = census.evictedUntil, since > latest { return false }
            return true
        }
    }
}
