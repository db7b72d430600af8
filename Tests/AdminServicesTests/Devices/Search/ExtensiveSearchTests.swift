import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// The extensive and the lite search, filters together and in order (AdminDevices, "Searching").
struct ExtensiveSearchTests {
    private static let names = ["extensivesearch", "litesearch"]

    private static func letters(_ response: TestResponse) throws -> String {
        try response.udids().map { String($0.prefix(1)) }.joined()
    }

    @Test(arguments: [
        ("PLATFORM=apple&EnrollmentStatus=registered", "B"), ("platform=2&enrollmentstatus=Enrolled", "A"),
        ("platform=Android&enrollmentstatus=Enrolled", ""), ("deviceid=1,2&platform=2&startdatetime=2026-03-02", "B"),
        ("deviceid=1,2,3&macaddress=A0B1C2D3E4F5", "A"),
        ("startdatetime=2026-03-01&enddatetime=2026-03-03T08:00:00", "A"),
        ("startdatetime=2026-03-03T08:00:00&enddatetime=2026-03-03T08:00:01", "B"),
        ("startdatetime=2026-03-05&enddatetime=2026-03-01", ""), ("seensince=2026-03-02&startdatetime=2026-03-04", "C"),
        ("user=ada&deviceid=1", "A"), ("user=ada&deviceid=2", ""), ("model=i&ownership=E", "B"),
        ("compliantstatus=false&platform=2", "B"), ("compliance_status=compliant&enrollmentstatus=REGISTERED", "C"),
        ("friendly_name=I&user=ADA", "A"), ("orderby=lastseen&sortorder=DESC", "CBA"),
        ("orderby=deviceid&sortorder=desc&platform=2", "BA"), ("orderby=friendlyname", "BAC"),
        ("orderby=serialnumber&platform=apple", "AB"), ("orderby=udid&sortorder=desc", "CBA"),
        ("orderby=lastenrolledon&sortorder=desc&deviceid=1,2", "AB"), ("sortorder=desc&pagesize=1", "C"),
        ("sortorder=desc&pagesize=1&page=2", "A"), ("enrollmentstatus=&platform=&deviceid=&macaddress=", "ABC"),
        ("deviceid=,,1,,", "A"), ("deviceid= 3", "C"), ("macaddress=a0:b1:c2:d3:e4:f5,A0-B1-C2-D3-E4-F5", "A"),
        ("organizationgroupid=DEMO&orderby=lastseen&sortorder=desc", "BA"), ("organizationgroupid=LAB&platform=2", "B"),
        ("organizationgroupid=LAB&user=ada", ""), ("organization_group_uuid=DEMOUUID&ownership=c", "A"),
        ("statuschangestarttime=2026-03-05T10:20:30&statuschangeendtime=2026-03-05T10:20:31&platform=5", "C"),
        ("statuschangeendtime=2026-03-05T10:20:30", ""),
    ])
    func `Filters hold together, in every letter case, and in the order asked for`(query: String, letters: String)
        async throws
    {
        try await withConsole { console in
            try await console.seedFleet()
            let query = query.replacing("DEMOUUID", with: try await console.groupUUID("demo"))
                .replacing("=DEMO", with: "=\(try await console.groupID("demo"))")
                .replacing("=LAB", with: "=\(try await console.groupID("lab"))").replacing(" ", with: "%20")
            for name in Self.names {
                let response = try await console.api.call(.get, "mdm/devices/\(name)?\(query)")
                #expect(response.status == (letters.isEmpty ? .noContent : .ok), "\(response.text)")
                #expect(try Self.letters(response) == letters, "\(name)")
            }
        }
    }

