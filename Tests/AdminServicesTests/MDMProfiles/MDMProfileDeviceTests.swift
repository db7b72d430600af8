import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// MDM profiles on devices: who is given them, what was ordered, and what became of it (AdminProfiles, "On devices").
struct MDMProfileDeviceTests {
    private static func change(_ world: SmartGroupWorld, _ udid: String, _ body: String) async throws {
        let answer = try await world.console.admin(.patch, "/_mock/devices/\(udid)", text: body)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    private static func report(_ world: SmartGroupWorld, _ udid: String, _ id: Int64, _ body: String) async throws {
        let answer = try await world.api.mock(.put, "devices/\(udid)/mdm-profiles/\(id)", body)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test func `Membership decides at once who is given a profile`() async throws {
        try await SmartGroupWorld.with { world in
            let all = try await world.create("", name: "all")
            let mine = try await world.create(",\"Ownerships\":[\"E\"]", name: "own")
            let id = try await world.createProfile(
                ",\"AssignedSmartGroups\":[\(all)],\"ExcludedSmartGroups\":[\(mine)]")
            // d2 is excluded, d3 no iPhone, d4 not enrolled.
            #expect(try await world.devices(ofProfile: id) == ["d1"])
            #expect(try await world.states("d1") == ["Wi-Fi": "PendingInstall"])
            for device in ["d2", "d3", "d4"] { #expect(try await world.states(device).isEmpty, "\(device)") }
            try await Self.change(world, "d1", "{\"ownership\":\"EmployeeOwned\"}")
            try await Self.change(world, "d2", "{\"ownership\":\"CorporateDedicated\"}")
            #expect(try await world.devices(ofProfile: id) == ["d2"])
            #expect(try await world.states("d1").isEmpty)
            // Only devices below the managing group.
            let update = "{\"General\":{\"ProfileId\":\(id),\"ExcludedSmartGroups\":[]}}"
            #expect(
                try await world.api.call(.post, "mdm/profiles/platforms/apple/update", update).status == .noContent)
            #expect(try await world.devices(ofProfile: id) == ["d1", "d2"])
            let move = "{\"General\":{\"ProfileId\":\(id),\"ManagedLocationGroupID\":\(world.field)}}"
            #expect(try await world.api.call(.post, "mdm/profiles/platforms/apple/update", move).status == .noContent)
            #expect(try await world.devices(ofProfile: id) == ["d2"])
            #expect(try await world.states("d1").isEmpty)
            #expect(try await world.api.call(.post, "mdm/profiles/\(id)/deactivate").status == .ok)
            #expect(try await world.devices(ofProfile: id).isEmpty)
            #expect(try await world.states("d2").isEmpty)
        }
    }

    @Test func `Smart groups count profiles, and stay while a profile has them`() async throws {
        try await SmartGroupWorld.with { world in
            let given = try await world.create("", name: "given")
            let kept = try await world.create("", name: "kept")
            let id = try await world.createProfile(
                ",\"AssignedSmartGroups\":[\(given)],\"ExcludedSmartGroups\":[\(kept)]")
            #expect(try await world.show(given)["Assignments"] as? Int == 1)
            #expect(try await world.show(given)["Exclusions"] as? Int == 0)
            #expect(try await world.show(kept)["Assignments"] as? Int == 0)
            #expect(try await world.show(kept)["Exclusions"] as? Int == 1)
            for group in [given, kept] {
                try expectRefusal(
                    try await world.api.call(.delete, "mdm/smartgroups/\(group)"), 400, number: 400, saying: "assigned")
            }
            #expect(try await world.api.call(.delete, "mdm/profiles/\(id)").status == .ok)
            for group in [given, kept] {
                #expect(try await world.api.call(.delete, "mdm/smartgroups/\(group)").status == .noContent)
            }
        }
    }

    @Test func `A profile is ordered onto a device at its own address, with values that are not kept`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile()
            let device = try await world.api.object("mdm/devices?searchby=Udid&id=d1")
            let number = try #require((device["Id"] as? [String: Int])?["Value"])
            let path = "mdm/devices/\(number)/commands/installprofile"
            let body =
                "[{\"payloadType\":\"Wifi\",\"payloadID\":\"1\",\"payloadAttributes\":{\"Password\":\"271828\"}}]"
            let answer = try await world.api.call(.post, "\(path)?profileid=\(id)", body)
            #expect(answer.status == .accepted && answer.text.isEmpty, "\(answer.text)")
            #expect(try await world.states("d1") == ["Wi-Fi": "PendingInstall"])
            let event = try await world.console.latestEvent("device.commandOrdered")
            let after = try #require(event["after"] as? [String: String])
            #expect(after["command"] == "InstallProfile" && after["payloads"] == "Wifi")
            let recorded = try canonicalJSON(event)
            #expect(!recorded.contains("271828"))
            try expectRefusal(try await world.api.call(.post, path), 400, number: 400, saying: "profileid")
            for bad in ["{}", "[1]", "[{}]"] {
                try expectRefusal(
                    try await world.api.call(.post, "\(path)?profileid=\(id)", bad), 400, number: 400)
            }
            let missing = try await world.api.call(.post, "mdm/devices/9999/commands/installprofile?profileid=\(id)")
            try expectRefusal(missing, 404, number: 5002)
        }
    }

