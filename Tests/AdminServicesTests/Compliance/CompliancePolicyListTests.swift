import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Compliance policies in pages, member by member, and as they change (AdminDeviceDetails, "Compliance policies").
struct CompliancePolicyListTests {
    private static func rule(_ name: String, _ version: String = "17.0", isActive: Bool = true) -> String {
        #"{"name":"\#(name)","kind":"osVersion","operator":">=","version":"\#(version)","isActive":\#(isActive)}"#
    }

    private static func names(_ caller: APICaller, _ query: String) async throws -> [String] {
        let response = try await caller.call(.get, "mdm/compliancepolicy/search?\(query)")
        let twin = try #require(
            try await caller.object("mdm/compliancepolicies?\(query)")["compliancePolicy"] as? [[String: Any]])
        let names = twin.compactMap { $0["name"] as? String }
        guard response.status == .ok else {
            #expect(response.status == .noContent && names.isEmpty && response.headers[.contentType] == nil)
            return []
        }
        let policies = try #require(try response.json()["CompliancePolicy"] as? [[String: Any]])
        #expect(policies.compactMap { $0["Name"] as? String } == names)
        return names
    }

    @Test func `Policies come in pages on both routes`() async throws {
        try await withConsole { console in
            for name in ["C", "A", "B"] { try await console.addRule(Self.rule(name)) }
            try await console.addRule(Self.rule("D"), to: "appreview")
            try await PagedList("mdm/compliancepolicy/search", "CompliancePolicy").check(console.api, total: 4)
            try await PagedList("mdm/compliancepolicies", "compliancePolicy", .camelPages, hasEmptyPages: true)
                .check(console.api, total: 4)
            let ours = try await console.api(.readOnly, of: "demo")
            try await PagedList("mdm/compliancepolicy/search?status=active", "CompliancePolicy").check(ours, total: 3)
        }
    }

    @Test func `A policy has exactly these members on either route`() async throws {
        try await withConsole { console in
            let uuid = try await console.addRule(Self.rule("iOS 17"))
            let (group, home) = (try await console.groupID("demo"), try await console.groupUUID("demo"))
            let client = try await console.signedInDevice()
            func policy() async throws -> [String: Any] {
                let body = try await console.api.object("mdm/compliancepolicy/search")
                return try #require((body["CompliancePolicy"] as? [[String: Any]])?.first)
            }
            let id = try #require(try await policy()["DevicePolicyId"] as? Int)
            func expect(compliant: Int, broken: Int) async throws {
                try expectJSON(
                    try await policy(),
                    """
                    {"DevicePolicyId":\(id),"Uuid":"\(uuid)","Name":"iOS 17",
                     "Description":"Asks for an OS version of at least 17.0.","Platform":"Any","IsActive":true,
                     "AssignedDevices":1,"CompliantDevices":\(compliant),"NonCompliantDevices":\(broken),
                     "RootLocationGroupId":\(group),"RootLocationGroupName":"Demo"}
                    """)
                try expectJSON(
                    try await console.api.object("mdm/compliancepolicies"),
                    """
                    {"compliancePolicy":[{"devicePolicyId":\(id),"uuid":"\(uuid)","name":"iOS 17",
                     "description":"Asks for an OS version of at least 17.0.","platform":"Any","isActive":true,
                     "assignedDevices":1,"compliantDevices":\(compliant),"nonCompliantDevices":\(broken),
                     "rootLocationGroupId":\(group),"rootLocationGroupName":"Demo","rootLocationGroupUuid":"\(home)"}],
                     "page":0,"pagesize":500,"total":1}
                    """)
            }
            // Who has told nothing yet neither keeps nor breaks it.
            try await expect(compliant: 0, broken: 0)
            try await console.beacon(from: client) { $0.osVersion = "16.0" }
            try await expect(compliant: 0, broken: 1)
            try await console.beacon(from: client) { $0.osVersion = "17.0" }
            try await expect(compliant: 1, broken: 0)
        }
    }

    @Test func `Counts follow devices that move, end and go, and rules that rest`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.addRule(Self.rule("iOS 17"))
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16.0" }
            func counts(_ caller: APICaller? = nil) async throws -> [Int?] {
                let body = try await (caller ?? console.api).object("mdm/compliancepolicy/search")
                let policy = try #require((body["CompliancePolicy"] as? [[String: Any]])?.first)
                return ["AssignedDevices", "CompliantDevices", "NonCompliantDevices"].map { policy[$0] as? Int }
            }
            // The phone of the fleet, which has told nothing since, breaks nothing.
            #expect(try await counts() == [2, 1, 1])
            let lab = try await console.groupID("lab")
            let move = "mdm/devices/1/commands/changeorganizationgroup/\(lab)"
            #expect(try await console.api.call(.put, move).status == .accepted)
            #expect(try await counts() == [2, 1, 1])
            let below = try await console.api(.readOnly, of: "lab")
            #expect(try await counts(below) == [1, 1, 0])
            let wipe = "mdm/devices/commands?command=EnterpriseWipe&searchby=Udid&id=\(client.device)"
            #expect(try await console.api.call(.post, wipe).status == .accepted)
            #expect(try await counts() == [1, 1, 0])
            let resting = try await console.admin(
                .put, "/_mock/compliance-rules/\(uuid)", text: Self.rule("iOS 17", isActive: false))
            #expect(resting.status == .ok, "\(resting.text)")
            #expect(try await counts() == [0, 0, 0])
            let deletion = try await console.admin(.delete, "/_mock/compliance-rules/\(uuid)")
            #expect(deletion.status == .noContent, "\(deletion.text)")
            #expect(try await Self.names(console.api, "").isEmpty)
        }
    }

    @Test(arguments: [
        ("searchtext=IOS", ["iOS 17", "iOS 18"]), ("name=18", ["iOS 18"]),
        ("status=inactive&searchtext=ios", ["iOS 18"]),
        ("STATUS=TRUE&SearchText=i", ["iOS 17"]),
        ("searchtext=&status=&organizationgroupid=", ["iOS 17", "iOS 18", "Top"]),
        ("organizationgroupid=LAB&status=active", ["iOS 17", "Top"]), ("organizationgroupuuid=REVIEW", ["Top"]),
        ("organizationgroupuuid=REVIEW&searchtext=ios", []), ("searchtext=%25", []),
        ("searchtext=o&page=1&pagesize=2", ["Top"]),
    ])
    func `Filters hold together on both routes`(query: String, expected: [String]) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.addRule(Self.rule("iOS 17"))
            try await console.addRule(Self.rule("iOS 18", "18.0", isActive: false))
            try await console.addRule(Self.rule("Top"), to: "global")
            let query = query.replacing("LAB", with: "\(try await console.groupID("lab"))")
                .replacing("REVIEW", with: try await console.groupUUID("appreview").uppercased())
            #expect(try await Self.names(console.api, query) == expected)
        }
    }

    @Test(arguments: ["mdm/compliancepolicy/search", "mdm/compliancepolicies"])
    func `What cannot be is refused on both routes, and groups elsewhere do not exist`(path: String) async throws {
        try await withConsole { console in
            try await console.addRule(Self.rule("Theirs"), to: "appreview")
            for query in ["status=maybe", "organizationgroupid=demo", "organizationgroupuuid=x"] {
                try expectRefusal(try await console.api.call(.get, "\(path)?\(query)"), 400, number: 400)
            }
            let ours = try await console.api(.readOnly, of: "demo")
            for group in ["\(try await console.groupID("appreview"))", "7", "99999", UUID().uuidString] {
                let response = try await ours.call(.get, "\(path)?organizationgroupid=\(group)")
                try expectRefusal(response, 404, number: 404, saying: "organization group")
            }
            #expect(try await Self.names(ours, "").isEmpty)
            try expectRefusal(try await console.send(.get, "/api/\(path)"), 401, number: 1005)
        }
    }

    @Test func `Policies are XML for those who ask`() async throws {
        try await withConsole { console in
            try await console.addRule(Self.rule("A < B"))
            for (path, root, fragment) in [
                ("compliancepolicy/search", "CompliancePolicySearchResult", "<Name>A &lt; B</Name>"),
                ("compliancepolicies", "CompliancePolicies", "<name>A &lt; B</name>"),
            ] {
                let response = try await console.api.call(.get, "mdm/\(path)", headers: ["Accept": "application/xml"])
                #expect(response.text.contains("<\(root) xmlns=\"\(AdminAnswer.namespace)\">"), "\(response.text)")
                #expect(response.text.contains(fragment))
            }
        }
    }
}
