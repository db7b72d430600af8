import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Users are searched with filters, in an order, page by page (AdminUsers, "Search").
struct UserSearchTests {
    private static func names(_ caller: APICaller, _ query: String) async throws -> [String] {
        let body = try await caller.object("system/users/search?\(query)")
        return try #require(body["Users"] as? [[String: Any]]).compactMap { $0["UserName"] as? String }
    }

    /// A console with three more users.
    private static func withUsers(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            try await console.makeUser(
                "ada", more: #","FirstName":"Ada","LastName":"Lovelace","Email":"ada@acme.test","Role":"Admin""#)
            try await console.makeUser("grace", more: #","FirstName":"Grace","LastName":"Hopper""#)
            try await console.makeUser("alan", group: "appreview", more: #","FirstName":"Alan""#)
            try await body(console)
        }
    }

    @Test func `Filters match parts in any letter case, and all have to hold`() async throws {
        try await Self.withUsers { console in
            let api = console.api
            #expect(try await Self.names(api, "") == ["demo", "reviewer", "ada", "grace", "alan"])
            #expect(try await Self.names(api, "username=A") == ["ada", "grace", "alan"])
            #expect(try await Self.names(api, "FirstName=a&lastname=HOP") == ["grace"])
            #expect(try await Self.names(api, "Email=@acme") == ["ada"])
            #expect(try await Self.names(api, "role=admin") == ["ada"])
            #expect(try await Self.names(api, "unknown=1&username=alan") == ["alan"])
            #expect(try await Self.names(api, "username=%25") == [])
            _ = try await api.call(.post, "system/users/\(try await console.userID("ada"))/deactivate")
            #expect(try await Self.names(api, "status=Inactive") == ["ada"])
            #expect(try await Self.names(api, "status=true&username=ada") == [])
        }
    }

    @Test func `A group means its subtree, by id or uuid, under every name clients use`() async throws {
        try await Self.withUsers { console in
            let id = try await console.homeID("appreview")
            let uuid = try await console.homeUUID("appreview")
            for query in [
                "locationgroupId=\(id)", "organizationgroupid=\(id)", "organization-group-uuid=\(uuid)",
                "organizationgroupuuid=\(uuid)",
            ] {
                #expect(try await Self.names(console.api, query) == ["reviewer", "alan"])
            }
            #expect(try await Self.names(console.api, "locationgroupid=7").count == 5)
            #expect(try await Self.names(console.api, "locationgroupid=99") == [])
        }
    }

    @Test func `The order is that asked for, then by id`() async throws {
        try await Self.withUsers { console in
            let api = console.api
            let byName = try await Self.names(api, "orderby=username")
            #expect(byName == ["ada", "alan", "demo", "grace", "reviewer"])
            let backwards = try await Self.names(api, "orderBy=UserName&sortOrder=DESC")
            #expect(backwards.first == "reviewer")
            let byID = try await Self.names(api, "orderby=id&sortorder=DESC")
            #expect(byID.first == "alan")
            let byGroup = try await Self.names(api, "orderby=group")
            #expect(byGroup.prefix(2) == ["reviewer", "alan"])
            let unordered = try await Self.names(api, "orderby=nothing")
            #expect(unordered.first == "demo")
        }
    }

    @Test func `Pages are cut, stable, and count all; an empty one is a list`() async throws {
        try await Self.withUsers { console in
            let first = try await console.api.object("system/users/search?page=0&pagesize=2")
            #expect(first["Total"] as? Int == 5 && first["PageSize"] as? Int == 2 && first["Page"] as? Int == 0)
            #expect(try await Self.names(console.api, "page=2&pagesize=2") == ["alan"])
            let beyond = try await console.api.object("system/users/search?page=9")
            #expect((beyond["Users"] as? [Any])?.isEmpty == true && beyond["Total"] as? Int == 5)
            let cut = try await console.api.object("system/users/search?pagesize=999999")
            #expect(cut["PageSize"] as? Int == 500)
        }
    }

    @Test func `Version 2 answers users in its own form`() async throws {
        try await Self.withUsers { console in
            let uuid = try await console.homeUUID()
            let body = try await console.api.object(
                "system/users/search?organization-group-uuid=\(uuid)&pagesize=2&page=1", version: 2)
            let users = try #require(body["users"] as? [[String: Any]])
            #expect(users.map { $0["userName"] as? String } == ["grace"] && body["Total"] as? Int == 3)
            #expect(users[0]["organizationGroupUuid"] as? String == uuid)
            let none = try await console.api.object("system/users/search?username=nobody", version: 2)
            #expect((none["users"] as? [Any])?.isEmpty == true)
        }
    }

    @Test(arguments: ["status=maybe", "page=-1", "pagesize=x", "locationgroupid=x", "organization-group-uuid=1-2"])
    func `A search that cannot be made is refused`(query: String) async throws {
        try await withConsole { console in
            let response = try await console.api.call(.get, "system/users/search?\(query)")
            try expectRefusal(response, 400, number: 400)
        }
    }

    @Test func `An administrator sees the users of their groups only, whatever their role`() async throws {
        try await Self.withUsers { console in
            let reader = try await console.api(.readOnly, of: "demo")
            #expect(try await Self.names(reader, "") == ["demo", "ada", "grace"])
            let foreign = try await console.homeID("appreview")
            #expect(try await Self.names(reader, "locationgroupid=\(foreign)") == [])
            #expect(try await Self.names(reader, "locationgroupid=7") == ["demo", "ada", "grace"])
        }
    }

    @Test func `Devices of a page are counted, enrolled ones only`() async throws {
        try await Self.withUsers { console in
            for number in 1...3 {
                _ = try await console.signIn("ada", "secret", device: "00aa11bb22cc33dd44ee55f\(number)")
            }
            _ = try await console.admin(
                .post, "/_mock/devices/00aa11bb22cc33dd44ee55f1/commands/unenroll")
            let body = try await console.api.object("system/users/search?username=a")
            let users = try #require(body["Users"] as? [[String: Any]])
            #expect(users.map { $0["EnrolledDevicesCount"] as? String } == ["2", "0", "0"])
        }
    }

    @Test func `Ten thousand users are searched within a moment`() async throws {
        try await withConsole { console in
            try await console.addUsers(10_000)
            let clock = ContinuousClock()
            let time = try await clock.measure {
                let body = try await console.api.object(
                    "system/users/search?email=99@example&orderby=lastname&pagesize=500")
                #expect(body["Total"] as? Int == 100)
            }
            let last = try await console.api.object("system/users/search?page=20&pagesize=500")
            #expect((last["Users"] as? [Any])?.count == 2 && last["Total"] as? Int == 10_002)
            #expect(time < .seconds(5), "\(time)")
        }
    }
}
