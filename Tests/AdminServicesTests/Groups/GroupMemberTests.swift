import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Groups member by member, in every place and version (AdminGroups, "The group").
struct GroupMemberTests {
    /// Members a group of acme has everywhere, with what differs in front.
    private static func members(_ world: SmartGroupWorld, _ more: String, locale: String = "English (United States)")
        async throws -> String
    {
        """
        {\(more),"Name":"Acme","GroupId":"acme","LocationGroupType":"Customer","Country":"","Locale":"\(locale)",
         "CreatedOn":"3/5/2026 10:20:30 AM","Users":"2","Admins":"1","Devices":"4",
         "Uuid":"\(try await world.uuid(of: "organizationGroup", world.acme))"}
        """
    }

    @Test func `A search shows a group in its own form in either version`() async throws {
        try await SmartGroupWorld.with { world in
            let first = try await world.console.api.object("system/groups/search?groupid=ACME")
            let nested = try await Self.members(
                world, #""Id":{"Value":\#(world.acme)},"IsCustomerTypeExistInParentHierarchy":false"#)
            try expectJSON(first, "{\"LocationGroups\":[\(nested)],\"Page\":0,\"PageSize\":500,\"Total\":1}")
            let second = try await world.console.api.object("system/groups/search?groupid=acme", version: 2)
            let plain = try await Self.members(world, #""Id":\#(world.acme),"LgLevel":1"#)
            try expectJSON(second["OrganizationGroups"], "[\(plain)]")
            #expect(Set(second.keys) == ["OrganizationGroups", "AdditionalInfo", "TotalResults"])
        }
    }

    @Test func `One group, and the one a uuid names`() async throws {
        try await SmartGroupWorld.with { world in
            let nested = try await Self.members(
                world, #""Id":{"Value":\#(world.acme)},"LgLevel":0,"IsCustomerTypeExistInParentHierarchy":false"#)
            let plain = try await Self.members(world, #""Id":\#(world.acme),"LgLevel":0"#)
            let uuid = try await world.uuid(of: "organizationGroup", world.acme)
            for version in 1...3 {
                try expectJSON(
                    try await world.api.object("system/groups/\(world.acme)", version: version), nested)
                try expectJSON(try await world.api.object("system/groups/\(uuid)", version: version), plain)
            }
        }
    }

    @Test func `Children name the group above, whoever asks`() async throws {
        try await SmartGroupWorld.with { world in
            let global = try await world.uuid(of: "organizationGroup", 7)
            let acme = try await world.uuid(of: "organizationGroup", world.acme)
            let top = try await Self.members(
                world,
                #""Id":{"Value":\#(world.acme)},"LgLevel":0,"IsCustomerTypeExistInParentHierarchy":false,"ParentLocationGroup":{"Id":{"Value":7},"Uuid":"\#(global)"}"#,
                locale: "en-US")
            let below = """
                {"Id":{"Value":\(world.field)},"LgLevel":1,"IsCustomerTypeExistInParentHierarchy":true,
                 "ParentLocationGroup":{"Id":{"Value":\(world.acme)},"Uuid":"\(acme)"},"Name":"Field","GroupId":"field",
                 "LocationGroupType":"Container","Country":"","Locale":"en-US","CreatedOn":"3/5/2026 10:20:30 AM",
                 "Users":"0","Admins":"0","Devices":"2","Uuid":"\(try await world.uuid(of: "organizationGroup", world.field))"}
                """
            for caller in [world.api, world.console.api] {
                let answer = try await caller.call(.get, "system/groups/\(world.acme)/children")
                try expectJSON(try answer.anyJSON(), "[\(top),\(below)]")
            }
            let leaf = try await world.api.call(.get, "system/groups/\(world.field)/children")
            let alone = try #require(try leaf.anyJSON() as? [[String: Any]])
            #expect(alone.count == 1 && alone[0]["LgLevel"] as? Int == 0)
        }
    }

    @Test func `The tree is nested, with names from its top on`() async throws {
        try await SmartGroupWorld.with { world in
            let made = try await world.api.call(
                .post, "system/groups/\(world.field)", #"{"Name":"North","GroupId":"north"}"#)
            let north = try #require(try made.json()["Value"] as? Int64)
            func uuid(_ id: Int64) async throws -> String { try await world.uuid(of: "organizationGroup", id) }
            let tree = try await world.api.object("system/groups/\(try await uuid(world.acme))/tree", version: 2)
            try expectJSON(
                tree,
                """
                {"uuid":"\(try await uuid(world.acme))","name":"Acme","type":"Customer","full_name":"Acme",
                 "group_id":"acme","id":\(world.acme),"children":[
                  {"uuid":"\(try await uuid(world.field))","name":"Field","type":"Container","full_name":"Acme / Field",
                   "group_id":"field","id":\(world.field),"children":[
                    {"uuid":"\(try await uuid(north))","name":"North","type":"Container",
                     "full_name":"Acme / Field / North","group_id":"north","id":\(north),"children":[]}]}]}
                """)
            let parents = try await world.api.object("system/groups/\(north)/parents")
            try expectJSON(
                parents,
                "{\"items\":[\"\(try await uuid(north))\",\"\(try await uuid(world.field))\",\"\(try await uuid(world.acme))\"]}"
            )
        }
    }

    @Test func `Counts go up and down with what is there`() async throws {
        try await SmartGroupWorld.with { world in
            func counts(_ id: Int64) async throws -> [String?] {
                let group = try await world.api.object("system/groups/\(id)")
                return ["Users", "Admins", "Devices"].map { group[$0] as? String }
            }
            #expect(try await counts(world.acme) == ["2", "1", "4"])
            #expect(try await counts(world.field) == ["0", "0", "2"])
            let moved = try await world.api.call(
                .post, "system/users/\(world.bob)/changelocationgroup?targetLG=\(world.field)")
            #expect(moved.status == .ok, "\(moved.text)")
            _ = try await world.console.api(.readOnly, of: "field")
            #expect(try await counts(world.acme) == ["2", "2", "4"])
            #expect(try await counts(world.field) == ["1", "1", "2"])
            let device = try await world.api.object("mdm/devices?searchby=Udid&id=d1")
            let id = try #require((device["Id"] as? [String: Int])?["Value"])
            let order = try await world.api.call(
                .put, "mdm/devices/\(id)/commands/changeorganizationgroup/\(world.field)")
            #expect(order.status == .accepted, "\(order.text)")
            #expect(try await counts(world.acme) == ["2", "2", "4"])
            #expect(try await counts(world.field) == ["1", "1", "3"])
        }
    }

    @Test(arguments: [
        ("orderby=Name", ["acme", "field", "b", "a"]), ("orderby=groupid", ["a", "acme", "b", "field"]),
        ("ORDERBY=GroupId&SORTORDER=desc", ["field", "b", "acme", "a"]),
        ("orderby=Id&sortorder=DESC", ["b", "a", "field", "acme"]), ("orderby=nothing", ["acme", "field", "a", "b"]),
        ("orderby=LocationGroupType", ["field", "a", "b", "acme"]),
        ("orderby=LocationGroupType&sortorder=DESC", ["acme", "field", "a", "b"]),
        ("orderby=name&sortorder=desc&pagesize=2&page=1", ["field", "acme"]),
        ("name=o&type=CONTAINER", ["a", "b"]), ("name=o&groupid=B", ["b"]), ("name=o&groupid=field", []),
        ("name=ZOO&type=Customer", []), ("type=container&orderby=name&sortorder=desc", ["a", "b", "field"]),
        ("name=&type=&groupid=", ["acme", "field", "a", "b"]), ("name=_", []), ("name=o%27--", []),
    ])
    func `Orders and filters go together, in either version`(query: String, codes: [String]) async throws {
        try await SmartGroupWorld.with { world in
            for (name, code) in [("Zoo", "a"), ("hOme", "b")] {
                let made = try await world.api.call(
                    .post, "system/groups/\(world.acme)", #"{"Name":"\#(name)","GroupId":"\#(code)"}"#)
                #expect(made.status == .ok, "\(made.text)")
            }
            for (version, list) in [(1, "LocationGroups"), (2, "OrganizationGroups")] {
                let answer = try await world.api.object("system/groups/search?\(query)", version: version)
                let found = try #require(answer[list] as? [[String: Any]])
                #expect(found.map { $0["GroupId"] as? String } == codes, "\(version)")
            }
        }
    }

    @Test func `The link of a page leads to that page again`() async throws {
        try await SmartGroupWorld.with { world in
            let page = try await world.api.object(
                "system/groups/search?name=f%26d%20i&page=3&pagesize=7&type=Container", version: 2)
            let info = try #require(page["AdditionalInfo"] as? [String: Any])
            let link = try #require((info["Links"] as? [[String: String]])?.first)
            #expect(link["Rel"] == "self")
            let href = try #require(link["Href"])
            #expect(href.hasPrefix("http") && href.contains("/API/system/groups/search?page=3&pagesize=7"))
            #expect(href.hasSuffix("&name=f%26d%20i&type=Container"), "\(href)")
            let target = String(href[try #require(href.range(of: "/API/")).upperBound...])
            try expectJSON(
                try await world.api.object(target, version: 2)["AdditionalInfo"], try canonicalJSON(info))
        }
    }
}
