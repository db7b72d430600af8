import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Operations on lists of smart groups, and words of other versions (AdminSmartGroups).
struct SmartGroupPatchTests {
    @Test func `A JSON patch adds and removes devices and users`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create(",\"CriteriaType\":\"UserDevice\",\"DeviceExclusions\":[2]")
            let uuid = try #require(try await world.show(id)["SmartGroupUuid"] as? String)
            func patch(_ body: String) async throws -> TestResponse {
                try await world.api.call(
                    .patch, "mdm/smartgroups/\(uuid)", body, version: 2,
                    headers: ["Content-Type": "application/json-patch+json"])
            }
            func ids(_ list: String) async throws -> [String] {
                (try await world.show(id)[list] as? [[String: Any]] ?? []).compactMap { $0["Id"] as? String }
            }
            let device = try await world.console.deviceUUID("d1")
            let path = "/smartGroupsOperationsV2/devices"
            let added = try await patch(#"[{"op":"add","path":"\#(path)","value":"\#(device.uppercased())"}]"#)
            #expect(added.status == .noContent && added.text.isEmpty, "\(added.text)")
            #expect(try await ids("DeviceAdditions") == ["1"])
            let more = try await patch(
                """
                [{"op":"add","path":"\(path)/-","value":[{"Id":2}]},
                 {"op":"add","path":"/smartGroupsOperationsV2/users","value":"\(world.ada)"},
                 {"op":"remove","path":"\(path)","value":"\(device)"}]
                """)
            #expect(more.status == .noContent, "\(more.text)")
            #expect(try await ids("DeviceAdditions") == ["2"])
            #expect(try await ids("DeviceExclusions").isEmpty)
            #expect(try await ids("UserAdditions") == ["\(world.ada)"])
            #expect(try await patch(#"[{"op":"remove","path":"\#(path)/2"}]"#).status == .noContent)
            #expect(try await ids("DeviceAdditions").isEmpty)
            for (body, text) in [
                ("[]", "operations"), (#"[{"op":"test","path":"\#(path)","value":1}]"#, "op"),
                (#"[{"op":"add","path":"/nowhere","value":1}]"#, "path"),
                (#"[{"op":"add","path":"\#(path)"}]"#, "value"),
                (#"[{"op":"add","path":"\#(path)","value":999}]"#, "unknown"), ("[1]", "object"),
            ] {
                try expectRefusal(try await patch(body), 400, number: 400, saying: text)
            }
        }
    }

    @Test func `Words of other versions are taken, and a word for all includes every device`() async throws {
        try await SmartGroupWorld.with { world in
            let all = try await world.create(
                """
                ,"Ownerships":["AllOwnerships"],"ManagementTypes":["All"],"Platforms":["all platforms"],
                "EnrollmentCategories":["All"]
                """)
            let everybody = try await world.create("", name: "nobody left out")
            #expect(try await world.show(all)["Ownerships"] as? [String] == ["AllOwnerships"])
            let count = try #require(try await world.show(everybody)["Devices"] as? Int)
            #expect(count > 0)
            #expect(try await world.show(all)["Devices"] as? Int == count)
            let named = try await world.create(
                ",\"Platforms\":[\"APPLE_OS_X\",\"iOS\"],\"Ownerships\":[\"CORPORATE_DEDICATED\"]", name: "named")
            #expect(try await world.show(named)["Platforms"] as? [String] == ["AppleOsX", "Apple"])
            #expect(try await world.show(named)["Ownerships"] as? [String] == ["CorporateDedicated"])
            for (word, other) in [("MdmEnrolled", "MDM"), ("AppLevelManaged", "AppLevel")] {
                let one = try await world.create(",\"ManagementTypes\":[\"\(word)\"]", name: word)
                let same = try await world.create(",\"ManagementTypes\":[\"\(other)\"]", name: other)
                #expect(try await world.devices(one) == world.devices(same), "\(word)")
            }
        }
    }
}
