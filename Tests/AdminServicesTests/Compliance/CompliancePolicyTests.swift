import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Compliance rules as the admin API lists them (AdminDeviceDetails, "Compliance policies").
struct CompliancePolicyTests {
    private static func add(_ name: String, to group: String, isActive: Bool = true, _ console: TestConsole)
        async throws
    {
        let rule = """
            {"name":"\(name)","kind":"osVersion","operator":">=","version":"18.0","action":"block","isActive":\(isActive)}
            """
        let added = try await console.admin(.post, "/_mock/groups/\(group)/compliance-rules", text: rule)
        #expect(added.status == .created, "\(added.text)")
    }

    private static func names(_ caller: APICaller, _ query: String = "") async throws -> [String] {
        let body = try await caller.object("mdm/compliancepolicies?\(query)")
        let items = try #require(body["compliancePolicy"] as? [[String: Any]])
        #expect(body["page"] is Int && body["pagesize"] is Int && body["total"] is Int)
        return items.compactMap { $0["name"] as? String }
    }

    @Test func `A policy has the devices it is for, those that keep it and those that do not`() async throws {
        try await withConsole { console in
            #expect(try await console.api.call(.get, "mdm/compliancepolicy/search").status == .noContent)
            #expect(try await Self.names(console.api).isEmpty)
            try await Self.add("iOS 18", to: "demo", console)
            try await console.seedFleet()
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "17.0" }
            let new = try await console.signedInDevice("bbbbbbbb")
            try await console.beacon(from: new) { $0.osVersion = "18.2" }
            let body = try await console.api.object("mdm/compliancepolicy/search")
            #expect(body["Total"] as? Int == 1 && body["Page"] as? Int == 0 && body["PageSize"] as? Int == 500)
            let policy = try #require((body["CompliancePolicy"] as? [[String: Any]])?.first)
            #expect(policy["Name"] as? String == "iOS 18" && policy["IsActive"] as? Bool == true)
            #expect(policy["Description"] as? String == "Asks for an OS version of at least 18.0.")
            #expect(policy["AssignedDevices"] as? Int == 3 && policy["NonCompliantDevices"] as? Int == 1)
            #expect(policy["CompliantDevices"] as? Int == 2 && policy["Platform"] as? String == "Any")
            #expect(policy["RootLocationGroupName"] as? String != nil && policy["DevicePolicyId"] is Int)
            #expect(policy["RootLocationGroupId"] as? Int64 == (try await console.groupID("demo")))
            let twin = try await console.api.object("mdm/compliancepolicies")
            let item = try #require((twin["compliancePolicy"] as? [[String: Any]])?.first)
            #expect(item["assignedDevices"] as? Int == 3 && item["nonCompliantDevices"] as? Int == 1)
            #expect(item["compliantDevices"] as? Int == 2 && item["isActive"] as? Bool == true)
            #expect(item["rootLocationGroupUuid"] as? String == (try await console.groupUUID("demo")))
            #expect(twin["total"] as? Int == 1 && UUID(uuidString: item["uuid"] as? String ?? "") != nil)
        }
    }

    @Test func `Policies are those around a group, by name and status`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for (name, group) in [("Top", "global"), ("Demo", "demo"), ("Lab", "lab"), ("Review", "appreview")] {
                try await Self.add(name, to: group, isActive: name != "Lab", console)
            }
            let api = console.api
            #expect(try await Self.names(api) == ["Top", "Demo", "Lab", "Review"])
            #expect(try await Self.names(api, "pagesize=2&page=1") == ["Lab", "Review"])
            #expect(try await Self.names(api, "page=9").isEmpty)
            #expect(try await Self.names(api, "searchtext=E") == ["Demo", "Review"])
            #expect(try await Self.names(api, "status=inactive") == ["Lab"])
            #expect(try await Self.names(api, "status=Active") == ["Top", "Demo", "Review"])
            let (lab, demo) = (try await console.groupUUID("lab"), try await console.groupID("demo"))
            #expect(try await Self.names(api, "organizationgroupuuid=\(lab)") == ["Top", "Demo", "Lab"])
            #expect(try await Self.names(api, "organizationgroupid=\(demo)") == ["Top", "Demo", "Lab"])
            let ours = try await console.api(.readOnly, of: "lab")
            #expect(try await Self.names(ours) == ["Top", "Demo", "Lab"])
            let found = try #require(
                try await ours.object("mdm/compliancepolicy/search")["CompliancePolicy"] as? [[String: Any]])
            #expect(found.allSatisfy { $0["AssignedDevices"] as? Int == 0 })
            let elsewhere = try await ours.call(.get, "mdm/compliancepolicies?organizationgroupid=\(demo)")
            try expectRefusal(elsewhere, 404, number: 404)
            for query in ["status=maybe", "organizationgroupid=x", "page=x"] {
                let response = try await api.call(.get, "mdm/compliancepolicy/search?\(query)")
                try expectRefusal(response, 400, number: 400)
            }
            let nobody = try await api.call(.get, "mdm/compliancepolicy/search?organizationgroupid=99999999999")
            try expectRefusal(nobody, 404, number: 404)
        }
    }
}
