/// The most that a tier, one owner of it and one member of an owner may have of something.
package struct LimiterShare: Sendable {
    let total: Int
    let perOwner: Int
    let perMember: Int

    /// A share.
    ///
    /// - Parameters:
    ///   - total: The most of all clients of the tier.
    ///   - perOwner: The most of one customer or network; as many as all, unless said.
    ///   - perMember: The most of one client of an owner; as many as its owner, unless said.
    package init(_ total: Int = .max, perOwner: Int? = nil, perMember: Int? = nil) {
        self.total = total
        self.perOwner = perOwner ?? total
        self.perMember = perMember ?? perOwner ?? total
    }

    /// A share in which a network of 48 bits has a multiple of what one address has.
    package init(_ total: Int, perAddress: Int, _ site: SiteRule) {
        self.init(total, perOwner: site.limit(perAddress, of: total), perMember: perAddress)
    }
}

/// Counts what a tier uses of something, in all, by owner and by member.
struct LimiterUsage {
    private(set) var total = 0
    private var owners: [ClientKey.Owner: Int] = [:]
    private var members: [ClientKey: Int] = [:]

    /// Whether nothing is used, so that no client is remembered.
    var isEmpty: Bool { owners.isEmpty && members.isEmpty }

    /// The limit that an addition would exceed; nil if it fits.
    func refusal(of key: ClientKey, _ weight: Int, _ share: LimiterShare) -> ConcurrencyLimiter.Refusal? {
        // The console's own work has no owner that could have too much.
        if key.owner != .console {
            if members[key, default: 0] > share.perMember - weight { return .share }
            if owners[key.owner, default: 0] > share.perOwner - weight { return .share }
        }
        return total > share.total - weight ? .capacity : nil
    }

    /// Adds to what a client uses, or takes it away again.
    mutating func add(_ key: ClientKey, _ weight: Int) {
        total += weight
        Self.add(weight, to: key.owner, in: &owners)
        Self.add(weight, to: key, in: &members)
    }

    private static func add<Key: Hashable>(_ weight: Int, to key: Key, in counts: inout [Key: Int]) {
        let count = counts[key, default: 0] + weight
        counts[key] = count == 0 ? nil : count
    }
}
