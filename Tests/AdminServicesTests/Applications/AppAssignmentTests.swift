import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Assignments, and the rules behind them (AdminApplications, "Assignments" and "Assignment rules").
struct AppAssignmentTests {
    /// A console with an app in the demo group and three smart groups.
    private static func withApp(
        _ body: @escaping @Sendable (TestConsole, TestApp, [Int64]) async throws -> Void
    ) async throws {
        try await withConsole { console in
            try await console.addSmartGroups("Two", "Three")
            let app = try await console.api.install(in: try await console.groupID("demo"))
            var groups: [Int64] = []
            for name in ["All Devices", "Two", "Three"] { groups.append(try await console.smartGroupID(name)) }
            try await body(console, app, groups)
        }
    }

    private static func assignments(_ app: TestApp, _ console: TestConsole) async throws -> [[String: Any]] {
        try await console.api.object("mam/apps/internal/\(app.id)")["Assignments"] as? [[String: Any]] ?? []
    }

    private static func rules(_ app: TestApp, _ console: TestConsole) async throws -> [[String: Any]] {
        try await console.api.object("mam/apps/\(app.uuid)/assignment-rules", version: 2)["assignments"]
            as? [[String: Any]] ?? []
    }

    @Test func `An app is given to smart groups in the order they are named`() async throws {
        try await Self.withApp { console, app, groups in
            let response = try await console.api.call(
                .post, "mam/apps/internal/\(app.id)/assignments",
                """
                {"SmartGroupIds":["\(groups[2])",\(groups[0])],"DeploymentParameters":{"PushMode":"OnDemand",
                 "AssignmentId":1,"EffectiveDate":"2026-03-04T00:00:00.000+00:00","RemoveOnUnEnroll":"false",
                 "ApplicationBackup":false,"VisibleInAppCatalog":true,"SendApplicationConfig":true,
                 "ApplicationConfigurations":[{"Key":"server","Value":"https://x.example.test","Type":"String"}]},
                 "SmartGroupIdsForDeletion":null}
                """)
            #expect(response.status == .created && response.body.readableBytes == 0)
            #expect(response.headers[.contentType] == nil)
            let found = try await Self.assignments(app, console)
            #expect(found.map { $0["SmartGroupId"] as? Int } == [Int(groups[2]), Int(groups[0])])
            let first = found[0]
            #expect(first["PushMode"] as? String == "OnDemand" && first["Rank"] as? Int == 0)
            #expect(first["EffectiveDate"] as? String == "2026-03-04T00:00:00.000")
            #expect(first["RemoveOnUnEnroll"] as? String == "Disabled")
            #expect(first["ApplicationBackup"] as? String == "Disabled" && first["AppConfig"] as? String == "Enabled")
            let settings = try #require(first["AppConfigs"] as? [[String: Any]])
            #expect(settings.first?["Value"] as? String == "https://x.example.test")
            #expect(settings.first?["Type"] as? String == "String")
            let rules = try await Self.rules(app, console)
            #expect(rules.map { $0["priority"] as? Int } == [0, 1])
            let distribution = try #require(rules[0]["distribution"] as? [String: Any])
            #expect(distribution["name"] as? String == "Three" && distribution["description"] as? String == "")
            #expect(distribution["app_delivery_method"] as? String == "ON_DEMAND")
            let restriction = try #require(rules[0]["restriction"] as? [String: Any])
            #expect(restriction["prevent_application_backup"] as? Bool == true)
        }
    }

