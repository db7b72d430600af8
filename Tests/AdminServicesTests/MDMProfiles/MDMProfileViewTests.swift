import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// MDM profiles as every version shows them, found in every order, and told of in the log (AdminProfiles).
struct MDMProfileViewTests {
    /// Four profiles that differ in all that can be searched for, made a day apart.
    private static func fill(_ world: SmartGroupWorld) async throws {
        for (name, more, payloads, platform) in [
            ("delta", ",\"AssignmentType\":\"Optional\"", ",\"Wifi\":{\"a\":1}", "apple"),
            ("Alpha", ",\"IsActive\":false,\"Description\":\"for Kiosks\"", "", "android"),
            ("charlie", ",\"ManagedLocationGroupID\":\"\(world.field)\",\"ProfileContext\":\"User\"", "", "appleosx"),
            ("Bravo", ",\"Description\":\"Delta of old\"", ",\"VPN\":{},\"wifi\":{}", "apple"),
        ] {
            _ = try await world.createProfile(more, named: name, payloads: payloads, platform: platform)
            world.console.clock.advance(seconds: 86_400)
        }
    }

    @Test func `Every version has every member of a profile`() async throws {
        try await SmartGroupWorld.with { world in
            let given = try await world.create("", name: "Given")
            let kept = try await world.create("", name: "Kept")
            let id = try await world.createProfile(
                ",\"Description\":\"d\",\"AssignedSmartGroups\":[\(given)],\"ExcludedSmartGroups\":[\(kept)]",
                payloads: ",\"Wifi\":{\"a\":1},\"VPN\":[]")
            let uuid = try await world.uuid(of: "mdmProfile", id)
            let home = try await world.uuid(of: "organizationGroup", world.acme)
            let (one, other) = (
                try await world.uuid(of: "smartGroup", given), try await world.uuid(of: "smartGroup", kept)
            )
            try expectJSON(
                try await world.api.object("mdm/profiles/search"),
                """
                {"Page":0,"PageSize":500,"Total":1,"Profiles":[{"Id":{"Value":\(id)},"Uuid":"\(uuid)",
                 "ProfileName":"Wi-Fi","Description":"d","Platform":"Apple","ProfileType":"Standard","Status":"Active",
                 "AssignmentType":"Auto","Context":"Device","Version":1,"ManagedBy":"Acme",
                 "LocationGroupId":{"Id":{"Value":\(world.acme)},"Name":"Acme","Uuid":"\(home)"},
                 "ModifiedOn":"2026-03-05T10:20:30.000"}]}
                """)
            let second = try await world.api.object("mdm/profiles/search", version: 2)
            #expect(Set(second.keys) == ["ProfileList", "AdditionalInfo", "TotalResults"])
            try expectJSON(
                second["ProfileList"],
                """
                [{"ProfileId":\(id),"ProfileName":"Wi-Fi","ProfileUuid":"\(uuid)","Platform":"Apple",
                 "ProfileType":"Standard","ProfileStatus":"Active","AssignmentType":"Auto","Context":"Device",
                 "AssignmentSmartGroups":[{"Id":\(given),"Name":"Given","Uuid":"\(one)"}],
                 "ExcludedSmartGroups":[{"Id":\(kept),"Name":"Kept","Uuid":"\(other)"}],"ManagedBy":"Acme",
                 "OrganizationGroupId":\(world.acme),"OrganizationGroupUuid":"\(home)"}]
                """)
            let third = try await world.api.call(.post, "mdm/profiles/search", "{}", version: 3).json()
            var listed = try #require((third["profiles"] as? [[String: Any]])?.first)
            let payloads = try #require(listed.removeValue(forKey: "configured_payload") as? [[String: String]])
            #expect(Set(payloads.map { $0["name"] }) == ["Wifi", "VPN"] && third["total_count"] as? Int == 1)
            try expectJSON(
                listed,
                """
                {"uuid":"\(uuid)","name":"Wi-Fi","status":"ACTIVE","platform":"APPLE","context":"DEVICE",
                 "assignment_type":"AUTO","configuration_type":"PROFILE","managed_by":"Acme",
                 "organization_group_uuid":"\(home)","assigned_smart_groups":[{"Name":"Given","Uuid":"\(one)"}],
                 "excluded_smart_groups":[{"Name":"Kept","Uuid":"\(other)"}],"created_by_resource_profile":false}
                """)
            try expectJSON(
                try await world.general(id),
                """
                {"ProfileId":\(id),"ProfileUuid":"\(uuid)","Name":"Wi-Fi","Description":"d","Version":1,
                 "AssignmentType":"Auto","AllowRemoval":"Always","IsActive":true,"IsManaged":true,
                 "ProfileContext":"Device","ProfileScope":"Production","ManagedLocationGroupID":"\(world.acme)",
                 "AssignedSmartGroups":[{"SmartGroupId":\(given),"SmartGroupUuid":"\(one)","Name":"Given"}],
                 "ExcludedSmartGroups":[{"SmartGroupId":\(kept),"SmartGroupUuid":"\(other)","Name":"Kept"}]}
                """)
        }
    }

