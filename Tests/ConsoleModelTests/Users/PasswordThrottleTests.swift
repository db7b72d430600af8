import NIOConcurrencyHelpers
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Who guesses is slowed down, and nobody else (Security, "Wrong passwords").
struct PasswordThrottleTests {
    private static let device = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    /// A throttle of three failures whose pauses are only counted.
    private struct World {
        let throttle: PasswordThrottle
        let clock = TestClock()
        let log = RecordedLog()
        private let sleeps = NIOLockedValueBox(0)

        init(failures: Int = 3) {
            let (sleeps, clock) = (sleeps, clock)
            let pacer = Pacer(pause: .seconds(1), sleep: { _ in sleeps.withLockedValue { $0 += 1 } })
            throttle = PasswordThrottle(
                PasswordRules(
                    lockout: .none, hasUniformRefusals: true, failures: failures, window: 60, pause: .seconds(1)),
                pacer: pacer, clock: clock.consoleClock, limits: LimitLog(log.logger))
        }

        var slept: Int { sleeps.withLockedValue { $0 } }

        func attempt(
            _ name: String = "ann", from address: String = "192.0.2.1", on device: String? = nil
        ) -> PasswordAttempt {
            PasswordAttempt(address: address, username: name, of: 7, ownDevice: device)
        }

        func fail(_ attempt: PasswordAttempt, times: Int = 1) async throws {
            for _ in 0..<times {
                _ = try await throttle.admit(attempt)
                throttle.failed(attempt)
            }
        }

        /// Whether an attempt comes through without a pause, although one of the same line has just come through.
        func isQuick(_ attempt: PasswordAttempt) async throws -> Bool {
            let before = slept
            for _ in 0..<2 { _ = try await throttle.admit(attempt) }
            return slept == before
        }
    }

    @Test func `A user who signed in before does not take turns with anonymous clients`() async throws {
        let world = World()
        #expect(try await world.throttle.admit(world.attempt()).tier == .anonymous)
        #expect(try await world.throttle.admit(world.attempt(on: Self.device)).tier == .authenticated)
        world.throttle.succeeded(world.attempt())
        let known = try await world.throttle.admit(world.attempt("ANN"))
        #expect(known == ClientKey(.authenticated, .user("192.0.2.1 7 ann".hashValue)))
        #expect(try await world.throttle.admit(world.attempt("bob")).tier == .anonymous)
        #expect(try await world.throttle.admit(world.attempt(from: "192.0.2.2")).tier == .anonymous)
    }

    @Test func `Failures slow down their name from their address, in any letter case`() async throws {
        let world = World()
        try await world.fail(world.attempt(), times: 2)
        #expect(try await world.isQuick(world.attempt()))
        try await world.fail(world.attempt("ANN"))
        #expect(try await !world.isQuick(world.attempt()))
        #expect(try await world.isQuick(world.attempt("bob")))
        #expect(try await world.isQuick(world.attempt(from: "192.0.2.2")))
        #expect(world.log.lines.map(\.message).contains { $0.contains("passwords.failures") })
        world.clock.advance(seconds: 60)
        #expect(try await world.isQuick(world.attempt()))
    }

    @Test func `Many names that fail slow down all names of their address, and no other address`() async throws {
        let world = World()
        for number in 0..<30 { try await world.fail(world.attempt("user\(number)")) }
        #expect(try await !world.isQuick(world.attempt("bob")))
        #expect(try await world.isQuick(world.attempt("bob", from: "192.0.2.2")))
    }

    @Test func `A device of the user's own is not slowed down by strangers behind its address`() async throws {
        let world = World()
        try await world.fail(world.attempt(), times: 8)
        #expect(try await world.isQuick(world.attempt(on: Self.device)))
        try await world.fail(world.attempt(on: Self.device), times: 3)
        #expect(try await !world.isQuick(world.attempt(on: Self.device)))
    }

