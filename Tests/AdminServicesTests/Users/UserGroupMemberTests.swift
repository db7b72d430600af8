import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// User groups member by member, and who sees whom in them (AdminUsers, "User groups").
struct UserGroupMemberTests {
    private static let search = "system/usergroups/search"

    private static func make(
        _ world: SmartGroupWorld, _ name: String, more: String = "", as caller: APICaller? = nil
    ) async throws -> Int64 {
        let answer = try await (caller ?? world.api).call(
            .post, "system/usergroups/createcustomusergroup", "{\"GroupName\":\"\(name)\"\(more)}")
        #expect(answer.status == .ok, "\(answer.text)")
        return try #require(try answer.json()["Value"] as? Int64)
    }

    @Test func `A search has every member of a user group`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await Self.make(
                world, "Crew", more: #","Description":"Night & day","OrganizationGroupId":"\#(world.field)""#)
            try expectJSON(
                try await world.api.object("\(Self.search)?orderby=usergroupid"),
                """
                {"ResultSetCount":2,"Page":0,"PageSize":500,"Total":2,"UserGroup":[
                  {"UserGroupId":\(world.sales),"UserGroupName":"Sales","OrganizationGroup":\(world.acme),"UserCount":1,
                   "Description":"","Uuid":"\(try await world.uuid(of: "userGroup", world.sales))"},
                  {"UserGroupId":\(id),"UserGroupName":"Crew","OrganizationGroup":\(world.field),"UserCount":0,
                   "Description":"Night & day","Uuid":"\(try await world.uuid(of: "userGroup", id))"}]}
                """)
            let page = try await world.api.object("\(Self.search)?page=1&pagesize=1")
            #expect(page["ResultSetCount"] as? Int == 1 && page["Total"] as? Int == 2 && page["Page"] as? Int == 1)
        }
    }

    @Test func `The users of a user group are as a search shows them, by id`() async throws {
        try await SmartGroupWorld.with { world in
            let sales = try await world.uuid(of: "userGroup", world.sales)
            let bob = try await world.uuid(of: "enrollmentUser", world.bob)
            let added = try await world.api.call(
                .post, "system/usergroups/\(sales)/user/\(bob.uppercased())/addusertogroup")
            #expect(added.status == .ok, "\(added.text)")
            let found = try #require(try await world.api.object("system/users/search")["Users"])
            let inside = try await world.api.object("system/usergroups/\(sales)/users")
            try expectJSON(inside["EnrollmentUser"], try canonicalJSON(found))
            #expect(inside["Total"] as? Int == 2 && Set(inside.keys) == ["EnrollmentUser", "Total"])
            let second = try await world.api.object("system/usergroups/\(world.sales)/users?page=1&pagesize=1")
            let names = (second["EnrollmentUser"] as? [[String: Any]])?.map { $0["UserName"] as? String }
            #expect(names == ["bob"] && second["Total"] as? Int == 2)
            let beyond = try await world.api.object("system/usergroups/\(world.sales)/users?page=5")
            #expect((beyond["EnrollmentUser"] as? [Any])?.isEmpty == true && beyond["Total"] as? Int == 2)
            let xml = try await world.api.call(
                .get, "system/usergroups/\(world.sales)/users", headers: ["Accept": "application/xml"])
            #expect(xml.text.contains("<UserName>ada</UserName>") && xml.text.contains("<UserName>bob</UserName>"))
        }
    }

    @Test func `Whoever sees a part of the groups sees the users of that part`() async throws {
        try await SmartGroupWorld.with { world in
            // An administrator of all groups takes in somebody from elsewhere.
            let stranger = try await world.console.makeUser("stranger", group: "other")
            let added = try await world.console.api.call(
                .post, "system/usergroups/\(world.sales)/user/\(stranger.id)/addusertogroup")
            #expect(added.status == .ok, "\(added.text)")
            for (caller, names) in [(world.api, ["ada"]), (world.console.api, ["ada", "stranger"])] {
                let body = try await caller.object("system/usergroups/\(world.sales)/users")
                let users = (body["EnrollmentUser"] as? [[String: Any]])?.compactMap { $0["UserName"] as? String }
                #expect(users == names && body["Total"] as? Int == names.count)
                let found = try await caller.object("\(Self.search)?groupname=sales")
                let group = (found["UserGroup"] as? [[String: Any]])?.first
                #expect(group?["UserCount"] as? Int == names.count)
            }
            let remove = try await world.api.call(
                .post, "system/usergroups/\(world.sales)/user/\(stranger.id)/removeuserfromgroup")
            try expectRefusal(remove, 404, number: 404, saying: "User not found")
        }
    }

    @Test(arguments: [
        ("orderby=UserGroupName", "alpha Beta gamma Sales"),
        ("orderby=groupname&sortorder=DESC", "Sales gamma Beta alpha"),
        ("orderby=UserGroupId&sortorder=desc", "gamma Beta alpha Sales"),
        ("orderby=OrganizationGroup", "Sales alpha gamma Beta"), ("orderby=x", "Sales alpha Beta gamma"),
        ("groupname=A&orderby=usergroupname&sortorder=desc&pagesize=2", "Sales gamma"),
        ("groupname=a&organizationgroupid=FIELD", "Beta"), ("groupname=%25", ""), ("organizationgroupid=OTHER", ""),
        ("organizationgroupid=UUID", "Beta"), ("groupname=gAMma&organizationgroupid=ACME", "gamma"),
    ])
    func `User groups are found and ordered`(query: String, names: String) async throws {
        try await SmartGroupWorld.with { world in
            _ = try await Self.make(world, "alpha")
            _ = try await Self.make(world, "Beta", more: ",\"ManagedBy\":\(world.field)")
            _ = try await Self.make(world, "gamma")
            let uuid = try await world.uuid(of: "organizationGroup", world.field)
            let query = query.replacing("FIELD", with: "\(world.field)").replacing("OTHER", with: "\(world.other)")
                .replacing("UUID", with: uuid).replacing("ACME", with: "\(world.acme)")
            let answer = try await world.api.call(.get, "\(Self.search)?\(query)")
            #expect(answer.status == (names.isEmpty ? .noContent : .ok))
            let groups = names.isEmpty ? [] : try answer.json()["UserGroup"] as? [[String: Any]] ?? []
            #expect(groups.compactMap { $0["UserGroupName"] as? String }.joined(separator: " ") == names)
        }
    }

    @Test func `A user group is made by XML, and by every name its members have`() async throws {
        try await SmartGroupWorld.with { world in
            let xml = try await world.api.call(
                .post, "system/usergroups/createcustomusergroup",
                "<CustomUserGroup><GroupName>A &lt; B</GroupName><ManagedBy>\(world.field)</ManagedBy></CustomUserGroup>",
                headers: ["Accept": "application/xml"])
            #expect(xml.status == .ok && xml.text.contains("<EntityId xmlns="), "\(xml.text)")
            let uuid = try await world.uuid(of: "organizationGroup", world.field)
            for (number, body) in [
                #"{"usergroupname":"n0","organizationgroup":"UUID"}"#, #"{"NAME":"n1","LocationGroupId":"FIELD"}"#,
                #"{"GroupName":" n2 ","OrganizationGroupId":FIELD}"#, #"{"GroupName":"n3","ManagedBy":""}"#,
            ].enumerated() {
                let text = body.replacing("UUID", with: uuid).replacing("FIELD", with: "\(world.field)")
                let answer = try await world.api.call(.post, "system/usergroups/createcustomusergroup", text)
                #expect(answer.status == .ok, "\(answer.text)")
                let found = try await world.api.object("\(Self.search)?groupname=n\(number)")
                let group = try #require((found["UserGroup"] as? [[String: Any]])?.first)
                #expect(group["UserGroupName"] as? String == "n\(number)")
                #expect(group["OrganizationGroup"] as? Int64 == (number == 3 ? world.acme : world.field))
            }
            let found = try await world.api.object("\(Self.search)?groupname=a%20%3C")
            #expect((found["UserGroup"] as? [[String: Any]])?.first?["UserGroupName"] as? String == "A < B")
        }
    }

    @Test func `The same name is taken in one group and free in another`() async throws {
        try await SmartGroupWorld.with { world in
            let again = try await world.api.call(
                .post, "system/usergroups/createcustomusergroup", #"{"GroupName":"SALES"}"#)
            try expectRefusal(again, 400, number: 400, saying: "exists in acme already")
            _ = try await Self.make(world, "SALES", more: ",\"ManagedBy\":\(world.field)")
            let foreign = try await world.console.api(.apiOnly, of: "other")
            _ = try await Self.make(world, "Sales", as: foreign)
            #expect(try await world.api.object("\(Self.search)?groupname=sales")["Total"] as? Int == 2)
            #expect(try await foreign.object(Self.search)["Total"] as? Int == 1)
        }
    }

    @Test func `The event log tells who came and went`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await Self.make(world, "Crew", more: ",\"Description\":\"d\"")
            let uuid = try await world.uuid(of: "userGroup", id)
            let fields = #"{"description":"d","groupId":"\#(world.acme)","name":"Crew","uuid":"\#(uuid)"}"#
            let created = try await world.console.latestEvent("userGroup.created")
            try expectJSON(created["after"], fields)
            #expect(created["subject"] as? String == "Crew" && created["actor"] as? String == world.api.username)
            let path = "system/usergroups/\(id)/user/\(world.bob)"
            #expect(try await world.api.call(.post, "\(path)/addusertogroup").status == .ok)
            let joined = try await world.console.latestEvent("userGroup.updated")
            try expectJSON(joined["after"], #"{"user":"bob"}"#)
            #expect(joined["before"] == nil)
            #expect(try await world.api.call(.post, "\(path)/removeuserfromgroup").status == .ok)
            let left = try await world.console.latestEvent("userGroup.updated")
            try expectJSON(left["before"], #"{"user":"bob"}"#)
            #expect(left["after"] == nil)
            #expect(try await world.api.call(.delete, "system/usergroups/\(uuid)/delete").status == .ok)
            let deleted = try await world.console.latestEvent("userGroup.deleted")
            try expectJSON(deleted["before"], fields)
            #expect(try await world.api.object("system/users/\(world.bob)")["UserName"] as? String == "bob")
        }
    }

    @Test func `A user who is deleted leaves their user groups`() async throws {
        try await SmartGroupWorld.with { world in
            let user = try await world.console.makeUser("eve", group: "acme")
            let added = try await world.api.call(
                .post, "system/usergroups/\(world.sales)/user/\(user.id)/addusertogroup")
            #expect(added.status == .ok)
            let before = try await world.api.object("system/usergroups/\(world.sales)/users")
            #expect(before["Total"] as? Int == 2)
            #expect(try await world.api.call(.delete, "system/users/\(user.id)/delete").status == .ok)
            let after = try await world.api.object("system/usergroups/\(world.sales)/users")
            #expect(after["Total"] as? Int == 1)
        }
    }

    @Test func `A device manager may fill user groups, whoever only reads may not`() async throws {
        try await SmartGroupWorld.with { world in
            let manager = try await world.console.api(.deviceManager, of: "acme")
            let id = try await Self.make(world, "Crew", as: manager)
            let path = "system/usergroups/\(id)"
            #expect(try await manager.call(.post, "\(path)/user/\(world.ada)/addusertogroup").status == .ok)
            let reader = try await world.console.api(.readOnly, of: "acme")
            for (method, tail) in [
                (HTTPRequest.Method.post, "user/\(world.ada)/removeuserfromgroup"),
                (.post, "user/\(world.bob)/addusertogroup"), (.delete, "delete"),
            ] {
                let answer = try await reader.call(method, "\(path)/\(tail)")
                try expectRefusal(answer, 403, number: 1011, saying: "users.write")
            }
            let create = try await reader.call(
                .post, "system/usergroups/createcustomusergroup", #"{"GroupName":"x"}"#)
            try expectRefusal(create, 403, number: 1011, saying: "users.write")
            #expect(try await reader.object("\(path)/users")["Total"] as? Int == 1)
            #expect(try await manager.call(.delete, "\(path)/delete").status == .ok)
        }
    }
}
