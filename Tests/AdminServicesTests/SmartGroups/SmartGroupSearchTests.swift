import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOFoundationEssentialsCompat
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Lists of smart groups, of their devices and apps (AdminSmartGroups).
struct SmartGroupSearchTests {
    @Test func `A search tells what a list shows`() async throws {
        try await SmartGroupWorld.with { world in
            let found = try await world.api.object("mdm/smartgroups/search?name=every")
            #expect(found["Page"] as? Int == 0 && found["PageSize"] as? Int == 500 && found["Total"] as? Int == 1)
            let group = try #require((found["SmartGroups"] as? [[String: Any]])?.first)
            #expect(
                Set(group.keys) == [
                    "Name", "SmartGroupID", "SmartGroupUuid", "ManagedByOrganizationGroupId",
                    "ManagedByOrganizationGroupName", "ManagedByOrganizationGroupUuid", "Devices", "Assignments",
                    "Exclusions",
                ])
            #expect(group["Devices"] as? Int == 3 && group["Assignments"] as? Int == 1)
        }
    }

    @Test func `Parameters narrow and order, and nothing is 204`() async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.create("", name: "Beta testers")
            _ = try await world.create(",\"ManagedByOrganizationGroupId\":\(world.field)", name: "Alpha")
            _ = try await world.create("", name: "beta")
            let all = ["Everybody", "Beta testers", "Alpha", "beta"]
            for (query, names) in [
                ("", all), ("name=", all), ("name=nothing", []), ("name=BETA", ["beta", "Beta testers"]),
                ("name=beta&orderby=smartgroupid", ["Beta testers", "beta"]),
                ("sortorder=desc", ["beta", "Alpha", "Beta testers", "Everybody"]),
                ("Name=a", ["Beta testers", "Alpha", "beta"]), ("name=%25", []),
                ("organizationgroupid=\(world.field)", ["Alpha"]), ("OrganizationGroupId=\(world.acme)", all),
                ("organizationgroupid=\(world.other)", []), ("organizationgroupid=7", all),
                ("managedbyorganizationgroupid=\(world.acme)", ["Everybody", "Beta testers", "beta"]),
                ("orderby=smartgroupid&sortorder=DESC", ["beta", "Alpha", "Beta testers", "Everybody"]),
                ("orderby=name", ["Alpha", "beta", "Beta testers", "Everybody"]),
                ("orderby=Name&sortorder=desc", ["Everybody", "Beta testers", "beta", "Alpha"]),
                ("orderby=colour", all), ("pagesize=2", ["Everybody", "Beta testers"]),
                ("page=1&pagesize=2", ["Alpha", "beta"]), ("page=2&pagesize=2", []), ("pagesize=999999", all),
                ("unknown=1", all),
            ] {
                let found = try await world.search(query)
                #expect(found == names, "\(query)")
            }
            let page = try await world.api.object("mdm/smartgroups/search?page=1&pagesize=3")
            #expect(page["Total"] as? Int == 4 && (page["SmartGroups"] as? [Any])?.count == 1)
            for query in ["page=x", "page=-1", "pagesize=-5", "organizationgroupid=x", "modifiedfrom=yesterday"] {
                let response = try await world.api.call(.get, "mdm/smartgroups/search?\(query)")
                try expectRefusal(response, 400, number: 400)
            }
        }
    }

    @Test func `A search by the time of the last change`() async throws {
        try await SmartGroupWorld.with { world in
            world.console.clock.advance(seconds: 86_400 * 3)
            let id = try await world.create("", name: "late")
            for (query, names) in [
                ("modifiedfrom=2026-03-08", ["late"]), ("modifiedtill=03/05/2026", ["Everybody"]),
                ("modifiedfrom=2026-03-05&modifiedtill=2026-03-08", ["Everybody", "late"]),
                ("modifiedfrom=2026-03-09", []), ("modifiedtill=2026-03-08T10:20:29", ["Everybody"]),
                ("modifiedfrom=2026/03/08 10:20:30", ["late"]),
            ] {
                let found = try await world.search(query.replacing(" ", with: "%20"))
                #expect(found == names, "\(query)")
            }
            world.console.clock.advance(seconds: 86_400)
            _ = try await world.api.call(.put, "mdm/smartgroups/\(id)", #"{"Name":"late"}"#)
            #expect(try await world.search("modifiedfrom=2026-03-09") == [], "nothing was different")
            _ = try await world.api.call(.put, "mdm/smartgroups/\(id)", #"{"Name":"later"}"#)
            #expect(try await world.search("modifiedfrom=2026-03-09") == ["later"])
        }
    }

    @Test func `An administrator finds what their own subtree manages`() async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.create(",\"ManagedByOrganizationGroupId\":\(world.field)", name: "low")
            let lower = try await world.console.api(.consoleAdministrator, of: "field")
            #expect(try await world.search("", lower) == ["low"])
            let other = try await world.console.api(.consoleAdministrator, of: "other")
            #expect(try await world.search("", other) == ["Foreign"])
            let names = try await world.search("orderby=smartgroupid", world.console.api)
            #expect(names.contains("Foreign") && names.contains("low") && names.contains("All Devices"))
        }
    }

    @Test func `Members are listed with what is known of them`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create("")
            let list = try await world.api.object("mdm/smartgroups/\(id)/devices")
            let devices = try #require(list["Devices"] as? [[String: Any]])
            #expect(devices.count == 3 && list["Total"] as? Int == 3)
            let first = devices[0]
            #expect(first["Id"] is String && first["Name"] is String && first["Username"] as? String == "ada")
            #expect(first["Platform"] as? String == "Apple" && first["Model"] as? String == "iPhone 15")
            #expect(first["OSVersion"] as? String == "17.3.1")
            #expect(first["Ownership"] as? String == "CorporateDedicated")
            for (query, count) in [
                ("seensince=2026-03-01", 2), ("seentill=2026-03-01", 1), ("seensince=2026-03-06", 0),
                ("seensince=2026-02-01&seentill=2026-03-05", 3), ("pagesize=2", 2), ("page=1&pagesize=2", 1),
                ("page=2&pagesize=2", 0),
            ] {
                let response = try await world.api.call(.get, "mdm/smartgroups/\(id)/devices?\(query)")
                if count == 0 {
                    #expect(response.status == .noContent && response.headers[.contentType] == nil, "\(query)")
                } else {
                    #expect((try response.json()["Devices"] as? [Any])?.count == count, "\(query)")
                }
            }
            let bad = try await world.api.call(.get, "mdm/smartgroups/\(id)/devices?seensince=x")
            try expectRefusal(bad, 400, number: 400)
        }
    }

    @Test func `Devices outside the subtree of the one who asks are not listed`() async throws {
        try await SmartGroupWorld.with { world in
            let outside = try await world.console.parts.core.database.add(try .test("outside", groupID: world.acme))
            let body =
                "{\"Name\":\"x\",\"ManagedByOrganizationGroupId\":\(world.field),\"DeviceAdditions\":[\(outside)]}"
            let created = try await world.api.call(.post, "mdm/smartgroups", body)
            let id = try created.json()["Value"] as? Int ?? 0
            let lower = try await world.console.api(.consoleAdministrator, of: "field")
            let seen = try await lower.object("mdm/smartgroups/\(id)/devices")
            #expect(seen["Total"] as? Int == 2)
            let all = try await world.api.object("mdm/smartgroups/\(id)/devices")
            #expect(all["Total"] as? Int == 3)
        }
    }

    @Test func `Apps that are assigned are listed, none is an empty list`() async throws {
        try await SmartGroupWorld.with { world in
            let used = try #require(
                try await world.console.parts.value("SELECT id FROM smartGroup WHERE name = 'Everybody'", Int64.self))
            let response = try await world.api.call(.get, "mdm/smartgroups/\(used)/apps")
            let apps = try #require(
                try JSONSerialization.jsonObject(with: Data(buffer: response.body)) as? [[String: Any]])
            #expect(apps.count == 1 && apps[0]["bundleId"] as? String == "com.acme.notes")
            #expect(apps[0]["applicationName"] as? String == "Notes" && apps[0]["version"] as? String == "2.1")
            #expect(apps[0]["managedBy"] as? String == "Acme" && apps[0]["platform"] as? String == "Apple")
            #expect(apps[0]["id"] is Int && (apps[0]["uuid"] as? String)?.count == 36)
            let id = try await world.create("")
            let none = try await world.api.call(.get, "mdm/smartgroups/\(id)/apps")
            #expect(none.status == .ok && none.text == "[]")
        }
    }

    @Test func `The count follows devices and criteria at once, in search and by itself`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create(",\"OrganizationGroups\":[\(world.field)],\"Tags\":[\(world.pilot)]")
            func expect(_ count: Int, _ comment: String) async throws {
                #expect(try await world.devices(id) == count, "\(comment)")
                let found = try await world.api.object("mdm/smartgroups/search?name=s")
                let groups = found["SmartGroups"] as? [[String: Any]] ?? []
                let group = groups.first { $0["Name"] as? String == "s" }
                #expect(group?["Devices"] as? Int == count, "\(comment)")
            }
            try await expect(0, "no device has the tag")
            for (device, change, count) in [
                ("d2", #"{"tags":["pilot"]}"#, 1), ("d1", #"{"tags":["pilot"]}"#, 1), ("d1", #"{"group":"field"}"#, 2),
                ("d1", #"{"enrollmentStatus":"Registered"}"#, 1), ("d1", #"{"enrollmentStatus":"Enrolled"}"#, 2),
                ("d2", #"{"tags":[]}"#, 1), ("d1", #"{"group":"acme"}"#, 0),
            ] {
                let changed = try await world.console.admin(.patch, "/_mock/devices/\(device)", text: change)
                #expect(changed.status == .ok, "\(changed.text)")
                try await expect(count, "\(device) \(change)")
            }
            _ = try await world.api.call(.patch, "mdm/smartgroups/\(id)", #"{"Tags":[]}"#)
            try await expect(2, "the tag is not asked for any more")
            _ = try await world.api.call(
                .patch, "mdm/smartgroups/\(id)", "{\"UserExclusions\":[{\"Id\":\"\(world.ada)\"}]}")
            try await expect(1, "ada is kept out")
        }
    }
}

/// What only a mock tells of smart groups (AdminSmartGroups).
struct SmartGroupPreviewTests {
    @Test func `A smart group that is not saved shows its members and why`() async throws {
        try await SmartGroupWorld.with { world in
            let body =
                "{\"ManagedByOrganizationGroupId\":\(world.acme),\"Models\":[\"iPad\"],\"UserAdditions\":[\(world.bob)]}"
            let response = try await world.console.admin(.post, "/_mock/smart-groups/preview", text: body)
            let page = try response.json()
            #expect(page["total"] as? Int == 2 && page["page"] as? Int == 0, "\(response.text)")
            let items = try #require(page["items"] as? [[String: Any]])
            #expect(items.map { $0["udid"] as? String } == ["d2", "d3"])
            #expect(
                items.map { $0["reason"] as? String } == ["all criteria hold", "the device or its user was added"])
            let second = try await world.console.admin(
                .post, "/_mock/smart-groups/preview?page=1&pageSize=1", text: body)
            #expect((try second.json()["items"] as? [[String: Any]])?.first?["udid"] as? String == "d3")
            let unchanged = try await world.search("")
            #expect(unchanged == ["Everybody"])
            let empty = try await world.api.console.admin(
                .post, "/_mock/smart-groups/preview", text: #"{"CriteriaType":"UserDevice"}"#)
            #expect(try empty.json()["total"] as? Int == 0)
            let bad = try await world.console.admin(
                .post, "/_mock/smart-groups/preview", text: #"{"CriteriaType":"x"}"#)
            try expectRefusal(bad, 400, number: 400)
            let gone = try await world.console.admin(.post, "/_mock/smart-groups/preview", text: #"{"Tags":[999]}"#)
            try expectRefusal(gone, 400, number: 400)
        }
    }

    @Test func `A preview is what the smart group has once it is saved`() async throws {
        try await SmartGroupWorld.with { world in
            for criteria in [
                "", ",\"Platforms\":[\"Apple\"]", ",\"OperatingSystems\":[{\"Operator\":\">\",\"Value\":\"17.3\"}]",
                ",\"UserGroups\":[\(world.sales)],\"UserExclusions\":[\(world.bob)]",
                ",\"UserGroupExclusions\":[\(world.sales)]", ",\"ManagementTypes\":[\"MDM\"]",
                ",\"CriteriaType\":\"UserDevice\",\"UserAdditions\":[\(world.ada)]", ",\"CPUArchitectures\":[\"x\"]",
            ] {
                let body = "{\"Name\":\"n\",\"ManagedByOrganizationGroupId\":\(world.acme)\(criteria)}"
                let preview = try await world.console.admin(.post, "/_mock/smart-groups/preview", text: body)
                let id = try await world.create(criteria, name: "n")
                let counted = try await world.devices(id)
                #expect(try preview.json()["total"] as? Int == counted, "\(criteria)")
                _ = try await world.api.call(.delete, "mdm/smartgroups/\(id)")
            }
        }
    }

    @Test func `A device tells which smart groups contain it, and why`() async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.create(",\"Platforms\":[\"Android\"]", name: "droids")
            _ = try await world.create(",\"Platforms\":[\"Apple\"],\"Models\":[\"iPhone 15\"]", name: "phones")
            let own = try await world.console.adminJSON("/_mock/devices/d1/smart-groups")
            let items = try #require(own["items"] as? [[String: Any]])
            #expect(items.map { $0["name"] as? String } == ["Everybody", "phones"])
            #expect(items.allSatisfy { $0["isMember"] as? Bool == true && $0["groupId"] as? String == "acme" })
            #expect((items[1]["criteria"] as? [[String: Any]])?.count == 2)
            let all = try await world.console.adminJSON("/_mock/devices/d1/smart-groups?all=true")
            let verdicts = try #require(all["items"] as? [[String: Any]])
            let droids = verdicts.first { $0["name"] as? String == "droids" }
            #expect(droids?["isMember"] as? Bool == false)
            #expect(droids?["reason"] as? String == "these criteria do not hold: platform")
            #expect(verdicts.contains { $0["name"] as? String == "Foreign" })
            var (paged, number): ([[String: Any]], Int) = ([], 0)
            while paged.count < verdicts.count, number <= verdicts.count {
                let path = "/_mock/devices/d1/smart-groups?all=true&pageSize=2&page=\(number)"
                let part = try await world.console.adminJSON(path)
                #expect(part["total"] as? Int == verdicts.count)
                paged += try #require(part["items"] as? [[String: Any]])
                number += 1
            }
            #expect(number > 1 && paged as NSArray == verdicts as NSArray)
            let page = try await world.console.adminJSON("/_mock/devices/d1/smart-groups?page=1&pageSize=1")
            #expect(page["total"] as? Int == 2)
            #expect((page["items"] as? [[String: Any]])?.first?["name"] as? String == "phones")
            let registered = try await world.console.adminJSON("/_mock/devices/d4/smart-groups")
            #expect(registered["total"] as? Int == 0)
            let missing = try await world.console.admin(.get, "/_mock/devices/unknown/smart-groups")
            try expectRefusal(missing, 404, number: 404)
        }
    }

    @Test func `Members are named by id and by uuid, and the first that is unknown is told`() async throws {
        try await SmartGroupWorld.with { world in
            let uuid = try #require(
                try await world.console.parts.value(
                    "SELECT uuid FROM enrollmentUser WHERE id = \(world.bob)", String.self))
            let named = "\(world.ada),\"\(uuid.uppercased())\",\(world.ada)"
            let id = try await world.create(
                ",\"CriteriaType\":\"UserDevice\",\"UserAdditions\":[\(named)]", name: "mixed")
            let members = try #require(try await world.show(id)["UserAdditions"] as? [[String: Any]])
            #expect(members.count == 2)
            for (unknown, told) in [
                ("\(world.ada),998,999", "UserAdditions names 998"),
                ("\"00000000-0000-0000-0000-000000000000\",998", "UserAdditions names 00000000-"),
            ] {
                let body = "{\"Name\":\"x\",\"UserAdditions\":[\(unknown)]}"
                let answer = try await world.console.admin(.post, "/_mock/smart-groups/preview", text: body)
                try expectRefusal(answer, 400, number: 400, saying: told)
            }
        }
    }

    @Test func `Only the own subtree is asked`() async throws {
        try await SmartGroupWorld.with { world in
            let other = try await world.console.api(.readOnly, of: "other")
            let headers = [
                "Authorization": "Basic \(Data("\(other.username):\(other.password)".utf8).base64EncodedString())"
            ]
            let device = try await world.console.send(.get, "/_mock/devices/d1/smart-groups", headers: headers)
            #expect(device.status == .notFound)
            let preview = try await world.console.send(
                .post, "/_mock/smart-groups/preview", headers: headers, text: "{}")
            #expect(try preview.json()["total"] as? Int == 0)
            let foreign = try await world.console.send(
                .post, "/_mock/smart-groups/preview", headers: headers,
                text: "{\"ManagedByOrganizationGroupId\":\(world.acme)}")
            try expectRefusal(foreign, 400, number: 400)
        }
    }
}

/// As much as is allowed at once.
struct SmartGroupLimitTests {
    @Test func `A smart group may ask for a hundred versions and name a thousand users`() async throws {
        try await SmartGroupWorld.with { world in
            let versions = (0..<100).map { index in
                "{\"DeviceType\":\"P\(index % 50)\",\"Operator\":\"\(index % 2 == 0 ? ">" : "=")\",\"Value\":\"\(index)\"}"
            }
            let users = Array(repeating: "\(world.ada)", count: 1000)
            let id = try await world.create(
                ",\"OperatingSystems\":[\(versions.joined(separator: ","))],\"UserAdditions\":[\(users.joined(separator: ","))]"
            )
            #expect(try await world.devices(id) == 2)
            let group = try await world.show(id)
            #expect((group["UserAdditions"] as? [Any])?.count == 1)
            #expect((group["OperatingSystems"] as? [Any])?.count == 100)
            let why = try await world.console.adminJSON("/_mock/devices/d1/smart-groups")
            #expect(why["total"] as? Int == 2)
        }
    }
}
