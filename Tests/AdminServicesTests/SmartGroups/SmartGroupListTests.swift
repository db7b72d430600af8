import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole

/// Lists about smart groups in pages, by every id, member by member and as XML (AdminSmartGroups).
struct SmartGroupListTests {
    @Test func `Smart groups and their devices come in pages`() async throws {
        try await SmartGroupWorld.with { world in
            for name in ["Beta", "alpha", "Gamma"] { _ = try await world.create("", name: name) }
            for version in 1...2 {
                try await PagedList("mdm/smartgroups/search", "SmartGroups", version: version)
                    .check(world.api, total: 4)
            }
            try await PagedList("mdm/smartgroups/search?orderby=name&sortorder=desc", "SmartGroups")
                .check(world.api, total: 4)
            try await PagedList("mdm/smartgroups/search?name=a", "SmartGroups").check(world.api, total: 3)
            let id = try await world.create(",\"Platforms\":[\"Apple\"],\"UserAdditions\":[\(world.bob)]")
            let uuid = try #require(try await world.show(id)["SmartGroupUuid"] as? String)
            for reference in ["\(id)", uuid] {
                try await PagedList("mdm/smartgroups/\(reference)/devices", "Devices").check(world.api, total: 3)
                try await PagedList("mdm/smartgroups/\(reference)/devices?seensince=2026-03-01", "Devices")
                    .check(world.api, total: 2)
            }
        }
    }

