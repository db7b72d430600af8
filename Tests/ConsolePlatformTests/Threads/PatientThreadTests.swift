import Foundation
import Testing

@testable import ConsolePlatform

/// Long work gives way to what serves.
struct PatientThreadTests {
    @Test func `A value and an error come back`() async throws {
        struct Failure: Error {}
        #expect(try await PatientThread.run { 6 * 7 } == 42)
        await #expect(throws: Failure.self) { try await PatientThread.run { throw Failure() } }
    }

    @Test func `Works run beside each other`() async throws {
        // Each lets the other go on, so that neither ends alone.
        let (one, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let first = PatientThread.run {
            one.signal()
            return other.wait(timeout: .now() + 60) == .success
        }
        async let second = PatientThread.run {
            other.signal()
            return one.wait(timeout: .now() + 60) == .success
        }
        let ends = try await [first, second]
        #expect(ends == [true, true])
    }

    #if os(Linux)
        @Test func `The thread counts less than others, and those stay as they are`() async throws {
            let priority: @Sendable () -> Int32 = { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
            let before = priority()
            let during = try await PatientThread.run { priority() }
            // Never below the least there is.
            #expect(during == min(19, before + PatientThread.niceness))
            #expect(priority() == before)
        }
    #endif
}
