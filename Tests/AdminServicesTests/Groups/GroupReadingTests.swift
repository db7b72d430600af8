import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationEssentialsCompat
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Organization groups, found and read (AdminGroups).
struct GroupReadingTests {
    private static let tree = """
        version: 1
        organizationGroups:
          - {path: global, id: 7, type: Global}
          - {path: global/acme, name: Acme, type: Customer, country: Germany}
          - {path: global/acme/field, name: Acme Field}
          - {path: global/acme/office, name: Acme Office}
        """

    private func withTree(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            let response = try await console.importEnvironment(Self.tree)
            #expect(response.status == .ok, "\(response.text)")
            try await body(console)
        }
    }

    private func groups(_ object: [String: Any], _ list: String) throws -> [[String: Any]] {
        try #require(object[list] as? [[String: Any]])
    }

    @Test func `The first version of a search has nested ids and counts as texts`() async throws {
        try await withTree { console in
            _ = try await console.signedInDevice()
            let answer = try await console.api.object("system/groups/search?groupid=DEMO")
            let group = try #require(try groups(answer, "LocationGroups").first)
            #expect(answer["Page"] as? Int == 0 && answer["PageSize"] as? Int == 500 && answer["Total"] as? Int == 1)
            #expect(group["GroupId"] as? String == "demo" && group["Locale"] as? String == "English (United States)")
            #expect(group["Devices"] as? String == "1" && group["Admins"] as? String == "0")
            #expect(((group["Id"] as? [String: Any])?["Value"] as? Int ?? 0) > 7)
            #expect(UUID(uuidString: group["Uuid"] as? String ?? "") != nil)
            #expect(group["IsCustomerTypeExistInParentHierarchy"] as? Bool == false && group["LgLevel"] == nil)
            #expect((group["CreatedOn"] as? String)?.hasSuffix("M") == true)
        }
    }

    @Test func `The second version begins with the caller's own group and counts levels from it`() async throws {
        try await withTree { console in
            let answer = try await console.api.object("system/groups/search", version: 2)
            let all = try groups(answer, "OrganizationGroups")
            #expect(all.first?["Id"] as? Int == 7 && all.first?["LgLevel"] as? Int == 0)
            #expect(answer["TotalResults"] as? Int == all.count)
            let links = try #require((answer["AdditionalInfo"] as? [String: Any])?["Links"] as? [[String: Any]])
            #expect((links.first?["Href"] as? String)?.contains("/API/system/groups/search?page=0") == true)
            let below = try await console.api(.readOnly, of: "acme").object("system/groups/search", version: 2)
            let own = try groups(below, "OrganizationGroups")
            #expect(own.map { $0["GroupId"] as? String } == ["acme", "field", "office"])
            #expect(own.map { $0["LgLevel"] as? Int } == [0, 1, 1])
        }
    }

    @Test(
        arguments: [
            ("name=acme", ["acme", "field", "office"]), ("NAME=FIELD", ["field"]), ("name=%25", []),
            ("type=customer", ["acme", "demo", "appreview"]), ("groupid=fiel", []),
            ("name=acme&orderby=Name&sortorder=DESC", ["office", "field", "acme"]),
            ("name=acme&pagesize=2", ["acme", "field"]), ("name=acme&pagesize=2&page=1", ["office"]),
            ("name=acme&page=9", []), ("name=acme&pagesize=999999&unknown=1", ["acme", "field", "office"]),
        ])
    func `A search filters, orders and pages, and is an empty list when nothing is found`(
        query: String, codes: [String]
    ) async throws {
        try await withTree { console in
            let answer = try await console.api.object("system/groups/search?\(query)", version: 2)
            let found = try groups(answer, "OrganizationGroups").compactMap { $0["GroupId"] as? String }
            #expect(query.contains("type=") ? Set(found).isSuperset(of: ["acme"]) : found == codes)
            if query.contains("page") { #expect(answer["TotalResults"] as? Int == 3) }
            let first = try await console.api.object("system/groups/search?\(query)")
            #expect(try groups(first, "LocationGroups").count == found.count)
        }
    }

    @Test(arguments: ["page=-1", "page=x", "pagesize=-5", "pagesize=1.5", "page=99999999999999999999"])
    func `A page that is no number is refused`(query: String) async throws {
        try await withConsole { console in
            try expectRefusal(try await console.api.call(.get, "system/groups/search?\(query)"), 400, number: 400)
        }
    }

    @Test func `A group is read by integer and by uuid, each with its own form`() async throws {
        try await withTree { console in
            let found = try await console.api.object("system/groups/search?groupid=field", version: 2)
            let known = try #require(try groups(found, "OrganizationGroups").first)
            let id = try #require(known["Id"] as? Int)
            let uuid = try #require(known["Uuid"] as? String)
            for version in [nil, 1, 2, 4] {
                let first = try await console.api.object("system/groups/\(id)", version: version)
                #expect((first["Id"] as? [String: Any])?["Value"] as? Int == id && first["Uuid"] as? String == uuid)
                #expect(first["LgLevel"] as? Int == 0 && first["ParentLocationGroup"] == nil)
                #expect(first["IsCustomerTypeExistInParentHierarchy"] as? Bool == true)
                let second = try await console.api.object("system/groups/\(uuid.uppercased())", version: version)
                #expect(second["Id"] as? Int == id && second["Name"] as? String == "Acme Field")
            }
        }
    }

    @Test func `The children are the group itself and everything below it, each with the one above`() async throws {
        try await withTree { console in
            let acme = try #require(try await console.parts.model.groups.group(code: "acme"))
            let response = try await console.api.call(.get, "system/groups/\(try acme.storedID())/children")
            let all = try #require(
                try JSONSerialization.jsonObject(with: Data(buffer: response.body)) as? [[String: Any]])
            #expect(all.map { $0["GroupId"] as? String } == ["acme", "field", "office"])
            #expect(all.map { $0["LgLevel"] as? Int } == [0, 1, 1])
            let parents = all.map { (($0["ParentLocationGroup"] as? [String: Any])?["Id"] as? [String: Any])?["Value"] }
            #expect(parents.map { $0 as? Int64 } == [7, acme.id, acme.id])
            #expect(all.first?["Locale"] as? String == "en-US")
            let root = try await console.api.call(.get, "system/groups/7/children")
            #expect(root.text.contains(#""ParentLocationGroup":{"Id":{"Value":0}"#))
        }
    }

    @Test func `Parents go upwards to the caller's group, the tree downwards`() async throws {
        try await withTree { console in
            let field = try #require(try await console.parts.model.groups.group(code: "field"))
            let acme = try #require(try await console.parts.model.groups.group(code: "acme"))
            let all = try await console.api.object("system/groups/\(field.uuid)/parents")
            #expect(
                (all["items"] as? [String])?.prefix(2) == [field.uuid, acme.uuid]
                    && (all["items"] as? [String])?.count == 3)
            let own = try await console.api(.readOnly, of: "acme").object("system/groups/\(field.uuid)/parents")
            #expect(own["items"] as? [String] == [field.uuid, acme.uuid])
            let tree = try await console.api.object("system/groups/\(acme.uuid)/tree", version: 2)
            #expect(tree["full_name"] as? String == "Acme" && tree["group_id"] as? String == "acme")
            let children = try #require(tree["children"] as? [[String: Any]])
            #expect(children.map { $0["full_name"] as? String } == ["Acme / Acme Field", "Acme / Acme Office"])
        }
    }

    @Test(arguments: ["", "/children", "/parents", "/tree"])
    func `What is not there, or outside the subtree, is not found`(suffix: String) async throws {
        try await withTree { console in
            let caller = try await console.api(.consoleAdministrator, of: "acme")
            let outside = try #require(try await console.parts.model.groups.group(code: "demo"))
            for id in [
                "999", "False", "-1", "00000000-0000-4000-8000-000000000000", "%2e%2e", "7", String(outside.id ?? 0),
                outside.uuid,
            ] {
                let response = try await caller.call(.get, "system/groups/\(id)\(suffix)")
                try expectRefusal(response, 404, number: 6008, saying: "not found")
            }
        }
    }
}
