import ConsoleModel
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What those learn who are there when everything is replaced, or when what they look at is removed (Snapshots, "Restore").
struct FollowingTests {
    /// How the group of a sandbox goes while its administrator waits or reads.
    enum Ending: CaseIterable, Sendable {
        case deleted, reset, restored

        /// Prepares what ends it, and answers the sandbox.
        func begin(_ console: TestConsole) async throws -> MadeSandbox {
            if case .restored = self { try await console.take("without") }
            return try await console.sandbox()
        }

        /// Ends it.
        func end(_ sandbox: MadeSandbox, _ console: TestConsole) async throws {
            switch self {
            case .deleted:
                #expect(try await console.admin(.delete, "/_mock/sandboxes/\(sandbox.id)").status == .noContent)
            case .reset: try await console.reset()
            case .restored: try await console.restore("without", #"{"keepJournal": true}"#)
            }
        }
    }

    private func untilWaiting(_ count: Int, _ console: TestConsole) async throws {
        let room = try console.parts.feature(VerificationFeature.self).limiter
        let memory = try console.parts.feature(JournalFeature.self).memory
        while room.count < count || memory.changes.subscriberCount < count { await Task.yield() }
    }

    // MARK: Whoever is gone

    @Test(arguments: Ending.allCases)
    func `A wait ends at once if its administrator is gone`(ending: Ending) async throws {
        try await withConsole { console in
            let sandbox = try await ending.begin(console)
            let bodies = [
                #"{"match": {"path": "/never"}, "timeoutSeconds": 60}"#,
                #"{"state": {"device": "3f1c", "enrollment": "enrolled"}, "timeoutSeconds": 60}"#,
            ]
            try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for body in bodies {
                    group.addTask {
                        try await console.send(.post, "/_mock/wait", headers: sandbox.headers, text: body)
                    }
                }
                try await untilWaiting(2, console)
                try await ending.end(sandbox, console)
                for try await answer in group {
                    #expect(
                        answer.status == .unauthorized && answer.text.contains("The wait is over"), "\(answer.text)")
                }
            }
            #expect(try console.parts.feature(VerificationFeature.self).limiter.count == 0)
        }
    }

    @Test(arguments: Ending.allCases)
    func `A stream ends at once, with a notice, if its administrator is gone`(ending: Ending) async throws {
        try await withConsole { console in
            let sandbox = try await ending.begin(console)
            async let sent = console.send(.get, "/_mock/stream", headers: sandbox.headers)
            while try console.streams.count < 1 { await Task.yield() }
            try await ending.end(sandbox, console)
            let text = try await sent.text
            #expect(text.contains(#""notice":"gone""#), "\(text)")
            #expect(try console.streams.count == 0)
        }
    }

    // MARK: Whoever stays

    @Test func `A wait goes on, and sees the state that was restored`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await console.take("enrolled")
            try await console.reset()
            let body = #"{"state": {"device": "\#(device.device)", "enrollment": "enrolled"}, "timeoutSeconds": 60}"#
            async let answer = console.admin(.post, "/_mock/wait", text: body)
            try await untilWaiting(1, console)
            try await console.restore("enrolled")
            #expect(try await answer.json()["passed"] as? Bool == true)
        }
    }

    @Test(arguments: ["clear", "reset", "restore"])
    func `A wait does not count what has been removed meanwhile`(removal: String) async throws {
        try await withConsole { console in
            try await console.take("before")
            _ = try await console.send(.get, "/deviceservices/counted")
            let body = #"{"match": {"path": "/deviceservices/counted"}, "atLeast": 2, "timeoutSeconds": 60}"#
            async let answer = console.admin(.post, "/_mock/wait", text: body)
            try await untilWaiting(1, console)
            switch removal {
            case "clear": #expect(try await console.admin(.delete, "/_mock/journal").status.code < 300)
            case "reset": try await console.reset()
            default: try await console.restore("before")
            }
            let memory = try console.parts.feature(JournalFeature.self).memory
            let first = memory.nextID
            for _ in 0..<2 { _ = try await console.send(.get, "/deviceservices/counted") }
            let answered = try await answer.json()
            #expect(answered["passed"] as? Bool == true && answered["count"] as? Int == 2, "\(answered)")
            #expect(answered["matched"] as? [Int64] == [first, first + 1], "\(answered)")
        }
    }

    @Test func `A journal that is kept counts on`() async throws {
        try await withConsole { console in
            try await console.take("before")
            _ = try await console.send(.get, "/deviceservices/counted")
            let body = #"{"match": {"path": "/deviceservices/counted"}, "atLeast": 2, "timeoutSeconds": 60}"#
            async let answer = console.admin(.post, "/_mock/wait", text: body)
            try await untilWaiting(1, console)
            try await console.restore("before", #"{"keepJournal": true}"#)
            _ = try await console.send(.get, "/deviceservices/counted")
            #expect(try await answer.json()["passed"] as? Bool == true)
        }
    }

    @Test func `Tokens of administrators stay with those who stay, and come back with those who come back`()
        async throws
    {
        try await withConsole { console in
            let (stays, returns) = (try await console.sandbox(), try await console.sandbox())
            try await console.take("both")
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(returns.id)").status == .noContent)
            let goes = try await console.sandbox()
            for _ in 0..<2 {
                try await console.restore("both")
                for (sandbox, status) in [(stays, HTTPResponse.Status.ok), (returns, .ok), (goes, .unauthorized)] {
                    let answer = try await console.send(
                        .get, "/_mock/sandboxes/\(sandbox.id)", headers: sandbox.headers)
                    #expect(answer.status == status, "\(answer.text)")
                }
            }
            // One that was taken away stays so.
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(sql: "DELETE FROM administratorToken")
                transaction.changesConfiguration()
            }
            try await console.restore("both")
            let answer = try await console.send(.get, "/_mock/journal", headers: stays.headers)
            #expect(answer.status == .unauthorized)
            try await console.reset()
            #expect(try await console.count("SELECT COUNT(*) FROM administratorToken") == 0)
        }
    }

    @Test func `A sandbox that a snapshot brings back is not given up before the console has read which there are`()
        async throws
    {
        let clock = TestClock()
        try await withConsole([\.sandboxesIdle: "3600"], clock: clock) { console in
            let sandbox = try await console.sandbox()
            let feature = try console.parts.feature(SandboxFeature.self)
            let found = try await console.parts.core.database.read { db in try SandboxRecord.fetchOne(db) }
            feature.homes.forget(try #require(found))
            clock.advance(seconds: 100_000)
            #expect(try await feature.store.removeExpired().isEmpty)
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)").status == .ok)
            try await feature.homes.load()
            clock.advance(seconds: 3600)
            _ = try await feature.store.removeExpired()
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)").status == .notFound)
        }
    }

    @Test func `A sandbox that comes back is not given up for the time it was away`() async throws {
        let clock = TestClock()
        try await withConsole([\.sandboxesIdle: "3600"], clock: clock) { console in
            let sandbox = try await console.sandbox()
            try await console.take("with")
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(sandbox.id)").status == .noContent)
            clock.advance(seconds: 100_000)
            try await console.restore("with")
            let store = try console.parts.feature(SandboxFeature.self).store
            // The console looks every second itself, so that either of both finds it.
            _ = try await store.removeExpired()
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)").status == .ok)
            clock.advance(seconds: 3600)
            _ = try await store.removeExpired()
            #expect(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)").status == .notFound)
        }
    }
}
