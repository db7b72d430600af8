import NIOConcurrencyHelpers
import ServiceLifecycle
import Testing

@testable import MockConsole

/// When memory is given back that the allocator keeps.
struct MemoryReturnTests {
    /// A process whose memory is a number.
    private final class Process: Sendable {
        private let state = NIOLockedValueBox((resident: 0, free: 0, trials: 0))

        var trials: Int { state.withLockedValue { $0.trials } }

        /// Sets how much there is, and how much of it could be given back.
        func holds(_ mebibytes: Int, free: Int = 0) {
            state.withLockedValue { $0 = (mebibytes << 20, free << 20, $0.trials) }
        }

        func memory(pause: @escaping @Sendable () async throws -> Void = {}) -> MemoryReturn {
            MemoryReturn(
                resident: { self.state.withLockedValue { $0.resident } },
                giveBack: {
                    self.state.withLockedValue { $0 = ($0.resident - $0.free, 0, $0.trials + 1) }
                },
                pause: pause)
        }
    }

    @Test func `What has grown is tried at once, and not again as long as it stays`() {
        let process = Process()
        let service = process.memory()
        var memory = MemoryReturn.Memory()
        process.holds(40)
        service.look(&memory)
        #expect(process.trials == 0)
        process.holds(55)
        service.look(&memory)
        #expect(process.trials == 0)
        process.holds(56, free: 10)
        service.look(&memory)
        #expect(process.trials == 1)
        for _ in 0..<20 { service.look(&memory) }
        #expect(process.trials == 1)
    }

    @Test func `What is in use is tried again later, since it may be free by then`() {
        let process = Process()
        let service = process.memory()
        var memory = MemoryReturn.Memory()
        process.holds(40)
        service.look(&memory)
        process.holds(140)
        service.look(&memory)
        #expect(process.trials == 1)
        process.holds(140, free: 100)
        for _ in 1..<MemoryReturn.patience { service.look(&memory) }
        #expect(process.trials == 1)
        service.look(&memory)
        #expect(process.trials == 2)
        for _ in 0..<20 { service.look(&memory) }
        #expect(process.trials == 2)
    }

    @Test func `Nothing is done where memory is not known`() {
        let trials = NIOLockedValueBox(0)
        let service = MemoryReturn(resident: { nil }, giveBack: { trials.withLockedValue { $0 += 1 } }, pause: {})
        var memory = MemoryReturn.Memory()
        for _ in 0..<10 { service.look(&memory) }
        #expect(trials.withLockedValue { $0 } == 0)
    }

    @Test func `It looks after each pause, until it is over`() async {
        struct Over: Error {}
        let process = Process()
        let pauses = NIOLockedValueBox(0)
        process.holds(40)
        let service = process.memory {
            let count = pauses.withLockedValue { pauses in
                pauses += 1
                return pauses
            }
            if count == 2 { process.holds(100, free: 60) }
            if count == 3 { throw Over() }
        }
        await service.run()
        #expect(process.trials == 1)
    }
}
