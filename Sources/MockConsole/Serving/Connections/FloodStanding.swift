import ConsolePlatform
import NIOCore

/// Who has lately kept the console busy with frames of HTTP/2 until the connection was ended.
///
/// A client that opens the next connection at once could go on as before: whoever is in bad standing waits before anything
/// of a new connection is read. Slowed down, and not kept out, since others may share the address.
struct FloodStanding {
    /// How long a flood counts, from the latest one on.
    static let memory = TimeAmount.seconds(10)
    /// How many times as long as after one flood somebody waits at most.
    static let most = 5
    /// The most addresses and sites that are remembered.
    static let capacity = 10_000

    private struct Floods {
        var count = 0
        var latest: NIODeadline
    }

    private var floods: [String: Floods] = [:]

    /// How many addresses and sites are remembered.
    var count: Int { floods.count }

    /// Notes a flood of what a connection is counted under.
    mutating func note(_ places: [String], at now: NIODeadline) {
        for place in places {
            if floods[place] == nil, floods.count >= Self.capacity { makeRoom(at: now) }
            floods[place] = Floods(count: recent(place, at: now) + 1, latest: now)
        }
    }

    /// How many times as long as after one flood a new connection waits; 0 for one that need not wait.
    ///
    /// - Parameters:
    ///   - places: What it is counted under: its address, and its site if it has one, which may flood more often.
    ///   - site: How much more often.
    ///   - now: The time.
    /// - Returns: How many times.
    func pauses(of places: [String], _ site: SiteRule, at now: NIODeadline) -> Int {
        let counts = places.enumerated().map { index, place in
            index == 0 ? recent(place, at: now) : recent(place, at: now) / site.limit(1)
        }
        return min(counts.max() ?? 0, Self.most)
    }

    private func recent(_ place: String, at now: NIODeadline) -> Int {
        guard let known = floods[place], now - known.latest < Self.memory else { return 0 }
        return known.count
    }

    private mutating func makeRoom(at now: NIODeadline) {
        floods = floods.filter { now - $0.value.latest < Self.memory }
        if floods.count >= Self.capacity, let any = floods.keys.first { floods[any] = nil }
    }
}
