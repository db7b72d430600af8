import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Searches of MDM profiles in every version (AdminProfiles, "Search").
struct MDMProfileSearchTests {
    /// Profiles `Mac`, `Phone` of field, and `Mail`, which is not active and has a payload.
    private static func fill(_ world: SmartGroupWorld) async throws -> (group: Int64, ids: [Int64]) {
        let group = try await world.create("", name: "g")
        let mac = try await world.createProfile(
            ",\"AssignmentType\":\"Optional\",\"ExcludedSmartGroups\":[\(group)]", named: "Mac", platform: "appleosx")
        world.console.clock.advance(seconds: 86_400)
        let phone = try await world.createProfile(
            ",\"ManagedLocationGroupID\":\"\(world.field)\",\"AssignedSmartGroups\":[\(group)]", named: "Phone")
        let mail = try await world.createProfile(
            ",\"IsActive\":false,\"Description\":\"Letters\"", named: "Mail", payloads: ",\"EmailList\":[{}]")
        return (group, [mac, phone, mail])
    }

    @Test func `Version 1 finds what all parameters together say`() async throws {
        try await SmartGroupWorld.with { world in
            _ = try await Self.fill(world)
            for (query, names) in [
                ("", ["Mac", "Phone", "Mail"]), ("profilename=MA", ["Mac", "Mail"]), ("platform=appleosx", ["Mac"]),
                ("platform=2&status=ACTIVE", ["Phone"]), ("status=inactive", ["Mail"]),
                ("organizationgroupid=\(world.field)", ["Phone"]), ("organizationgroupid=\(world.other)", []),
                ("type=Optional", ["Mac"]), ("type=standard", ["Mac", "Phone", "Mail"]), ("type=user", []),
                ("orderby=profilename&sortorder=DESC", ["Phone", "Mail", "Mac"]), ("platform=Toaster", []),
                ("modifiedfrom=2099-01-01", []), ("modifiedtill=2000-01-01", []), ("profilename=nothing", []),
                ("ownership=C", ["Mac", "Phone", "Mail"]), ("page=1&pagesize=2", ["Mail"]), ("page=9", []),
            ] as [(String, [String])] {
                #expect(try await world.profiles(query) == names, "\(query)")
            }
            let page = try await world.api.object("mdm/profiles/search?pagesize=1&page=1")
            #expect(page["Page"] as? Int == 1 && page["PageSize"] as? Int == 1 && page["Total"] as? Int == 3)
            let item = try #require((page["Profiles"] as? [[String: Any]])?.first)
            #expect((item["Id"] as? [String: Int])?["Value"] != nil && item["Status"] as? String == "Active")
            #expect((item["Uuid"] as? String)?.count == 36 && item["Platform"] as? String == "Apple")
            #expect((item["LocationGroupId"] as? [String: Any])?["Name"] as? String == "Field")
            for query in ["status=maybe", "ownership=mine", "organizationgroupid=x", "modifiedfrom=never", "page=x"] {
                try expectRefusal(
                    try await world.api.call(.get, "mdm/profiles/search?\(query)"), 400, number: 400)
            }
        }
    }

