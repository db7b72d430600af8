import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Clocks of groups: set, shown, moved and taken away (Clocks).
struct ClockTests {
    @Test func `A group without a clock goes by the nearest one above it, else by the machine`() async throws {
        try await ClockWorld.withCustomers { console in
            let start = TestClock.start.description
            #expect(try await console.now(in: "left") == start)
            #expect(try await console.clock(.get, "left")["mode"] as? String == "machine")
            _ = try await console.clock(.put, "global", #"{"set": "2030-01-01T00:00:00Z"}"#)
            _ = try await console.clock(.put, "left", #"{"frozen": "2031-01-01T00:00:00Z"}"#)
            let inner = try await console.clock(.get, "innerleft")
            #expect(inner["now"] as? String == "2031-01-01T00:00:00.000Z" && inner["mode"] as? String == "frozen")
            #expect(inner["clockOf"] as? String == "left" && inner["isOwn"] as? Bool == false)
            #expect(try await console.now(in: "innerright") == "2030-01-01T00:00:00.000Z")
            console.clock.advance(seconds: 60)
            #expect(try await console.now(in: "innerleft") == "2031-01-01T00:00:00.000Z")
            #expect(try await console.now(in: "right") == "2030-01-01T00:01:00.000Z")
            _ = try await console.clock(.delete, "left")
            #expect(try await console.now(in: "innerleft") == "2030-01-01T00:01:00.000Z")
            _ = try await console.clock(.delete, "global")
            #expect(try await console.now(in: "innerleft") == TestClock.start.adding(seconds: 60).description)
        }
    }

    @Test(
        arguments: [
            (#"{"frozen": true}"#, "2026-03-05T10:20:30.000Z", "frozen"),
            (#"{"frozen": "2027-01-31T08:00:00+01:00"}"#, "2027-01-31T07:00:00.000Z", "frozen"),
            (#"{"set": "2027-01-31T08:00:00Z"}"#, "2027-01-31T08:00:00.000Z", "running"),
            (#"{"set": "2027-01-31"}"#, "2027-01-31T00:00:00.000Z", "running"),
            (#"{"offsetSeconds": 3600}"#, "2026-03-05T11:20:30.000Z", "running"),
            (#"{"offsetSeconds": -0.5}"#, "2026-03-05T10:20:29.500Z", "running"),
            (#"{"offset": "P1DT1S"}"#, "2026-03-06T10:20:31.000Z", "running"),
            (#"{"offset": "-PT20M30S"}"#, "2026-03-05T10:00:00.000Z", "running"),
        ] as [(String, String, String)])
    func `A clock stands, runs on from a time, or runs ahead of the machine`(
        body: String, now: String, mode: String
    ) async throws {
        try await withConsole { console in
            let answer = try await console.clock(.put, "demo", body)
            #expect(answer["now"] as? String == now && answer["mode"] as? String == mode)
            let machine = try #require(Timestamp(iso8601: TestClock.start.description))
            let shown = try #require(Timestamp(iso8601: now))
            #expect(answer["offsetSeconds"] as? Double == Double(shown.milliseconds - machine.milliseconds) / 1000)
            #expect(answer["isOwn"] as? Bool == true && answer["clockOf"] as? String == "demo")
            console.clock.advance(seconds: 10)
            let later = mode == "frozen" ? shown : shown.adding(seconds: 10)
            #expect(try await console.now(in: "demo") == later.description)
        }
    }

    @Test(
        arguments: [
            (#"{"seconds": 90}"#, "2026-03-05T10:22:00.000Z"), (#"{"seconds": 0}"#, "2026-03-05T10:20:30.000Z"),
            (#"{"minutes": 1.5}"#, "2026-03-05T10:22:00.000Z"), (#"{"hours": 24}"#, "2026-03-06T10:20:30.000Z"),
            (#"{"days": 30}"#, "2026-04-04T10:20:30.000Z"), (#"{"duration": "P30D"}"#, "2026-04-04T10:20:30.000Z"),
            (#"{"duration": "P1M"}"#, "2026-04-05T10:20:30.000Z"),
            (#"{"duration": "P1Y2M3DT4H5M6.5S"}"#, "2027-05-08T14:25:36.500Z"),
            (#"{"to": "2026-03-05T10:20:30Z"}"#, "2026-03-05T10:20:30.000Z"),
            (#"{"to": "2028-02-29T00:00:00Z"}"#, "2028-02-29T00:00:00.000Z"),
        ] as [(String, String)])
    func `A clock is moved forward, and goes on as it did`(body: String, now: String) async throws {
        try await withConsole { console in
            #expect(try await console.clock(.post, "demo/advance", body)["now"] as? String == now)
            #expect(try await console.clock(.get, "demo")["mode"] as? String == "running")
            _ = try await console.clock(.put, "demo", #"{"frozen": "2026-03-05T10:20:30Z"}"#)
            let frozen = try await console.clock(.post, "demo/advance", body)
            #expect(frozen["now"] as? String == now && frozen["mode"] as? String == "frozen")
        }
    }

    @Test func `Moves made at the same time add up`() async throws {
        try await withConsole { console in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { try await console.advance("demo", seconds: 60) } }
                try await group.waitForAll()
            }
            #expect(try await console.now(in: "demo") == TestClock.start.adding(seconds: 1200).description)
        }
    }

    @Test(
        arguments: [
            ("PUT", "demo", "{}", 400, "needs one of frozen, set, offset, offsetSeconds"),
            ("PUT", "demo", #"{"set": "2027-01-31T08:00:00Z", "offsetSeconds": 1}"#, 400, "only one of them"),
            ("PUT", "demo", #"{"ofset": 1}"#, 400, "Did you mean offset?"),
            ("PUT", "demo", #"{"frozen": false}"#, 400, "frozen has to be true or a time of ISO 8601"),
            ("PUT", "demo", #"{"set": "soon"}"#, 400, "set has to be a time"),
            ("PUT", "demo", #"{"set": "1969-12-31T00:00:00Z"}"#, 400, "A clock shows times from 1970"),
            ("PUT", "demo", #"{"offsetSeconds": 1e12}"#, 400, "A clock shows times"),
            ("PUT", "demo", #"{"offset": "P1M"}"#, 400, "without months"),
            ("PUT", "demo", #"{"offsetSeconds": 1e300}"#, 400, "A clock shows times"),
            ("PUT", "demo", #"{"offset": "P99999999999999999999D"}"#, 400, "A clock shows times"),
            ("PUT", "demo", #"{"offset": "-P99999999D"}"#, 400, "A clock shows times"),
            ("PUT", "demo", "[", 400, "cannot be read"),
            ("PUT", "nowhere", #"{"offsetSeconds": 1}"#, 404, "There is no organization group"),
            ("POST", "demo/advance", "{}", 400, "needs one of seconds"),
            ("POST", "demo/advance", #"{"seconds": -1}"#, 400, "not negative"),
            ("POST", "demo/advance", #"{"days": -1e300}"#, 400, "not negative"),
            ("POST", "demo/advance", #"{"days": 99999999}"#, 400, "A clock shows times from 1970"),
            ("POST", "demo/advance", #"{"days": 1e300}"#, 400, "A clock shows times"),
            ("POST", "demo/advance", #"{"duration": "P99999999D"}"#, 400, "A clock shows times"),
            ("POST", "demo/advance", #"{"duration": "P99999999999999999999D"}"#, 400, "A clock shows times"),
            ("POST", "demo/advance", #"{"duration": "P"}"#, 400, "such as P30D"),
            ("POST", "demo/advance", #"{"duration": "P9999Y"}"#, 400, "A clock shows times"),
            ("POST", "demo/advance", #"{"to": "2026-03-05T10:20:29Z"}"#, 400, "turn it back"),
            ("POST", "nowhere/advance", #"{"seconds": 1}"#, 404, "There is no organization group"),
            ("DELETE", "nowhere", "", 404, "There is no organization group"),
            ("GET", "nowhere", "", 404, "There is no organization group"),
        ] as [(String, String, String, Int, String)])
    func `What no clock can show is refused with a sentence`(
        method: String, path: String, body: String, status: Int, sentence: String
    ) async throws {
        try await withConsole { console in
            let method = try #require(HTTPRequest.Method(method))
            let text = body.isEmpty ? nil : body
            let answer = try await console.admin(method, "/_mock/clocks/\(path)", text: text)
            #expect(answer.status.code == status && answer.text.contains(sentence), "\(answer.text)")
            #expect(try await console.now(in: "demo") == TestClock.start.description)
        }
    }

    @Test func `An administrator sees and sets the clocks of their own groups only`() async throws {
        try await ClockWorld.withCustomers { console in
            _ = try await console.clock(.put, "global", #"{"offsetSeconds": 60}"#)
            _ = try await console.clock(.put, "right", #"{"offsetSeconds": 120}"#)
            let left = try await console.administrator(of: "left")
            #expect(try await console.send(.get, "/_mock/clocks/right", headers: left).status == .notFound)
            #expect(try await console.send(.get, "/_mock/clocks/global", headers: left).status == .notFound)
            let refused = try await console.send(
                .put, "/_mock/clocks/right", headers: left, text: #"{"offsetSeconds": 1}"#)
            #expect(refused.status == .notFound)
            // A wrong group is said before a wrong body.
            for target in ["/_mock/clocks/nosuch", "/_mock/clocks/right"] {
                #expect(try await console.send(.put, target, headers: left, text: "{").status == .notFound)
                #expect(
                    try await console.send(.post, "\(target)/advance", headers: left, text: "{").status == .notFound)
            }
            // The clock of the group above is shown, but not whose it is.
            let own = try await console.send(.get, "/_mock/clocks/left", headers: left).json()
            #expect(
                own["offsetSeconds"] as? Double == 60 && own["mode"] as? String == "running" && own["clockOf"] == nil)
            let set = try await console.send(
                .put, "/_mock/clocks/innerleft", headers: left, text: #"{"offsetSeconds": 180}"#)
            #expect(set.status == .ok)
            func listed(_ headers: [String: String]) async throws -> [String] {
                let list = try await console.send(.get, "/_mock/clocks", headers: headers).json()
                #expect(list["total"] as? Int == (list["items"] as? [Any])?.count)
                return (list["items"] as? [[String: Any]])?.compactMap { $0["group"] as? String } ?? []
            }
            #expect(try await listed(left) == ["innerleft"])
            let token = ["Authorization": "Bearer \(console.console.credentials.adminToken)"]
            #expect(Set(try await listed(token).map { $0.lowercased() }) == ["global", "innerleft", "right"])
            let reader = try await console.administrator(of: "left", username: "reader", role: "Read Only")
            let change = try await console.send(
                .put, "/_mock/clocks/left", headers: reader, text: #"{"offsetSeconds": 1}"#)
            #expect(change.status == .forbidden)
        }
    }

    @Test func `Groups that are made below a clock go by it at once`() async throws {
        try await ClockWorld.withCustomers { console in
            _ = try await console.clock(.put, "left", #"{"frozen": "2031-01-01T00:00:00Z"}"#)
            try await console.importEnvironment(
                """
                version: 2
                organizationGroups:
                - {path: global/left/innerleft/deep, name: Deep}
                """)
            #expect(try await console.now(in: "deep") == "2031-01-01T00:00:00.000Z")
            let id = try #require(
                try await console.parts.value("SELECT id FROM organizationGroup WHERE code = 'deep'", Int64.self))
            #expect(console.parts.core.clock.now(in: id).description == "2031-01-01T00:00:00.000Z")
        }
    }

    @Test func `Clocks survive a restart, and go with their group`() async throws {
        try await ClockWorld.withCustomers { console in
            _ = try await console.clock(.put, "innerleft", #"{"offsetSeconds": 3600}"#)
            let id = try #require(
                try await console.parts.value("SELECT id FROM organizationGroup WHERE code = 'innerleft'", Int64.self))
            // What a start does.
            let board = ClockBoard(console.clock.consoleClock)
            #expect(board.clock.now(in: id) == TestClock.start)
            try await board.load(console.parts.core.database)
            #expect(board.clock.now(in: id) == TestClock.start.adding(seconds: 3600))
            #expect(board.clock.machine == TestClock.start)
            let deleted = try await console.api.call(.delete, "system/groups/\(id)")
            #expect(deleted.status.code < 300, "\(deleted.text)")
            #expect(try await console.parts.value("SELECT COUNT(*) FROM groupClock", Int.self) == 0)
            #expect(console.parts.core.clock.now(in: id) == TestClock.start)
        }
    }

    @Test func `Each change of a clock is noted, with the time before and after`() async throws {
        try await withConsole { console in
            _ = try await console.clock(.put, "demo", #"{"offsetSeconds": 60}"#)
            try await console.advance("demo", seconds: 60)
            _ = try await console.clock(.delete, "demo")
            let rows = try await console.parts.core.database.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT action || ' ' || subject || ' ' || (before ->> 'now') || ' ' || (after ->> 'now')
                        FROM eventLog WHERE action LIKE 'clock.%' ORDER BY id
                        """)
            }
            let times = ["2026-03-05T10:20:30.000Z", "2026-03-05T10:21:30.000Z", "2026-03-05T10:22:30.000Z"]
            #expect(
                rows == [
                    "clock.set demo \(times[0]) \(times[1])", "clock.advanced demo \(times[1]) \(times[2])",
                    "clock.removed demo \(times[2]) \(times[0])",
                ])
        }
    }
}
