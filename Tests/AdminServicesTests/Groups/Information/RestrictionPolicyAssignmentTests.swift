import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// User groups of restriction policies, changed one by one (AdminGroups, "Enrollment").
struct RestrictionPolicyAssignmentTests {
    /// A user group of the demo group; its uuid.
    private static func userGroup(_ console: TestConsole, _ name: String) async throws -> String {
        let demo = try await console.groupID("demo")
        let answer = try await console.api.call(
            .post, "system/usergroups/createcustomusergroup",
            #"{"GroupName":"\#(name)","ManagedByOrganizationGroupID":"\#(demo)"}"#)
        #expect(answer.status == .ok, "\(answer.text)")
        return try #require(
            try await console.parts.value("SELECT uuid FROM userGroup WHERE name = '\(name)'", String.self))
    }

    /// The address of the demo group's policy.
    private static func path(_ console: TestConsole) async throws -> (policy: String, path: String) {
        let group = try await console.groupUUID("demo")
        let list = try await console.api.object("system/enrollment/restriction-policies", version: 2)
        let policies = list.values.compactMap { $0 as? [[String: Any]] }.joined()
        let policy = try #require(policies.first { $0["organization_group_uuid"] as? String == group })
        let uuid = try #require(policy["uuid"] as? String ?? policy["enrollment_restriction_policy_uuid"] as? String)
        return (uuid, "system/enrollment/restriction-policies/\(uuid)/organization-group/\(group)")
    }

    private static func named(_ console: TestConsole) async throws -> [String] {
        try await console.parts.core.database.read { db in
            let group = try #require(try OrganizationGroupStore.group(code: "demo", db))
            return try EnrollmentRestrictions.userGroups(namedBy: try group.storedID(), db).map(\.name).sorted()
        }
    }

    @Test func `User groups are added, removed and replaced, each with what became of it`() async throws {
        try await withConsole { console in
            let (sales, field) = (
                try await Self.userGroup(console, "Sales"), try await Self.userGroup(console, "Field")
            )
            let (_, path) = try await Self.path(console)
            func patch(_ operation: String, _ uuids: [String]) async throws -> [[String: Any]] {
                let answer = try await console.api.call(
                    .patch, path, #"{"op":"\#(operation)","user_group_uuids":\#(uuids)}"#, version: 2)
                #expect(answer.status == .ok, "\(answer.text)")
                let body = try answer.json()
                #expect((body["_links"] as? [String: Any])?["href"] as? String == "/api/\(path)")
                return try #require(body["statusResponse"] as? [[String: Any]])
            }
            let unknown = "7a0e5d1c-3f1b-4c44-9a66-0f2b1c9d8e7f"
            let added = try await patch("add", [sales, unknown])
            #expect(added.map { $0["status"] as? String } == ["Success", "Failure"])
            #expect(added.map { $0["user_group_uuid"] as? String } == [sales, unknown])
            #expect((added[1]["message"] as? String)?.contains(unknown) == true)
            #expect(try await Self.named(console) == ["Sales"])
            #expect(try await patch("Add", [field])[0]["status"] as? String == "Success")
            #expect(try await Self.named(console) == ["Field", "Sales"])
            let removed = try await patch("remove", [sales, sales])
            #expect(removed.map { $0["status"] as? String } == ["Success", "Failure"])
            #expect(try await Self.named(console) == ["Field"])
            _ = try await patch("replace", [sales])
            #expect(try await Self.named(console) == ["Sales"])
        }
    }

    @Test func `What names no policy, no operation or no list is refused`() async throws {
        try await withConsole { console in
            let (policy, path) = try await Self.path(console)
            let body = #"{"op":"add","user_group_uuids":[]}"#
            let global = try await console.groupUUID("global")
            let policies = "system/enrollment/restriction-policies"
            for wrong in [
                "\(policies)/\(policy)/organization-group/\(global)", "\(policies)/x/organization-group/\(global)",
                "\(policies)/\(policy)/organization-group/x",
            ] {
                #expect(try await console.api.call(.patch, wrong, body, version: 2).status == .notFound, "\(wrong)")
            }
            for wrong in ["", "{}", #"{"op":"dance","user_group_uuids":[]}"#, #"{"user_group_uuids":{}}"#] {
                try expectRefusal(
                    try await console.api.call(.patch, path, wrong, version: 2), 400, number: 400)
            }
        }
    }
}
