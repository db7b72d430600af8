import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Rules are added, read, replaced and deleted by administrators (AdminAPI, "Compliance rules").
struct ComplianceRuleAdminTests {
    private static let path = "/_mock/groups/demo/compliance-rules"

    private static func rules(_ console: TestConsole, _ query: String = "") async throws -> [[String: Any]] {
        try await console.adminJSON("\(path)\(query)")["items"] as? [[String: Any]] ?? []
    }

    @Test func `A rule is added and read back with everything that was said`() async throws {
        try await withConsole { console in
            let response = try await console.admin(.post, Self.path, text: Rules.app2)
            #expect(response.status == .created)
            let rule = try response.json()
            #expect(rule["name"] as? String == "App 2")
            #expect(rule["kind"] as? String == "applicationVersion")
            #expect(rule["bundleId"] as? String == "com.example.demo")
            #expect(rule["operator"] as? String == ">=")
            #expect(rule["version"] as? String == "2.0")
            #expect(rule["action"] as? String == "block")
            #expect(rule["isActive"] as? Bool == true)
            #expect(rule["group"] as? String == "demo")
            #expect(rule["requirement"] as? String == "com.example.demo in a version of at least 2.0")
            let uuid = try #require(rule["uuid"] as? String)
            let shown = try await console.admin(.get, "/_mock/compliance-rules/\(uuid.uppercased())")
            #expect(shown.text == response.text)
        }
    }

