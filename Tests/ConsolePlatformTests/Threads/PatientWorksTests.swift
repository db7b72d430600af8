import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Work that others make at will, apart from what serves.
struct PatientWorksTests {
    private let works = PatientWorks(width: 1)
    private let mayEnd = DispatchSemaphore(value: 0)

    /// Takes the only place until somebody says so.
    private func hold() async {
        _ = await works.run(for: ClientKey(.anonymous, address: "192.0.2.1"), isLong: true) { [mayEnd] in mayEnd.wait()
        }
    }

    #if os(Linux)
        /// How much less this thread counts than others.
        @Sendable private static func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

        @Test func `Long works have a thread that gives way, short ones are done right here`() async {
            let own = Self.niceness()
            let short = await works.run(for: ClientKey(.anonymous, address: "192.0.2.1"), isLong: false, Self.niceness)
            #expect(short == own)
            let long = await works.run(for: ClientKey(.anonymous, address: "192.0.2.1"), isLong: true, Self.niceness)
            #expect(long == min(19, own + PatientThread.niceness))
        }
    #endif

    @Test func `Few are under way at a time, and senders take turns`() async {
        let order = NIOLockedValueBox<[String]>([])
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await hold() }
            while works.limiter.isIdle { await Task.yield() }
            for (place, name) in ["192.0.2.2", "192.0.2.2", "2001:db8::1", "192.0.2.2", "2001:db8::2"].enumerated() {
                group.addTask {
                    _ = await works.run(for: ClientKey(.anonymous, address: name), isLong: true) {
                        order.withLockedValue { $0.append(name) }
                    }
                }
                while works.limiter.waiting != place + 1 { await Task.yield() }
            }
            mayEnd.signal()
        }
        #expect(
            order.withLockedValue { $0 }
                == ["192.0.2.2", "2001:db8::1", "192.0.2.2", "2001:db8::2", "192.0.2.2"])
    }

    @Test func `Whoever gives up waits for its turn all the same, and has its work done`() async {
        await withTaskGroup(of: Int?.self) { group in
            group.addTask {
                await hold()
                return 0
            }
            while works.limiter.isIdle { await Task.yield() }
            for place in 1...2 {
                group.addTask {
                    // One that is cancelled already, and one while it waits.
                    if place == 1 { withUnsafeCurrentTask { $0?.cancel() } }
                    return await works.run(for: ClientKey(.anonymous, address: "192.0.2.1"), isLong: true) { place }
                }
                while works.limiter.waiting != place { await Task.yield() }
            }
            group.cancelAll()
            #expect(works.limiter.waiting == 2)
            mayEnd.signal()
            let done = await group.reduce(into: []) { $0.append($1) }
            #expect(done.compactMap(\.self).sorted() == [0, 1, 2])
        }
        #expect(works.limiter.isIdle)
    }

    @Test func `Where there is no place to wait, a long work is not done, and the log says so`() async {
        let log = RecordedLog()
        let works = PatientWorks(
            width: 1, places: PatientWorks.Places(count: 6, share: 3), limits: LimitLog(log.logger))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = await works.run(for: ClientKey(.anonymous, address: "192.0.2.1"), isLong: true) { [mayEnd] in
                    mayEnd.wait()
                }
            }
            while works.limiter.isIdle { await Task.yield() }
            for number in 1...3 {
                group.addTask { _ = await works.run(for: ClientKey(.anonymous, address: "192.0.2.1"), isLong: true) {} }
                while works.limiter.waiting != number { await Task.yield() }
            }
            #expect(await works.run(for: ClientKey(.anonymous, address: "192.0.2.1"), isLong: true) { 4 } == nil)
            #expect(await works.run(for: ClientKey(.anonymous, address: "192.0.2.1"), isLong: false) { 4 } == 4)
            #expect(works.limiter.waiting == 3)
            #expect(log.lines.contains { $0.message.contains("since too many wait (http.streamsPerAddress)") })
            // Others have places of their own.
            group.addTask {
                let other = await works.run(for: ClientKey(.anonymous, address: "192.0.2.2"), isLong: true) { 5 }
                #expect(other == 5)
            }
            while works.limiter.waiting != 4 { await Task.yield() }
            mayEnd.signal()
        }
        #expect(works.limiter.isIdle)
    }
}
