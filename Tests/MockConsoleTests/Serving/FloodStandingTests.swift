import ConsoleHTTP
import ConsolePlatform
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Testing

@testable import MockConsole

/// Who floods the console over HTTP/2 waits before a new connection is read (Operations, "Limits").
struct FloodStandingTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func pauses(_ standing: FloodStanding, _ places: String..., after seconds: Int64 = 0) -> Int {
        standing.pauses(of: places, .standard, at: Self.start + .seconds(seconds))
    }

    @Test func `Each flood counts until there was none for ten seconds`() {
        var standing = FloodStanding()
        #expect(pauses(standing, "a") == 0)
        standing.note(["a"], at: Self.start)
        standing.note(["a"], at: Self.start + .seconds(6))
        #expect(pauses(standing, "a", after: 12) == 2)
        #expect(pauses(standing, "a", after: 16) == 0)
        #expect(pauses(standing, "b", after: 6) == 0)
        standing.note(["a"], at: Self.start + .seconds(20))
        #expect(pauses(standing, "a", after: 20) == 1)
    }

    @Test func `A pause is five times the first at most`() {
        var standing = FloodStanding()
        for _ in 0..<50 { standing.note(["a"], at: Self.start) }
        #expect(pauses(standing, "a") == 5)
    }

    @Test func `A site may flood eight times as often as an address`() {
        var standing = FloodStanding()
        for number in 0..<7 { standing.note(["\(number)", "site"], at: Self.start) }
        #expect(pauses(standing, "new", "site") == 0)
        standing.note(["8", "site"], at: Self.start)
        #expect(pauses(standing, "new", "site") == 1)
        #expect(pauses(standing, "new") == 0)
    }

    @Test func `No more are remembered than there may be`() {
        var standing = FloodStanding()
        for number in 0..<FloodStanding.capacity { standing.note(["\(number)"], at: Self.start) }
        standing.note(["one more"], at: Self.start)
        #expect(standing.count == FloodStanding.capacity)
        #expect(pauses(standing, "one more") == 1)
        standing.note(["later"], at: Self.start + .seconds(11))
        #expect(standing.count == 1)
    }

    /// A census with a clock, and the rules of a console.
    private func census(
        now: NIOLockedValueBox<NIODeadline>, pause: TimeAmount = .seconds(1), proxies: [String] = []
    ) -> ConnectionCensus {
        ConnectionCensus(
            ConnectionRules(
                proxies: ClientAddresses(proxies: proxies.compactMap { AddressRange($0) }), floodPause: pause),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { now.withLockedValue { $0 } }
    }

    private func enter(_ census: ConnectionCensus, from address: String) throws -> Int {
        try #require(census.enter(NIOAsyncTestingChannel(), from: address))
    }

    @Test func `New connections of the address wait, those of others do not`() throws {
        let now = NIOLockedValueBox(Self.start)
        let census = census(now: now)
        let flooding = try enter(census, from: "192.0.2.1")
        census.noteFlood(of: flooding)
        census.leave(flooding)
        // Nobody is there any more under that number.
        census.noteFlood(of: flooding)
        #expect(census.pause(of: try enter(census, from: "192.0.2.1")) == .seconds(1))
        #expect(census.pause(of: try enter(census, from: "192.0.2.2")) == .zero)
        now.withLockedValue { $0 = Self.start + .seconds(10) }
        #expect(census.pause(of: try enter(census, from: "192.0.2.1")) == .zero)
    }

    @Test func `A proxy never waits, and nobody does where that is told`() throws {
        let now = NIOLockedValueBox(Self.start)
        for census in [census(now: now, proxies: ["192.0.2.1"]), census(now: now, pause: .zero)] {
            census.noteFlood(of: try enter(census, from: "192.0.2.1"))
            #expect(census.pause(of: try enter(census, from: "192.0.2.1")) == .zero)
        }
    }

    /// Counts how often its channel is asked to read.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private(set) var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    @Test func `Nothing is read before the pause is over, and then once`() throws {
        let census = census(now: NIOLockedValueBox(.now()), pause: .milliseconds(50))
        census.noteFlood(of: try enter(census, from: "192.0.2.1"))
        let channel = EmbeddedChannel()
        let id = try #require(census.enter(channel, from: "192.0.2.1"))
        let counter = ReadCounter()
        try channel.pipeline.syncOperations.addHandlers([counter, ConnectionDeadlines(census, id, isSecure: true)])
        channel.read()
        channel.read()
        channel.embeddedEventLoop.run()
        #expect(counter.count == 0)
        channel.embeddedEventLoop.advanceTime(to: .now() + .seconds(1))
        #expect(counter.count == 1)
        channel.read()
        #expect(counter.count == 2)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `Only what is ended for a flood counts`() {
        #expect(FrameError(0xB)?.isFlood == true)
        #expect([0x1, 0x3, 0x5, 0x6, 0x9].allSatisfy { FrameError($0)?.isFlood == false })
    }
}
