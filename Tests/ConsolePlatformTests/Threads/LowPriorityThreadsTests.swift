import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform

/// Somebody for whom something is done.
private struct Caller: DatabaseCaller {
    let key: ClientKey
    var hasLeft: Bool { false }

    init(_ customer: String) { key = ClientKey(.administrator, .user(customer.hashValue)) }
}

/// What may take long keeps nobody else waiting.
struct LowPriorityThreadsTests {
    private let threads = LowPriorityThreads(width: 2)

    /// Whether this code runs on one of the threads.
    private static var isHere: Bool { LowPriorityThreads.isCurrent }

    /// An asynchronous function of somebody else.
    private static func further() async -> Bool {
        await Task.yield()
        return isHere
    }

    @Test func `A value and an error come back`() async throws {
        struct Failure: Error {}
        #expect(try await threads.run { 6 * 7 } == 42)
        await #expect(throws: Failure.self) { try await threads.run { throw Failure() } }
        #expect(try await threads.run { Self.isHere })
    }

    @Test func `A task is on the threads between its waits, and somewhere else before and after`() async throws {
        #expect(!Self.isHere)
        let places = await threads.during(Caller("south")) {
            let first = Self.isHere
            let second = await Self.further()
            await withTaskGroup(of: Void.self) { $0.addTask { await Task.yield() } }
            return [first, second, Self.isHere]
        }
        #expect(places == [true, true, true])
        #expect(!Self.isHere)
    }

    @Test func `One customer has half of the threads, and another one goes on meanwhile`() async throws {
        let (running, most) = (NIOLockedValueBox(0), NIOLockedValueBox(0))
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [threads] in
                    try await DatabaseCallers.during(Caller("south")) {
                        try await threads.run {
                            let now = running.withLockedValue { count in
                                count += 1
                                return count
                            }
                            most.withLockedValue { $0 = max($0, now) }
                            begun.signal()
                            mayEnd.wait()
                            running.withLockedValue { $0 -= 1 }
                        }
                    }
                }
            }
            try await PatientThread.run { begun.wait() }
            // All of the south's are under way or wait.
            let north = try await DatabaseCallers.during(Caller("north")) { try await threads.run { Self.isHere } }
            #expect(north)
            for _ in 0..<8 { mayEnd.signal() }
            try await group.waitForAll()
        }
        #expect(most.withLockedValue { $0 } == 1)
    }

    @Test func `Customers take turns, however much one of them wants`() async throws {
        let order = NIOLockedValueBox<[String]>([])
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let threads = LowPriorityThreads(width: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await threads.run {
                    begun.signal()
                    mayEnd.wait()
                }
            }
            try await PatientThread.run { begun.wait() }
            for (count, name) in [(6, "south"), (1, "north")] {
                for _ in 0..<count {
                    group.addTask {
                        try await DatabaseCallers.during(Caller(name)) {
                            try await threads.run { order.withLockedValue { $0.append(name) } }
                        }
                    }
                }
                while threads.waiting < (name == "south" ? 6 : 7) { await Task.yield() }
            }
            mayEnd.signal()
            try await group.waitForAll()
        }
        #expect(order.withLockedValue { $0.firstIndex(of: "north") } ?? 9 <= 1)
    }

    @Test func `Deep recursion has the stack that it needs`() async throws {
        @Sendable func depth(_ levels: Int) -> Int {
            withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { bytes in
                bytes.initializeMemory(as: UInt8.self, repeating: 1)
                return levels == 0 ? 0 : depth(levels - 1) + Int(bytes[levels % 1024])
            }
        }
        #expect(try await threads.run { depth(8000) } == 8000)
    }
}
