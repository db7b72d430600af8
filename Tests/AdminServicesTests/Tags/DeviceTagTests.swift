import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Tags on devices, and the smart groups that follow (AdminTags, "Tags of a device").
struct DeviceTagTests {
    private static func bulk(_ values: String) -> String { #"{"BulkValues":{"Value":[\#(values)]}}"# }

    @Test func `Devices get a tag in bulk, smart groups follow at once, and each refusal is told`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create(#","CriteriaType":"All","Tags":[{"Id":"\#(world.pilot)"}]"#)
            #expect(try await world.devices(group) == 0)
            let path = "mdm/tags/\(world.pilot)"
            let response = try await world.api.call(.post, "\(path)/adddevices", Self.bulk(#""1",2,"999","x""#))
            #expect(response.status == .ok)
            let result = try response.json()
            #expect(result["TotalItems"] as? Int == 4 && result["AcceptedItems"] as? Int == 2)
            let faults = try #require((result["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]])
            #expect(faults.map { $0["ItemValue"] as? String } == ["999", "x"])
            #expect(faults.allSatisfy { $0["ErrorCode"] as? Int == 404 })
            #expect(try await world.devices(group) == 2)
            let again = try await world.api.call(.post, "\(path)/adddevices", Self.bulk("1"))
            #expect(try again.json()["FailedItems"] as? Int == 0)
            let removed = try await world.api.call(.post, "\(path)/removedevices", Self.bulk("1,3"))
            #expect(try removed.json()["AcceptedItems"] as? Int == 1)
            #expect(try await world.devices(group) == 1)
            #expect(try await world.console.events("device.updated").count == 3)
        }
    }

    @Test func `The devices of a tag are listed with the date they got it`() async throws {
        try await SmartGroupWorld.with { world in
            let path = "mdm/tags/\(world.pilot)"
            try await world.console.execute(
                "UPDATE device SET uuid = '7caa0000-5f19-4b51-8187-00000000000' || id")
            #expect((try await world.api.object("\(path)/devices")["Device"] as? [Any])?.isEmpty == true)
            _ = try await world.api.call(.post, "\(path)/adddevices", Self.bulk("1"))
            world.console.clock.advance(seconds: 60)
            _ = try await world.api.call(.post, "\(path)/adddevices", Self.bulk("1,2"))
            let devices = try #require(try await world.api.object("\(path)/devices")["Device"] as? [[String: Any]])
            #expect(devices.map { $0["DeviceId"] as? Int } == [1, 2])
            #expect(devices[0]["DateTagged"] as? String == TestClock.start.zoneless)
            #expect(devices[1]["DateTagged"] as? String == TestClock.start.adding(seconds: 60).zoneless)
            #expect((devices[0]["DeviceUuid"] as? String)?.count == 36 && devices[0]["FriendlyName"] is String)
            #expect(devices[0]["DeviceLastSeen"] is String)
            let page = try await world.api.object("\(path)/devices?page=1&pagesize=1")
            #expect((page["Device"] as? [[String: Any]])?.first?["DeviceId"] as? Int == 2)
        }
    }

    @Test func `A device is tagged and untagged by uuids, and shows its tags by any id`() async throws {
        try await SmartGroupWorld.with { world in
            let device = "7caa0000-5f19-4b51-8187-000000000001"
            try await world.console.execute("UPDATE device SET uuid = '\(device)' WHERE id = 1")
            let tag = try #require(
                try await world.console.parts.value("SELECT uuid FROM tag WHERE name = 'pilot'", String.self))
            for _ in 1...2 {
                let put = try await world.api.call(.post, "mdm/devices/\(device)/tags/\(tag)")
                #expect(put.status == .created && put.text.isEmpty)
            }
            for path in ["\(device)/tags", "1/tags", "tags?searchBy=Udid&id=D1"] {
                let tags = try #require(try await world.api.object("mdm/devices/\(path)")["tags"] as? [[String: Any]])
                #expect(tags.count == 1 && tags[0]["name"] as? String == "pilot" && tags[0]["uuid"] as? String == tag)
                #expect(tags[0]["date_tagged"] as? String == TestClock.start.zoneless)
            }
            #expect(try await world.console.adminJSON("/_mock/devices/d1")["tags"] as? [String] == ["pilot"])
            let off = try await world.api.call(.delete, "mdm/devices/\(device)/tags/\(tag)")
            #expect(off.status == .noContent && off.text.isEmpty)
            let twice = try await world.api.call(.delete, "mdm/devices/\(device)/tags/\(tag)")
            try expectRefusal(twice, 404, number: 404, saying: "does not have")
        }
    }

    @Test func `What is done below mock and in the API is the same`() async throws {
        try await SmartGroupWorld.with { world in
            try await world.console.execute(
                "UPDATE device SET uuid = '7caa0000-5f19-4b51-8187-000000000001' WHERE id = 1")
            _ = try await world.api.addTag("late", group: world.acme)
            _ = try await world.console.admin(.patch, "/_mock/devices/d1", text: #"{"tags":["pilot"]}"#)
            world.console.clock.advance(seconds: 5)
            _ = try await world.console.admin(.patch, "/_mock/devices/d1", text: #"{"tags":["late","pilot"]}"#)
            let tags = try #require(try await world.api.object("mdm/devices/1/tags")["tags"] as? [[String: Any]])
            #expect(tags.map { $0["name"] as? String } == ["late", "pilot"])
            #expect(tags[0]["date_tagged"] as? String == TestClock.start.adding(seconds: 5).zoneless)
            #expect(tags[1]["date_tagged"] as? String == TestClock.start.zoneless)
        }
    }

    @Test func `A tag of a group below is not for devices above`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.api.addTag("deep", group: world.field)
            let result = try await world.api.call(.post, "mdm/tags/\(id)/adddevices", Self.bulk("1,2")).json()
            #expect(result["AcceptedItems"] as? Int == 1)
            let single = try await world.api.call(.post, "mdm/devices/1/tags/\(id)")
            try expectRefusal(single, 400, number: 400, saying: "not for devices of acme")
        }
    }

    @Test func `Bad bodies, unknown devices and foreign administrators are refused`() async throws {
        try await SmartGroupWorld.with { world in
            for body in ["{}", "{", #"{"BulkValues":{"Value":[]}}"#, #"{"BulkValues":7}"#] {
                let response = try await world.api.call(.post, "mdm/tags/\(world.pilot)/adddevices", body)
                try expectRefusal(response, 400, number: 400)
            }
            try expectRefusal(try await world.api.call(.get, "mdm/devices/999/tags"), 404, number: 5002)
            let none = try await world.api.call(.post, "mdm/devices/999/tags/\(world.pilot)")
            try expectRefusal(none, 404, number: 5002)
            try expectRefusal(try await world.api.call(.post, "mdm/devices/1/tags/x"), 404, number: 404)
            let foreign = try await world.console.api(.consoleAdministrator, of: "other")
            try expectRefusal(try await foreign.call(.get, "mdm/devices/1/tags"), 404, number: 5002)
            let reader = try await world.console.api(.readOnly, of: "acme")
            let write = try await reader.call(.post, "mdm/devices/1/tags/\(world.pilot)")
            try expectRefusal(write, 403, number: 1011)
        }
    }
}
