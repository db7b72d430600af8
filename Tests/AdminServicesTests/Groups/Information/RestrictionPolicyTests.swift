import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// What groups ask of devices that enroll, as policies (AdminGroups).
struct RestrictionPolicyTests {
    private static let families = ["system", "mdm"]

    private static func policies(_ caller: APICaller, _ family: String) async throws -> [[String: Any]] {
        let body = try await caller.object("\(family)/enrollment/restriction-policies", version: 2)
        return try #require(body["restriction_policies"] as? [[String: Any]])
    }

    @Test(arguments: families)
    func `Policies come in pages, one for each group an administrator sees`(family: String) async throws {
        try await SmartGroupWorld.with { world in
            let list = PagedList(
                "\(family)/enrollment/restriction-policies", "restriction_policies", version: 2, .snakePages,
                hasEmptyPages: true)
            try await list.check(world.api, total: 2)
            let lower = try await world.console.api(.readOnly, of: "field")
            #expect(try await Self.policies(lower, family).count == 1)
            let all = try await Self.policies(world.console.api, family)
            #expect(Set(all.compactMap { $0["uuid"] as? String }).count == all.count && all.count > 3)
        }
    }

    @Test(arguments: families)
    func `A policy has what is in force at its group, inherited or not`(family: String) async throws {
        try await SmartGroupWorld.with { world in
            for (group, settings) in [
                ("acme", #"{"registeredDevicesOnly":true,"requireMDMEnrollment":true}"#),
                ("field", #"{"requireMDMEnrollment":false}"#),
            ] {
                let set = try await world.console.admin(.patch, "/_mock/groups/\(group)/settings", text: settings)
                #expect(set.status == .ok, "\(set.text)")
            }
            let policies = try await Self.policies(world.api, family)
            for (code, name, requiresMDM) in [("acme", "Acme", true), ("field", "Field", false)] {
                let home = try await world.console.groupUUID(code)
                let policy = try #require(policies.first { $0["organization_group_uuid"] as? String == home })
                let uuid = try #require(policy["uuid"] as? String)
                let expected = """
                    {"enrollment_restriction_policy_uuid":"\(uuid)","organization_group_name":"\(name)",
                     "user_groups_list":[],"uuid":"\(uuid)","name":"Enrollment restrictions of \(name)","organization_group_uuid":"\(home)",
                     "allowed_ownerships":[],"allowed_platforms":[],"maximum_devices_per_user":0,
                     "is_default":true,"require_mdm_enrollment":\(requiresMDM),"registered_devices_only":true,
                     "user_groups":[]}
                    """
                try expectJSON(policy, expected)
                for id in [uuid, uuid.uppercased()] {
                    let one = try await world.api.object("\(family)/enrollment/restriction-policies/\(id)", version: 2)
                    try expectJSON(one, expected)
                }
            }
        }
    }

    @Test(arguments: families)
    func `User groups are put in place of those there were, and told once`(family: String) async throws {
        try await SmartGroupWorld.with { world in
            let made = try await world.api.call(
                .post, "system/usergroups/createcustomusergroup", #"{"GroupName":"Field staff"}"#)
            #expect(made.status == .ok, "\(made.text)")
            let staff = try #require(
                try await world.console.parts.value(
                    "SELECT uuid FROM userGroup WHERE name = 'Field staff'", String.self))
            let uuid = try #require(try await Self.policies(world.api, family).first?["uuid"] as? String)
            let path = "\(family)/enrollment/restriction-policies/\(uuid)"
            func assign(_ groups: String) async throws -> [String?] {
                let body = #"{"user_group_uuids":[\#(groups)]}"#
                for _ in 1...2 {
                    let response = try await world.api.call(.patch, path, body, version: 2)
                    #expect(response.status == .noContent && response.headers[.contentType] == nil, "\(response.text)")
                }
                let groups = try await world.api.object(path, version: 2)["user_groups"] as? [[String: Any]]
                return try #require(groups).map { $0["name"] as? String }
            }
            #expect(try await assign("\"\(world.sales)\",\"\(staff)\"") == ["Sales", "Field staff"])
            #expect(try await assign("\"\(staff.uppercased())\",\"\(staff)\"") == ["Field staff"])
            #expect(try await assign("") == [])
            let rows = try await world.console.eventRows("action=restrictionPolicy.updated").reversed()
            #expect(
                rows.map { ($0["before"] as? [String: String])?["userGroups"] } == [
                    "", "Sales, Field staff", "Field staff",
                ])
            #expect(rows.allSatisfy { $0["subject"] as? String == "acme" })
        }
    }

    @Test func `User groups that are said of a group stay, whatever becomes of the group above`() async throws {
        try await SmartGroupWorld.with { world in
            let policies = try await Self.policies(world.api, "system")
            let paths = try ["Acme", "Field"].map { name in
                let policy = policies.first { $0["name"] as? String == "Enrollment restrictions of \(name)" }
                return "system/enrollment/restriction-policies/\(try #require(policy?["uuid"] as? String))"
            }
            func assign(_ groups: String, _ path: String) async throws {
                let body = #"{"user_group_uuids":[\#(groups)]}"#
                #expect(try await world.api.call(.patch, path, body, version: 2).status == .noContent)
            }
            func names() async throws -> [String?] {
                let policy = try await world.api.object(paths[1], version: 2)
                return try #require(policy["user_groups"] as? [[String: Any]]).map { $0["name"] as? String }
            }
            try await assign("\"\(world.sales)\"", paths[0])
            #expect(try await names() == ["Sales"])
            try await assign("\"\(world.sales)\"", paths[1])
            try await assign("", paths[0])
            #expect(try await names() == ["Sales"])
            try await assign("", paths[1])
            #expect(try await names() == [])
        }
    }

    @Test(arguments: families)
    func `What cannot be is refused and changes nothing`(family: String) async throws {
        try await SmartGroupWorld.with { world in
            let uuid = try #require(try await Self.policies(world.api, family).first?["uuid"] as? String)
            let base = "\(family)/enrollment/restriction-policies"
            let sales = #"{"user_group_uuids":["\#(world.sales)"]}"#
            #expect(try await world.api.call(.patch, "\(base)/\(uuid)", sales, version: 2).status == .noContent)
            let before = try await world.console.contents()["restrictionPolicyUserGroup"]
            for body in [
                "", "{", "[]", "{}", #"{"user_group_uuids":null}"#, #"{"user_group_uuids":["99999"]}"#,
                #"{"user_group_uuids":["\#(world.sales)","x"]}"#, #"{"user_group_uuids":[[]]}"#,
            ] {
                let response = try await world.api.call(.patch, "\(base)/\(uuid)", body, version: 2)
                try expectRefusal(response, 400, number: 400)
            }
            for id in ["x", "1", UUID().uuidString] {
                for method in [HTTPRequest.Method.get, .patch] {
                    let response = try await world.api.call(method, "\(base)/\(id)", method == .patch ? sales : nil)
                    try expectRefusal(response, 404, number: 404, saying: "not found")
                }
            }
            let lower = try await world.console.api(.consoleAdministrator, of: "field")
            try expectRefusal(try await lower.call(.patch, "\(base)/\(uuid)", sales), 404, number: 404)
            #expect(try await world.console.contents()["restrictionPolicyUserGroup"] == before)
        }
    }
}
