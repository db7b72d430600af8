import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// What is known of a group beside the group itself (AdminGroups).
struct GroupDetailTests {
    @Test func `Administrators, users, roles and tags of a group are listed`() async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.api.addTag("deep", group: world.field)
            let path = "system/groups/\(world.acme)"
            let admins = try await world.api.object("\(path)/getadmins")
            #expect((admins["Admins"] as? [[String: Any]])?.count == 1 && admins["Total"] as? Int == 1)
            let users = try await world.api.object("\(path)/users?pagesize=1")
            #expect((users["Users"] as? [[String: Any]])?.first?["UserName"] as? String == "ada")
            #expect(users["Total"] as? Int == 2)
            #expect((try await world.api.object("\(path)/roles")["Roles"] as? [Any])?.count == 4)
            let tags = try await world.api.object("\(path)/tags")["Tags"] as? [[String: Any]]
            #expect(tags?.compactMap { $0["TagName"] as? String } == ["pilot", "deep"])
            let some = try await world.api.object("\(path)/tags?name=PIL")["Tags"] as? [Any]
            #expect(some?.count == 1)
            for name in ["users", "tags", "getadmins"] {
                let response = try await world.api.call(.get, "system/groups/\(world.field)/\(name)?page=7")
                #expect(response.status == .ok)
            }
            for name in ["apns", "customattributes"] {
                let response = try await world.api.call(.get, "\(path)/\(name)")
                #expect(response.status == .noContent && response.text.isEmpty)
            }
        }
    }

    @Test func `Devices of groups are counted with those below`() async throws {
        try await SmartGroupWorld.with { world in
            let body = try await world.api.object("system/groups/devicecounts")
            let groups = try #require(body["LocationGroups"] as? [[String: Any]])
            #expect(groups.map { $0["GroupId"] as? String } == ["acme", "field"] && body["Total"] as? Int == 2)
            #expect(groups.map { $0["DeviceCount"] as? Int } == [4, 2])
            #expect(groups.map { $0["EnrolledDeviceCount"] as? Int } == [3, 2])
            #expect((groups[0]["LocationGroupId"] as? [String: Any])?["Value"] as? Int64 == world.acme)
            let seen = try await world.api.object(
                "system/groups/devicecounts?organizationgroupid=\(world.field)&seensince=2000-01-01&seentill=2000-01-02"
            )
            #expect((seen["LocationGroups"] as? [[String: Any]])?.first?["DeviceCount"] as? Int == 0)
            try expectRefusal(
                try await world.api.call(.get, "system/groups/devicecounts?seensince=x"), 400, number: 400)
            try expectRefusal(
                try await world.api.call(.get, "system/groups/devicecounts?organizationgroupid=\(world.other)"), 404,
                number: 6008)
        }
    }

    @Test(arguments: ["system", "mdm"])
    func `Settings that have an API are told`(family: String) async throws {
        try await withConsole { console in
            _ = try await console.admin(
                .patch, "/_mock/groups/demo/settings",
                text: #"{"supportEmail":"help@example.test","supportPhone":"+15550100","logQuotaMegabytes":2}"#)
            let path = "\(family)/groups/\(try await console.groupUUID("demo"))/settings"
            let shown = try await console.api.object("\(path)/enrollment/customization")
            #expect(shown["support_email"] as? String == "help@example.test")
            #expect(shown["support_phone"] as? String == "+15550100" && shown["consent_message"] as? String == "")
            let room = try await console.api.object("\(path)/agent/storage")
            #expect(room["used_bytes"] as? Int == 0 && room["capacity_bytes"] as? Int == 2_097_152)
        }
    }

    @Test(arguments: ["system", "mdm"])
    func `Every group has a restriction policy, which user groups are assigned to`(family: String) async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.console.admin(
                .patch, "/_mock/groups/acme/settings", text: #"{"registeredDevicesOnly":true}"#)
            let path = "\(family)/enrollment/restriction-policies"
            let list = try await world.api.object(path, version: 2)
            #expect(list["total"] as? Int == 2 && list["page"] as? Int == 0)
            let policies = try #require(list["restriction_policies"] as? [[String: Any]])
            #expect(policies.allSatisfy { $0["registered_devices_only"] as? Bool == true })
            let uuid = try #require(policies.first?["uuid"] as? String)
            let body = #"{"user_group_uuids":["\#(world.sales)"]}"#
            for _ in 1...2 {
                let response = try await world.api.call(.patch, "\(path)/\(uuid)", body, version: 2)
                #expect(response.status == .noContent && response.text.isEmpty)
            }
            let one = try await world.api.object("\(path)/\(uuid)", version: 2)
            #expect((one["user_groups"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Sales"])
            for body in ["{}", #"{"user_group_uuids":["99999"]}"#, #"{"user_group_uuids":["x"]}"#] {
                try expectRefusal(
                    try await world.api.call(.patch, "\(path)/\(uuid)", body, version: 2), 400, number: 400)
            }
            let foreign = try await world.console.api(.consoleAdministrator, of: "other")
            for id in [uuid, "x", "7"] {
                let response = try await foreign.call(.get, "\(path)/\(id)", version: 2)
                try expectRefusal(response, 404, number: 404)
            }
            let reader = try await world.console.api(.readOnly, of: "acme")
            let write = try await reader.call(.patch, "\(path)/\(uuid)", body, version: 2)
            try expectRefusal(write, 403, number: 1011)
        }
    }

    @Test(arguments: [
        "getadmins", "users", "roles", "tags", "apns", "customattributes", "settings/enrollment/customization",
        "settings/agent/storage", "device-wipe-lock", "device-wipes",
    ])
    func `A group of another branch does not exist`(name: String) async throws {
        try await SmartGroupWorld.with { world in
            for id in ["\(world.other)", "999999", "x"] {
                let response = try await world.api.call(.get, "system/groups/\(id)/\(name)")
                try expectRefusal(response, 404, number: 6008)
            }
        }
    }

    @Test func `The audit of a group tells what became of its devices`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            _ = try await console.api.call(.put, "mdm/devices/1", #"{"AssetNumber":"9"}"#)
            _ = try await console.api.call(.post, "mdm/devices/1/commands?command=EnterpriseWipe")
            _ = try await console.api.call(.delete, "mdm/devices/2")
            let body = try await console.api.object("mdm/ogs/DEMO/devices/audit")
            #expect(body["Total"] as? Int == 2 && body["NextPage"] as? String == "")
            let devices = try #require(body["Devices"] as? [[String: Any]])
            #expect(devices.map { $0["SerialNumber"] as? String } == ["F2LX0001MOCK", "LAB2"])
            #expect(devices[0]["DeviceName"] as? String == "ada iPhone")
            let events = try #require(devices[0]["Events"] as? [[String: Any]])
            #expect(events.map { $0["Status"] as? String } == ["UnEnrolled", "Updated", "Inserted"])
            #expect(events[1]["UserName"] as? String == "admin" && events[1]["DateTime"] is String)
            for (query, count) in [
                ("serialnumber=LAB2", 1), ("Status=Deleted", 1), ("status=replaced", 0), ("enddate=2001-01-01", 0),
                ("startdate=2001-01-01", 2), ("page=1&pagesize=1", 1),
            ] {
                let found = try await console.api.object("mdm/ogs/demo/devices/audit?\(query)")["Devices"] as? [Any]
                #expect(found?.count == count, "\(query)")
            }
            let first = try await console.api.object("mdm/ogs/demo/devices/audit?pagesize=1")
            #expect(
                (first["NextPage"] as? String)?.hasSuffix("/api/mdm/ogs/demo/devices/audit?page=1&pagesize=1") == true)
            for query in ["status=x", "startdate=x"] {
                let response = try await console.api.call(.get, "mdm/ogs/demo/devices/audit?\(query)")
                try expectRefusal(response, 400, number: 400)
            }
            let foreign = try await console.api(.readOnly, of: "appreview")
            for code in ["demo", "nothing"] {
                try expectRefusal(try await foreign.call(.get, "mdm/ogs/\(code)/devices/audit"), 404, number: 6008)
            }
        }
    }
}