    @Test func `A device tells its profiles by every id, in pages`() async throws {
        try await SmartGroupWorld.with { world in
            let all = try await world.create("", name: "all")
            for name in ["One", "Two"] {
                _ = try await world.createProfile(",\"AssignedSmartGroups\":[\(all)]", named: name)
            }
            try await Self.change(world, "d1", "{\"serialNumber\":\"S1\"}")
            let device = try await world.api.object("mdm/devices?searchby=Udid&id=d1")
            let id = try #require((device["Id"] as? [String: Int])?["Value"])
            for path in [
                "mdm/devices/\(id)/profiles", "mdm/devices/profiles?searchBy=Serialnumber&id=S1",
                "mdm/devices/profiles?searchby=DeviceId&id=\(id)",
            ] {
                let answer = try await world.api.object(path)
                #expect(answer["Total"] as? Int == 2 && answer["Page"] as? Int == 0)
                let reference = answer["DeviceId"] as? [String: Any]
                #expect((reference?["Id"] as? [String: Int])?["Value"] == id)
            }
            let page = try await world.api.object("mdm/devices/\(id)/profiles?page=1&pagesize=1")
            #expect(page["Total"] as? Int == 2 && page["PageSize"] as? Int == 1)
            let item = try #require((page["DeviceProfiles"] as? [[String: Any]])?.first)
            #expect(item["Name"] as? String == "Two" && item["Status"] as? Int == 1)
            #expect(item["StatusName"] as? String == "PendingInstall")
            #expect(item["CurrentVersion"] as? Int == 1 && item["InstalledProfileVersion"] as? Int == 0)
            #expect(item["AssignmentType"] as? String == "Auto" && item["Description"] as? String == "")
            #expect((item["LocationGroupId"] as? [String: Any])?["Name"] as? String == "Acme")
            #expect((item["Id"] as? [String: Int])?["Value"] != nil && (item["Uuid"] as? String)?.count == 36)
            #expect(try await world.api.call(.get, "mdm/devices/\(id)/profiles?page=7").status == .noContent)
            let stranger = try await world.console.api(.consoleAdministrator, of: "other")
            for caller in [world.api, stranger] {
                let path = caller.username == stranger.username ? "\(id)" : "99999"
                try expectRefusal(
                    try await caller.call(.get, "mdm/devices/\(path)/profiles"), 404, number: 5002,
                    saying: "Device not found")
            }
            try expectRefusal(
                try await world.api.call(.get, "mdm/devices/profiles?searchby=Colour&id=1"), 422, number: 422)
            try expectRefusal(try await world.api.call(.get, "mdm/devices/profiles?searchby=Udid"), 400, number: 400)
        }
    }

