import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Answers that depend on what came before.
struct ScenarioTests {
    private static let doorYAML = """
        name: door
        key: device
        match: {path: '/deviceservices/**'}
        start: open
        states:
          open:
            moves:
              - {after: 2, to: closed}
          closed:
            answers:
              - action: {status: 503}
            moves:
              - {match: {method: POST}, to: open}
        """

    private func path(_ device: String) -> String {
        "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device)/status"
    }

    private func keys(_ console: TestConsole, _ name: String = "door") async throws -> [String: String] {
        let keys = try await console.adminJSON("/_mock/scenarios/\(name)")["keys"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: keys.compactMap { key in
                guard let name = key["key"] as? String, let state = key["state"] as? String else { return nil }
                return (name, state)
            })
    }

    @Test func `Requests move each device by itself, and are answered as in the state they find`() async throws {
        try await withConsole { console in
            let made = try await console.scenario(Self.doorYAML)
            #expect(made["states"] as? [String] == ["open", "closed"] && made["start"] as? String == "open", "\(made)")
            #expect(made["running"] as? Bool == true && made["keyCount"] as? Int == 0)
            var seen: [Int?] = []
            for _ in 0..<3 { seen.append(await console.seen(path("aa")).status) }
            #expect(seen == [200, 200, 503])
            #expect(await console.seen(path("bb")).status == 200)
            #expect(try await keys(console) == ["aa": "closed", "bb": "open"])
            #expect(await console.seen(path("aa"), .post).status == 503)
            #expect(await console.seen(path("aa")).status == 200)
            #expect(try await console.latestEntry("&fault=door:%20closed")["status"] as? Int == 503)
            // By the name of the scenario alone, too, and not by the beginning of its name.
            #expect(try await console.adminJSON("/_mock/journal?fault=Door")["total"] as? Int == 2)
            #expect(try await console.adminJSON("/_mock/journal?fault=doo")["total"] as? Int == 0)
            let match = "%7B%22fault%22%3A%22door%22%7D"
            #expect(try await console.adminJSON("/_mock/journal?match=\(match)")["total"] as? Int == 2)
        }
    }

    @Test func `A scenario is written in JSON as well`() async throws {
        try await withConsole { console in
            try await console.scenario(
                #"{"name": "all", "key": "everything", "states": {"a": {"answers": [{"preset": "maintenance page"}]}}}"#
            )
            #expect(await console.seen("/deviceservices/nowhere").status == 503)
            #expect(try await keys(console, "all") == ["*": "a"])
        }
    }

