import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Permits, and the queue of those who wait for one (Security, "Limits").
struct ConcurrencyLimiterTests {
    /// A limiter whose only permit is held until the gate opens, and what ran since.
    private final class World: Sendable {
        let limiter: ConcurrencyLimiter
        private let done = NIOLockedValueBox<[String]>([])
        private let gate = AsyncStream.makeStream(of: Void.self)

        init(queue: LimiterShare, shares: [ClientKey.Tier: LimiterShare] = [:]) {
            limiter = ConcurrencyLimiter(permits: 1, shares: shares, queue: queue)
        }

        var order: [String] { done.withLockedValue { $0 } }

        /// Holds the permit while a body adds jobs that wait, one after the other, and lets them run.
        func fill(_ jobs: [(name: String, key: ClientKey)], _ check: () async throws -> Void = {}) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await self.limiter.run(for: .console) { for await _ in self.gate.stream { return } }
                }
                while limiter.isIdle { await Task.yield() }
                for (place, job) in jobs.enumerated() {
                    group.addTask { try await self.run(job.name, for: job.key) }
                    while limiter.waiting != place + 1 { await Task.yield() }
                }
                try await check()
                gate.continuation.yield()
                try await group.waitForAll()
            }
        }

        func run(_ name: String, for key: ClientKey) async throws {
            try await limiter.run(for: key) { done.withLockedValue { $0.append(name) } }
        }
    }

    private static func client(_ address: String, _ tier: ClientKey.Tier = .anonymous) -> ClientKey {
        ClientKey(tier, address: address)
    }

    @Test func `A flood of one owner delays another by one job`() async throws {
        let world = World(queue: LimiterShare(100, perOwner: 50))
        let flood = (0..<20).map { _ in (name: "flood", key: Self.client("192.0.2.1")) }
        try await world.fill(flood + [("other", Self.client("192.0.2.2"))])
        #expect(world.order.count == 21 && world.order.firstIndex(of: "other") == 1)
        #expect(world.limiter.isIdle)
    }

    @Test func `Networks of 64 bits in one of 48 bits take turns as one owner`() async throws {
        let world = World(queue: LimiterShare(100, perOwner: 50))
        let flood = (0..<9).map { (name: "flood", key: Self.client("2001:db8:0:\($0)::1")) }
        try await world.fill(flood + [("other", Self.client("2001:db8:1::1"))])
        #expect(world.order.firstIndex(of: "other") == 1)
    }

    @Test func `Tiers take turns, and each has queue places of its own`() async throws {
        let world = World(queue: LimiterShare(3))
        let anonymous = (1...3).map { (name: "anonymous \($0)", key: Self.client("192.0.2.\($0)")) }
        let others = [
            (name: "suspect", key: Self.client("192.0.2.9", .suspect)),
            (name: "device 1", key: ClientKey(.authenticated, .customer(8), member: 1)),
            (name: "device 2", key: ClientKey(.authenticated, .customer(8), member: 2)),
            (name: "administrator", key: ClientKey(.administrator, .customer(8))),
        ]
        try await world.fill(anonymous + others) {
            await #expect(throws: ConcurrencyLimiter.Refusal.capacity) {
                try await world.run("refused", for: Self.client("192.0.2.4"))
            }
        }
        #expect(
            world.order == [
                "device 1", "administrator", "anonymous 1", "suspect", "device 2", "anonymous 2", "anonymous 3",
            ])
    }

    @Test func `An owner or member whose share of the queue is full is refused alone`() async throws {
        let world = World(queue: LimiterShare(100, perOwner: 3, perMember: 2))
        let (one, next) = (Self.client("2001:db8:0:1::1"), Self.client("2001:db8:0:2::1"))
        let other = Self.client("192.0.2.1")
        try await world.fill([("a", one), ("b", one), ("c", next), ("d", other)]) {
            for key in [one, next] {
                await #expect(throws: ConcurrencyLimiter.Refusal.share) { try await world.run("refused", for: key) }
            }
        }
        #expect(world.order == ["a", "d", "b", "c"])
        #expect(LimiterShare(1000, perAddress: 2, .standard).perOwner == 16)
        #expect(LimiterShare(10, perAddress: 2, .standard).perOwner == 5)
    }

    @Test func `A tier holds no more permits than its share, and one owner no more than its own`() async throws {
        let limiter = ConcurrencyLimiter(
            permits: 4, shares: [.administrator: LimiterShare(3, perOwner: 2)], queue: LimiterShare(100))
        let (one, other) = (ClientKey(.administrator, .customer(1)), ClientKey(.administrator, .customer(2)))
        #expect(limiter.take(2, for: one) == nil)
        #expect(limiter.refusal(of: 1, for: one) == .share && limiter.take(for: one) == .share)
        let done = NIOLockedValueBox<[String]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await limiter.run(for: one) { done.withLockedValue { $0.append("one") } } }
            while limiter.waiting != 1 { await Task.yield() }
            // Others pass whoever waits for a share.
            #expect(limiter.take(for: other) == nil)
            #expect(limiter.take(for: other) == .capacity)
            #expect(try await limiter.run(for: .console) { limiter.held } == 4)
            #expect(limiter.waiting == 1)
            limiter.release(of: other)
            #expect(limiter.waiting == 1)
            limiter.release(2, of: one)
            try await group.waitForAll()
        }
        #expect(done.withLockedValue { $0 } == ["one"] && limiter.isIdle)
    }

    @Test func `Without a queue what finds no permit is refused at once`() async throws {
        let limiter = ConcurrencyLimiter(permits: 100, shares: [.anonymous: LimiterShare(80, perOwner: 60)])
        let (one, other) = (Self.client("192.0.2.1"), Self.client("192.0.2.2"))
        #expect(limiter.take(60, for: one) == nil && limiter.take(for: one) == .share)
        #expect(limiter.take(21, for: other) == .capacity && limiter.take(20, for: other) == nil)
        #expect(limiter.take(21, for: .console) == .capacity && limiter.take(20, for: .console) == nil)
        await #expect(throws: ConcurrencyLimiter.Refusal.capacity) { try await limiter.run(for: .console) {} }
        for (weight, key) in [(60, one), (20, other), (20, .console)] { limiter.release(weight, of: key) }
        #expect(limiter.isIdle)
    }

    @Test func `What waited and is wanted no more does not run, and holds nobody up`() async throws {
        let world = World(queue: LimiterShare(10))
        try await withThrowingTaskGroup(of: Void.self) { group in
            #expect(world.limiter.take(for: .console) == nil)
            group.addTask {
                await #expect(throws: CancellationError.self) {
                    try await world.limiter.run(for: Self.client("192.0.2.1"), isWanted: { false }) {
                        Issue.record("It ran.")
                    }
                }
            }
            while world.limiter.waiting != 1 { await Task.yield() }
            group.addTask { try await world.run("next", for: Self.client("192.0.2.2")) }
            while world.limiter.waiting != 2 { await Task.yield() }
            world.limiter.release(of: .console)
            try await group.waitForAll()
        }
        #expect(world.order == ["next"] && world.limiter.isIdle)
        // What need not wait is not asked.
        try await world.limiter.run(for: .console, isWanted: { false }) {}
    }

    @Test func `A task that is cancelled leaves the queue, unless its job outlasts it`() async throws {
        let world = World(queue: LimiterShare(10))
        #expect(world.limiter.take(for: .console) == nil)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for outlasts in [true, false] {
                group.addTask {
                    do {
                        try await world.limiter.run(for: Self.client("192.0.2.1"), outlastsTask: outlasts) {}
                        return outlasts
                    } catch is CancellationError {
                        return !outlasts
                    }
                }
            }
            while world.limiter.waiting != 2 { await Task.yield() }
            group.cancelAll()
            while world.limiter.waiting != 1 { await Task.yield() }
            world.limiter.release(of: .console)
            for try await isRight in group { #expect(isRight) }
        }
        #expect(world.limiter.isIdle)
    }

    @Test func `A job that fails returns its permit`() async throws {
        struct Failure: Error {}
        let limiter = ConcurrencyLimiter(permits: 1)
        for _ in 0..<5 {
            await #expect(throws: Failure.self) { try await limiter.run(for: .console) { throw Failure() } }
        }
        #expect(limiter.isIdle)
    }

    @Test func `Passwords of one client are refused alone`() async throws {
        let hasher = PasswordHasher(cost: 12, random: .counting(), queueLimit: 1000, share: 1)
        let codes = await withTaskGroup(of: ConsoleError.Code?.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do {
                        _ = try await hasher.verify("p", against: nil, for: Self.client("192.0.2.1"))
                        return nil
                    } catch let error as ConsoleError {
                        return error.code
                    } catch {
                        return .internalError
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.contains(.tooManyRequests))
        #expect(codes.allSatisfy { $0 == nil || $0 == .tooManyRequests })
        #expect(try await !hasher.verify("p", against: nil, for: Self.client("192.0.2.1")))
    }
}