    @Test func `The devices of a profile come in pages`() async throws {
        try await SmartGroupWorld.with { world in
            let all = try await world.create("", name: "all")
            let id = try await world.createProfile(",\"AssignedSmartGroups\":[\(all)]")
            let uuid = try #require(try await world.general(id)["ProfileUuid"] as? String)
            let page = try await world.api.object("mdm/profiles/\(uuid)/devices?page=1&pagesize=1")
            #expect(page["TotalResults"] as? Int == 2 && page["AdditionalInfo"] != nil)
            let device = try #require((page["profileAssignedDevices"] as? [[String: Any]])?.first)
            #expect(device["udid"] as? String == "D2" && device["status"] as? String == "PendingInstall")
            #expect(
                device["uuid"] as? String == NamedUUID.of([Data("d2".utf8)]) && device["userName"] as? String == "ada")
            #expect(device["organizationGroupName"] as? String == "Field" && device["model"] as? String == "iPad")
            #expect(
                try await world.api.call(.get, "mdm/profiles/\(uuid)/devices?page=2&pagesize=1").status == .noContent)
            let mock = try await world.api.mock(.get, "mdm-profiles/\(id)/devices?pageSize=1")
            #expect(try mock.json()["total"] as? Int == 2)
        }
    }

    @Test func `What is ordered waits for the device, and is told in its event log`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile()
            try await Self.change(world, "d1", "{\"serialNumber\":\"S1\",\"macAddress\":\"A0:B1:C2:D3:E4:F5\"}")
            let device = try await world.api.object("mdm/devices?searchby=Udid&id=d1")
            let number = try #require((device["Id"] as? [String: Int])?["Value"])
            for body in [
                "{\"DeviceId\":\(number)}", "{\"deviceid\":\"\(number)\"}", "{\"SerialNumber\":\"S1\"}",
                "{\"Udid\":\"D1\"}", "{\"DeviceId\":0,\"MacAddress\":\"a0b1c2d3e4f5\"}",
            ] {
                let answer = try await world.api.call(.post, "mdm/profiles/\(id)/install", body)
                #expect(answer.status == .ok && answer.text.isEmpty, "\(answer.text)")
            }
            #expect(try await world.states("d1") == ["Wi-Fi": "PendingInstall"])
            #expect(try await world.devices(ofProfile: id) == ["d1"])
            try await Self.report(world, "d1", id, "{\"status\":\"installed\"}")
            #expect(try await world.states("d1") == ["Wi-Fi": "Installed"])
            // Another version has to come to the device first.
            let update = "{\"General\":{\"ProfileId\":\(id),\"CreateNewVersion\":true},\"Wifi\":{}}"
            #expect(try await world.api.call(.post, "mdm/profiles/platforms/apple/update", update).status == .noContent)
            #expect(try await world.states("d1") == ["Wi-Fi": "PendingInstall"])
            try await Self.report(world, "d1", id, "{\"status\":\"Installed\",\"version\":2}")
            #expect(try await world.states("d1") == ["Wi-Fi": "Installed"])
            let removal = try await world.api.call(.post, "mdm/profiles/\(id)/remove", "{\"Udid\":\"d1\"}")
            #expect(removal.status == .ok)
            #expect(try await world.states("d1") == ["Wi-Fi": "PendingRemoval"])
            try await Self.report(world, "d1", id, "{\"status\":\"Removed\"}")
            #expect(try await world.states("d1") == ["Wi-Fi": "Removed"])
            let log = try await world.api.call(.get, "mdm/devices/\(number)/eventlog")
            for word in ["InstallProfile", "RemoveProfile", "device.profileReported"] {
                #expect(log.text.contains(word))
            }
            try await Self.change(world, "d1", "{\"enrollmentStatus\":\"Unenrolled\"}")
            #expect(try await world.states("d1").isEmpty)
        }
    }

    @Test func `What is on a device goes when nothing gives it any more`() async throws {
        try await SmartGroupWorld.with { world in
            let all = try await world.create(",\"Models\":[\"iPhone 15\"]", name: "all")
            let id = try await world.createProfile(",\"AssignedSmartGroups\":[\(all)]")
            let optional = try await world.createProfile(
                ",\"AssignmentType\":\"Optional\",\"AssignedSmartGroups\":[\(all)]", named: "Choice")
            #expect(try await world.states("d1") == ["Wi-Fi": "PendingInstall", "Choice": "NotInstalled"])
            for profile in [id, optional] { try await Self.report(world, "d1", profile, "{\"status\":\"Installed\"}") }
            #expect(try await world.states("d1")["Wi-Fi"] == "Installed")
            try await Self.change(world, "d1", "{\"model\":\"iPhone 3G\"}")
            #expect(try await world.states("d1")["Wi-Fi"] == "PendingRemoval")
            try await Self.change(world, "d1", "{\"model\":\"iPhone 15\"}")
            #expect(try await world.api.call(.post, "mdm/profiles/\(id)/deactivate").status == .ok)
            #expect(try await world.states("d1")["Wi-Fi"] == "PendingRemoval")
        }
    }

    @Test func `What a tester sees and says is checked`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile()
            _ = try await world.api.call(.post, "mdm/profiles/\(id)/install", "{\"Udid\":\"d1\"}")
            let list = try await world.api.mock(.get, "devices/d1/mdm-profiles")
            let item = try #require((try list.json()["items"] as? [[String: Any]])?.first, "\(list.text)")
            #expect(item["command"] as? String == "InstallProfile" && item["status"] as? String == "PendingInstall")
            #expect(item["orderedAt"] != nil && item["isAssigned"] as? Bool == false && item["reportedAt"] == nil)
            for body in ["{}", "{\"status\":\"Lost\"}", "{\"status\":\"Installed\",\"version\":9}", "", "[]"] {
                try expectRefusal(
                    try await world.api.mock(.put, "devices/d1/mdm-profiles/\(id)", body), 400, number: 400)
            }
            let good = "{\"status\":\"Installed\"}"
            for path in ["devices/d1/mdm-profiles/99999", "devices/nobody/mdm-profiles/\(id)"] {
                try expectRefusal(try await world.api.mock(.put, path, good), 404, number: 404)
            }
            try expectRefusal(
                try await world.api.mock(.put, "devices/d4/mdm-profiles/\(id)", good), 400, number: 400,
                saying: "not enrolled")
            let stranger = try await world.console.api(.consoleAdministrator, of: "other")
            #expect(try await stranger.mock(.get, "devices/d1/mdm-profiles").status == .notFound)
            #expect(try await stranger.mock(.put, "devices/d1/mdm-profiles/\(id)", good).status == .notFound)
            let reader = try await world.console.api(.readOnly, of: "acme")
            #expect(try await reader.mock(.put, "devices/d1/mdm-profiles/\(id)", good).status == .forbidden)
            #expect(try await reader.mock(.get, "devices/d1/mdm-profiles").status == .ok)
        }
    }

    @Test func `An order that cannot be carried out is refused`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile()
            let idle = try await world.createProfile(",\"IsActive\":false", named: "Idle")
            for (path, body, status, number, text) in [
                ("\(id)/install", "{}", 400, 400, "DeviceId, SerialNumber, Udid or MacAddress"),
                ("\(id)/install", "", 400, 400, "has to name a device"),
                ("\(id)/remove", "{\"DeviceId\":99999}", 404, 5002, "Device not found"),
                ("\(id)/install", "{\"Udid\":\"d3\"}", 400, 400, "is for Apple, the device is AppleOsX"),
                ("\(id)/install", "{\"Udid\":\"d4\"}", 400, 400, "not enrolled"),
                ("\(idle)/install", "{\"Udid\":\"d1\"}", 400, 400, "not active"),
                ("99999/install", "{\"Udid\":\"d1\"}", 400, 400, "Invalid Profile 99999."),
            ] as [(String, String, Int, Int, String)] {
                let answer = try await world.api.call(.post, "mdm/profiles/\(path)", body)
                try expectRefusal(answer, status, number: number, saying: text)
            }
            #expect(try await world.states("d1").isEmpty)
        }
    }
}
