import NIOConcurrencyHelpers
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Sign-ins of an address from which many have failed have bounded room (Security, "Wrong passwords").
struct SignInRoomTests {
    /// A room for two, and what became of it.
    private final class World: Sendable {
        let room: SignInRoom
        let log = RecordedLog()
        private let sleeps: NIOLockedValueBox<[Duration]>

        init() {
            let sleeps = NIOLockedValueBox<[Duration]>([])
            self.sleeps = sleeps
            room = SignInRoom(limit: 2, pause: .milliseconds(500), limits: LimitLog(log.logger)) { pause in
                sleeps.withLockedValue { $0.append(pause) }
            }
        }

        var slept: [Duration] { sleeps.withLockedValue { $0 } }

        /// Whether a sign-in is checked while two others of an address are under way.
        func hasRoom(_ name: String, from address: String = "192.0.2.1", isDoubtful: Bool = true) async throws -> Bool {
            func entry(_ name: String) -> PasswordEntry { PasswordEntry(address: "192.0.2.1", username: name, in: 7) }
            return try await room.run(entry("first"), isDoubtful: true) {
                try await room.run(entry("second"), isDoubtful: true) {
                    do {
                        let own = PasswordEntry(address: address, username: name, in: 7)
                        return try await room.run(own, isDoubtful: isDoubtful) { true }
                    } catch let error as ConsoleError where error.code == .tooManyRequests {
                        return false
                    }
                }
            }
        }
    }

    private struct Failure: Error {}

    @Test func `More than may are refused after a pause, and the log says so`() async throws {
        let world = World()
        #expect(try await !world.hasRoom("ann"))
        #expect(world.slept.count == 1)
        #expect(world.log.lines.contains { $0.message.contains("passwords.share") })
        #expect(world.room.addresses == 0)
    }

    @Test func `Other addresses, and those without failures, have room`() async throws {
        let world = World()
        #expect(try await world.hasRoom("ann", from: "192.0.2.2"))
        #expect(try await world.hasRoom("ann", isDoubtful: false))
        #expect(world.slept.isEmpty)
    }

    @Test func `Whoever has signed in before has room, in any letter case`() async throws {
        let world = World()
        let entry = PasswordEntry(address: "192.0.2.1", username: "Ann", in: 7)
        try await world.room.run(entry, isDoubtful: false) {}
        #expect(try await world.hasRoom("ANN"))
        #expect(try await !World().hasRoom("ANN"))
    }

    @Test func `Failures give their room back and are not remembered`() async throws {
        let world = World()
        let entry = PasswordEntry(address: "192.0.2.1", username: "ann", in: 7)
        for _ in 0..<5 {
            await #expect(throws: Failure.self) {
                try await world.room.run(entry, isDoubtful: true) { throw Failure() }
            }
        }
        #expect(world.room.addresses == 0)
        #expect(try await !world.hasRoom("ann"))
    }

    @Test func `Pauses differ by half of one, so that nobody comes back with all others`() async throws {
        let world = World()
        let entry = PasswordEntry(address: "192.0.2.1", username: "ann", in: 7)
        for _ in 0..<100 {
            await #expect(throws: ConsoleError.self) {
                try await world.room.run(entry, isDoubtful: false) { throw ConsoleError(.tooManyRequests, "Full.") }
            }
        }
        #expect(world.slept.allSatisfy { (Duration.milliseconds(375)...(.milliseconds(625))).contains($0) })
        // In each tenth of that time as many as in others.
        let tenths = Dictionary(grouping: world.slept) { Int(($0 - .milliseconds(375)) / .milliseconds(25)) }
        #expect(tenths.count == 10 && tenths.values.allSatisfy { (8...12).contains($0.count) })
    }

    @Test func `What is refused further in is refused after a pause, in its place`() async throws {
        let world = World()
        let entry = PasswordEntry(address: "192.0.2.1", username: "ann", in: 7)
        await #expect(throws: ConsoleError.self) {
            try await world.room.run(entry, isDoubtful: false) { throw ConsoleError(.tooManyRequests, "Full.") }
        }
        #expect(world.slept.count == 1)
        await #expect(throws: ConsoleError.self) {
            try await world.room.run(entry, isDoubtful: true) { throw ConsoleError(.unavailable, "Full.") }
        }
        #expect(world.slept.count == 2)
        await #expect(throws: ConsoleError.self) {
            try await world.room.run(entry, isDoubtful: true) { throw ConsoleError(.unauthorized, "Wrong.") }
        }
        #expect(world.slept.count == 2)
    }

    @Test func `All networks of a site have eight times the room of one`() async throws {
        let room = World().room
        func enter(_ number: Int) async throws -> Bool {
            let entry = PasswordEntry(address: "2001:db8:0:\(number)::1", username: "ann\(number)", in: 7)
            do {
                return try await room.run(entry, isDoubtful: true) { number < 16 ? try await enter(number + 1) : true }
            } catch let error as ConsoleError where error.code == .tooManyRequests {
                return number != 16
            }
        }
        // Those from 0 to 15 have room, and the next one has none.
        #expect(try await !enter(0))
        #expect(room.addresses == 0)
    }
}
