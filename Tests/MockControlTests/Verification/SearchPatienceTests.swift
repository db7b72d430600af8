import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import MockControl

/// How searches of the journal end that would take too long, or that nobody waits for.
struct SearchPatienceTests {
    @Test func `A search ends at its deadline, before whichever entry that is`() async throws {
        let time = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1_000_000_000))
        var patience = SearchPatience(.seconds(2), now: { time.withLockedValue { $0 } })
        for _ in 0..<3 {
            try await patience.next()
            time.withLockedValue { $0 = $0 + .milliseconds(600) }
        }
        try await patience.next()
        time.withLockedValue { $0 = $0 + .milliseconds(200) }
        let error = await #expect(throws: ConsoleError.self) { try await patience.next() }
        #expect(error?.code == .unprocessable)
    }

    @Test(arguments: [false, true])
    func `All entries are taken in their order, each once, however long a turn is`(isLong: Bool) async throws {
        let time = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1_000_000_000))
        let entries = (1...20).map { SampleExchange(id: $0).entry }
        for pause in [0, 1, 2, 100] {
            var patience = SearchPatience(.seconds(20), now: { time.withLockedValue { $0 } })
            let taken = try await patience.fold(entries, into: [Int64](), isLong: isLong) { taken, entry in
                taken.append(entry.id)
                time.withLockedValue { $0 = $0 + .milliseconds(Int64(pause)) }
            }
            #expect(taken == Array(1...20))
        }
        var patience = SearchPatience(.milliseconds(50), now: { time.withLockedValue { $0 } })
        let error = await #expect(throws: ConsoleError.self) {
            _ = try await patience.fold(entries, into: 0, isLong: isLong) { taken, _ in
                taken += 1
                time.withLockedValue { $0 = $0 + .milliseconds(10) }
            }
        }
        #expect(error?.code == .unprocessable)
    }

    @Test func `A long search for which there is no place is refused`() async throws {
        let works = PatientWorks(width: 1, places: PatientWorks.Places(count: 0, share: 0))
        let mayEnd = DispatchSemaphore(value: 0)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await works.run(for: .console, isLong: true) { mayEnd.wait() } }
            while works.limiter.isIdle { await Task.yield() }
            for isLong in [true, false] {
                var patience = SearchPatience(
                    .seconds(20), works: works, for: ClientKey(.anonymous, address: "192.0.2.1"))
                do {
                    let count = try await patience.fold([SampleExchange(id: 1).entry], into: 0, isLong: isLong) {
                        count, _ in count += 1
                    }
                    #expect(count == 1 && !isLong)
                } catch {
                    let refusal = error as? ConsoleError
                    #expect(isLong && refusal?.code == .tooManyRequests && refusal?.headers["Retry-After"] == "1")
                }
            }
            mayEnd.signal()
        }
    }

    @Test func `A search ends with whoever waits for it`() async throws {
        let bell = WaitBell()
        var patience = SearchPatience(.seconds(20), isAbandoned: { bell.ending != nil })
        try await patience.next()
        bell.end(.clientLeaves)
        let error = await #expect(throws: ConsoleError.self) { try await patience.next() }
        #expect(error?.code == .unavailable)
    }

    @Test func `A search ends with its task`() async throws {
        await withTaskGroup(of: ConsoleError.Code?.self) { group in
            group.addTask {
                var patience = SearchPatience(.seconds(20))
                withUnsafeCurrentTask { $0?.cancel() }
                do {
                    try await patience.next()
                    return nil
                } catch {
                    return (error as? ConsoleError)?.code
                }
            }
            for await code in group { #expect(code == .unavailable) }
        }
    }

    @Test func `A verification counts the requests that are too much work, and does not count them as meant`() throws {
        let patterns = (0..<100).map { #"{"matches": "(a?){600}b\#($0)"}"# }.joined(separator: ",")
        let heavy = try matcher(#"{"body": {"anyOf": [\#(patterns), {"contains": "a"}]}}"#)
        var verification = Verification(JournalExpectation(form: .count(heavy, least: 0, most: 0)))
        var sample = sample(json: String(repeating: "a", count: 590))
        verification.take(sample.entry, .none)
        #expect(verification.undecided == 1)
        #expect(verification.count == 0)
        sample.body = .init("a".utf8)
        verification.take(sample.entry, .none)
        #expect(verification.undecided == 1)
        #expect(verification.count == 1)
    }
}