    @Test(arguments: [
        ("orderby=ProfileId&sortorder=DESC", "Bravo charlie Alpha delta"),
        ("orderby=modifiedon&sortorder=desc", "Bravo charlie Alpha delta"),
        ("orderby=status", "Alpha delta charlie Bravo"), ("orderby=platform", "Alpha delta Bravo charlie"),
        ("orderby=assignmenttype&sortorder=DESC", "delta Alpha charlie Bravo"),
        ("orderby=nothing", "delta Alpha charlie Bravo"),
        ("platform=apple&orderby=id&sortorder=DESC", "Bravo delta"), ("platform=5&status=Inactive", "Alpha"),
        ("searchtext=DELTA", "delta Bravo"), ("searchtext=delta&profilename=B", "Bravo"),
        ("searchtext=kiosk&status=active", ""), ("payloadname=WIFI", "delta Bravo"),
        ("payloadname=wifi&searchtext=old", "Bravo"), ("type=Optional&payloadName=Wifi", "delta"),
        ("type=user", "charlie"), ("profiletype=DEVICE&platform=2", "delta Bravo"),
        ("type=Standard&status=", "delta Alpha charlie Bravo"),
        ("organizationgroupid=FIELD", "charlie"), ("organizationgroupuuid=UUID&type=user", "charlie"),
        ("organizationgroupid=ACME&pagesize=3&page=1", "Bravo"), ("profilename=%25", ""),
        ("profilename=l", "delta Alpha charlie"),
        ("modifiedfrom=2026-03-06&modifiedtill=2026-03-07", "Alpha charlie"), ("modifiedtill=2026-03-05", "delta"),
        ("modifiedtill=2026-03-05T10:20:29", ""), ("modifiedfrom=03/08/2026", "Bravo"),
        ("modifiedfrom=2026-03-08T10:20:30&modifiedtill=2026-03-08T10:20:30", "Bravo"),
    ])
    func `Profiles are found and ordered, alike in versions 1 and 2`(query: String, names: String) async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let uuid = try await world.uuid(of: "organizationGroup", world.field)
            let query = query.replacing("FIELD", with: "\(world.field)").replacing("UUID", with: uuid)
                .replacing("ACME", with: "\(world.acme)")
            for (version, list) in [(1, "Profiles"), (2, "ProfileList")] {
                let answer = try await world.api.call(.get, "mdm/profiles/search?\(query)", version: version)
                #expect(answer.status == (names.isEmpty ? .noContent : .ok), "\(answer.text)")
                if names.isEmpty { continue }
                let found = try #require(try answer.json()[list] as? [[String: Any]])
                #expect(found.compactMap { $0["ProfileName"] as? String }.joined(separator: " ") == names, "\(version)")
            }
        }
    }

    @Test(arguments: [
        ("{}", "delta Alpha charlie Bravo", 4), (#"{"page_number":2,"page_size":3}"#, "Bravo", 4),
        (#"{"page_number":3,"page_size":3}"#, "", 4), (#"{"platform":"ANDROID","status":"inactive"}"#, "Alpha", 1),
        (#"{"platform":"2","search_text":"delta","page_size":"1"}"#, "delta", 2), (#"{"search_text":"zzz"}"#, "", 0),
        (#"{"search_text":"","platform":"","status":"","organization_group_uuid":""}"#, "delta Alpha charlie Bravo", 4),
        (#"{"profileSearchRequestV3Model":{"page_number":1,"page_size":3,"status":"ACTIVE"}}"#, "", 3),
        (#"{"PROFILESEARCHREQUESTV3MODEL":{"Page_Number":0,"PAGE_SIZE":"2"}}"#, "delta Alpha", 4),
        (#"{"organization_group_uuid":"UUID"}"#, "charlie", 1), (#"{"page_number":1000000000}"#, "", 4),
    ])
    func `Version 3 narrows and pages, and counts all`(body: String, names: String, total: Int) async throws {
        try await SmartGroupWorld.with { world in
            try await Self.fill(world)
            let uuid = try await world.uuid(of: "organizationGroup", world.field)
            let answer = try await world.api.call(
                .post, "mdm/profiles/search", body.replacing("UUID", with: uuid), version: 3)
            #expect(answer.status == .ok, "\(answer.text)")
            let found = try #require(try answer.json()["profiles"] as? [[String: Any]])
            #expect(found.compactMap { $0["name"] as? String }.joined(separator: " ") == names)
            #expect(try answer.json()["total_count"] as? Int == total)
        }
    }

    @Test func `The log tells what a profile was and became, and no payload`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create("", name: "Given")
            let id = try await world.createProfile(payloads: ",\"Wifi\":{\"Key\":\"hush-hush\"}")
            let created = try await world.console.latestEvent("mdmProfile.created")
            #expect(created["subject"] as? String == "Wi-Fi" && created["group"] as? String == "acme")
            #expect(created["actor"] as? String == world.api.username && created["before"] == nil)
            let fields = try #require(created["after"] as? [String: Any])
            #expect(fields["version"] as? String == "1" && fields["isActive"] as? String == "true")
            #expect((fields["payloads"] as? String)?.contains("Wifi") == true)
            let update = """
                {"General":{"ProfileId":\(id),"Name":"Guests","CreateNewVersion":true,"AssignedSmartGroups":[\(group)]},
                 "VPN":{"Key":"hush-hush"}}
                """
            let answer = try await world.api.call(.post, "mdm/profiles/platforms/apple/update", update)
            #expect(answer.status == .noContent, "\(answer.text)")
            let updated = try await world.console.latestEvent("mdmProfile.updated")
            let before = try #require(updated["before"] as? [String: Any])
            let after = try #require(updated["after"] as? [String: Any])
            for (name, old, new) in [("name", "Wi-Fi", "Guests"), ("version", "1", "2")] {
                #expect(before[name] as? String == old && after[name] as? String == new, "\(name)")
            }
            #expect(after["assignedSmartGroups"] as? String == "\(group)")
            #expect(try await world.api.call(.delete, "mdm/profiles/\(id)").status == .ok)
            let deleted = try await world.console.latestEvent("mdmProfile.deleted")
            #expect(deleted["subject"] as? String == "Guests" && deleted["after"] == nil)
            let log = try await world.console.admin(.get, "/_mock/events?pageSize=500").text
            #expect(!log.contains("hush-hush"))
        }
    }

    @Test func `A device of a profile has every member`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create(",\"Models\":[\"iPhone 15\"]", name: "Phones")
            let id = try await world.createProfile(",\"AssignedSmartGroups\":[\(group)]")
            let device = try await world.api.object("mdm/devices?searchby=Udid&id=d1")
            let number = try #require((device["Id"] as? [String: Int])?["Value"])
            let body = try await world.api.object("mdm/profiles/\(id)/devices")
            #expect(Set(body.keys) == ["profileAssignedDevices", "TotalResults", "AdditionalInfo"])
            var listed = try #require((body["profileAssignedDevices"] as? [[String: Any]])?.first)
            #expect(listed.removeValue(forKey: "friendlyName") is String)
            try expectJSON(
                listed,
                """
                {"id":\(number),"uuid":"\(try await world.uuid(of: "device", Int64(number)))","udid":"D1",
                 "serialNumber":"","model":"iPhone 15","osVersion":"17.3.1","ownership":"CorporateDedicated",
                 "platform":"Apple","organizationGroupName":"Acme","userName":"ada","status":"PendingInstall",
                 "installedProfileVersion":0}
                """)
        }
    }

    @Test func `A profile is made and changed by XML`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create("", name: "Given")
            let made = try await world.api.call(
                .post, "mdm/profiles/platforms/apple/create",
                """
                <AppleProfile><General><Name>By &lt;XML&gt;</Name><IsActive>false</IsActive>
                <AssignedSmartGroups><SmartGroup><SmartGroupId>\(group)</SmartGroupId></SmartGroup></AssignedSmartGroups>
                </General><Wifi><Ssid>a&amp;b</Ssid></Wifi></AppleProfile>
                """)
            let id = try #require(Int64(made.text), "\(made.text)")
            let general = try await world.general(id)
            #expect(general["Name"] as? String == "By <XML>" && general["IsActive"] as? Bool == false)
            let assigned = try #require(general["AssignedSmartGroups"] as? [[String: Any]])
            #expect(assigned.map { $0["Name"] as? String } == ["Given"])
            let update = try await world.api.call(
                .post, "mdm/profiles/platforms/apple/update",
                "<P><General><ProfileId>\(id)</ProfileId><Name>Renamed</Name></General></P>")
            #expect(update.status == .noContent && update.text.isEmpty)
            #expect((try await world.profile(id)["Wifi"] as? [String: String]) == ["Ssid": "a&b"])
            let list = try await world.api.call(
                .get, "mdm/profiles/search", headers: ["Accept": "application/xml"])
            #expect(list.text.contains("<ProfileName>Renamed</ProfileName>") && list.text.contains("<Total>1</Total>"))
        }
    }
}
