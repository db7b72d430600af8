import ConsolePlatform
import NIOConcurrencyHelpers

/// Makes a few entries and a number of a flood of connections that came to nothing (MockControl, "Connections").
///
/// Whoever breaks off connections needs no credential and a few bytes for each: with an entry for each, they would fill
/// the journal, and nobody would find anything else.
final class IncidentTally: Sendable {
    /// Entries of one address in a while; what comes after them is counted.
    static let ownEntries = 200
    /// Entries of all addresses in a while.
    static let allEntries = 2000
    /// Entries of all addresses of one site in a while.
    static let siteEntries = SiteRule.standard.limit(ownEntries, of: allEntries)
    /// Counts of what comes after them, each for an address and a reason; what has no room shares one for its reason.
    static let ownCounts = 1000
    /// How long a while is, in milliseconds.
    static let span: Int64 = 600_000

    /// What is counted together: connections like one another.
    struct Likeness: Hashable, Sendable {
        /// The network of the client; empty if it is that of many.
        var network: String
        /// The site of the network, if it has one; what has no entries any more is counted for all of it.
        var site: String?
        /// The group whose base URL they were made to.
        let groupID: Int64?
        /// What went wrong.
        let kind: BrokenConnection.Kind
        /// What to do about it; empty if it is of many.
        var advice: String
    }

    /// How many were counted, and where that stands.
    struct Count: Sendable {
        var more = 0
        /// Id of the entry that says so; nil if there is none yet.
        var entryID: Int64?
    }

    fileprivate struct State {
        /// When this while began.
        var began: Timestamp?
        /// Entries of each network and site.
        var entries: [String: Int] = [:]
        /// Entries of all.
        var all = 0
        var counts: [Likeness: Count] = [:]
    }

    private let state = NIOLockedValueBox(State())

    /// Decides what becomes of a connection; what is decided of others waits meanwhile.
    ///
    /// - Parameters:
    ///   - likeness: What it is counted with, if it is counted.
    ///   - now: The time.
    ///   - enter: Makes an entry of its own.
    ///   - count: Writes down how many there are, where it stood before if it stood anywhere; answers where it stands now.
    func admit(_ likeness: Likeness, at now: Timestamp, enter: () -> Void, count: (Likeness, Count) -> Int64) {
        state.withLockedValue { state in
            state.turn(at: now)
            guard state.isFull(for: likeness) else {
                state.entries[likeness.network, default: 0] += 1
                if let site = likeness.site { state.entries[site, default: 0] += 1 }
                state.all += 1
                return enter()
            }
            let place = state.place(of: likeness)
            var known = state.counts[place] ?? Count()
            known.more += 1
            known.entryID = count(place, known)
            state.counts[place] = known
        }
    }
}

extension IncidentTally.State {
    /// Begins anew if a while is over, also if the clock was set back.
    fileprivate mutating func turn(at now: Timestamp) {
        if let began, now >= began, now.milliseconds - began.milliseconds < IncidentTally.span { return }
        self = IncidentTally.State()
        began = now
    }

    fileprivate func isFull(for likeness: IncidentTally.Likeness) -> Bool {
        all >= IncidentTally.allEntries || entries[likeness.network, default: 0] >= IncidentTally.ownEntries
            || isFull(site: likeness.site)
    }

    private func isFull(site: String?) -> Bool {
        site.map { entries[$0, default: 0] >= IncidentTally.siteEntries } ?? false
    }

    /// What something is counted with.
    fileprivate func place(of likeness: IncidentTally.Likeness) -> IncidentTally.Likeness {
        var likeness = likeness
        if let site = likeness.site, isFull(site: site) { likeness.network = site }
        guard counts[likeness] == nil, counts.count >= IncidentTally.ownCounts else { return likeness }
        var shared = likeness
        shared.network = ""
        shared.site = nil
        shared.advice = ""
        return shared
    }
}
