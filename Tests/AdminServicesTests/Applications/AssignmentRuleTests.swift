import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Assignment rules (AdminApplications, "Assignment rules").
struct AssignmentRuleTests {
    private static func rule(_ priority: String, _ groups: [String], name: String = "Pilot", more: String = "")
        -> String
    {
        let list = groups.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"priority":\(priority),"distribution":{"name":"\(name)","smart_groups":[\(list)]\(more)}}
            """
    }

    private static func put(_ rules: [String], excluded: [String] = [], _ app: TestApp, _ caller: APICaller)
        async throws
        -> TestResponse
    {
        let list = excluded.map { "\"\($0)\"" }.joined(separator: ",")
        return try await caller.call(
            .put, "mam/apps/\(app.uuid)/assignment-rules",
            #"{"assignments":[\#(rules.joined(separator: ","))],"excluded_smart_groups":[\#(list)]}"#, version: 2)
    }

    private static func withApp(
        _ body: @escaping @Sendable (TestConsole, TestApp, [String]) async throws -> Void
    ) async throws {
        try await withConsole { console in
            try await console.addSmartGroups("Two", "Three")
            let app = try await console.api.install(in: try await console.groupID("demo"))
            var groups: [String] = []
            for name in ["All Devices", "Two", "Three"] { groups.append(try await console.smartGroupUUID(name)) }
            try await body(console, app, groups)
        }
    }

    @Test func `An app without rules has empty lists`() async throws {
        try await Self.withApp { console, app, _ in
            for path in ["\(app.uuid)/assignment-rules", "\(app.id)/assignment-rules", "\(app.uuid)/assignment-rule"] {
                let body = try await console.api.object("mam/apps/\(path)", version: 2)
                #expect((body["assignments"] as? [Any])?.isEmpty == true && body.count == 2)
                #expect((body["excluded_smart_groups"] as? [Any])?.isEmpty == true)
            }
        }
    }

    @Test func `What is written comes back, with types and defaults`() async throws {
        try await Self.withApp { console, app, groups in
            let response = try await console.api.call(
                .put, "mam/apps/\(app.uuid)/assignment-rules",
                """
                {"assignments":[{"priority":"0","distribution":{"name":"Pilot","description":"first","smart_groups":
                  ["\(groups[1].uppercased())","\(groups[0])"],"effective_date":"2026-03-04T00:00:00.000+00:00",
                  "app_delivery_method":"auto","display_in_app_catalog":"true","requires_approval":false,"x_new":[1,{"a":null}]},
                  "restriction":{"remove_on_unenroll":"True"},"application_configuration":[{"key":"server","value":"y",
                  "type":"STRING","nested_configurations":[]}],"application_attributes":[]},
                 \(Self.rule("1", [groups[2]], name: "Rest"))],"excluded_smart_groups":[]}
                """, version: 2)
            #expect(response.status == .accepted && response.body.readableBytes == 0)
            #expect(response.headers[.contentType] == nil)
            let body = try await console.api.object("mam/apps/\(app.uuid)/assignment-rules", version: 2)
            let rules = try #require(body["assignments"] as? [[String: Any]])
            #expect(rules.map { $0["priority"] as? Int } == [0, 1])
            let distribution = try #require(rules[0]["distribution"] as? [String: Any])
            #expect(distribution["effective_date"] as? String == "2026-03-04T00:00:00.000+00:00")
            #expect(distribution["smart_groups"] as? [String] == [groups[1], groups[0]])
            #expect(distribution["description"] as? String == "first")
            #expect(distribution["app_delivery_method"] as? String == "AUTO")
            #expect(distribution["display_in_app_catalog"] as? Bool == true && distribution["x_new"] is [Any])
            #expect((rules[0]["restriction"] as? [String: Any])?["remove_on_unenroll"] as? Bool == true)
            #expect((rules[0]["application_configuration"] as? [[String: Any]])?.first?["value"] as? String == "y")
            #expect((rules[1]["distribution"] as? [String: Any])?["description"] as? String == "")
            #expect(rules[1]["tunnel"] is [String: Any])
        }
    }

    @Test func `A list that is put back changes nothing, and one with a rule more adds it`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await Self.put([Self.rule("0", [groups[0]])], excluded: [groups[2]], app, console.api)
            let path = "mam/apps/\(app.uuid)/assignment-rules"
            let first = try await console.api.call(.get, path, version: 2).text
            #expect(try await console.api.call(.put, path, first, version: 2).status == .accepted)
            #expect(try await console.api.call(.get, path, version: 2).text == first)
            let events = try await console.parts.count("eventLog WHERE action = 'application.assigned'")
            #expect(events == 1)
            let more = first.replacing(
                "}],\"excluded", with: "},\(Self.rule("\"1\"", [groups[1]], name: "B"))],\"excluded")
            #expect(try await console.api.call(.put, path, more, version: 2).status == .accepted)
            let rules = try await console.api.object(path, version: 2)["assignments"] as? [Any]
            #expect(rules?.count == 2)
        }
    }

    @Test func `Rules, assignments and the smart groups of a search are one state`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await Self.put(
                [Self.rule("1", [groups[1], groups[0]]), Self.rule("0", [groups[2]], name: "Rest")], app, console.api)
            func ids() async throws -> [[Int]] {
                let detail = try await console.api.object("mam/apps/internal/\(app.id)")
                let item = try await console.api.apps("bundleid=com.example.fresh")[0]
                return [
                    (detail["Assignments"] as? [[String: Any]] ?? []).compactMap { $0["SmartGroupId"] as? Int },
                    (item["SmartGroups"] as? [[String: Any]] ?? []).compactMap { $0["Id"] as? Int },
                ]
            }
            let two = Int(try await console.smartGroupID("Two"))
            let (all, three) = (Int(try await console.smartGroupID()), Int(try await console.smartGroupID("Three")))
            #expect(try await ids() == [[three, two, all], [three, two, all]])
            // One group of a rule with two gets settings of its own.
            let change = try await console.api.call(
                .put, "mam/apps/internal/\(app.id)/assignments",
                #"{"SmartGroupIds":[\#(all)],"DeploymentParameters":{"PushMode":"OnDemand"}}"#)
            #expect(change.status == .noContent)
            let path = "mam/apps/\(app.uuid)/assignment-rules"
            let text = try await console.api.call(.get, path, version: 2).text
            #expect((0...2).allSatisfy { text.contains("\"priority\":\($0)") } && !text.contains("\"priority\":3"))
            #expect(try await console.api.call(.put, path, text, version: 2).status == .accepted)
            let removal = try await console.api.call(
                .delete, "mam/apps/internal/\(app.id)/assignments", #"{"SmartGroupIds":[\#(three)]}"#)
            #expect(removal.status == .noContent)
            #expect(try await ids() == [[two, all], [two, all]])
        }
    }

    @Test func `Assignments of an environment file are rules that can be put back`() async throws {
        try await withConsole { console in
            try await console.addSmartGroups("Two")
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - path: global/demo
                    applications:
                      - {bundleId: com.example.demo, name: Demo app, version: 1.0.0, profile: Review,
                         assignments: [{smartGroup: All Devices}, {smartGroup: Two}]}
                """)
            let uuid = try #require(
                try await console.parts.value(
                    "SELECT uuid FROM application WHERE bundleId = 'com.example.demo'", String.self))
            let path = "mam/apps/\(uuid)/assignment-rules"
            let text = try await console.api.call(.get, path, version: 2).text
            #expect(text.contains("\"priority\":0") && text.contains("\"priority\":1"))
            #expect(try await console.api.call(.put, path, text, version: 2).status == .accepted)
            #expect(try await console.api.call(.get, path, version: 2).text == text)
        }
    }

    @Test func `Rules that do not fit are refused, and nothing changes`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await Self.put([Self.rule("0", [groups[0]])], app, console.api)
            let before = try await console.api.call(.get, "mam/apps/\(app.uuid)/assignment-rules", version: 2).text
            let unknown = "00000000-0000-4000-8000-000000000000"
            for rules in [
                ["7"], ["{}"], [#"{"priority":0}"#], [#"{"distribution":{"name":"x"}}"#],
                [Self.rule("-1", [groups[0]])], [Self.rule("\"x\"", [groups[0]])], [Self.rule("0", [])],
                [Self.rule("0", [groups[0]], name: " ")], [Self.rule("0", [unknown])],
                [Self.rule("0", [groups[0], groups[0]])], [Self.rule("0", [groups[0]]), Self.rule("0", [groups[1]])],
                [Self.rule("0", [groups[0]], more: #","requires_approval":"maybe""#)],
                [Self.rule("0", [groups[0]], more: #","app_delivery_method":"PIGEON""#)],
                [Self.rule("0", [groups[0]], more: #","effective_date":"soon""#)],
                [Self.rule("0", [groups[0]], more: #","description":{}"#)],
                [Self.rule("9223372036854775807", [groups[0]])],
                [Self.rule("0", [groups[0]]).replacing("\"\(groups[0])\"", with: "7")],
            ] {
                try expectRefusal(try await Self.put(rules, app, console.api), 400, number: 6)
            }
            let both = try await Self.put([Self.rule("0", [groups[0]])], excluded: [groups[0]], app, console.api)
            try expectRefusal(both, 400, number: 6, saying: "both assigned and excluded")
            let lost = try await Self.put([], excluded: [unknown], app, console.api)
            try expectRefusal(lost, 400, number: 6, saying: "Smart Group not found")
            #expect(
                try await console.api.call(.get, "mam/apps/\(app.uuid)/assignment-rules", version: 2).text == before)
        }
    }

    @Test(arguments: [["1"], ["0", "0"], ["0", "2"], ["1", "2"], ["\"1\"", "\"3\""], ["0", "1", "3"]])
    func `Priorities that are not 0 and those after it are refused`(priorities: [String]) async throws {
        try await Self.withApp { console, app, groups in
            let rules = priorities.enumerated().map { Self.rule($0.element, [groups[$0.offset]]) }
            try expectRefusal(
                try await Self.put(rules, app, console.api), 400, number: 6,
                saying: "Priority of the assignments should be in ascending order with priority starting from 0.")
        }
    }

    @Test func `A rule that leaves them out is on demand, and in force from now on`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await Self.put([Self.rule("0", [groups[0]])], app, console.api)
            let body = try await console.api.object("mam/apps/\(app.uuid)/assignment-rules", version: 2)
            let rule = try #require((body["assignments"] as? [[String: Any]])?.first)
            let distribution = try #require(rule["distribution"] as? [String: Any])
            #expect(distribution["app_delivery_method"] as? String == "ON_DEMAND")
            #expect(distribution["effective_date"] as? String == TestClock.start.zoneless)
        }
    }

    @Test func `A body without rules takes the app from nobody, an empty list does`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await Self.put([Self.rule("0", [groups[0]])], app, console.api)
            let path = "mam/apps/\(app.uuid)/assignment-rules"
            let before = try await console.api.call(.get, path, version: 2).text
            for body in [nil, "", "{}", #"{"excluded_smart_groups":[]}"#, #"{"assignments":null}"#] {
                let answer = try await console.api.call(.put, path, body, version: 2)
                try expectRefusal(answer, 400, number: 6)
            }
            #expect(try await console.api.call(.get, path, version: 2).text == before)
            let empty = [
                (#"{"assignments":[]}"#, "application/json"),
                ("<AssignmentRules><assignments/></AssignmentRules>", "application/xml"),
            ]
            for (body, type) in empty {
                _ = try await Self.put([Self.rule("0", [groups[0]])], app, console.api)
                let answer = try await console.api.call(
                    .put, path, body, version: 2, headers: ["Content-Type": type])
                #expect(answer.status == .accepted, "\(body)")
                let rules = try await console.api.object(path, version: 2)["assignments"] as? [Any]
                #expect(rules?.isEmpty == true, "\(body)")
            }
        }
    }

    @Test func `Another smart group gets a rule after those there are`() async throws {
        try await Self.withApp { console, app, groups in
            let more = #","description":7,"effective_date":null"#
            let rule = Self.rule("0", [groups[0]], more: more)
            #expect(try await Self.put([rule], app, console.api).status == .accepted)
            let two = try await console.smartGroupID("Two")
            #expect(try await console.api.assign(app, to: [two]).status == .created)
            let body = try await console.api.object("mam/apps/\(app.uuid)/assignment-rules", version: 2)
            let rules = try #require(body["assignments"] as? [[String: Any]])
            #expect(rules.map { $0["priority"] as? Int64 } == [0, 1])
            #expect((rules[0]["distribution"] as? [String: Any])?["description"] as? String == "7")
            let detail = try await console.api.object("mam/apps/internal/\(app.id)")
            let first = try #require((detail["Assignments"] as? [[String: Any]])?.first)
            #expect(first["EffectiveDate"] as? String == TestClock.start.zoneless)
        }
    }

    @Test(arguments: ["POST", "PUT"])
    func `Whatever is given after other rules, they can be put back and imported`(method: String) async throws {
        try await Self.withApp { console, app, groups in
            #expect(try await Self.put([Self.rule("0", [groups[0]])], app, console.api).status == .accepted)
            let exported = try await console.admin(.get, "/_mock/environment").text
            let again = try await console.importEnvironment(exported, onConflict: "fail")
            #expect(again.status == .ok, "\(again.text)")
            let body = #"{"SmartGroupIds":[\#(try await console.smartGroupID("Two"))],"DeploymentParameters":{}}"#
            let given = try await console.api.call(
                HTTPRequest.Method(method) ?? .post, "mam/apps/internal/\(app.id)/assignments", body)
            #expect(given.status.kind == .successful, "\(given.text)")
            let path = "mam/apps/\(app.uuid)/assignment-rules"
            let rules = try await console.api.call(.get, path, version: 2).text
            #expect(try await console.api.call(.put, path, rules, version: 2).status == .accepted)
            #expect(try await console.api.call(.get, path, version: 2).text == rules)
        }
    }

    @Test func `Priorities that had to be made to differ end at the highest`() async throws {
        try await withConsole { console in
            try await console.addSmartGroups("Two")
            let highest = RuleDocument.maximumPriority
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - path: global/demo
                    applications:
                      - {bundleId: com.example.demo, name: Demo app, version: 1.0.0, profile: Review, assignments: [
                         {smartGroup: All Devices, priority: \(highest)}, {smartGroup: Two, priority: \(highest)}]}
                """)
            let uuid = try #require(
                try await console.parts.value(
                    "SELECT uuid FROM application WHERE bundleId = 'com.example.demo'", String.self))
            let path = "mam/apps/\(uuid)/assignment-rules"
            let text = try await console.api.call(.get, path, version: 2).text
            #expect(text.contains("\"priority\":0") && text.contains("\"priority\":1"))
            #expect(try await console.api.call(.put, path, text, version: 2).status == .accepted)
        }
    }

    @Test func `Excluded smart groups show in both versions`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await Self.put(
                [Self.rule("0", [groups[0]])], excluded: [groups[2], groups[1], groups[2]], app, console.api)
            let detail = try await console.api.object("mam/apps/internal/\(app.id)")
            #expect(detail["ExcludedSmartGroupGuids"] as? [String] == [groups[2], groups[1]])
            let (two, three) = (try await console.smartGroupID("Two"), try await console.smartGroupID("Three"))
            #expect(detail["ExcludedSmartGroupIds"] as? [Int] == [Int(three), Int(two)])
            let group = try await console.api.object("mdm/smartgroups/\(two)")
            #expect(group["Exclusions"] as? Int == 1 && group["Assignments"] as? Int == 0)
            try expectRefusal(try await console.api.call(.delete, "mdm/smartgroups/\(two)"), 400, number: 400)
            try expectRefusal(
                try await console.api.assign(app, to: [two]), 400, number: 6, saying: "both assigned and excluded")
        }
    }

    @Test func `An administrator names the smart groups they see, and keeps those that are there`() async throws {
        try await Self.withApp { console, app, groups in
            try await console.importEnvironment(
                "version: 1\norganizationGroups:\n  - {path: global, id: 7, name: Global, type: Global, smartGroups: [{name: Top}]}\n"
            )
            let top = try await console.smartGroupUUID("Top")
            let own = try await console.api(.consoleAdministrator, of: "demo")
            try expectRefusal(try await Self.put([Self.rule("0", [top])], app, own), 400, number: 6)
            #expect(try await Self.put([Self.rule("0", [top])], app, console.api).status == .accepted)
            #expect(
                try await Self.put([Self.rule("0", [top]), Self.rule("1", [groups[0]])], app, own).status == .accepted)
            let other = try await console.api(.consoleAdministrator, of: "appreview")
            try expectRefusal(try await Self.put([], app, other), 404, number: 7000)
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await Self.put([], app, reader), 403, number: 1011)
            #expect(try await reader.call(.get, "mam/apps/\(app.uuid)/assignment-rules").status == .ok)
        }
    }

    @Test func `Copies of assignments go to a new version`() async throws {
        try await Self.withApp { console, app, groups in
            let demo = try await console.groupID("demo")
            _ = try await Self.put([Self.rule("0", [groups[1]])], excluded: [groups[2]], app, console.api)
            let next = try await console.api.install(
                IPAFixture(bundle: "com.example.fresh", version: "2.0"), in: demo,
                more: #","CarryOverAssignments":true"#)
            let former = try await console.api.call(.get, "mam/apps/\(app.uuid)/assignment-rules", version: 2).text
            #expect(
                try await console.api.call(.get, "mam/apps/\(next.uuid)/assignment-rules", version: 2).text == former)
            let bare = try await console.api.install(IPAFixture(bundle: "com.example.fresh", version: "3.0"), in: demo)
            let rules = try await console.api.object("mam/apps/\(bare.uuid)/assignment-rules", version: 2)
            #expect((rules["assignments"] as? [Any])?.isEmpty == true)
        }
    }
}
