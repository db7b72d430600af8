import ConsoleHTTP
import ConsolePlatform
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Counts the connections of all listeners, and keeps them within their limits.
///
/// Where there is no room for one more, the oldest gives way that has not asked for anything yet: silent connections
/// keep nobody out. Only if all have asked for something is the newcomer refused.
final class ConnectionCensus: Sendable {
    fileprivate struct Connection {
        let channel: any Channel
        let address: String
    }

    /// The connections of one address.
    fileprivate struct Guest {
        var count = 0
        /// Those that have asked for nothing yet, the oldest first; of the others some may still stand behind it.
        var young = CircularBuffer<Int>()
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

    /// A census of nobody yet.
    init(_ rules: ConnectionRules, logger: Logger) {
        self.rules = rules
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
        let limit = rules.proxies.isProxy(sender) ? rules.count : rules.countPerAddress
        let (id, victim) = state.withLockedValue { state -> (Int?, (any Channel)?) in
            var victim: (any Channel)?
            if state.guests[address, default: Guest()].count >= limit {
                victim = state.giveUpSilent(of: address)
                if victim == nil { return (nil, nil) }
            } else if state.connections.count >= rules.count {
                victim = state.giveUpSilent()
                if victim == nil { return (nil, nil) }
            }
            return (state.enter(Connection(channel: channel, address: address)), victim)
        }
        if let victim {
            Self.end(victim)
            note(.crowded)
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

    /// A connection has asked for something: from now on it gives way to nobody.
    func settle(_ id: Int) { state.withLockedValue { $0.settle(id) } }

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

    /// Takes out the oldest silent connection of the address that has most, or of the next that has one.
    fileprivate mutating func giveUpSilent() -> (any Channel)? {
        for address in guests.sorted(by: { $0.value.count > $1.value.count }).map(\.key) {
            if let channel = giveUpSilent(of: address) { return channel }
        }
        return nil
    }

    /// Takes out the oldest connection of an address that has asked for nothing yet; nil if there is none.
    fileprivate mutating func giveUpSilent(of address: String) -> (any Channel)? {
        while let id = guests[address]?.young.popFirst() {
            guard young.contains(id), let connection = connections[id] else { continue }
            leave(id)
            return connection.channel
        }
        return nil
    }
}
