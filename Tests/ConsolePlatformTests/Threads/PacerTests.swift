import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Senders in bad standing are slowed down.
struct PacerTests {
    /// A pacer whose clock stands until it is moved, and how long it has slept.
    private final class World: Sendable {
        private let time = NIOLockedValueBox(ContinuousClock.now)
        private let sleeps = NIOLockedValueBox<[Duration]>([])

        var slept: [Duration] { sleeps.withLockedValue { $0 } }

        func advance(_ duration: Duration) { time.withLockedValue { $0 += duration } }

        func pacer() -> Pacer {
            Pacer(pause: .seconds(1), now: { self.time.withLockedValue { $0 } }) { duration in
                self.sleeps.withLockedValue { $0.append(duration) }
            }
        }
    }

    @Test func `The first is let through at once, each further one a pause later`() async throws {
        let world = World()
        let pacer = world.pacer()
        for _ in 0..<4 { try await pacer.wait(for: "a") }
        try await pacer.wait(for: "b")
        #expect(world.slept == [.seconds(1), .seconds(2), .seconds(3)])
        world.advance(.seconds(10))
        try await pacer.wait(for: "a")
        #expect(world.slept.count == 3)
    }

    @Test func `Too many are refused, and the refused do not make others wait longer`() async throws {
        let world = World()
        let pacer = world.pacer()
        for _ in 0...Pacer.places { try await pacer.wait(for: "a") }
        for _ in 0..<50 {
            let error = await #expect(throws: ConsoleError.self) { try await pacer.wait(for: "a") }
            #expect(error?.code == .tooManyRequests && error?.headers["Retry-After"] == "12")
        }
        world.advance(.seconds(1))
        try await pacer.wait(for: "a")
        #expect(world.slept.last == .seconds(Pacer.places))
    }
}

/// The log says that limits were reached, and not more than once a minute.
struct LimitLogTests {
    @Test func `A limit is said at once, and then with a count`() {
        let log = RecordedLog()
        let time = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(0))
        let limits = LimitLog(log.logger) { time.withLockedValue { $0 } }
        for _ in 0..<5 { limits.note("Full", from: "192.0.2.1") }
        limits.note("Other", from: "192.0.2.1")
        #expect(log.lines.map(\.message) == ["Full", "Other"])
        time.withLockedValue { $0 = $0 + .minutes(1) }
        limits.note("Full", from: "192.0.2.2")
        #expect(log.lines.map { $0.metadata["times"] } == ["1", "1", "5"])
        #expect(log.lines.last?.metadata["lastAddress"] == "192.0.2.2")
    }
}
