import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Testing

@testable import MockConsole

/// Who gives way where there is no room, and what is remembered of those who are gone.
struct ConnectionCensusTests {
    /// Waits for its client before it lets a connection be closed, as TLS does.
    private final class PatientHandler: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {}
    }

    private func census(
        _ count: Int, perAddress: Int = 1000, streams: Int = 10, now: NIOLockedValueBox<NIODeadline> = .init(.now())
    ) -> ConnectionCensus {
        ConnectionCensus(
            ConnectionRules(count: count, countPerAddress: perAddress, streamsPerAddress: streams),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { now.withLockedValue { $0 } }
    }

    /// A connection that has asked for something and is quiet since a moment.
    private func quiet(
        _ census: ConnectionCensus, from address: String, since moment: NIODeadline
    ) throws -> Int {
        let id = try #require(census.enter(NIOAsyncTestingChannel(), from: address))
        census.settle(id)
        census.activity(of: id)?.end(at: moment)
        return id
    }

    @Test func `Where all have asked for something, the longest quiet of whoever has most gives way`() throws {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        let now = NIOLockedValueBox(start)
        let census = census(4, now: now)
        let young = try quiet(census, from: "a", since: start + .seconds(3))
        let old = try quiet(census, from: "a", since: start)
        let busy = try quiet(census, from: "a", since: start)
        census.activity(of: busy)?.begin()
        let other = try quiet(census, from: "b", since: start)
        // Nobody has been quiet for long.
        #expect(census.enter(NIOAsyncTestingChannel(), from: "c") == nil)
        now.withLockedValue { $0 = start + .seconds(6) }
        #expect(census.enter(NIOAsyncTestingChannel(), from: "c") != nil)
        #expect(census.activity(of: old) == nil)
        #expect([young, busy, other].allSatisfy { census.activity(of: $0) != nil })
    }

    @Test func `Nobody gives way to whoever has as many`() throws {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        let census = census(2, now: NIOLockedValueBox(start + .seconds(60)))
        let ids = try ["a", "b"].map { try quiet(census, from: $0, since: start) }
        #expect(census.enter(NIOAsyncTestingChannel(), from: "b") == nil)
        #expect(ids.allSatisfy { census.activity(of: $0) != nil })
    }

    @Test func `At its own limit an address gives up a quiet connection of its own`() throws {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        let census = census(100, perAddress: 2, now: NIOLockedValueBox(start + .seconds(60)))
        let ids = try [start + .seconds(1), start].map { try quiet(census, from: "a", since: $0) }
        #expect(census.enter(NIOAsyncTestingChannel(), from: "a") != nil)
        #expect(census.activity(of: ids[0]) != nil && census.activity(of: ids[1]) == nil)
    }

    @Test func `Requests besides the first of a connection are counted by address, and given back`() throws {
        let census = census(10, streams: 3)
        let ids = try ["a", "a", "b"].map { try #require(census.enter(NIOAsyncTestingChannel(), from: $0)) }
        #expect((0..<3).allSatisfy { census.takeStream(ids[$0 % 2]) })
        #expect(!census.takeStream(ids[0]) && !census.takeStream(ids[1]))
        #expect(census.takeStream(ids[2]))
        census.releaseStreams(2, of: ids[0])
        #expect(census.takeStream(ids[1]) && census.takeStream(ids[1]) && !census.takeStream(ids[1]))
        census.leave(ids[2])
        #expect(!census.takeStream(ids[2]))
    }

    @Test func `All addresses of a site have eight times as many connections as one, and half of all at most`() throws {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        let census = census(100, perAddress: 2, now: NIOLockedValueBox(start + .seconds(60)))
        let ids = try (0..<16).map { try quiet(census, from: "2001:db8:0:\($0)::1", since: start + .seconds($0)) }
        #expect(census.enter(NIOAsyncTestingChannel(), from: "2001:db8:0:99::1") != nil)
        #expect(census.count == 16)
        #expect(census.activity(of: ids[0]) == nil && census.activity(of: ids[1]) != nil)
        _ = try quiet(census, from: "2001:db8:1::1", since: start)
        #expect(census.count == 17)
        #expect(ConnectionRules(count: 100, countPerAddress: 40).countPerSite == 50)
    }

    @Test func `Where all places are taken, a site with one connection of each address gives way`() throws {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        let census = census(8, now: NIOLockedValueBox(start + .seconds(60)))
        let flood = try (0..<8).map { try quiet(census, from: "2001:db8:0:\($0)::1", since: start + .seconds($0)) }
        #expect(census.count == 8)
        let person = try quiet(census, from: "192.0.2.1", since: start)
        #expect(census.count == 8 && census.activity(of: flood[0]) == nil)
        for number in 10..<16 { _ = try quiet(census, from: "2001:db8:0:\(number)::1", since: start) }
        #expect(census.count == 8 && census.activity(of: person) != nil)
    }

    @Test func `Requests of a site are bounded together, and given back`() throws {
        let census = census(100, streams: 1)
        let ids = try (0..<9).map {
            try #require(census.enter(NIOAsyncTestingChannel(), from: "2001:db8:0:\($0)::1"))
        }
        #expect(ids.prefix(8).allSatisfy(census.takeStream))
        #expect(!census.takeStream(ids[8]) && !census.takeStream(ids[0]))
        census.releaseStreams(1, of: ids[0])
        #expect(census.takeStream(ids[8]))
    }

    @Test func `Nothing is kept of a site whose connections are gone`() throws {
        let census = census(100)
        let ids = try (0..<5).map { try #require(census.enter(NIOAsyncTestingChannel(), from: "2001:db8::\($0)")) }
        for id in ids { census.leave(id) }
        #expect(census.count == 0 && census.candidates == 0)
    }

    @Test func `The oldest silent connection of the busiest address gives way`() throws {
        let census = census(3)
        let channels = (0..<3).map { _ in NIOAsyncTestingChannel() }
        let ids = try zip(channels, ["a", "b", "b"]).map { try #require(census.enter($0, from: $1)) }
        #expect(census.enter(NIOAsyncTestingChannel(), from: "c") != nil)
        #expect(census.count == 3)
        // That of b was taken first, so that its number means nobody now.
        census.leave(ids[1])
        #expect(census.count == 3)
    }

    @Test func `Where the busiest address has none, another gives way, and where nobody has, the newcomer is refused`()
        throws
    {
        let census = census(3)
        let ids = try ["a", "a", "b"].map { try #require(census.enter(NIOAsyncTestingChannel(), from: $0)) }
        census.settle(ids[0])
        census.settle(ids[1])
        let newcomer = try #require(census.enter(NIOAsyncTestingChannel(), from: "c"))
        census.settle(newcomer)
        #expect(census.enter(NIOAsyncTestingChannel(), from: "c") == nil)
        #expect(census.count == 3)
    }

    @Test func `Whoever gives way is closed at once, whatever its handlers wait for`() throws {
        let census = census(1)
        let channel = EmbeddedChannel()
        let id = try #require(census.enter(channel, from: "a"))
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ConnectionDeadlines(census, id, isSecure: true))
        try pipeline.addHandler(PatientHandler())
        let isClosed = NIOLockedValueBox(false)
        channel.closeFuture.whenComplete { _ in isClosed.withLockedValue { $0 = true } }
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        #expect(!isClosed.withLockedValue { $0 })
        #expect(census.enter(NIOAsyncTestingChannel(), from: "b") != nil)
        channel.embeddedEventLoop.run()
        #expect(isClosed.withLockedValue { $0 })
    }

    @Test func `An address has its own limit`() throws {
        let census = census(100, perAddress: 2)
        let ids = try (0..<2).map { _ in try #require(census.enter(NIOAsyncTestingChannel(), from: "a")) }
        ids.forEach(census.settle)
        #expect(census.enter(NIOAsyncTestingChannel(), from: "a") == nil)
        #expect(census.enter(NIOAsyncTestingChannel(), from: "b") != nil)
    }

    @Test func `Nothing is kept of those who are gone, though their address stays`() throws {
        let (census, channel) = (census(100), NIOAsyncTestingChannel())
        let stays = try #require(census.enter(channel, from: "a"))
        census.settle(stays)
        for number in 0..<1000 {
            let id = try #require(census.enter(channel, from: "a"))
            if number.isMultiple(of: 2) { census.settle(id) }
            census.leave(id)
        }
        #expect(census.count == 1 && census.candidates == 0)
        census.leave(stays)
        #expect(census.count == 0)
    }
}