    @Test func `A group shows its own rules and those it inherits, from the root down, in pages`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.intact, to: "appreview")
            try await console.addRule(Rules.os17)
            try await console.addRule(Rules.app2)
            try await console.addRule(Rules.intact, to: "global")
            let rules = try await Self.rules(console)
            #expect(rules.map { $0["name"] as? String } == ["Intact", "App 2", "iOS 17"])
            #expect(rules.map { $0["isInherited"] as? Bool } == [true, false, false])
            #expect(rules.map { $0["group"] as? String } == ["global", "demo", "demo"])
            #expect(try await Self.rules(console, "?page=1&pageSize=2").map { $0["name"] as? String } == ["iOS 17"])
        }
    }

    @Test func `A rule is replaced as a whole, and a change that changes nothing is none`() async throws {
        try await withConsole { console in
            let uuid = try await console.addRule(Rules.app2)
            let path = "/_mock/compliance-rules/\(uuid)"
            let change = #"{"name":"Now","kind":"compromised","action":"wipe","isActive":false}"#
            console.clock.advance(seconds: 60)
            let changed = try await console.admin(.put, path, text: change)
            #expect(changed.status == .ok)
            let rule = try changed.json()
            #expect(rule["bundleId"] == nil && rule["operator"] == nil && rule["version"] == nil)
            #expect(rule["uuid"] as? String == uuid)
            #expect(rule["updatedAt"] as? String == console.clock.now.description)
            console.clock.advance(seconds: 60)
            #expect(try await console.admin(.put, path, text: change).text == changed.text)
            #expect(try await console.events("complianceRule").count == 2)
        }
    }

    @Test func `Every change is in the event log with who, before and after`() async throws {
        try await withConsole { console in
            let uuid = try await console.addRule(Rules.os17)
            let path = "/_mock/compliance-rules/\(uuid)"
            let wiping = try await console.admin(.put, path, text: Rules.wipeOS)
            let deleted = try await console.admin(.delete, path)
            #expect(wiping.status == .ok && deleted.status == .noContent)
            let events = try await console.events("complianceRule")
            #expect(
                events.map { $0.split(separator: " ")[0] }
                    == ["complianceRule.created", "complianceRule.updated", "complianceRule.deleted"])
            #expect(events[1].contains(#""action":"block""#) && events[1].contains(#""action":"wipe""#))
            #expect(try await Self.rules(console).isEmpty)
        }
    }

    @Test func `Two rules of a group cannot have one name, two groups can`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            let uuid = try await console.addRule(Rules.intact)
            let same = Rules.os17.replacingOccurrences(of: "iOS 17", with: "IOS 17")
            let added = try await console.admin(.post, Self.path, text: same)
            #expect(added.status == .conflict)
            #expect(added.text.contains("There is a compliance rule iOS 17 at demo already"))
            let renamed = try await console.admin(.put, "/_mock/compliance-rules/\(uuid)", text: same)
            #expect(renamed.status == .conflict)
            try await console.addRule(same, to: "appreview")
        }
    }

    @Test(arguments: [
        ("", "cannot be read"), ("[]", "cannot be read"), ("{}", "name: is missing"),
        (#"{"name":"a"}"#, "kind: is missing"), (#"{"name":"","kind":"compromised"}"#, "1 to 255"),
        (#"{"name":7,"kind":"compromised"}"#, "must be a string"),
        (#"{"name":"a","kind":"model"}"#, "one of applicationVersion, osVersion, compromised"),
        (#"{"name":"a","kind":"compromised","action":"nag"}"#, "one of block, wipe"),
        (#"{"name":"a","kind":"compromised","isActive":1}"#, "true or false"),
        (#"{"name":"a","kind":"compromised","active":true}"#, "no active, only action"),
        (#"{"name":"a","kind":"compromised","version":"1"}"#, "version is not for the kind compromised"),
        (#"{"name":"a","kind":"compromised","bundleId":"a.b"}"#, "only for the kind applicationVersion"),
        (#"{"name":"a","kind":"osVersion"}"#, "operator is needed for the kind osVersion"),
        (#"{"name":"a","kind":"osVersion","operator":">="}"#, "version is needed for the kind osVersion"),
        (#"{"name":"a","kind":"osVersion","operator":"=>","version":"1"}"#, "one of =, !=, <, <=, >, >="),
        (#"{"name":"a","kind":"osVersion","operator":"=","version":"new"}"#, "a version such as 17.3.1"),
        (#"{"name":"a","kind":"osVersion","operator":"=","version":""}"#, "a version such as 17.3.1"),
        (#"{"name":"a","kind":"applicationVersion","operator":"=","version":"1"}"#, "bundleId is needed"),
        (
            #"{"name":"a","kind":"applicationVersion","bundleId":"a b","operator":"=","version":"1"}"#,
            "bundleId has to be"
        ),
    ])
    func `What is no rule is refused with the reason`(body: String, reason: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.post, Self.path, text: body)
            #expect(response.status == .badRequest)
            #expect(response.text.contains(reason), "\(response.text)")
            #expect(try await Self.rules(console).isEmpty)
        }
    }

    @Test func `A body that is too large is refused`() async throws {
        try await withConsole([\.limitsMessage: "200"]) { console in
            let long = Rules.os17 + String(repeating: " ", count: 200)
            let response = try await console.admin(.post, Self.path, text: long)
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test func `An unknown group or rule answers 404`() async throws {
        try await withConsole { console in
            for (method, path) in [
                (HTTPRequest.Method.get, "/_mock/groups/nobody/compliance-rules"),
                (.post, "/_mock/groups/nobody/compliance-rules"), (.get, "/_mock/compliance-rules/x"),
                (.put, "/_mock/compliance-rules/%20"), (.delete, "/_mock/compliance-rules/x"),
            ] {
                let response = try await console.admin(method, path, text: method == .get ? nil : Rules.os17)
                #expect(response.status == .notFound, "\(method) \(path)")
            }
        }
    }

    @Test func `An administrator changes only rules below their group, and sees inherited ones`() async throws {
        try await withConsole { console in
            let foreign = try await console.addRule(Rules.os17)
            let above = try await console.addRule(Rules.intact, to: "global")
            let headers = try await console.administrator(of: "appreview")
            for uuid in [foreign, above] {
                let path = "/_mock/compliance-rules/\(uuid)"
                let shown = try await console.send(.get, path, headers: headers)
                let replaced = try await console.send(.put, path, headers: headers, text: Rules.os17)
                let deleted = try await console.send(.delete, path, headers: headers)
                #expect([shown.status, replaced.status, deleted.status] == [.notFound, .notFound, .notFound])
            }
            let other = try await console.send(.get, Self.path, headers: headers)
            #expect(other.status == .notFound)
            let own = try await console.send(.get, "/_mock/groups/appreview/compliance-rules", headers: headers)
            #expect(try own.json()["total"] as? Int == 1)
        }
    }
}