    @Test func `Ownership finds what may reach such devices, in both versions`() async throws {
        try await SmartGroupWorld.with { world in
            let everybody = try await world.create("", name: "whoever")
            let corporate = try await world.create(
                #","Ownerships":["CorporateDedicated","CorporateShared"]"#, name: "c")
            let byHand = try await world.create(#","CriteriaType":"UserDevice""#, name: "h")
            for (name, groups) in [
                ("All", "\(everybody)"), ("Corporate", "\(corporate)"), ("Hand", "\(byHand)"), ("None", ""),
                ("Both", "\(corporate),\(everybody)"),
            ] {
                _ = try await world.createProfile(
                    ",\"AssignedSmartGroups\":[\(groups)],\"ExcludedSmartGroups\":[]", named: name)
            }
            let all = ["All", "Corporate", "Hand", "None", "Both"]
            let others = ["All", "Hand", "None", "Both"]
            for (word, names) in [
                ("C", all), ("s", all), ("CorporateShared", all), ("E", others), ("employeeowned", others),
                ("Undefined", others), ("", all), ("Any", all), ("ALL", all),
            ] {
                #expect(try await world.profiles("ownership=\(word)") == names, "\(word)")
                let second = try await world.api.object("mdm/profiles/search?Ownership=\(word)", version: 2)
                #expect(second["TotalResults"] as? Int == names.count, "\(word)")
            }
            #expect(try await world.profiles("ownership=E&profilename=corp") == [])
        }
    }

    @Test(arguments: [
        ("[]", 1), (#"["PROFILE"]"#, 1), (#"["profile","RESOURCE"]"#, 1), (#""PROFILE""#, 1), ("null", 1),
        (#"[""]"#, 1),
        (#"["RESOURCE"]"#, 0), (#"["1"]"#, 0), (#"["PROFILES"]"#, 0),
    ])
    func `Version 3 narrows to types of configuration`(types: String, count: Int) async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.createProfile()
            for body in [
                #"{"configuration_types":\#(types)}"#,
                #"{"profileSearchRequestV3Model":{"configuration_types":\#(types),"page_number":0}}"#,
            ] {
                let answer = try await world.api.call(.post, "mdm/profiles/search", body, version: 3)
                #expect(try answer.json()["total_count"] as? Int == count, "\(answer.text)")
            }
            for bad in ["[{}]", "[[]]", "{}", "true"] {
                let answer = try await world.api.call(
                    .post, "mdm/profiles/search", #"{"configuration_types":\#(bad)}"#, version: 3)
                try expectRefusal(answer, 400, number: 400, saying: "configuration_types")
            }
        }
    }

    @Test func `Version 2 has smart groups, and 204 for nothing`() async throws {
        try await SmartGroupWorld.with { world in
            let nothing = try await world.api.call(.get, "mdm/profiles/search", version: 2)
            #expect(nothing.status == .noContent && nothing.text.isEmpty)
            let (group, ids) = try await Self.fill(world)
            let uuid = try #require(
                try await world.console.parts.value(
                    "SELECT uuid FROM organizationGroup WHERE id = \(world.field)", String.self))
            for (query, names) in [
                ("", ["Mac", "Phone", "Mail"]), ("searchtext=letter", ["Mail"]), ("payloadName=emaillist", ["Mail"]),
                ("organizationgroupuuid=\(uuid)", ["Phone"]), ("profiletype=Auto&status=Active", ["Phone"]),
            ] {
                let answer = try await world.api.object("mdm/profiles/search?\(query)", version: 2)
                let list = try #require(answer["ProfileList"] as? [[String: Any]])
                #expect(list.compactMap { $0["ProfileName"] as? String } == names, "\(query)")
                #expect(answer["TotalResults"] as? Int == names.count)
                #expect((answer["AdditionalInfo"] as? [String: Any])?["Links"] != nil)
            }
            let answer = try await world.api.object("mdm/profiles/search?searchtext=phone", version: 2)
            let phone = try #require((answer["ProfileList"] as? [[String: Any]])?.first)
            #expect(phone["ProfileId"] as? Int64 == ids[1] && phone["ManagedBy"] as? String == "Field")
            #expect(phone["ProfileStatus"] as? String == "Active" && phone["Context"] as? String == "Device")
            #expect(phone["OrganizationGroupId"] as? Int64 == world.field)
            #expect(phone["OrganizationGroupUuid"] as? String == uuid)
            let assigned = try #require(phone["AssignmentSmartGroups"] as? [[String: Any]])
            #expect(assigned.map { $0["Id"] as? Int64 } == [group] && assigned.first?["Name"] as? String == "g")
            #expect((phone["ExcludedSmartGroups"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `Version 3 takes the body wrapped or not, and has every profile once`() async throws {
        try await SmartGroupWorld.with { world in
            _ = try await Self.fill(world)
            func pages(_ numbers: ClosedRange<Int>, _ body: (Int) -> String) async throws -> [[String]] {
                var found: [[String]] = []
                for number in numbers {
                    let answer = try await world.api.call(
                        .post, "mdm/profiles/search", body(number), version: 3)
                    #expect(answer.status == .ok && answer.headers[.apiVersion] == "v3", "\(answer.text)")
                    #expect(try answer.json()["total_count"] as? Int == 3)
                    let profiles = try answer.json()["profiles"] as? [[String: Any]] ?? []
                    found.append(profiles.compactMap { $0["name"] as? String })
                }
                return found
            }
            let wrapped = try await pages(0...2) {
                "{\"profileSearchRequestV3Model\":{\"page_number\":\($0),\"page_size\":2}}"
            }
            #expect(wrapped == [["Mac", "Phone"], ["Mail"], []])
            let plain = try await pages(0...3) { "{\"page_number\":\($0),\"page_size\":2}" }
            #expect(plain == [["Mac", "Phone"], ["Mac", "Phone"], ["Mail"], []])
            #expect(try await pages(1...1) { _ in "" } == [["Mac", "Phone", "Mail"]])
        }
    }

    @Test func `Version 3 narrows, and refuses pages of more than 50`() async throws {
        try await SmartGroupWorld.with { world in
            let (_, ids) = try await Self.fill(world)
            let uuid = try #require(
                try await world.console.parts.value(
                    "SELECT uuid FROM organizationGroup WHERE id = \(world.field)", String.self))
            for (body, name) in [
                ("\"organization_group_uuid\":\"\(uuid)\"", "Phone"), ("\"platform\":\"APPLE_OS_X\"", "Mac"),
                ("\"search_text\":\"letters\"", "Mail"), ("\"status\":\"INACTIVE\",\"configuration_types\":[]", "Mail"),
            ] {
                let answer = try await world.api.call(.post, "mdm/profiles/search", "{\(body)}", version: 3)
                let profiles = try #require(try answer.json()["profiles"] as? [[String: Any]], "\(answer.text)")
                #expect(profiles.map { $0["name"] as? String } == [name], "\(body)")
            }
            let answer = try await world.api.call(
                .post, "mdm/profiles/search", "{\"search_text\":\"phone\"}", version: 3)
            let phone = try #require((try answer.json()["profiles"] as? [[String: Any]])?.first)
            let known = try await world.general(ids[1])["ProfileUuid"] as? String
            #expect(phone["uuid"] as? String == known)
            #expect(phone["status"] as? String == "ACTIVE" && phone["platform"] as? String == "APPLE")
            #expect(phone["context"] as? String == "DEVICE" && phone["assignment_type"] as? String == "AUTO")
            #expect(phone["managed_by"] as? String == "Field" && phone["organization_group_uuid"] as? String == uuid)
            #expect((phone["assigned_smart_groups"] as? [[String: String]])?.first?["Name"] == "g")
            for body in [
                "\"page_size\":51", "\"page_size\":0", "\"page_number\":-1", "\"status\":\"maybe\"",
                "\"organization_group_uuid\":\"x\"", "\"page_number\":99999999999999999999",
            ] {
                try expectRefusal(
                    try await world.api.call(.post, "mdm/profiles/search", "{\(body)}", version: 3), 400, number: 400)
            }
            let reader = try await world.console.api(.readOnly, of: "acme")
            #expect(try await reader.call(.post, "mdm/profiles/search", version: 3).status == .ok)
            let stranger = try await world.console.api(.consoleAdministrator, of: "other")
            let none = try await stranger.call(.post, "mdm/profiles/search", "{}", version: 3)
            let count = try none.json()["total_count"] as? Int
            #expect(none.status == .ok && count == 0)
        }
    }
}
