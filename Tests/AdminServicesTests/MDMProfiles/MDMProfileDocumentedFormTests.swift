import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Version 3 of MDM profiles by documented names (AdminProfiles).
struct MDMProfileDocumentedFormTests {
    @Test func `Version 3 of a profile has documented members, which are no payloads when they come back`() async throws
    {
        try await SmartGroupWorld.with { world in
            let group = try await world.create("", name: "g")
            let id = try await world.createProfile(
                ",\"Description\":\"d\",\"AssignedSmartGroups\":[\(group)]", named: "P", payloads: ",\"Wifi\":{\"a\":1}"
            )
            let second = try await world.api.object("mdm/profiles/\(id)", version: 2)
            #expect(second["name"] == nil && second["Wifi"] is [String: Any])
            let third = try await world.api.call(.get, "mdm/profiles/\(id)", version: 3)
            let body = try third.json()
            #expect(body["name"] as? String == "P" && body["description"] as? String == "d")
            #expect(body["platform"] as? String == "APPLE" && body["profile_context"] as? String == "DEVICE")
            #expect(body["version"] as? Int == 1 && body["is_active"] as? Bool == true)
            #expect((body["payloads"] as? [[String: String]])?.first?["type"] == "Wifi")
            #expect((body["assigned_smart_groups"] as? [String])?.count == 1)
            #expect((body["profile_uuid"] as? String)?.count == 36 && body["General"] is [String: Any])
            let back = third.text.replacing("\"General\":{", with: "\"General\":{\"CreateNewVersion\":true,")
            let changed = try await world.api.call(.post, "mdm/profiles/platforms/apple/update", back)
            #expect(changed.status == .noContent, "\(changed.text)")
            let after = try await world.api.object("mdm/profiles/\(id)", version: 2)
            #expect(Set(after.keys) == ["General", "Wifi"])
        }
    }

    @Test func `The profiles of a device have their status as a number in version 1`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create("", name: "g")
            let id = try await world.createProfile(",\"AssignedSmartGroups\":[\(group)]", named: "P")
            _ = try await world.createProfile(
                ",\"AssignmentType\":\"Optional\",\"AssignedSmartGroups\":[\(group)]", named: "O")
            func statuses() async throws -> [Int] {
                let page = try await world.api.object("mdm/devices/1/profiles")
                return (page["DeviceProfiles"] as? [[String: Any]] ?? []).compactMap { $0["Status"] as? Int }
            }
            func report(_ status: String) async throws {
                let answer = try await world.console.admin(
                    .put, "/_mock/devices/d1/mdm-profiles/\(id)", text: "{\"status\":\"\(status)\"}")
                #expect(answer.status.kind == .successful, "\(answer.text)")
            }
            #expect(try await statuses() == [1, 0])
            try await report("Installed")
            #expect(try await statuses() == [3, 0])
            let removal = try await world.api.call(.post, "mdm/profiles/\(id)/remove", #"{"DeviceId":1}"#)
            #expect(removal.status == .ok)
            #expect(try await statuses() == [3, 0])
            try await report("Removed")
            #expect(try await statuses() == [6, 0])
        }
    }

    @Test func `The search of version 3 takes documented filters`() async throws {
        try await SmartGroupWorld.with { world in
            for (name, members, payloads) in [
                ("A", ",\"AssignmentType\":\"Compliance\"", ",\"Wifi\":{}"),
                ("B", ",\"AssignmentType\":\"Interactive\"", ",\"EmailList\":[]"),
                ("C", ",\"ProfileContext\":\"User\"", ",\"Vpn\":{}"),
                ("D", ",\"ManagedLocationGroupID\":\"\(world.field)\"", ",\"Wifi\":{}"),
            ] {
                _ = try await world.createProfile(members, named: name, payloads: payloads)
            }
            let acme = try await world.console.groupUUID("acme")
            for (filter, names) in [
                ("", ["A", "B", "C", "D"]), (#""payloads":["wifi","vpn"]"#, ["A", "C", "D"]), (#""context":2"#, ["C"]),
                (#""exclude_compliance_profile":true"#, ["B", "C", "D"]),
                (#""exclude_interactive_profile":true,"exclude_compliance_profile":true"#, ["C", "D"]),
                (#""organization_group_uuid":"\#(acme)","exclude_child_organization_group":true"#, ["A", "B", "C"]),
                (#""sort_by":"name","sort_order":"DESC""#, ["D", "C", "B", "A"]),
            ] {
                let answer = try await world.api.call(.post, "mdm/profiles/search", "{\(filter)}", version: 3)
                let found = try #require(try answer.json()["profiles"] as? [[String: Any]], "\(answer.text)")
                #expect(found.compactMap { $0["name"] as? String } == names, "\(filter)")
                let payload = (found.first?["configured_payload"] as? [[String: String]])?.first
                #expect(payload?["name"] == payload?["display_key"] && payload != nil)
                #expect(found.first?["created_by_resource_profile"] as? Bool == false)
            }
            try expectRefusal(
                try await world.api.call(.post, "mdm/profiles/search", #"{"context":"Toaster"}"#, version: 3), 400,
                number: 400)
        }
    }
}