    @Test func `Who has signed in from an address before is not slowed down by other names`() async throws {
        let world = World()
        world.throttle.succeeded(world.attempt())
        for number in 0..<30 { try await world.fail(world.attempt("user\(number)")) }
        #expect(try await world.isQuick(world.attempt()))
    }

    @Test func `A success forgets the failures of its name`() async throws {
        let world = World()
        try await world.fail(world.attempt(), times: 3)
        world.throttle.succeeded(world.attempt())
        #expect(try await world.isQuick(world.attempt()))
    }

    @Test func `More than may wait are refused`() async throws {
        let world = World()
        try await world.fail(world.attempt(), times: 3)
        let error = await #expect(throws: ConsoleError.self) {
            for _ in 0..<20 { _ = try await world.throttle.admit(world.attempt()) }
        }
        #expect(error?.code == .tooManyRequests && error?.headers["Retry-After"] != nil)
    }

    @Test func `Names that fail wait in another line than those that do not`() async throws {
        let world = World(failures: 0)
        let clean = try await world.throttle.admit(world.attempt("bob"))
        try await world.fail(world.attempt(), times: 5)
        let failing = try await world.throttle.admit(world.attempt())
        #expect(world.slept == 0 && failing != clean)
        #expect(try await world.throttle.admit(world.attempt("carl")) == clean)
        #expect(try await world.throttle.admit(world.attempt("bob", from: "2001:db8::1")) != clean)
        #expect(
            try await world.throttle.admit(world.attempt("bob", from: "2001:db8::1"))
                == world.throttle.admit(world.attempt("bob", from: "2001:db8::2")))
    }

    @Test func `Names and addresses that fail leave a processor to others`() async throws {
        let world = World(failures: 0)
        #expect(try await world.throttle.admit(world.attempt()) == ClientKey(.anonymous, address: "192.0.2.1"))
        try await world.fail(world.attempt())
        #expect(try await world.throttle.admit(world.attempt()) == ClientKey(.suspect, address: "192.0.2.1"))
        #expect(try await world.throttle.admit(world.attempt("bob")) == ClientKey(.anonymous, address: "192.0.2.1"))
        for number in 0..<20 { try await world.fail(world.attempt("user\(number)")) }
        #expect(try await world.throttle.admit(world.attempt("bob")) == ClientKey(.suspect, address: "192.0.2.1"))
        world.throttle.succeeded(world.attempt("bob"))
        let known = try await world.throttle.admit(world.attempt("bob"))
        #expect(known == ClientKey(.authenticated, .user("192.0.2.1 7 bob".hashValue)))
    }
}

/// Whoever has a network of 48 bits has 65,536 of 64 bits (Security, "Wrong passwords").
extension PasswordThrottleTests {
    private static func address(_ number: Int) -> String { "2001:db8:0:\(String(number, radix: 16))::1" }

    @Test func `Failures of a name from all over a site slow it down, and no other site`() async throws {
        let world = World()
        for number in 0..<23 { try await world.fail(world.attempt(from: Self.address(number))) }
        #expect(try await world.isQuick(world.attempt(from: Self.address(99))))
        try await world.fail(world.attempt(from: Self.address(23)))
        #expect(try await !world.isQuick(world.attempt(from: Self.address(99))))
        #expect(try await world.isQuick(world.attempt("bob", from: Self.address(99))))
        #expect(try await world.isQuick(world.attempt(from: "2001:db8:1::1")))
    }

    @Test func `Names that fail from all over a site slow down all of it, but not who has signed in there before`()
        async throws
    {
        let world = World()
        world.throttle.succeeded(world.attempt("known", from: Self.address(1)))
        for number in 0..<240 { try await world.fail(world.attempt("user\(number)", from: Self.address(number))) }
        let stranger = world.attempt("bob", from: Self.address(999))
        #expect(try await !world.isQuick(stranger))
        #expect(try await world.isQuick(world.attempt("known", from: Self.address(1))))
        #expect(try await world.isQuick(world.attempt("bob", from: "2001:db8:1::1")))
    }

