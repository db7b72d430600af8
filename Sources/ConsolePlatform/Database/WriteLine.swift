import NIOCore

/// Units that wait to be written, of which callers take turns.
struct WriteLine: Sendable {
    /// How long a unit waits before it is asked whether anybody still wants it.
    private static let patience = TimeAmount.milliseconds(100)

    /// In the order in which they came.
    private var units: [WriteUnit] = []

    /// How many wait.
    var count: Int { units.count }

    /// Puts a unit at the end.
    mutating func append(_ unit: WriteUnit) { units.append(unit) }

    /// Puts units at the front whose turn has not come after all.
    mutating func putBack(_ rest: some Collection<WriteUnit>) {
        if !rest.isEmpty { units.insert(contentsOf: rest.sorted { $0.since < $1.since }, at: 0) }
    }

    /// Takes the units whose turn it is: the first of each company, then the second, and so on; of those at the same place
    /// those of devices come first.
    ///
    /// A unit of an administrator or a stranger is given up that has waited for a while, if its client has left.
    ///
    /// - Parameters:
    ///   - limit: How many.
    ///   - now: What time it is.
    /// - Returns: Those to be performed, in their order, and those that were given up.
    mutating func take(_ limit: Int, at now: NIODeadline) -> (batch: [WriteUnit], given: [WriteUnit]) {
        guard units.count > 1 else {
            defer { units.removeAll(keepingCapacity: true) }
            return (units, [])
        }
        var (places, given): ([Place], [WriteUnit]) = ([], [])
        places.reserveCapacity(units.count)
        var counts: [ClientKey: Int] = [:]
        for (index, unit) in units.enumerated() {
            let key = unit.caller?.key ?? .console
            if let caller = unit.caller, key.tier != .authenticated, unit.since + Self.patience < now, caller.hasLeft {
                given.append(unit)
                continue
            }
            let owner = ClientKey(key.tier, key.owner)
            places.append(Place(rank: counts[owner, default: 0], tier: key.tier, index: index))
            counts[owner, default: 0] += 1
        }
        places.sort()
        let batch = places.prefix(limit).map { units[$0.index] }
        // Those that are left keep the order in which they came.
        units = places.dropFirst(limit).map(\.index).sorted().map { units[$0] }
        return (batch, given)
    }

    /// Where a unit stands.
    private struct Place: Comparable {
        /// How many of its company are before it.
        let rank: Int
        let tier: ClientKey.Tier
        /// How many are before it in all.
        let index: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.rank, left.tier.rawValue, left.index) < (right.rank, right.tier.rawValue, right.index)
        }
    }
}
