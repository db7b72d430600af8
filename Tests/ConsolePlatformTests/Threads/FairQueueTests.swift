import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Works that wait take turns by sender (Security, "Wrong passwords").
struct FairQueueTests {
    /// A queue whose only place is taken until the gate opens, and what was done in it.
    private final class World: Sendable {
        let queue: FairQueue
        private let done = NIOLockedValueBox<[String]>([])
        private let gate = AsyncStream.makeStream(of: Void.self)

        init(capacity: Int, share: Int) {
            queue = FairQueue(FairQueue.Bounds(width: 1, capacity: capacity, share: share))
        }

        var order: [String] { done.withLockedValue { $0 } }

        /// Waits until somebody opens the gate, with the one place taken.
        func hold() async throws {
            try await queue.run(in: .console) { for await _ in gate.stream { return } }
        }

        func open() { gate.continuation.yield() }

        func work(
            _ name: String, for sender: String, of site: String? = nil, in circle: FairQueue.Circle = .strangers
        ) async throws {
            try await queue.run(in: .sender(sender, of: site, in: circle)) {
                done.withLockedValue { $0.append(name) }
            }
        }

        /// Lets others run until so many wait.
        func wait(until count: Int) async {
            while queue.waiting != count { await Task.yield() }
        }
    }

    @Test func `One sender with many delays another by one work`() async throws {
        let world = World(capacity: 100, share: 50)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            for number in 0..<20 {
                group.addTask { try await world.work("flood", for: "192.0.2.1") }
                await world.wait(until: number + 1)
            }
            group.addTask { try await world.work("person", for: "192.0.2.2") }
            await world.wait(until: 21)
            world.open()
            try await group.waitForAll()
        }
        #expect(world.order.count == 21)
        #expect(world.order.firstIndex(of: "person") == 1)
    }

    @Test func `A sender whose share is full is refused alone`() async throws {
        let world = World(capacity: 100, share: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            for number in 0..<2 {
                group.addTask { try await world.work("flood", for: "a") }
                await world.wait(until: number + 1)
            }
            await #expect(throws: FairQueue.Refusal.lineIsFull) { try await world.work("flood", for: "a") }
            group.addTask { try await world.work("person", for: "b") }
            await world.wait(until: 3)
            world.open()
            try await group.waitForAll()
        }
        #expect(world.order == ["flood", "person", "flood"])
    }

    @Test func `Where all places are taken, the sender with most gives one to a sender with none`() async throws {
        let world = World(capacity: 4, share: 4)
        let refused = NIOLockedValueBox(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            for number in 0..<4 {
                group.addTask {
                    do {
                        try await world.work("flood", for: "a")
                    } catch FairQueue.Refusal.lineIsFull {
                        refused.withLockedValue { $0 += 1 }
                    }
                }
                await world.wait(until: number + 1)
            }
            group.addTask { try await world.work("person", for: "b") }
            while refused.withLockedValue({ $0 }) == 0 { await Task.yield() }
            #expect(world.queue.waiting == 4)
            world.open()
            try await group.waitForAll()
        }
        #expect(world.order == ["flood", "person", "flood", "flood"])
    }

    @Test func `Strangers from many addresses hold up those who are known, and administrators, by one work each`()
        async throws
    {
        let world = World(capacity: 20, share: 5)
        let refused = NIOLockedValueBox(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            for number in 0..<20 {
                group.addTask {
                    do {
                        try await world.work("stranger", for: "\(number)")
                    } catch FairQueue.Refusal.queueIsFull {
                        refused.withLockedValue { $0 += 1 }
                    }
                }
                await world.wait(until: number + 1)
            }
            await #expect(throws: FairQueue.Refusal.queueIsFull) { try await world.work("stranger", for: "20") }
            for (place, circle) in [FairQueue.Circle.known, .administrators, .known].enumerated() {
                group.addTask { try await world.work("\(circle) \(place)", for: "\(place)", in: circle) }
                while refused.withLockedValue({ $0 }) != place + 1 { await Task.yield() }
                #expect(world.queue.waiting == 20)
            }
            world.open()
            try await group.waitForAll()
        }
        #expect(
            Array(world.order.prefix(5)) == ["known 0", "administrators 1", "stranger", "known 2", "stranger"])
        #expect(world.order.count == 20 && world.queue.isIdle)
    }

    @Test func `Works of the console count for none of those who are known, and give way to nobody`() async throws {
        let world = World(capacity: 6, share: 6)
        let refused = NIOLockedValueBox<[String]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            let lines: [FairQueue.Line] =
                Array(repeating: .console, count: 3) + [.sender("ann", in: .known)] + ["a", "b"].map { .sender($0) }
            for (place, line) in lines.enumerated() {
                group.addTask {
                    do {
                        try await world.queue.run(in: line) {}
                    } catch is FairQueue.Refusal {
                        refused.withLockedValue { $0.append(line.name) }
                    }
                }
                await world.wait(until: place + 1)
            }
            // Two strangers wait, and one who is known: nobody has two more than a newcomer of these circles.
            for line in [FairQueue.Line.sender("c"), .sender("bob", in: .known)] {
                await #expect(throws: FairQueue.Refusal.queueIsFull) { try await world.queue.run(in: line) {} }
            }
            group.addTask { try await world.work("administrator", for: "d", in: .administrators) }
            while refused.withLockedValue({ $0.isEmpty }) { await Task.yield() }
            world.open()
            try await group.waitForAll()
        }
        #expect(["a", "b"].contains(refused.withLockedValue { $0.first }) && world.order == ["administrator"])
    }

    @Test func `Where all places are taken, those of whom little good is known give way to others`() async throws {
        let world = World(capacity: 2, share: 2)
        let refused = NIOLockedValueBox(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            group.addTask { try await world.work("other", for: "a") }
            await world.wait(until: 1)
            group.addTask {
                do {
                    try await world.queue.run(in: .doubtful("b")) {}
                } catch FairQueue.Refusal.queueIsFull {
                    refused.withLockedValue { $0 += 1 }
                }
            }
            await world.wait(until: 2)
            await #expect(throws: FairQueue.Refusal.queueIsFull) { try await world.queue.run(in: .doubtful("c")) {} }
            group.addTask { try await world.work("person", for: "c") }
            while refused.withLockedValue({ $0 }) == 0 { await Task.yield() }
            await #expect(throws: FairQueue.Refusal.queueIsFull) { try await world.work("person", for: "d") }
            world.open()
            try await group.waitForAll()
        }
        #expect(world.order == ["other", "person"])
    }

    @Test func `Where nobody has more than the newcomer, it is refused`() async throws {
        let world = World(capacity: 2, share: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            for (number, sender) in ["a", "b"].enumerated() {
                group.addTask { try await world.work(sender, for: sender) }
                await world.wait(until: number + 1)
            }
            await #expect(throws: FairQueue.Refusal.queueIsFull) { try await world.work("c", for: "c") }
            world.open()
            try await group.waitForAll()
        }
        #expect(world.order == ["a", "b"])
    }

    @Test func `All senders of a site delay another by one work, and give it a place where all are taken`() async throws
    {
        let world = World(capacity: 8, share: 8)
        let refused = NIOLockedValueBox(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            for number in 0..<8 {
                group.addTask {
                    do {
                        try await world.work("flood", for: "\(number)", of: "site")
                    } catch FairQueue.Refusal.lineIsFull {
                        refused.withLockedValue { $0 += 1 }
                    }
                }
                await world.wait(until: number + 1)
            }
            // Nobody of the site has more than another one of it.
            await #expect(throws: FairQueue.Refusal.self) { try await world.work("flood", for: "9", of: "site") }
            group.addTask { try await world.work("person", for: "person") }
            while refused.withLockedValue({ $0 }) == 0 { await Task.yield() }
            #expect(world.queue.waiting == 8)
            world.open()
            try await group.waitForAll()
        }
        #expect(world.order.count == 8 && world.order.firstIndex(of: "person") == 1)
        #expect(world.queue.isIdle)
    }

    @Test func `A site may have eight times the share of a sender, and half of all places`() async throws {
        let world = World(capacity: 10, share: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            for number in 0..<5 {
                group.addTask { try await world.work("flood", for: "\(number)", of: "site") }
                await world.wait(until: number + 1)
            }
            await #expect(throws: FairQueue.Refusal.lineIsFull) { try await world.work("flood", for: "9", of: "site") }
            group.addTask { try await world.work("person", for: "a", of: "other") }
            await world.wait(until: 6)
            world.open()
            try await group.waitForAll()
        }
        #expect(FairQueue.Bounds(width: 1, capacity: 1000, share: 2).shareOfSite == 16)
        #expect(world.order.count == 6 && world.queue.isIdle)
    }

    @Test func `A circle has no more places than it may, and none of its companies more than it may`() async throws {
        let queue = FairQueue(
            FairQueue.Bounds(
                width: 4, capacity: 100, share: 100, circles: [.administrators: .init(3, ofCompany: 2)]))
        let (gates, done) = (Gates(), NIOLockedValueBox<[String]>([]))
        func begin(_ name: String, of site: String, _ group: inout ThrowingTaskGroup<Void, any Error>) {
            group.addTask {
                try await queue.run(in: .sender(name, of: site, in: .administrators)) {
                    done.withLockedValue { $0.append(name) }
                    await gates.wait(for: name)
                }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a1", "a2"] {
                begin(name, of: "a", &group)
                while !done.withLockedValue({ $0.contains(name) }) { await Task.yield() }
            }
            // A third of the same company waits, though there are places.
            begin("a3", of: "a", &group)
            while queue.waiting != 1 { await Task.yield() }
            begin("b1", of: "b", &group)
            while !done.withLockedValue({ $0.contains("b1") }) { await Task.yield() }
            begin("b2", of: "b", &group)
            while queue.waiting != 2 { await Task.yield() }
            // The last place is for others, who need not say whose their work is.
            #expect(try await queue.runAtOnce { 1 } == 1)
            #expect(try await queue.run(in: .console) { 2 } == 2)
            gates.open("b1")
            while !done.withLockedValue({ $0.contains("b2") }) { await Task.yield() }
            #expect(queue.waiting == 1)
            for name in ["a1", "a2", "a3", "b2"] { gates.open(name) }
            try await group.waitForAll()
        }
        #expect(done.withLockedValue { $0 } == ["a1", "a2", "b1", "b2", "a3"])
        #expect(queue.isIdle)
    }

    @Test func `What has waited and is wanted no more is not done, and holds nobody up`() async throws {
        let world = World(capacity: 10, share: 10)
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            group.addTask {
                await #expect(throws: CancellationError.self) {
                    try await world.queue.run(in: .sender("a"), isWanted: { false }) { Issue.record("It was done.") }
                }
            }
            await world.wait(until: 1)
            group.addTask { try await world.work("b", for: "b") }
            await world.wait(until: 2)
            world.open()
        }
        #expect(world.order == ["b"] && world.queue.isIdle)
        // What need not wait is not asked.
        try await world.queue.run(in: .sender("a"), isWanted: { false }) {}
    }

    /// Gates of works, by name.
    private final class Gates: Sendable {
        private let opened = NIOLockedValueBox<Set<String>>([])

        func open(_ name: String) { opened.withLockedValue { _ = $0.insert(name) } }

        func wait(for name: String) async {
            while !opened.withLockedValue({ $0.contains(name) }) { await Task.yield() }
        }
    }

    @Test func `Doubtful works leave a place to others, and wait for each other`() async throws {
        let queue = FairQueue(FairQueue.Bounds(width: 2, capacity: 10, share: 10))
        let (gate, done) = (AsyncStream.makeStream(of: Void.self), NIOLockedValueBox<[String]>([]))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(in: .doubtful("a")) { for await _ in gate.stream { return } } }
            while queue.isIdle { await Task.yield() }
            for (number, sender) in ["a", "b"].enumerated() {
                group.addTask {
                    try await queue.run(in: .doubtful(sender)) { done.withLockedValue { $0.append(sender) } }
                }
                while queue.waiting != number + 1 { await Task.yield() }
            }
            // One doubtful work runs, two wait; all others pass.
            for _ in 0..<3 { try await queue.run(in: .sender("a")) { done.withLockedValue { $0.append("person") } } }
            #expect(queue.waiting == 2)
            gate.continuation.yield()
            try await group.waitForAll()
        }
        #expect(done.withLockedValue { $0 } == ["person", "person", "person", "a", "b"])
        #expect(queue.isIdle)
    }

    @Test func `With one place doubtful works get it, too`() async throws {
        let queue = FairQueue(FairQueue.Bounds(width: 1, capacity: 10, share: 10))
        #expect(try await queue.run(in: .doubtful("a")) { true })
        #expect(queue.isIdle)
    }

    @Test func `Whoever leaves gives up the place`() async throws {
        let world = World(capacity: 10, share: 10)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await world.hold() }
            while world.queue.isIdle { await Task.yield() }
            let ended = try await withThrowingTaskGroup(of: Bool.self) { leaving in
                leaving.addTask {
                    do {
                        try await world.work("left", for: "a")
                        return false
                    } catch is CancellationError {
                        return true
                    }
                }
                await world.wait(until: 1)
                leaving.cancelAll()
                return try await leaving.next()
            }
            #expect(ended == true && world.queue.waiting == 0)
            group.addTask { try await world.work("person", for: "b") }
            await world.wait(until: 1)
            world.open()
            try await group.waitForAll()
        }
        #expect(world.order == ["person"])
        #expect(world.queue.isIdle)
    }

    @Test func `Works that fail give back their place`() async throws {
        struct Failure: Error {}
        let queue = FairQueue(FairQueue.Bounds(width: 1, capacity: 1, share: 1))
        for _ in 0..<5 {
            await #expect(throws: Failure.self) { try await queue.run(in: .console) { throw Failure() } }
        }
        #expect(queue.isIdle)
    }

    @Test func `The refusals of passwords are those of their sender`() async throws {
        let hasher = PasswordHasher(cost: 12, random: .counting(), queueLimit: 1000, share: 1)
        let codes = await withTaskGroup(of: ConsoleError.Code?.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do {
                        _ = try await hasher.verify("p", against: nil, in: .sender("a"))
                        return nil
                    } catch let error as ConsoleError {
                        return error.code
                    } catch {
                        return .internalError
                    }
                }
            }
            var codes: [ConsoleError.Code?] = []
            for await code in group { codes.append(code) }
            return codes
        }
        #expect(codes.contains(.tooManyRequests))
        #expect(codes.allSatisfy { $0 == nil || $0 == .tooManyRequests })
        #expect(try await !hasher.verify("p", against: nil, in: .sender("a")))
    }
}