    @Test func `Calls move a key, reset it, and stop and start a scenario`() async throws {
        try await withConsole { console in
            try await console.scenario(Self.doorYAML)
            let base = "/_mock/scenarios/door"
            let moved = try await console.admin(.post, "\(base)/move", text: #"{"key": "AA", "to": "closed"}"#)
            #expect(moved.status == .ok, "\(moved.text)")
            #expect(await console.seen(path("aa")).status == 503)
            #expect(try await console.admin(.post, "\(base)/stop").json()["running"] as? Bool == false)
            #expect(await console.seen(path("aa")).status == 200)
            #expect(try await console.admin(.post, "\(base)/start").json()["running"] as? Bool == true)
            #expect(await console.seen(path("aa")).status == 503)
            _ = try await console.admin(.post, "\(base)/reset", text: #"{"key": "aa"}"#)
            #expect(await console.seen(path("aa")).status == 200)
            _ = try await console.admin(.post, "\(base)/move", text: #"{"key": "bb", "to": "closed"}"#)
            let reset = try await console.admin(.post, "\(base)/reset")
            #expect(try reset.json()["keyCount"] as? Int == 0)
            let wrong = try await console.admin(.post, "\(base)/move", text: #"{"key": "aa", "to": "close"}"#)
            try expectRefusal(wrong, 400, number: 400, saying: "Did you mean closed?")
            let nobody = try await console.admin(.post, "\(base)/move", text: #"{"to": "closed"}"#)
            try expectRefusal(nobody, 400, number: 400, saying: "The body.key is missing: the device to move.")
            #expect(try await console.adminJSON("/_mock/events?action=scenario.moved")["total"] as? Int == 6)
        }
    }

    @Test func `A scenario takes the place of one of the same name, and can be deleted`() async throws {
        try await withConsole { console in
            try await console.scenario(Self.doorYAML)
            for _ in 0..<3 { _ = await console.seen(path("aa")) }
            let again = try await console.admin(.post, "/_mock/scenarios", text: Self.doorYAML)
            #expect(again.status == .ok)
            #expect(try await keys(console).isEmpty)
            try await console.scenario("{name: other, states: {a: {}}}")
            let list = try await console.adminJSON("/_mock/scenarios")
            let names = (list["items"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            #expect(names == ["other", "door"], "\(list)")
            #expect(try await console.admin(.delete, "/_mock/scenarios/door").deletedCount == 1)
            let gone = try await console.admin(.get, "/_mock/scenarios/door")
            try expectRefusal(gone, 404, number: 404, saying: "There is no scenario \"door\"")
            #expect(try await console.admin(.delete, "/_mock/scenarios").deletedCount == 1)
            #expect(try await console.adminJSON("/_mock/scenarios")["total"] as? Int == 0)
        }
    }

    @Test func `Time moves as well, by the clock of the console`() async throws {
        let clock = TestClock()
        try await withConsole(clock: clock) { console in
            try await console.scenario(
                """
                name: nap
                states:
                  awake: {moves: [{seconds: 60, to: asleep}]}
                  asleep: {answers: [{action: {status: 503}}], moves: [{seconds: 30, to: awake}]}
                """)
            #expect(await console.seen(path("aa")).status == 200)
            clock.advance(seconds: 60)
            #expect(await console.seen(path("aa")).status == 503)
            #expect(try await keys(console, "nap") == ["aa": "asleep"])
            clock.advance(seconds: 30)
            #expect(try await keys(console, "nap") == ["aa": "awake"])
            #expect(await console.seen(path("aa")).status == 200)
        }
    }

    @Test func `Users and groups have states of their own`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let request = try console.authenticated(TestConsole.getUser, as: device)
            for key in ["user", "group"] {
                try await console.scenario(
                    "{name: \(key), key: \(key), states: {a: {moves: [{to: b}]}, b: {answers: [{action: {status: 599}}]}}}"
                )
            }
            #expect(try await console.send(request).status == 200)
            #expect(try await console.send(request).status == 599)
            #expect(try await keys(console, "user") == ["demo": "b"])
            #expect(try await keys(console, "group") == ["demo": "b"])
        }
    }

    @Test func `A fault is answered before a scenario, which counts the request all the same`() async throws {
        try await withConsole { console in
            try await console.scenario(Self.doorYAML)
            try await console.fault(#"{"action": {"status": 500}, "times": 2}"#)
            var seen: [Int?] = []
            for _ in 0..<3 { seen.append(await console.seen(path("aa")).status) }
            #expect(seen == [500, 500, 503])
        }
    }

    @Test func `A scenario is about requests of the groups of whoever posted it`() async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            _ = try await console.signedInDevice()
            let (own, other) = (
                try await console.api(.consoleAdministrator, of: "demo"),
                try await console.api(.consoleAdministrator, of: "other")
            )
            let text = "{name: down, states: {a: {answers: [{action: {status: 503}}]}}}"
            #expect(try await other.mock(.post, "scenarios", text).status == .created)
            #expect(await console.seen().status == 200)
            #expect(try await own.mock(.get, "scenarios/down").status == .notFound)
            #expect(try await own.mock(.post, "scenarios", text).status == .created)
            #expect(await console.seen().status == 503)
            let several = try await console.admin(.get, "/_mock/scenarios/down")
            try expectRefusal(several, 409, number: 409, saying: "2 groups have a scenario down")
        }
    }

    @Test func `A scenario follows so many keys, and a customer has so many scenarios`() async throws {
        try await withConsole([\.scenariosKeys: "1", \.scenariosPerCustomer: "1"]) { console in
            try await console.scenario(
                "{name: one, states: {a: {answers: [{action: {status: 503}}]}}}")
            #expect(await console.seen(path("aa")).status == 503)
            #expect(await console.seen(path("bb")).status == 200)
            let shown = try await console.adminJSON("/_mock/scenarios/one")
            #expect(shown["keyCount"] as? Int == 1 && shown["unfollowed"] as? Int == 1, "\(shown)")
            let full = try await console.admin(
                .post, "/_mock/scenarios/one/move", text: #"{"key": "bb", "to": "a"}"#)
            try expectRefusal(full, 409, number: 409, saying: "scenarios.keys")
            let second = try await console.admin(.post, "/_mock/scenarios", text: "{name: two, states: {a: {}}}")
            try expectRefusal(second, 409, number: 409, saying: "scenarios.perCustomer")
        }
    }

    @Test func `Requests at once are counted one by one`() async throws {
        try await withConsole { console in
            try await console.scenario(
                "{name: ten, states: {a: {moves: [{after: 10, to: b}]}, b: {answers: [{action: {status: 503}}]}}}")
            let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<40 { group.addTask { await console.seen(path("aa")).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 10 && statuses.count { $0 == 503 } == 30)
        }
    }
}