    @Test func `A smart group and its devices have exactly these members`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create(",\"Models\":[\"iPad\"],\"ManagedByOrganizationGroupId\":\(world.field)")
            let uuid = try #require(try await world.show(id)["SmartGroupUuid"] as? String)
            let home = try await world.console.groupUUID("field")
            let summary = """
                "Name":"s","SmartGroupID":\(id),"SmartGroupUuid":"\(uuid)",
                "ManagedByOrganizationGroupId":"\(world.field)","ManagedByOrganizationGroupName":"Field",
                "ManagedByOrganizationGroupUuid":"\(home)","Devices":1,"Assignments":0,"Exclusions":0
                """
            let found = try await world.api.object(
                "mdm/smartgroups/search?name=s&managedbyorganizationgroupid=\(world.field)")
            try expectJSON(found["SmartGroups"], "[{\(summary)}]")
            try expectJSON(
                try await world.show(id),
                """
                {\(summary),"CriteriaType":"All","OrganizationGroups":[],"UserGroups":[],"Tags":[],"Ownerships":[],
                 "Platforms":[],"Models":["iPad"],"OperatingSystems":[],"OEMAndModels":[],"UserAdditions":[],
                 "DeviceAdditions":[],"UserExclusions":[],"DeviceExclusions":[],"UserGroupExclusions":[],
                 "ManagementTypes":[],"EnrollmentCategories":[],"CpuArchitectures":[]}
                """)
            let list = try await world.api.object("mdm/smartgroups/\(id)/devices")
            var device = try #require((list["Devices"] as? [[String: Any]])?.first)
            let number = try #require(device.removeValue(forKey: "Id") as? String)
            #expect(Int(number) != nil)
            #expect(UUID(uuidString: device.removeValue(forKey: "Uuid") as? String ?? "") != nil)
            try expectJSON(
                device,
                """
                {"Name":"","Username":"ada","Model":"iPad","OSVersion":"18.0","Platform":"Apple",
                 "Ownership":"EmployeeOwned"}
                """)
        }
    }

    @Test func `Lists are XML for those who ask, and an empty one has no form`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.create(",\"Models\":[\"iPhone 15\"],\"CriteriaType\":\"All\"")
            let used = try #require(
                try await world.console.parts.value("SELECT id FROM smartGroup WHERE name = 'Everybody'", Int64.self))
            let empty = try await world.create(",\"CriteriaType\":\"UserDevice\"", name: "empty")
            let xml = ["Accept": "application/xml"]
            for (path, root, fragment) in [
                ("search", "SmartGroupSearchResult", "<SmartGroups><Assignments>1</Assignments><Devices>3</Devices>"),
                ("\(id)/devices", "SmartGroupDevices", "<Model>iPhone 15</Model>"),
                ("\(used)/apps", "SmartGroupApps", "<Item><applicationName>Notes</applicationName>"),
                ("\(empty)/apps", "SmartGroupApps", "></SmartGroupApps>"),
            ] {
                let response = try await world.api.call(.get, "mdm/smartgroups/\(path)", headers: xml)
                #expect(response.headers[.contentType] == "application/xml; charset=utf-8", "\(path)")
                #expect(response.text.contains("<\(root) xmlns=\"\(AdminAnswer.namespace)\">"), "\(response.text)")
                #expect(response.text.contains(fragment), "\(response.text)")
            }
            let none = try await world.api.call(.get, "mdm/smartgroups/\(empty)/devices", headers: xml)
            #expect(none.status == .noContent && none.headers[.contentType] == nil)
            let second = try await world.api.call(
                .get, "mdm/smartgroups/\(id)", headers: ["Accept": "application/xml;version=2"])
            #expect(second.headers[.contentType] == "application/json; charset=utf-8")
        }
    }

    @Test func `Filters of a search hold together and in any letter case`() async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.create("", name: "Beta")
            _ = try await world.create(",\"ManagedByOrganizationGroupId\":\(world.field)", name: "BETA")
            world.console.clock.advance(seconds: 86_400)
            _ = try await world.create(",\"ManagedByOrganizationGroupId\":\(world.field)", name: "Better")
            let (field, uuid) = (world.field, try await world.console.groupUUID("field").uppercased())
            for (query, names) in [
                ("name=BET&OrganizationGroupID=\(field)", ["BETA", "Better"]),
                ("Name=bet&managedByOrganizationGroupId=\(world.acme)", ["Beta"]),
                ("organizationgroupid=\(uuid)", ["BETA", "Better"]),
                ("name=beta&modifiedfrom=2026-03-06", []), ("name=bet&modifiedfrom=2026-03-06", ["Better"]),
                ("organizationgroupid=\(field)&modifiedtill=2026-03-05&orderby=name", ["BETA"]),
                ("name=bet&orderby=name&sortorder=DESC&pagesize=1", ["Better"]),
                ("organizationgroupid=\(field)&managedbyorganizationgroupid=\(world.acme)", []),
                ("name=BETA", ["Beta", "BETA"]), ("name=beta", ["Beta", "BETA"]),
                (
                    "name=&organizationgroupid=&managedbyorganizationgroupid=&modifiedfrom=&modifiedtill=&orderby=id",
                    ["Everybody", "Beta", "BETA", "Better"]
                ),
            ] {
                let found = try await world.search(query)
                #expect(found == names, "\(query)")
            }
        }
    }

    @Test func `Apps of a smart group are those of the administrator's groups, by id`() async throws {
        try await SmartGroupWorld.with { world in
            let used = try #require(
                try await world.console.parts.value("SELECT id FROM smartGroup WHERE name = 'Everybody'", Int64.self))
            try await world.console.execute(
                """
                INSERT INTO applicationAssignment (applicationId, smartGroupId, priority, createdAt)
                SELECT id, \(used), 5, 0 FROM application WHERE bundleId = 'com.example.review'
                """)
            let own = try jsonList(try await world.api.call(.get, "mdm/smartgroups/\(used)/apps").text)
            #expect(own.map { $0["bundleId"] as? String } == ["com.acme.notes"])
            let all = try jsonList(try await world.console.api.call(.get, "mdm/smartgroups/\(used)/apps").text)
            #expect(Set(all.compactMap { $0["bundleId"] as? String }) == ["com.acme.notes", "com.example.review"])
            #expect(all.compactMap { $0["id"] as? Int } == all.compactMap { $0["id"] as? Int }.sorted())
            #expect(try await world.show(used)["Assignments"] as? Int == 2)
        }
    }

    @Test func `A device that changes its user, system or platform enters and leaves at once`() async throws {
        try await SmartGroupWorld.with { world in
            let criteria = [
                ",\"UserGroups\":[\(world.sales)]",
                ",\"OperatingSystems\":[{\"Operator\":\"GreaterThanOrEqual\",\"Value\":\"iOS 18.0\"}],\"Platforms\":[\"Apple\"]",
                ",\"Ownerships\":[\"EmployeeOwned\"]", ",\"Platforms\":[\"Android\"]",
                ",\"ManagementTypes\":[\"MDM\"]",
            ]
            var ids: [Int64] = []
            for (number, members) in criteria.enumerated() {
                ids.append(try await world.create(members, name: "g\(number)"))
            }
            func counts() async throws -> [Int?] {
                var counts: [Int?] = []
                for id in ids { counts.append(try await world.devices(id)) }
                return counts
            }
            #expect(try await counts() == [2, 1, 1, 0, 1])
            let give = try await world.api.call(.patch, "mdm/devices/1/enrollmentuser/\(world.bob)")
            #expect(give.status == .ok)
            #expect(try await counts() == [1, 1, 1, 0, 1])
            for (change, expected) in [
                (#"{"osVersion":"18.1"}"#, [1, 2, 1, 0, 1]), (#"{"ownership":"E"}"#, [1, 2, 2, 0, 1]),
                (#"{"platform":"Android"}"#, [1, 1, 2, 1, 1]), (#"{"isManaged":true}"#, [1, 1, 2, 1, 2]),
                (#"{"enrollmentStatus":"Unenrolled"}"#, [1, 1, 1, 0, 1]),
            ] {
                let response = try await world.console.admin(.patch, "/_mock/devices/d1", text: change)
                #expect(response.status == .ok, "\(response.text)")
                let found = try await counts()
                #expect(found == expected, "\(change)")
            }
        }
    }
}
