import ConsoleModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Faults, scenarios and clocks in environment files (EnvironmentFile).
struct RuleEnvironmentTests {
    private static let file = """
        version: 2
        organizationGroups:
          - path: global/lab
            name: Lab
            type: Customer
            clock:
              frozen: 2031-01-01T00:00:00.000Z
            faults:
              - name: first
                match:
                  group: lab
                action:
                  status: 503
              - name: last
                match:
                  path: /api/mdm/tags/search
                  group: lab
                action:
                  latencyMilliseconds: 1
                times: 3
            scenarios:
              - name: door
                states:
                  open: {}

        """

    private func imported(_ console: TestConsole, _ text: String = file) async throws -> TestResponse {
        try await console.admin(.post, "/_mock/environment", text: text)
    }

    @Test func `An import puts them into force, and a second one changes nothing`() async throws {
        try await withConsole { console in
            #expect(try await imported(console).status == .ok)
            for _ in 0..<2 {
                let faults = try await console.adminJSON("/_mock/faults")["items"] as? [[String: Any]] ?? []
                #expect(faults.map { $0["name"] as? String } == ["last", "first"], "the latest first")
                #expect(faults.map { $0["id"] as? Int } == [2, 1] && faults[0]["group"] as? String == "lab")
                #expect(try await console.adminJSON("/_mock/scenarios/door")["group"] as? String == "lab")
                #expect(try await console.adminJSON("/_mock/clocks/lab")["mode"] as? String == "frozen")
                #expect(try await imported(console).status == .ok)
            }
        }
    }

    @Test func `An export has them as they were written`() async throws {
        try await withConsole { console in
            #expect(try await imported(console).status == .ok)
            try await console.fault(#"{"action": {"status": 500}}"#)
            let first = try await console.admin(.get, "/_mock/environment").text
            for line in ["- name: first", "- name: last", "- name: door", "latencyMilliseconds: 1", "frozen: "] {
                #expect(first.contains(line), "\(line) is missing")
            }
            #expect(!first.contains("status: 500"), "a fault without a name is not written")
            let second = try await withConsole { other in
                #expect(try await imported(other, first).status == .ok)
                return try await other.admin(.get, "/_mock/environment").text
            }
            #expect(second == first)
        }
    }

    @Test(arguments: [
        ("faults: [{action: {status: 503}}]", "needs the key \"name\""),
        ("faults: [{name: a, action: {stats: 1}}]", "Did you mean status?"),
        ("faults: [{name: a, action: {status: 500}}, {name: a, action: {status: 501}}]", "a stands here twice"),
        ("faults: [{name: a, match: {group: nowhere}, action: {status: 500}}]", "nowhere"),
        ("scenarios: [{name: a, states: {b: {moves: [{to: c}]}}}]", "which is no state"),
        ("clock: {frozen: soon}", "frozen has to be"), ("clock: {offset: 5}", "offsetSeconds"),
        ("clock: {}", "needs one of"),
    ])
    func `What makes no sense is refused with its line`(lines: String, reason: String) async throws {
        try await withConsole { console in
            let answer = try await imported(console, EnvironmentFixtures.global(lines))
            #expect(answer.status == .unprocessableContent, "\(answer.text)")
            #expect(
                answer.text.contains(reason.replacing("\"", with: "\\\"")) && answer.text.contains("line 4"),
                "\(answer.text)")
            #expect(try await console.adminJSON("/_mock/faults")["total"] as? Int == 0)
        }
    }

    @Test func `Those of a sandbox's environment are about that sandbox, and end with it`() async throws {
        try await withConsole { console in
            let environment =
                #"{"version": 2, "organizationGroups": [{"path": "a", "faults": [{"name": "f", "action": {"status": 503}}]}]}"#
            let made = try await console.admin(
                .post, "/_mock/sandboxes", text: #"{"environment": \#(environment)}"#)
            #expect(made.status == .created, "\(made.text)")
            let id = try #require(try made.json()["id"] as? String)
            let fault = try await console.adminJSON("/_mock/faults/f")
            #expect(fault["group"] as? String == id)
            #expect(await console.seen().status == 200, "nobody else meets it")
            #expect(try await console.admin(.post, "/_mock/sandboxes/\(id)/reset").status == .ok)
            #expect(try await console.adminJSON("/_mock/faults/f")["group"] as? String == id)
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(id)").status == .noContent)
            #expect(try await console.admin(.get, "/_mock/faults/f").status == .notFound)
        }
    }
}