    @Test(arguments: [
        "enrollmentstatus=Gone", "platform=Amiga", "ownership=Nobody", "startdatetime=soon", "enddatetime=2026-13-01",
        "statuschangestarttime=x", "statuschangeendtime=noon", "organizationgroupid=demo", "ownership=mine",
        "compliantstatus=perhaps", "compliance_status=Odd", "page=-1", "pagesize=-1", "seensince=never",
    ])
    func `A filter that cannot be is refused by its name`(query: String) async throws {
        try await withConsole { console in
            for name in Self.names {
                let response = try await console.api.call(.get, "mdm/devices/\(name)?\(query)")
                let parameter = String(query.prefix { $0 != "=" })
                try expectRefusal(response, 400, number: 400, saying: parameter)
            }
        }
    }

    @Test func `An unknown group, or one elsewhere, is not found, and another's devices are not either`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let ours = try await console.api(.readOnly, of: "demo")
            let theirs = try await console.groupID("appreview")
            for name in Self.names {
                for group in ["\(theirs)", "99999", "7", UUID().uuidString] {
                    let response = try await ours.call(.get, "mdm/devices/\(name)?organizationgroupid=\(group)")
                    try expectRefusal(response, 404, number: 404, saying: "organization group")
                }
                let foreign = try await ours.call(.get, "mdm/devices/\(name)?deviceid=3")
                #expect(foreign.status == .noContent)
                #expect(try Self.letters(try await ours.call(.get, "mdm/devices/\(name)?deviceid=1,2,3")) == "AB")
            }
        }
    }

    @Test func `Smart groups of a device are those the administrator knows`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for (name, group) in [("Top", "global"), ("Ours", "demo"), ("Theirs", "appreview")] {
                let body = """
                    {"Name":"\(name)","ManagedByOrganizationGroupId":\(try await console.groupID(group)),
                     "DeviceAdditions":[{"Id":"1"}],"CriteriaType":"UserDevice"}
                    """
                let made = try await console.api.call(.post, "mdm/smartgroups", body)
                #expect(made.status == .created, "\(made.text)")
            }
            func names(_ caller: APICaller) async throws -> Set<String> {
                let devices =
                    try await caller.object("mdm/devices/litesearch?deviceid=1")["Devices"] as? [[String: Any]]
                let groups = try #require(devices?.first?["SmartGroups"] as? [[String: Any]])
                let body = try await caller.object("mdm/devices/1/smartgroups")
                let alone = try #require(body["SmartGroup"] as? [[String: Any]])
                #expect(
                    groups.map { $0["SmartGroupId"] as? Int }
                        == alone.map { ($0["SmartGroupId"] as? [String: Int])?["Value"] })
                return Set(groups.compactMap { $0["Name"] as? String })
            }
            #expect(try await names(console.api) == ["All Devices", "Top", "Ours", "Theirs"])
            let ours = try await console.api(.readOnly, of: "demo")
            #expect(try await names(ours) == ["All Devices", "Top", "Ours"])
        }
    }

    @Test func `Attributes, groups and statuses that change are found changed at once`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            func found(_ query: String) async throws -> String {
                try Self.letters(try await console.api.call(.get, "mdm/devices/extensivesearch?\(query)"))
            }
            #expect(try await found("enrollmentstatus=EnterpriseWipePending") == "")
            let wipe = try await console.api.call(.post, "mdm/devices/1/commands?command=EnterpriseWipe")
            #expect(wipe.status == .accepted)
            #expect(try await found("enrollmentstatus=enterprise_wipe_pending") == "A")
            #expect(try await found("enrollmentstatus=Enrolled") == "")
            let lab = try await console.groupID("lab")
            #expect(try await found("organizationgroupid=\(lab)") == "B")
            let move = "mdm/devices/3/commands/changeorganizationgroup/\(lab)"
            #expect(try await console.api.call(.put, move).status == .accepted)
            #expect(try await found("organizationgroupid=\(lab)") == "BC")
            #expect(try await console.api.call(.delete, "mdm/devices/2").status == .ok)
            #expect(try await found("organizationgroupid=\(lab)") == "C")
        }
    }
}
