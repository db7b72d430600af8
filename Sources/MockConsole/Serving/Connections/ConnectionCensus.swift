import ConsoleHTTP
import ConsolePlatform
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Counts the connections of all listeners, and keeps them within their limits.
///
/// Each counts for its address, and of IPv6 for its site, which may have some times as many: whoever has a network of 48
/// bits has 65,536 of what counts as an address. Where there is no room for one more, the oldest gives way that has not
/// asked for anything yet: silent connections keep nobody out. If all have asked for something, the one gives way that
/// has been quiet for longest, of whoever has more connections than the newcomer. Only if there is none is the newcomer
/// refused.
final class ConnectionCensus: Sendable {
    fileprivate struct Connection {
        let channel: any Channel
        /// Under what it is counted: its address, and its site if it has one; a proxy stands for itself.
        let places: [String]
        /// Whether many clients stand behind the address.
        let isProxy: Bool
        let activity = ConnectionActivity()

        init(_ channel: any Channel, from sender: String, isProxy: Bool) {
            let network = ClientNetwork(of: sender)
            self.channel = channel
            self.isProxy = isProxy
            places = [network.address] + (isProxy ? [] : [network.site].compactMap(\.self))
        }
    }

    /// The connections of one address, or of one site.
    fileprivate struct Guest {
        var count = 0
        /// Those that have asked for nothing yet, the oldest first; of the others some may still stand behind it.
        var young = CircularBuffer<Int>()
        /// Requests under way besides the first of each connection.
        var streams = 0
        /// Those that had been quiet when somebody last looked, the longest first.
        var quiet: [Int] = []
        /// When that was.
        var lookedAt: NIODeadline?
    }

    /// A connection that gives way.
    fileprivate struct Victim {
        let channel: any Channel
        let cause: ConnectionRules.Cause
    }

    fileprivate struct State {
        var nextID = 0
        var connections: [Int: Connection] = [:]
        /// Ids of those that have asked for nothing yet.
        var young: Set<Int> = []
        var guests: [String: Guest] = [:]
        var standing = FloodStanding()
    }

    let rules: ConnectionRules
    private let log: RareLog<ConnectionRules.Cause>
    private let state = NIOLockedValueBox(State())

    private let now: @Sendable () -> NIODeadline

    /// A census of nobody yet.
    ///
    /// - Parameters:
    ///   - rules: The limits.
    ///   - logger: Where it says which was reached.
    ///   - now: The time of this machine.
    init(_ rules: ConnectionRules, logger: Logger, now: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.rules = rules
        self.now = now
        log = RareLog(logger)
    }

    /// How many connections there are.
    var count: Int { state.withLockedValue { $0.connections.count } }

    /// How many numbers are kept of connections that may give way.
    var candidates: Int { state.withLockedValue { $0.guests.values.reduce(0) { $0 + $1.young.count } } }

    /// Lets a connection in, if need be in place of another one.
    ///
    /// - Returns: Its number, which it has to ``leave(_:)`` with; nil if there is no room.
    func enter(_ channel: any Channel, from sender: String) -> Int? {
        let connection = Connection(channel, from: sender, isProxy: rules.proxies.isProxy(sender))
        let (id, victim) = state.withLockedValue { state -> (Int?, Victim?) in
            var victim: Victim?
            if let full = state.fullPlace(of: connection, rules) {
                victim = state.victim(of: full, now())
                if victim == nil { return (nil, nil) }
            } else if state.connections.count >= rules.count {
                victim = state.victim(besides: connection.places, now())
                if victim == nil { return (nil, nil) }
            }
            return (state.enter(connection), victim)
        }
        if let victim {
            Self.end(victim.channel)
            note(victim.cause)
        }
        if id == nil { note(.refused) }
        return id
    }

    /// Ends a connection without a word.
    ///
    /// Closed as a whole, it would wait for the client to end TLS, which takes seconds of a client that does not, and
    /// would keep its descriptor that long after its place was given away.
    private static func end(_ channel: any Channel) {
        channel.eventLoop.execute {
            let deadlines = try? channel.pipeline.syncOperations.context(handlerType: ConnectionDeadlines.self)
            guard let deadlines else { return channel.close(promise: nil) }
            deadlines.close(mode: .all, promise: nil)
        }
    }

    /// A connection has asked for something: from now on it gives way only when it has been quiet for a while.
    func settle(_ id: Int) { state.withLockedValue { $0.settle(id) } }

    /// What a connection does; nil if it is gone.
    func activity(of id: Int) -> ConnectionActivity? { state.withLockedValue { $0.connections[id]?.activity } }

    /// Takes room for a request besides the first on its connection.
    ///
    /// - Returns: Whether there is some.
    func takeStream(_ id: Int) -> Bool {
        state.withLockedValue { state in
            guard let connection = state.connections[id] else { return false }
            let places = connection.places
            let isFull = places.indices.contains { index in
                let limit = index == 0 ? rules.streamsPerAddress : rules.streamsPerSite
                return state.guests[places[index]]?.streams ?? 0 >= limit
            }
            guard connection.isProxy || !isFull else { return false }
            for place in places { state.guests[place]?.streams += 1 }
            return true
        }
    }

    /// Gives the room of so many requests back.
    func releaseStreams(_ count: Int, of id: Int) {
        state.withLockedValue { state in
            for place in state.connections[id]?.places ?? [] { state.guests[place]?.streams -= count }
        }
    }

