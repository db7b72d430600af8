import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// User groups, and the smart groups that follow (AdminUsers, "User groups").
struct UserGroupTests {
    private static let search = "system/usergroups/search"

    @Test(arguments: ["ManagedBy", "ManagedByOrganizationGroupID", "managedByOrganizationGroupId", "LocationGroupId"])
    func `The organization group of a user group goes by several names`(member: String) async throws {
        try await SmartGroupWorld.with { world in
            let body = #"{"GroupName":"Field staff","\#(member)":"\#(world.field)"}"#
            let created = try await world.api.call(.post, "system/usergroups/createcustomusergroup", body)
            #expect(created.status == .ok, "\(created.text)")
            let found = try await world.api.object("\(Self.search)?groupname=field+staff")
            let group = try #require((found["UserGroup"] as? [[String: Any]])?.first)
            #expect(group["OrganizationGroup"] as? Int64 == world.field)
        }
    }

    @Test func `A user group is made, found, filled, emptied and deleted`() async throws {
        try await SmartGroupWorld.with { world in
            let body = #"{"GroupName":"Field staff","Description":"drives","ManagedBy":"\#(world.field)"}"#
            let created = try await world.api.call(.post, "system/usergroups/createcustomusergroup", body)
            #expect(created.status == .ok)
            let id = try #require(try created.json()["Value"] as? Int)
            let found = try await world.api.object("\(Self.search)?groupname=STAFF")
            #expect(found["ResultSetCount"] as? Int == 1 && found["Total"] as? Int == 1 && found["Page"] as? Int == 0)
            let group = try #require((found["UserGroup"] as? [[String: Any]])?.first)
            #expect(group["UserGroupId"] as? Int == id && group["UserGroupName"] as? String == "Field staff")
            #expect(group["OrganizationGroup"] as? Int64 == world.field && group["UserCount"] as? Int == 0)
            let path = "system/usergroups/\(id)"
            let add = try await world.api.call(.post, "\(path)/user/\(world.bob)/addusertogroup")
            #expect(add.status == .ok && add.text.isEmpty && add.headers[.contentType] == nil)
            let users = try await world.api.object("\(path)/users")
            #expect(users["Total"] as? Int == 1)
            #expect((users["EnrollmentUser"] as? [[String: Any]])?.first?["UserName"] as? String == "bob")
            let twice = try await world.api.call(.post, "\(path)/user/\(world.bob)/addusertogroup")
            try expectRefusal(
                twice, 400, number: 6, saying: "Enrollment User is already assigned to the User Group")
            let remove = try await world.api.call(.post, "\(path)/user/\(world.bob)/removeuserfromgroup")
            #expect(remove.status == .ok)
            let gone = try await world.api.call(.post, "\(path)/user/\(world.bob)/removeuserfromgroup")
            try expectRefusal(gone, 400, number: 6, saying: "is not assigned to the User Group")
            #expect(try await world.api.call(.delete, "\(path)/delete").status == .ok)
            try expectRefusal(try await world.api.call(.delete, "\(path)/delete"), 404, number: 404)
            let events = try await world.console.events("userGroup.").filter { !$0.contains("Sales") }
            #expect(
                events.map { $0.prefix { $0 != " " } } == [
                    "userGroup.created", "userGroup.updated", "userGroup.updated", "userGroup.deleted",
                ])
        }
    }

    @Test func `Smart groups follow members at once`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create(#","CriteriaType":"All","UserGroups":[{"Id":"\#(world.sales)"}]"#)
            #expect(try await world.devices(group) == 2)
            let path = "system/usergroups/\(world.sales)"
            _ = try await world.api.call(.post, "\(path)/user/\(world.bob)/addusertogroup")
            #expect(try await world.devices(group) == 3)
            _ = try await world.api.call(.post, "\(path)/user/\(world.ada)/removeuserfromgroup")
            #expect(try await world.devices(group) == 1)
            _ = try await world.api.call(.delete, "\(path)/delete")
            #expect(try await world.devices(group) == 0)
        }
    }

    @Test(arguments: [
        ("", 200, 3), ("groupname=sal", 200, 1), ("groupname=nothing", 204, 0), ("organizationgroupid=FIELD", 200, 1),
        ("organizationgroupid=9999", 204, 0), ("page=1&pagesize=2", 200, 1), ("page=9", 204, 0),
        ("orderby=UserGroupName&sortorder=DESC", 200, 3),
    ])
    func `Searches are narrowed, and find nothing with 204`(query: String, status: Int, count: Int) async throws {
        try await SmartGroupWorld.with { world in
            for (name, group) in [("A", world.acme), ("B", world.field)] {
                let body = #"{"GroupName":"\#(name)","ManagedBy":\#(group)}"#
                _ = try await world.api.call(.post, "system/usergroups/createcustomusergroup", body)
            }
            let query = query.replacing("FIELD", with: "\(world.field)")
            let response = try await world.api.call(.get, "\(Self.search)?\(query)")
            #expect(response.status.code == status)
            guard status == 200 else { return #expect(response.text.isEmpty) }
            #expect((try response.json()["UserGroup"] as? [Any])?.count == count)
            #expect(try response.json()["Total"] as? Int == (query.hasPrefix("page") ? 3 : count))
        }
    }

    @Test(arguments: [
        ("{}", 422, 1012), (#"{"GroupName":""}"#, 422, 1012), (#"{"GroupName":"sales","ManagedBy":ACME}"#, 400, 400),
        (#"{"GroupName":"x","ManagedBy":"?"}"#, 400, 400), (#"{"GroupName":"x","ManagedBy":OTHER}"#, 400, 400),
        ("[]", 400, 400),
    ])
    func `What cannot be a user group is refused`(body: String, status: Int, number: Int) async throws {
        try await SmartGroupWorld.with { world in
            let body = body.replacing("ACME", with: "\(world.acme)").replacing("OTHER", with: "\(world.other)")
            let response = try await world.api.call(.post, "system/usergroups/createcustomusergroup", body)
            try expectRefusal(response, status, number: number)
        }
    }

    @Test func `Unknown and foreign groups and users are not found, and who only reads changes nothing`() async throws {
        try await SmartGroupWorld.with { world in
            let foreign = try await world.console.api(.consoleAdministrator, of: "other")
            for id in ["\(world.sales)", "99999", "x"] {
                let path = "system/usergroups/\(id)"
                try expectRefusal(try await foreign.call(.get, "\(path)/users"), 404, number: 404)
                try expectRefusal(try await foreign.call(.delete, "\(path)/delete"), 404, number: 404)
                let add = try await foreign.call(.post, "\(path)/user/\(world.ada)/addusertogroup")
                try expectRefusal(add, 404, number: 404)
            }
            #expect(try await foreign.call(.get, Self.search).status == .noContent)
            let path = "system/usergroups/\(world.sales)/user"
            for user in ["99999", "x"] {
                let response = try await world.api.call(.post, "\(path)/\(user)/addusertogroup")
                try expectRefusal(response, 404, number: 404, saying: "User not found")
            }
            let reader = try await world.console.api(.readOnly, of: "acme")
            let add = try await reader.call(.post, "\(path)/\(world.bob)/addusertogroup")
            try expectRefusal(add, 403, number: 1011)
            #expect(try await reader.call(.get, "system/usergroups/\(world.sales)/users").status == .ok)
        }
    }
}