    @Test
    func `Clients of a network of 48 bits take turns as one, and leave a processor to others after many failures`()
        async throws
    {
        let world = World(failures: 0)
        let attempt = world.attempt("bob", from: Self.address(1))
        #expect(try await world.throttle.admit(attempt) == ClientKey(.anonymous, address: Self.address(1)))
        for number in 10..<170 { try await world.fail(world.attempt("user\(number)", from: Self.address(number))) }
        #expect(try await world.throttle.admit(attempt) == ClientKey(.suspect, address: Self.address(1)))
    }
}

/// Who looks for codes is slowed down (Security, "Codes").
struct LookupThrottleTests {
    private static func throttle(_ limit: Int, _ sleeps: NIOLockedValueBox<Int>) -> LookupThrottle {
        LookupThrottle(
            limit: limit, seconds: 60,
            pacer: Pacer(pause: .seconds(1), sleep: { _ in sleeps.withLockedValue { $0 += 1 } }),
            clock: TestClock().consoleClock, limits: LimitLog(RecordedLog().logger))
    }

    @Test func `Misses slow down their address, hits do not count, and a known device has its own count`() async throws
    {
        let sleeps = NIOLockedValueBox(0)
        let throttle = Self.throttle(3, sleeps)
        func find(_ value: Int?, from address: String = "192.0.2.1", knowing device: String? = nil) async throws {
            #expect(try await throttle.find(from: address, knowing: { device }, { value }) == value)
        }
        for _ in 0..<20 { try await find(1) }
        for _ in 0..<3 { try await find(nil) }
        #expect(sleeps.withLockedValue { $0 } == 0)
        for _ in 0..<3 { try await find(1) }
        #expect(sleeps.withLockedValue { $0 } == 2)
        for _ in 0..<3 { try await find(1, knowing: "ffff") }
        for _ in 0..<3 { try await find(1, from: "192.0.2.2") }
        #expect(sleeps.withLockedValue { $0 } == 2)
        for _ in 0..<4 { try await find(nil, knowing: "ffff") }
        for _ in 0..<2 { try await find(1, knowing: "ffff") }
        #expect(sleeps.withLockedValue { $0 } > 2)
        await #expect(throws: ConsoleError.self) { for _ in 0..<20 { try await find(nil) } }
    }

    @Test func `Sessions count apart, and there may be ten times as many`() async throws {
        let sleeps = NIOLockedValueBox(0)
        let throttle = Self.throttle(3, sleeps)
        for _ in 0..<3 { try await throttle.note(.status, from: "192.0.2.1") }
        for _ in 0..<30 { try await throttle.note(.session, from: "192.0.2.1") }
        #expect(sleeps.withLockedValue { $0 } == 0)
        for _ in 0..<3 { try await throttle.note(.session, from: "192.0.2.1") }
        #expect(sleeps.withLockedValue { $0 } == 2)
        try await throttle.note(.session, from: "192.0.2.2")
        #expect(sleeps.withLockedValue { $0 } == 2)
    }

    @Test func `Misses of all networks of a site slow all of it down`() async throws {
        let sleeps = NIOLockedValueBox(0)
        let throttle = Self.throttle(1, sleeps)
        for number in 0..<8 { try await throttle.note(.status, from: "2001:db8:0:\(number)::1") }
        for _ in 0..<2 { try await throttle.note(.newUser, from: "2001:db8:1::1") }
        #expect(sleeps.withLockedValue { $0 } == 0)
        for number in 10..<12 { try await throttle.note(.status, from: "2001:db8:0:\(number)::1") }
        #expect(sleeps.withLockedValue { $0 } == 1)
        try await throttle.note(.newUser, from: "2001:db8:0:12::1")
        #expect(sleeps.withLockedValue { $0 } == 1)
    }

    @Test func `0 slows down nobody`() async throws {
        let sleeps = NIOLockedValueBox(0)
        let throttle = Self.throttle(0, sleeps)
        for _ in 0..<100 { try await throttle.note(.status, from: "192.0.2.1") }
        #expect(sleeps.withLockedValue { $0 } == 0)
    }
}
