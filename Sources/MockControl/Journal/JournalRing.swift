import ConsolePlatform
import NIOCore

/// Entries of the journal that give way together.
extension JournalMemory {
    /// Whose entries a ring has.
    struct Place: Hashable {
        /// The customer; nil for nobody's.
        let customer: Int64?
        /// Whether its requests have proved that they belong to them: others only name them, as anybody may.
        let isVerified: Bool
        /// Of those that only name them, which of the lots that their senders fall into; 0 for all others.
        var lot = 0

        /// Lots of those that only name a customer: whoever sends many pushes out those of one lot.
        static let lots = 16

        /// Everywhere that entries of a customer may be.
        static func all(of customer: Int64?) -> [Place] {
            [Place(customer: customer, isVerified: true)]
                + (0..<lots).map { Place(customer: customer, isVerified: false, lot: $0) }
        }
    }

    /// Entries of one place, the oldest first.
    struct Ring {
        var entries = Entries()
        var bytes = 0
        /// How many entries the bounds have evicted.
        var evicted = 0
        /// Id of the latest entry that was evicted.
        var lastEvicted: Int64 = 0
        /// When the latest of the evicted entries arrived.
        var evictedUntil: Timestamp?
    }
}

extension JournalEntry {
    /// The ring it belongs to.
    var place: JournalMemory.Place {
        let customer = parties.customerID
        guard !parties.isVerified else { return JournalMemory.Place(customer: customer, isVerified: true) }
        // Nobody outside knows which senders fall into one lot: hashes differ from start to start.
        let hash = UInt(bitPattern: ClientNetwork(of: connection.address).widest.hashValue)
        return JournalMemory.Place(
            customer: customer, isVerified: false, lot: Int(hash % UInt(JournalMemory.Place.lots)))
    }
}

extension JournalMemory.Eviction {
    /// Both together.
    func joined(with other: Self) -> Self {
        Self(
            count: count + other.count, last: max(last, other.last),
            until: [until, other.until].compactMap(\.self).max())
    }
}

/// How much a ring takes, and since when.
struct RingSize: Comparable {
    let bytes: Int
    /// Id of the oldest entry.
    let oldest: Int64

    static func < (left: RingSize, right: RingSize) -> Bool {
        left.bytes == right.bytes ? left.oldest > right.oldest : left.bytes < right.bytes
    }
}

extension JournalMemory.Ring {
    /// Id of the oldest entry; as late as can be if there is none.
    var oldest: Int64 { entries.first?.id ?? .max }

    /// The entry with an id; ids only grow.
    func entry(_ id: Int64) -> JournalEntry? {
        let place = firstPlace(from: id)
        return place < entries.count && self[place].id == id ? self[place] : nil
    }

    /// Entries with ids above one.
    func entries(after id: Int64, limit: Int) -> [JournalEntry] {
        let first = firstPlace(from: id + 1)
        return (first..<min(first + limit, entries.count)).map { self[$0] }
    }

    /// How many entries have ids above one.
    func count(after id: Int64) -> Int { entries.count - firstPlace(from: id + 1) }

    /// Place of the first entry whose id is not below one.
    private func firstPlace(from id: Int64) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Counts what was evicted in an earlier start.
    mutating func count(_ eviction: JournalMemory.Eviction) {
        evicted += eviction.count
        lastEvicted = max(lastEvicted, eviction.last)
        evictedUntil = [evictedUntil, eviction.until].compactMap(\.self).max()
    }

    private subscript(offset: Int) -> JournalEntry { entries[entries.index(entries.startIndex, offsetBy: offset)] }

    /// Puts another entry in the place of one, and returns how many bytes more it takes; nil if there is none.
    mutating func replace(_ id: Int64, _ make: (Int64) -> JournalEntry) -> Int? {
        let offset = firstPlace(from: id)
        guard offset < entries.count, self[offset].id == id else { return nil }
        let place = entries.index(entries.startIndex, offsetBy: offset)
        let (old, new) = (entries[place], make(id))
        entries[place] = new
        bytes += new.byteCount - old.byteCount
        return new.byteCount - old.byteCount
    }

    /// Adds an entry that is later than all others.
    mutating func append(_ entry: JournalEntry) {
        entries.append(entry)
        bytes += entry.byteCount
    }

    /// Evicts the oldest entry.
    mutating func evict() -> JournalEntry {
        let oldest = entries.removeFirst()
        bytes -= oldest.byteCount
        evicted += 1
        lastEvicted = oldest.id
        evictedUntil = max(evictedUntil ?? oldest.arrivedAt, oldest.arrivedAt)
        return oldest
    }
}
