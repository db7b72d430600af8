import ConsoleHTTP
import ConsolePlatform
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Counts the connections of all listeners, and keeps them within their limits.
///
/// Where there is no room for one more, the oldest gives way that has not asked for anything yet: silent connections
/// keep nobody out. If all have asked for something, the one gives way that has been quiet for longest, of whoever has
/// more connections than the newcomer. Only if there is none is the newcomer refused.
final class ConnectionCensus: Sendable {
    fileprivate struct Connection {
        let channel: any Channel
        let address: String
        /// Whether many clients stand behind the address.
        let isProxy: Bool
        let activity = ConnectionActivity()
    }

    /// The connections of one address.
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
        let address = IPAddress.neighbourhood(of: sender)
        let isProxy = rules.proxies.isProxy(sender)
        let limit = isProxy ? rules.count : rules.countPerAddress
        let (id, victim) = state.withLockedValue { state -> (Int?, Victim?) in
            var victim: Victim?
            let own = state.guests[address]?.count ?? 0
            if own >= limit {
                victim = state.victim(of: address, now())
                if victim == nil { return (nil, nil) }
            } else if state.connections.count >= rules.count {
                victim = state.victim(besides: own, now())
                if victim == nil { return (nil, nil) }
            }
            return (state.enter(Connection(channel: channel, address: address, isProxy: isProxy)), victim)
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
            let streams = state.guests[connection.address]?.streams ?? 0
            guard connection.isProxy || streams < rules.streamsPerAddress else { return false }
            state.guests[connection.address]?.streams += 1
            return true
        }
    }

    /// Gives the room of so many requests back.
    func releaseStreams(_ count: Int, of id: Int) {
        state.withLockedValue { state in
            guard let address = state.connections[id]?.address else { return }
            state.guests[address]?.streams -= count
        }
    }

    /// A connection is gone.
    func leave(_ id: Int) { state.withLockedValue { $0.leave(id) } }

    /// Notes why a connection was given up; the log is told at once, then once a minute with how many there were.
    func note(_ cause: ConnectionRules.Cause) { log.note(cause) { rules.sentence(cause, $0) } }
}

extension ConnectionCensus.State {
    fileprivate mutating func enter(_ connection: ConnectionCensus.Connection) -> Int {
        nextID += 1
        connections[nextID] = connection
        young.insert(nextID)
        guests[connection.address, default: .init()].count += 1
        guests[connection.address]?.young.append(nextID)
        return nextID
    }

    fileprivate mutating func settle(_ id: Int) {
        young.remove(id)
        if let connection = connections[id] { forgetOthers(of: connection.address) }
    }

    fileprivate mutating func leave(_ id: Int) {
        young.remove(id)
        guard let connection = connections.removeValue(forKey: id) else { return }
        guests[connection.address]?.count -= 1
        if guests[connection.address]?.count == 0 { guests[connection.address] = nil }
        forgetOthers(of: connection.address)
    }

    /// Forgets those of an address that give way to nobody any more, up to the oldest that may; an address that always
    /// has a connection would gather them for ever.
    private mutating func forgetOthers(of address: String) {
        while let oldest = guests[address]?.young.first, !young.contains(oldest) {
            guests[address]?.young.removeFirst()
        }
    }

    /// Takes out a connection of an address: the oldest silent one, or the one that has been quiet for longest.
    fileprivate mutating func victim(of address: String, _ now: NIODeadline) -> ConnectionCensus.Victim? {
        giveUpSilent(of: address) ?? giveUpQuiet(of: address, now)
    }

    /// Takes out a connection: the oldest silent one of the address that has most of those that have one, or a quiet one
    /// of the address that has most of all, if that has more than the newcomer's.
    fileprivate mutating func victim(besides own: Int, _ now: NIODeadline) -> ConnectionCensus.Victim? {
        // The first in line of an address that has any is one that may give way.
        let silent = guests.lazy.filter { !$0.value.young.isEmpty }.max { $0.value.count < $1.value.count }?.key
        if let silent, let victim = giveUpSilent(of: silent) { return victim }
        guard let fullest = guests.max(by: { $0.value.count < $1.value.count }), fullest.value.count > own + 1 else {
            return nil
        }
        return giveUpQuiet(of: fullest.key, now)
    }

    /// Takes out the oldest connection of an address that has asked for nothing yet; nil if there is none.
    private mutating func giveUpSilent(of address: String) -> ConnectionCensus.Victim? {
        while let id = guests[address]?.young.popFirst() {
            guard young.contains(id), let victim = giveUp(id, .crowded) else { continue }
            return victim
        }
        return nil
    }

    /// Takes out the connection of an address that has been quiet for longest; nil if none has been for a while.
    private mutating func giveUpQuiet(of address: String, _ now: NIODeadline) -> ConnectionCensus.Victim? {
        if guests[address]?.quiet.isEmpty ?? true { lookForQuiet(of: address, now) }
        while let id = guests[address]?.quiet.popLast() {
            guard let since = connections[id]?.activity.quietSince, now - since >= ConnectionRules.quiet,
                let victim = giveUp(id, .displaced)
            else { continue }
            return victim
        }
        return nil
    }

    /// Looks for quiet connections of an address, at most once a second, since it looks at all connections.
    private mutating func lookForQuiet(of address: String, _ now: NIODeadline) {
        if let last = guests[address]?.lookedAt, now - last < .seconds(1) { return }
        let found = connections.compactMap { id, connection -> (id: Int, since: NIODeadline)? in
            guard connection.address == address, let since = connection.activity.quietSince,
                now - since >= ConnectionRules.quiet
            else { return nil }
            return (id, since)
        }
        guests[address]?.quiet = found.sorted { $0.since > $1.since }.map(\.id)
        guests[address]?.lookedAt = now
    }

    private mutating func giveUp(_ id: Int, _ cause: ConnectionRules.Cause) -> ConnectionCensus.Victim? {
        guard let connection = connections[id] else { return nil }
        leave(id)
        return ConnectionCensus.Victim(channel: connection.channel, cause: cause)
    }
}