    @Test func `Giving it twice, to nobody, or without parameters is refused`() async throws {
        try await Self.withApp { console, app, groups in
            #expect(try await console.api.assign(app, to: [groups[0]]).status == .created)
            try expectRefusal(
                try await console.api.assign(app, to: [groups[1], groups[0]]), 400, number: 400,
                saying: "SmartGroup with Id : \(groups[0]) is already assigned to the Application id : \(app.id)")
            #expect(try await Self.assignments(app, console).count == 1)
            for body in [
                #"{"SmartGroupIds":[\#(groups[1])]}"#, #"{"SmartGroupIds":[],"DeploymentParameters":{}}"#,
                #"{"DeploymentParameters":{}}"#, #"{"SmartGroupIds":["x"],"DeploymentParameters":{}}"#,
                #"{"SmartGroupIds":[99],"DeploymentParameters":{}}"#,
                #"{"SmartGroupIds":[\#(groups[1])],"DeploymentParameters":{"PushMode":"Never"}}"#,
                #"{"SmartGroupIds":[\#(groups[1])],"DeploymentParameters":{"EffectiveDate":"soon"}}"#,
                #"{"SmartGroupIds":[\#(groups[1])],"DeploymentParameters":{"ApplicationConfigurations":[{}]}}"#,
                #"{"SmartGroupIds":[\#(groups[1])],"DeploymentParameters":7}"#,
            ] {
                let response = try await console.api.call(.post, "mam/apps/internal/\(app.id)/assignments", body)
                try expectRefusal(response, 400, number: 400)
            }
            try expectRefusal(
                try await console.api.assign(TestApp(id: 99, uuid: ""), to: [groups[0]]), 401, number: 7000)
        }
    }

    @Test func `Assignments are changed, added and removed by PUT`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await console.api.assign(app, to: [groups[0], groups[1]])
            let path = "mam/apps/internal/\(app.id)/assignments"
            let change = try await console.api.call(
                .put, path,
                #"{"SmartGroupIds":[\#(groups[0]),\#(groups[2])],"DeploymentParameters":{"PushMode":"OnDemand"}}"#)
            #expect(change.status == .noContent && change.body.readableBytes == 0)
            let changed = try await Self.assignments(app, console)
            #expect(changed.map { $0["PushMode"] as? String } == ["OnDemand", "Auto", "OnDemand"])
            #expect(changed.map { $0["SmartGroupId"] as? Int } == groups.map { Int($0) })
            let removal = try await console.api.call(
                .put, path, #"{"SmartGroupIds":null,"SmartGroupIdsForDeletion":[\#(groups[0])]}"#)
            #expect(removal.status == .noContent)
            #expect(try await Self.assignments(app, console).count == 2)
            try expectRefusal(
                try await console.api.call(.put, path, #"{"SmartGroupIdsForDeletion":[\#(groups[0])]}"#), 400,
                number: 400, saying: "is not assigned")
        }
    }

    @Test func `Assignments are removed by DELETE with a body, and one by one`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await console.api.assign(app, to: [groups[0]])
            let path = "mam/apps/internal/\(app.id)"
            for method in [HTTPRequest.Method.post, .delete] {
                let response = try await console.api.call(method, "\(path)/smartgroups/\(groups[1])")
                #expect(response.status == (method == .post ? .created : .noContent))
            }
            let response = try await console.api.call(
                .delete, "\(path)/assignments", #"{"id":\#(app.id),"SmartGroupIDs":["\#(groups[0])"]}"#)
            #expect(response.status == .noContent && response.body.readableBytes == 0)
            #expect(try await Self.assignments(app, console).isEmpty)
            for body in [#"{"SmartGroupIds":[\#(groups[0])]}"#, "{}"] {
                try expectRefusal(
                    try await console.api.call(.delete, "\(path)/assignments", body), 400, number: 400)
            }
            for group in ["\(groups[0])", "x"] {
                try expectRefusal(
                    try await console.api.call(.delete, "\(path)/smartgroups/\(group)"), 400, number: 400)
            }
        }
    }

    @Test func `A smart group that has apps cannot go`() async throws {
        try await Self.withApp { console, app, groups in
            _ = try await console.api.assign(app, to: [groups[1]])
            await #expect(throws: (any Error).self) {
                try await console.parts.core.database.write {
                    try $0.db.execute(sql: "DELETE FROM smartGroup WHERE id = \(groups[1])")
                }
            }
        }
    }
}