    /// A connection is ended since it kept the console busy for nothing.
    func noteFlood(of id: Int) {
        state.withLockedValue { state in
            guard let connection = state.connections[id], !connection.isProxy else { return }
            state.standing.note(connection.places, at: now())
        }
    }

    /// How long nothing of a new connection is read, since others of its address or site were ended for that.
    func pause(of id: Int) -> TimeAmount {
        let pauses = state.withLockedValue { state in
            state.standing.pauses(of: state.connections[id]?.places ?? [], rules.site, at: now())
        }
        guard pauses > 0, rules.floodPause > .zero else { return .zero }
        note(.slowed)
        return rules.floodPause * pauses
    }

    /// A connection is gone.
    func leave(_ id: Int) { state.withLockedValue { $0.leave(id) } }

    /// Notes why a connection was given up; the log is told at once, then once a minute with how many there were.
    func note(_ cause: ConnectionRules.Cause) { log.note(cause) { rules.sentence(cause, $0) } }
}

extension ConnectionCensus.State {
    /// What has all that it may have of what a connection is counted under: its address, or else its site; nil if
    /// neither has.
    fileprivate func fullPlace(of connection: ConnectionCensus.Connection, _ rules: ConnectionRules) -> String? {
        let limits = [connection.isProxy ? rules.count : rules.countPerAddress, rules.countPerSite]
        return zip(connection.places, limits).first { guests[$0]?.count ?? 0 >= $1 }?.0
    }

    fileprivate mutating func enter(_ connection: ConnectionCensus.Connection) -> Int {
        nextID += 1
        connections[nextID] = connection
        young.insert(nextID)
        for place in connection.places {
            guests[place, default: .init()].count += 1
            guests[place]?.young.append(nextID)
        }
        return nextID
    }

    fileprivate mutating func settle(_ id: Int) {
        young.remove(id)
        for place in connections[id]?.places ?? [] { forgetOthers(of: place) }
    }

    fileprivate mutating func leave(_ id: Int) {
        young.remove(id)
        guard let connection = connections.removeValue(forKey: id) else { return }
        for place in connection.places {
            guests[place]?.count -= 1
            if guests[place]?.count == 0 { guests[place] = nil }
            forgetOthers(of: place)
        }
    }

    /// Forgets those of an address or site that give way to nobody any more, up to the oldest that may; one that always
    /// has a connection would gather them for ever.
    private mutating func forgetOthers(of place: String) {
        while let oldest = guests[place]?.young.first, !young.contains(oldest) {
            guests[place]?.young.removeFirst()
        }
    }

    /// Takes out a connection of an address or site: the oldest silent one, or the one that has been quiet for longest.
    fileprivate mutating func victim(of place: String, _ now: NIODeadline) -> ConnectionCensus.Victim? {
        giveUpSilent(of: place) ?? giveUpQuiet(of: place, now)
    }

    /// Takes out a connection: the oldest silent one of whoever has most of those that have one, or a quiet one of
    /// whoever has most of all, if that is more than the newcomer has; within its own site, more than its address has.
    fileprivate mutating func victim(besides own: [String], _ now: NIODeadline) -> ConnectionCensus.Victim? {
        // The first in line of somebody who has any is one that may give way. A site has no fewer than its addresses.
        let silent = guests.lazy.filter { !$0.value.young.isEmpty }.max { $0.value.count < $1.value.count }?.key
        if let silent, let victim = giveUpSilent(of: silent) { return victim }
        guard let fullest = guests.max(by: { $0.value.count < $1.value.count }) else { return nil }
        let those = own.contains(fullest.key) ? own.prefix(1) : own[...]
        let count = those.compactMap { guests[$0]?.count }.max() ?? 0
        return fullest.value.count > count + 1 ? giveUpQuiet(of: fullest.key, now) : nil
    }

    /// Takes out the oldest connection of an address or site that has asked for nothing yet; nil if there is none.
    private mutating func giveUpSilent(of place: String) -> ConnectionCensus.Victim? {
        while let id = guests[place]?.young.popFirst() {
            guard young.contains(id), let victim = giveUp(id, .crowded) else { continue }
            return victim
        }
        return nil
    }

    /// Takes out the connection of an address or site that has been quiet for longest; nil if none has been for a while.
    private mutating func giveUpQuiet(of place: String, _ now: NIODeadline) -> ConnectionCensus.Victim? {
        if guests[place]?.quiet.isEmpty ?? true { lookForQuiet(of: place, now) }
        while let id = guests[place]?.quiet.popLast() {
            guard let since = connections[id]?.activity.quietSince, now - since >= ConnectionRules.quiet,
                let victim = giveUp(id, .displaced)
            else { continue }
            return victim
        }
        return nil
    }

    /// Looks for quiet connections of an address or site, at most once a second, since it looks at all connections.
    private mutating func lookForQuiet(of place: String, _ now: NIODeadline) {
        if let last = guests[place]?.lookedAt, now - last < .seconds(1) { return }
        let found = connections.compactMap { id, connection -> (id: Int, since: NIODeadline)? in
            guard connection.places.contains(place), let since = connection.activity.quietSince,
                now - since >= ConnectionRules.quiet
            else { return nil }
            return (id, since)
        }
        guests[place]?.quiet = found.sorted { $0.since > $1.since }.map(\.id)
        guests[place]?.lookedAt = now
    }

    private mutating func giveUp(_ id: Int, _ cause: ConnectionRules.Cause) -> ConnectionCensus.Victim? {
        guard let connection = connections[id] else { return nil }
        leave(id)
        return ConnectionCensus.Victim(channel: connection.channel, cause: cause)
    }
}
