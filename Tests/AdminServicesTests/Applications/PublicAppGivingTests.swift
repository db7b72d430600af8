import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Public apps that are given to smart groups by what describes them (AdminStoreApplications, "Public applications").
struct PublicAppGivingTests {
    private static func create(_ console: TestConsole, _ more: String) async throws -> TestResponse {
        let demo = try await console.groupID("demo")
        return try await console.api.call(
            .post, "mam/apps/public",
            "{\"Platform\":2,\"BundleId\":\"com.shop\",\"ApplicationName\":\"Shop\",\"LocationGroupId\":\(demo)\(more)}"
        )
    }

    private static func groups(_ body: [String: Any]) -> [String] {
        (body["SmartGroups"] as? [[String: Any]] ?? []).compactMap { $0["Name"] as? String }
    }

    @Test func `A public app is given at once to the smart groups it names`() async throws {
        try await withConsole { console in
            try await console.addSmartGroups("A", "B")
            let device = try await console.signedInDevice()
            let (one, other) = (try await console.smartGroupID("B"), try await console.smartGroupID("A"))
            let made = try await Self.create(
                console, ",\"SmartGroups\":[{\"Id\":\(one),\"Name\":\"x\"},{\"id\":\"\(other)\"},{\"Id\":\(one)}]")
            #expect(made.status == .ok, "\(made.text)")
            let body = try made.json()
            #expect(Self.groups(body) == ["B", "A"] && body["AssignmentStatus"] as? String == "Assigned")
            #expect(body["AssignedDeviceCount"] as? Int == 1)
            let uuid = try #require(body["Uuid"] as? String)
            let rules = try await console.api.object("mam/apps/\(uuid)/assignment-rules", version: 2)
            let assignments = try #require(rules["assignments"] as? [[String: Any]])
            #expect(assignments.map { $0["priority"] as? Int } == [0, 1])
            let apps = try await console.api.object("mdm/devices/apps?searchby=Udid&id=\(device.device)")
            let bundles = (apps["DeviceApps"] as? [[String: Any]] ?? []).map { $0["ApplicationIdentifier"] as? String }
            #expect(bundles.contains("com.shop"))
            let created = try await console.latestEvent("application.created")
            #expect((created["after"] as? [String: Any])?["assigned"] as? String == "B, A")
        }
    }

    @Test func `A change names all the smart groups that get the app, or none of them`() async throws {
        try await withConsole { console in
            try await console.addSmartGroups("A", "B", "C")
            let (a, b) = (try await console.smartGroupID("A"), try await console.smartGroupID("B"))
            let c = try await console.smartGroupID("C")
            let made = try await Self.create(console, ",\"SmartGroups\":[{\"Id\":\(a)},{\"Id\":\(b)}]")
            let id = try #require((try made.json()["Id"] as? [String: Any])?["Value"] as? Int)
            let path = "mam/apps/public/\(id)"
            for (body, names) in [
                (#"{"Comments":"Hi"}"#, ["A", "B"]), (#"{"SmartGroups":null}"#, ["A", "B"]),
                ("{\"SmartGroups\":[{\"Id\":\(c)},{\"Id\":\(b)}]}", ["B", "C"]), (#"{"SmartGroups":[]}"#, []),
            ] {
                let change = try await console.api.call(.put, path, body)
                #expect(change.status == .noContent, "\(change.text)")
                #expect(Self.groups(try await console.api.object(path)) == names, "\(body)")
            }
            let shown = try await console.api.object(path)
            let again = try await console.api.call(.put, path, try canonicalJSON(shown))
            #expect(again.status == .noContent, "\(again.text)")
            #expect(try canonicalJSON(try await console.api.object(path)) == (try canonicalJSON(shown)))
        }
    }

    @Test(arguments: [
        (#""SmartGroups":[{"Id":999}]"#, "Smart Group not found with Id: 999"), (#""SmartGroups":[7]"#, "SmartGroups"),
        (#""SmartGroups":[{"Name":"All Devices"}]"#, "SmartGroups has to be a list of smart groups"),
        (#""SmartGroups":"x""#, "SmartGroups"), (#""IconBlobUuId":"999""#, "Blob 999 not found"),
    ])
    func `An unknown smart group or icon makes no app`(members: String, sentence: String) async throws {
        try await withConsole { console in
            try expectRefusal(try await Self.create(console, ",\(members)"), 400, number: 400, saying: sentence)
            #expect(try await console.api.apps("bundleid=com.shop").isEmpty)
        }
    }

    @Test func `Smart groups of elsewhere, and those it is kept from, do not get an app`() async throws {
        try await withConsole { console in
            let review = try await console.smartGroupID("App Review Devices")
            let demo = try await console.api(.consoleAdministrator, of: "demo")
            let body = "{\"Platform\":2,\"BundleId\":\"com.shop\",\"SmartGroups\":[{\"Id\":\(review)}]}"
            try expectRefusal(
                try await demo.call(.post, "mam/apps/public", body), 400, number: 400, saying: "Smart Group not found")
            let made = try await Self.create(console, "")
            let uuid = try #require(try made.json()["Uuid"] as? String)
            let (id, group) = (try await console.smartGroupID(), try await console.smartGroupUUID())
            let kept = try await console.api.call(
                .put, "mam/apps/\(uuid)/assignment-rules",
                "{\"assignments\":[],\"excluded_smart_groups\":[\"\(group)\"]}", version: 2)
            #expect(kept.status == .accepted, "\(kept.text)")
            let refused = try await console.api.call(
                .put, "mam/apps/public/\(uuid)", "{\"SmartGroups\":[{\"Id\":\(id)}]}")
            try expectRefusal(refused, 400, number: 400, saying: "both assigned and excluded")
        }
    }
}
