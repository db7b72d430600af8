import ConsoleHTTP
import ConsoleModel
package import ConsolePlatform
import NIOConcurrencyHelpers
import NIOCore

/// The entries of the journal, those of each customer for themselves (MockControl, "Journal").
///
/// What verification reads is here, complete; the file only lets it survive a restart. When a bound is reached, the
/// customer who takes most loses the oldest entry, so that nobody's traffic pushes out another's. Requests that only name
/// a customer give way first, once those of all take more than a quarter of the room: nobody has to sign in to send them.
/// They fall into lots by the network they come from, of which the fullest gives way: whoever sends many pushes out few of
/// others that name the same customer.
package final class JournalMemory: Sendable {
    /// Of the room for entries, the part that those which only name somebody may take before they give way: one in so many.
    static let unverifiedShare = 4

    struct State {
        var rings: [Place: Ring] = [:]
        var count = 0
        var bytes = 0
        var nextID: Int64 = 1
        /// How often entries were removed, other than by bounds.
        var removals = 0
        /// What a file has to follow; nil without one.
        var following: Following?
        /// Whether entries of an earlier start are still being read, and who waits for them.
        var isLoading = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Wakes whoever waits: an entry was added, or some were removed; with the latest id.
    package let changes = EventHub<Int64>()

    /// Where it is looked through if that takes long: waits and streams have bounds of their own, and wait for their turns
    /// here, all of a customer in one line.
    private let works = PatientWorks(places: PatientWorks.Places(count: 16_384, share: 8192))

    let state = NIOLockedValueBox(State())
    private let rules: JournalRules

    /// A journal without entries.
    package init(_ rules: JournalRules) {
        self.rules = rules
    }

    /// How long somebody may look through it who is about to begin.
    ///
    /// - Parameters:
    ///   - subtree: Whom they look for, as searches take turns.
    ///   - isAbandoned: Whether nobody waits for the result any more.
    /// - Returns: It has begun already.
    func patience(for subtree: Subtree, isAbandoned: @escaping @Sendable () -> Bool = { false }) -> SearchPatience {
        SearchPatience(
            .seconds(Int64(rules.searchSeconds)), works: works, for: subtree.key(.administrator),
            isAbandoned: isAbandoned)
    }

    /// Adds an entry, and evicts what the bounds no longer have room for.
    ///
    /// Ids follow the order of answers: whoever has seen an entry has seen all with smaller ids that there will be.
    ///
    /// - Parameter make: Makes the entry with its id; called once.
    /// - Returns: The entry.
    @discardableResult
    func add(_ make: (Int64) -> JournalEntry) -> JournalEntry {
        // What is evicted is given up behind the lock, which everybody waits for.
        let (entry, _) = state.withLockedValue { state in
            let entry = make(state.nextID)
            state.nextID += 1
            let evicted = state.add(entry, rules)
            state.following?.stir()
            return (entry, evicted)
        }
        changes.publish(entry.id)
        return entry
    }

    /// Entries that give way together, the oldest first.
    typealias Entries = CircularBuffer<JournalEntry>

    /// The entries of some customers, or of everyone for nil, as they give way together.
    func rings(of customers: Set<Int64?>?) -> [Entries] {
        state.withLockedValue { $0.rings(of: customers).map(\.entries) }
    }

    /// The entries of some customers, or of everyone for nil, the oldest first.
    package func entries(of customers: Set<Int64?>? = nil) -> [JournalEntry] {
        let rings = rings(of: customers)
        if rings.count == 1, let only = rings.first { return Array(only) }
        return rings.flatMap(\.self).sorted { $0.id < $1.id }
    }

    /// Some of everyone's entries, the latest first.
    ///
    /// Takes as long as there are entries up to the last that is wanted, however many are before them.
    func latest(_ page: PageRequest) -> [JournalEntry] {
        let reach = page.offset + page.size
        let entries = state.withLockedValue { state in
            state.rings.values.flatMap { $0.entries.suffix(reach) }
        }
        return Array(entries.sorted { $0.id > $1.id }.dropFirst(page.offset).prefix(page.size))
    }

    /// The latest entry that satisfies a condition; nil if there is none.
    func latest(where condition: (JournalEntry) -> Bool) -> JournalEntry? { entries().last(where: condition) }

    /// The entry with an id; nil if there is none.
    package func entry(_ id: Int64) -> JournalEntry? {
        state.withLockedValue { $0.entry(id) }
    }

    /// Puts another entry in the place of one, with its id.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - make: Makes the entry with its id; called once, unless there is none to be replaced.
    /// - Returns: Whether there was one.
    func replace(_ id: Int64, _ make: (Int64) -> JournalEntry) -> Bool {
        state.withLockedValue { $0.replace(id, make) }
    }

    /// The entries of some customers, or of everyone for nil, with ids beyond one, the oldest first.
    ///
    /// Takes as long as there are such entries, however many are before them.
    package func entries(of customers: Set<Int64?>? = nil, after id: Int64) -> [JournalEntry] {
        state.withLockedValue { state in
            let rings = state.rings(of: customers)
            return rings.flatMap { $0.entries.reversed().prefix { $0.id > id } }
        }.sorted { $0.id < $1.id }
    }

    /// Some entries, and how many there are besides.
    struct Backlog: Sendable {
        /// The oldest of them.
        var entries: [JournalEntry] = []
        /// How many there are in all.
        var count = 0
    }

    /// The oldest entries of some customers, or of everyone for nil, with ids beyond one.
    ///
    /// Takes as long as there are entries that are wanted, however many are before and after them.
    func backlog(of customers: Set<Int64?>? = nil, after id: Int64, limit: Int) -> Backlog {
        state.withLockedValue { state in
            let rings = state.rings(of: customers)
            return Backlog(
                entries: Array(
                    rings.flatMap { $0.entries(after: id, limit: limit) }.sorted { $0.id < $1.id }.prefix(limit)),
                count: rings.reduce(0) { $0 + $1.count(after: id) })
        }
    }

    /// How many entries there are and have been.
    package struct Census: Hashable, Sendable {
        /// Entries that are there.
        package var count = 0
        /// Bytes they take.
        package var bytes = 0
        /// Entries that the bounds have evicted.
        package var evicted = 0
        /// Id of the latest entry that was evicted; 0 if none was.
        package var lastEvicted: Int64 = 0
        /// When the latest of the evicted entries arrived; nil if none was evicted.
        package var evictedUntil: Timestamp?
    }

    /// Counts the entries of some customers, or of everyone for nil.
    package func census(of customers: Set<Int64?>? = nil) -> Census {
        state.withLockedValue { state in
            let rings = state.rings(of: customers)
            return rings.reduce(into: Census()) { census, ring in
                census.count += ring.entries.count
                census.bytes += ring.bytes
                census.evicted += ring.evicted
                census.lastEvicted = max(census.lastEvicted, ring.lastEvicted)
                census.evictedUntil = [census.evictedUntil, ring.evictedUntil].compactMap(\.self).max()
            }
        }
    }

    /// Forgets the entries that satisfy a condition.
    ///
    /// - Parameters:
    ///   - countsAnew: Whether a customer without entries has lost none from then on: what is found afterwards is all
    ///     there has been.
    ///   - condition: Which.
    /// - Returns: How many they were.
    @discardableResult
    package func remove(countsAnew: Bool = false, where condition: (JournalEntry) -> Bool) -> Int {
        let (count, latest) = state.withLockedValue { state in
            let count = state.remove(countsAnew: countsAnew, where: condition)
            if count > 0 { state.removals += 1 }
            return (count, state.nextID - 1)
        }
        changes.publish(latest)
        return count
    }

    /// How often entries were removed, other than by bounds: what was counted before may not be there any more.
    var removals: Int { state.withLockedValue { $0.removals } }

    /// Takes over what an earlier start has left.
    ///
    /// - Parameters:
    ///   - entries: The entries, the oldest first; all older than those that are there.
    ///   - evictions: What was evicted, of each customer.
    func restore(_ entries: [JournalEntry], evictions: [Int64?: Eviction]) {
        state.withLockedValue { $0.restore(entries, evictions: evictions, rules) }
    }
}

extension JournalMemory.State {
    /// Adds an entry.
    ///
    /// - Returns: Those that there is no room for any more.
    fileprivate mutating func add(_ entry: JournalEntry, _ rules: JournalRules) -> [JournalEntry] {
        rings[entry.place, default: JournalMemory.Ring()].append(entry)
        count += 1
        bytes += entry.byteCount
        return keepBounds(rules)
    }

    @discardableResult
    private mutating func keepBounds(_ rules: JournalRules) -> [JournalEntry] {
        var evicted: [JournalEntry] = []
        while count > rules.entries || bytes > rules.bytes, count > 1, let entry = evict(rules) {
            evicted.append(entry)
        }
        return evicted
    }

    fileprivate mutating func restore(
        _ entries: [JournalEntry], evictions: [Int64?: JournalMemory.Eviction], _ rules: JournalRules
    ) {
        for (place, older) in Dictionary(grouping: entries, by: \.place) {
            var ring = rings.removeValue(forKey: place) ?? JournalMemory.Ring()
            ring.entries = CircularBuffer(older + ring.entries)
            let added = older.reduce(0) { $0 + $1.byteCount }
            ring.bytes += added
            rings[place] = ring
            count += older.count
            bytes += added
        }
        for (customer, eviction) in evictions {
            rings[JournalMemory.Place(customer: customer, isVerified: true), default: .init()].count(eviction)
        }
        if !evictions.isEmpty { following?.hasEvicted = true }
        keepBounds(rules)
    }

    /// Entries with ids above one, the oldest first.
    func entries(after id: Int64, limit: Int) -> [JournalEntry] {
        let found = rings.values.flatMap { $0.entries(after: id, limit: limit) }
        return Array(found.sorted { $0.id < $1.id }.prefix(limit))
    }

    /// What the bounds have evicted, of each customer.
    var evictions: [Int64?: JournalMemory.Eviction] {
        let pairs = rings.filter { $0.value.evicted > 0 }.map { place, ring in
            let eviction = JournalMemory.Eviction(
                count: ring.evicted, last: ring.lastEvicted, until: ring.evictedUntil)
            return (place.customer, eviction)
        }
        return Dictionary(pairs) { $0.joined(with: $1) }
    }

    /// Rings of some customers, or of everyone for nil.
    func rings(of customers: Set<Int64?>?) -> [JournalMemory.Ring] {
        guard let customers else { return Array(rings.values) }
        return customers.flatMap { customer in
            JournalMemory.Place.all(of: customer).compactMap { rings[$0] }
        }
    }

    /// The entry with an id; nil if there is none.
    func entry(_ id: Int64) -> JournalEntry? {
        for ring in rings.values {
            if let entry = ring.entry(id) { return entry }
        }
        return nil
    }

    fileprivate mutating func replace(_ id: Int64, _ make: (Int64) -> JournalEntry) -> Bool {
        for place in Array(rings.keys) {
            guard let difference = rings[place]?.replace(id, make) else { continue }
            bytes += difference
            following?.note(changed: id)
            following?.stir()
            return true
        }
        return false
    }

    /// Whether entries that only name somebody take more than their share.
    private func isFloodedByUnverified(_ rules: JournalRules) -> Bool {
        let (count, bytes) = rings.lazy.filter { !$0.key.isVerified }.reduce(into: (0, 0)) { sum, ring in
            sum.0 += ring.value.entries.count
            sum.1 += ring.value.bytes
        }
        return count > max(1, rules.entries / JournalMemory.unverifiedShare)
            || count > 1 && bytes > rules.bytes / JournalMemory.unverifiedShare
    }

    /// The ring that takes most, among those that may have to give way; of several, the one whose oldest entry is the
    /// oldest.
    ///
    /// The latest entry never gives way: whoever was answered finds the request. Found here and not where entries are
    /// evicted. Rings are changed in place only: whoever else still holds one, be it a variable that is not read any
    /// more, makes a change copy all entries.
    private func fullest(where condition: (JournalMemory.Place) -> Bool) -> JournalMemory.Place? {
        rings.compactMap { place, ring in
            condition(place) && ring.oldest < nextID - 1
                ? (place: place, size: RingSize(bytes: ring.bytes, oldest: ring.oldest)) : nil
        }.max { $0.size < $1.size }?.place
    }

    /// The fullest lot of the customer whom most of those take that only name somebody; nil if none may give way.
    private func fullestLot() -> JournalMemory.Place? {
        var sizes: [Int64?: Int] = [:]
        for (place, ring) in rings where !place.isVerified { sizes[place.customer, default: 0] += ring.bytes }
        let most = sizes.values.max()
        return fullest { !$0.isVerified && sizes[$0.customer] == most } ?? fullest { !$0.isVerified }
    }

    /// Evicts the oldest entry of the fullest ring, and returns it.
    private mutating func evict(_ rules: JournalRules) -> JournalEntry? {
        let place = isFloodedByUnverified(rules) ? fullestLot() : fullest(where: \.isVerified)
        guard let place = place ?? fullest(where: { _ in true }),
            let oldest = rings[place]?.evict()
        else { return nil }
        count -= 1
        bytes -= oldest.byteCount
        following?.note(removed: oldest.id)
        following?.hasEvicted = true
        return oldest
    }

    fileprivate mutating func remove(countsAnew: Bool, where condition: (JournalEntry) -> Bool) -> Int {
        let before = count
        for place in Array(rings.keys) {
            guard var ring = rings.removeValue(forKey: place) else { continue }
            for entry in ring.entries where condition(entry) { following?.note(removed: entry.id) }
            ring.entries.removeAll(where: condition)
            ring.bytes = ring.entries.reduce(0) { $0 + $1.byteCount }
            if !ring.entries.isEmpty {
                rings[place] = ring
            } else if !countsAnew, ring.evicted > 0 {
                rings[place] = ring
            } else {
                following?.hasEvicted = true
            }
        }
        following?.stir()
        count = rings.values.reduce(0) { $0 + $1.entries.count }
        bytes = rings.values.reduce(0) { $0 + $1.bytes }
        return before - count
    }
}
