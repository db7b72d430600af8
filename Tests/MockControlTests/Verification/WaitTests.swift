import ConsoleModel
@testable import ConsolePlatform
import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOEmbedded
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Waiting for what clients send.
struct WaitTests {
    private func wait(_ console: TestConsole, _ body: String) async throws -> [String: Any] {
        let response = try await console.admin(.post, "/_mock/wait", text: body)
        #expect(response.status == .ok, "\(response.text)")
        return try response.json()
    }

    private func limiter(_ console: TestConsole) throws -> CustomerLimiter {
        try console.parts.feature(VerificationFeature.self).limiter
    }

    /// Lets others work until somebody waits.
    private func untilWaiting(_ count: Int, _ console: TestConsole) async throws {
        let memory = try console.parts.feature(JournalFeature.self).memory
        while try limiter(console).count < count || memory.changes.subscriberCount < count { await Task.yield() }
    }

    @Test func `A wait for what is there already is answered at once`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/here")
            let answer = try await wait(console, #"{"match": {"path": "/deviceservices/here"}, "timeoutSeconds": 60}"#)
            #expect(answer["passed"] as? Bool == true && answer["count"] as? Int == 1)
        }
    }

    @Test func `A wait is answered by the request it waits for`() async throws {
        try await withConsole { console in
            async let answer =
                try wait(console, #"{"match": {"path": "/deviceservices/late"}, "exactly": 2, "timeoutSeconds": 60}"#)[
                    "passed"] as? Bool
            try await untilWaiting(1, console)
            _ = try await console.send(.get, "/deviceservices/other")
            _ = try await console.send(.get, "/deviceservices/late")
            #expect(try limiter(console).count == 1)
            _ = try await console.send(.get, "/deviceservices/late")
            #expect(try await answer == true)
            #expect(try limiter(console).count == 0)
        }
    }

    @Test func `A sequence may come while one waits`() async throws {
        try await withConsole { console in
            async let answer =
                try wait(
                    console,
                    #"{"sequence": [{"path": "/deviceservices/1"}, {"path": "/deviceservices/2"}], "timeoutSeconds": 60}"#
                )[
                    "count"] as? Int
            try await untilWaiting(1, console)
            for path in ["2", "1", "3", "2"] { _ = try await console.send(.get, "/deviceservices/\(path)") }
            #expect(try await answer == 2)
        }
    }

    @Test func `At the end of its time a wait shows the nearest misses`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/near")
            let answer = try await wait(
                console, #"{"match": {"path": "/deviceservices/nearer"}, "timeoutSeconds": 0.05}"#)
            #expect(answer["passed"] as? Bool == false)
            let nearest = try #require(answer["nearest"] as? [[String: Any]])
            #expect(nearest.first?["target"] as? String == "/deviceservices/near")
        }
    }

    @Test func `What must not come passes at the end of the time, and fails as soon as it comes`() async throws {
        try await withConsole { console in
            let quiet = try await wait(
                console, #"{"match": {"path": "/deviceservices/never"}, "never": true, "timeoutSeconds": 0.05}"#)
            #expect(quiet["passed"] as? Bool == true)
            async let broken =
                try wait(console, #"{"match": {"path": "/deviceservices/never"}, "atMost": 0, "timeoutSeconds": 60}"#)[
                    "passed"] as? Bool
            try await untilWaiting(1, console)
            _ = try await console.send(.get, "/deviceservices/never")
            #expect(try await broken == false)
        }
    }

    @Test func `Many may wait at once, each for their own`() async throws {
        try await withConsole { console in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        let body =
                            #"{"match": {"path": "/deviceservices/own-\#(number)"}, "exactly": 1, "timeoutSeconds": 120}"#
                        return try await self.wait(console, body)["passed"] as? Bool == true
                    }
                }
                try await untilWaiting(64, console)
                for number in 0..<64 {
                    group.addTask { try await console.send(.get, "/deviceservices/own-\(number)").status == .notFound }
                }
                for try await passed in group { #expect(passed) }
            }
            #expect(try limiter(console).count == 0)
        }
    }

    @Test(
        arguments: ["isActive = 0", "passwordHash = 'another'", "role = 'API Only'", "groupId = 7"],
        [#"{"match": {"path": "/nowhere"}}"#, #"{"state": {"records": "beacons", "device": "nowhere", "atLeast": 3}}"#])
    func `A wait ends when its credential does, or stands for something else`(change: String, body: String) async throws
    {
        try await withConsole { console in
            let caller = try await console.api(.readOnly, of: "demo")
            async let answer = caller.mock(.post, "wait", body)
            try await untilWaiting(1, console)
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(
                    sql: "UPDATE administrator SET \(change) WHERE username = ?", arguments: [caller.username])
                transaction.changesConfiguration()
            }
            while try limiter(console).count > 0 {
                _ = try await console.send(.get, "/deviceservices/x")
                await Task.yield()
            }
            let ended = try await answer
            #expect(ended.status == .unauthorized && ended.text.contains("not in force"), "\(ended.text)")
        }
    }

    @Test func `Only so many of a customer may wait, others not less`() async throws {
        try await withConsole([\.waitsPerCustomer: "1"]) { console in
            let other = try await console.api(.readOnly, of: "demo")
            let body = #"{"match": {"path": "/deviceservices/end"}, "timeoutSeconds": 60}"#
            async let first = try wait(console, body)["passed"] as? Bool
            try await untilWaiting(1, console)
            let second = try await console.admin(.post, "/_mock/wait", text: body)
            #expect(second.status == .tooManyRequests && second.text.contains("waits.perCustomer"), "\(second.text)")
            #expect(second.headers[.retryAfter] == "2")
            let theirs = try await other.mock(.post, "wait", #"{"match": {}, "atLeast": 0}"#)
            #expect(theirs.status == .ok, "\(theirs.text)")
            _ = try await console.send(.get, "/deviceservices/end")
            #expect(try await first == true)
        }
    }

    @Test func `A time that cannot be waited is refused with the bound`() async throws {
        try await withConsole([\.waitsSeconds: "5"]) { console in
            for time in ["6", "-1", "\"1\"", "1e9", "null"] {
                let response = try await console.admin(
                    .post, "/_mock/wait", text: #"{"match": {}, "timeoutSeconds": \#(time)}"#)
                try expectRefusal(response, 400, number: 400, saying: "from 0 to 5 (waits.seconds)")
            }
        }
    }

    @Test func `A wait that is given up leaves nothing behind`() async throws {
        try await withConsole { console in
            let task = Task {
                try await console.admin(
                    .post, "/_mock/wait", text: #"{"match": {"path": "/deviceservices/x"}, "timeoutSeconds": 60}"#)
            }
            try await untilWaiting(1, console)
            task.cancel()
            _ = try? await task.value
            while try limiter(console).count > 0 { await Task.yield() }
            let memory = try console.parts.feature(JournalFeature.self).memory
            #expect(memory.changes.subscriberCount == 0)
        }
    }

    @Test func `Rings that come during a rest are one`() async throws {
        let (changes, bell) = (WaitBell(isRung: false), WaitBell(isRung: false))
        var rung = bell.rings.makeAsyncIterator()
        var rests = 0
        changes.ring()
        await #expect(throws: CancellationError.self) {
            try await changes.pass(to: bell) {
                _ = await rung.next()
                rests += 1
                guard rests <= 3 else { throw CancellationError() }
                for _ in 1...100 { changes.ring() }
            }
        }
        // One for the first ring, and one for the hundred in each of three rests.
        #expect(rests == 4)
    }

    @Test func `A wait that rests asks once for all changes, and ends with its time all the same`() async throws {
        let (end, time) = AsyncStream.makeStream(of: Void.self)
        let (changes, source) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let wait = Wait(timeout: .seconds(60), channel: NIOAsyncTestingChannel()) { duration in
            // A rest lasts until the wait is over.
            guard duration == .seconds(60) else { return try await Task.sleep(for: .seconds(3600)) }
            for await _ in end { return }
        }
        var asked = 0
        try await wait.run(wokenBy: [Wait.source(changes)], resting: .seconds(1)) {
            asked += 1
            // Before it waits, once it does, after the first change, and when its time is over.
            if asked == 2 || asked == 3 { for _ in 1...100 { source.yield() } }
            if asked == 3 { time.yield() }
            return false
        }
        #expect(asked == 4)
    }

    @Test func `A wait that is refused is said in the log`() async throws {
        let log = RecordedLog()
        let limiter = CustomerLimiter(perCustomer: 1, "Waits", key: "waits.perCustomer", log: LimitLog(log.logger))
        try await limiter.run(7) {
            await #expect(throws: ConsoleError.self) { try await limiter.run(7) {} }
            try await limiter.run(8) {}
        }
        #expect(log.lines.map(\.message) == ["Waits were refused (waits.perCustomer)"])
        #expect(log.lines.first?.metadata["lastCustomer"] == "7")
    }
}
