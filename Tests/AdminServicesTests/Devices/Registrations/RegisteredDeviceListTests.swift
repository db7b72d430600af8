import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// What lists of registrations and tokens tell, member by member, and in pages (AdminRegistrations).
struct RegisteredDeviceListTests {
    private static func body(_ type: String, _ attribute: String, _ value: String) -> String {
        #"{"registration_type":"\#(type)","attribute_type":"\#(attribute)","device_attribute":"\#(value)"}"#
    }

    private static func path(_ console: TestConsole, _ group: String = "demo") async throws -> String {
        "mdm/groups/\(try await console.groupUUID(group))/enrollment-tokens"
    }

    private static func entries(_ path: String, _ caller: APICaller) async throws -> [[String: Any]] {
        let response = try await caller.call(.get, path)
        if response.status == .noContent { return [] }
        return try #require(try response.json()["tokens"] as? [[String: Any]], "\(response.text)")
    }

    @Test func `An entry has every member, empty where nothing was said`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await console.registerDevice(
                #"""
                ,"FriendlyName":"Lab tablet","Ownership":"S","PlatformId":5,"SerialNumber":"SN-1","Udid":"FEED40",
                "Imei":"35 000000 000001 7"
                """#)
            let path = try await Self.path(console)
            #expect(
                try await console.api.call(.post, path, Self.body("blacklist", "imei", "356938035643809")).status
                    == .created)
            let items = try await Self.entries(path, console.api)
            var (first, second) = (try #require(items.first), try #require(items.last))
            for uuid in [first.removeValue(forKey: "uuid"), second.removeValue(forKey: "uuid")] {
                #expect(UUID(uuidString: uuid as? String ?? "") != nil)
            }
            try expectJSON(
                first,
                """
                {"registration_type":"REGISTER_DEVICE","serial_number":"SN-1","imei":"350000000000017","udid":"FEED40",
                 "platform":"ANDROID","ownership_type":"CORPORATE_SHARED","friendly_name":"Lab tablet","user_name":"ada",
                 "enrollment_status":"REGISTERED","compliance_status":"NOT_AVAILABLE","custom_attributes":[]}
                """)
            try expectJSON(
                second,
                """
                {"registration_type":"BLACKLIST","serial_number":"","imei":"356938035643809","udid":"",
                 "platform":"APPLE","ownership_type":"NONE","friendly_name":"","user_name":"",
                 "enrollment_status":"BLACKLISTED","compliance_status":"NOT_AVAILABLE","custom_attributes":[]}
                """)
        }
    }

    @Test func `An entry follows its device from one status to the next`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let path = try await Self.path(console)
            _ = try await console.api.call(.post, path, Self.body("WHITELIST", "UDID", "feed41"))
            func status() async throws -> [String?] {
                let entry = try #require(try await Self.entries(path, console.api).first)
                return [entry["enrollment_status"] as? String, entry["compliance_status"] as? String]
            }
            #expect(try await status() == ["WHITELISTED", "NOT_AVAILABLE"])
            #expect(try await console.logInAda(device: "feed41") == "AUTH-0")
            #expect(try await status() == ["ENROLLED", "COMPLIANT"])
            let blocked = try await console.change("feed41", #"{"complianceStatus":"Blocked"}"#)
            #expect(blocked.status == .ok)
            #expect(try await status() == ["ENROLLED", "BLOCKED"])
            let wipe = "mdm/devices/commands?command=EnterpriseWipe&searchby=Udid&id=feed41"
            #expect(try await console.api.call(.post, wipe).status == .accepted)
            #expect(try await status().first == "ENTERPRISE_WIPE_PENDING")
            #expect(try await console.api.call(.delete, "mdm/devices?searchby=Udid&id=feed41").status == .noContent)
            #expect(try await status() == ["WHITELISTED", "NOT_AVAILABLE"])
        }
    }

    @Test func `A list has the entries of its group and below, and no others`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            for (group, udid) in [("global", "feed50"), ("demo", "feed51"), ("lab", "feed52"), ("appreview", "feed53")]
            {
                let path = try await Self.path(console, group)
                let response = try await console.api.call(.post, path, Self.body("WHITELIST", "UDID", udid))
                #expect(response.status == .created)
            }
            for (group, udids) in [
                ("global", ["feed50", "feed51", "feed52", "feed53"]), ("demo", ["feed51", "feed52"]),
                ("lab", ["feed52"]), ("appreview", ["feed53"]),
            ] {
                for path in [
                    try await Self.path(console, group),
                    "mdm/groups/\(try await console.groupID(group))/enrollment-tokens",
                ] {
                    let found = try await Self.entries(path, console.api).compactMap { $0["udid"] as? String }
                    #expect(found == udids.map { $0.uppercased() }, "\(group)")
                }
            }
            // One of another group is none of this one.
            let all = try await Self.entries(try await Self.path(console, "global"), console.api)
            let uuid = try #require(all.first { $0["udid"] as? String == "FEED53" }?["uuid"] as? String)
            for method in [HTTPRequest.Method.get, .delete] {
                let response = try await console.api.call(method, "\(try await Self.path(console))/\(uuid)")
                try expectRefusal(response, 404, number: 404, saying: "Enrollment token \(uuid) not found")
            }
            let theirs = "\(try await Self.path(console, "appreview"))/\(uuid)"
            #expect(try await console.api.object(theirs)["udid"] as? String == "FEED53")
        }
    }

    @Test(arguments: [
        ("", "ABC"), ("serial_number=sn-1", "A"), ("SERIAL_NUMBER=SN-1&device_type=apple", "A"),
        ("serial_number=sn-1&device_type=ANDROID", ""), ("imei=35-000000-000001-7", "B"), ("device_type=5", "B"),
        ("enrollment_status=blacklisted", "B"), ("enrollment_status=REGISTERED&serial_number=SN-1", "A"),
        ("enrollment_status=WHITELISTED&compliance_status=not_available", "C"), ("compliance_status=COMPLIANT", ""),
        ("enrollment_status=&serial_number=&imei=&device_type=", "ABC"), ("enrollment_status=nonsense", ""),
        ("serial_number=%00", ""), ("imei=%27", ""),
    ])
    func `Filters hold alone and together`(query: String, letters: String) async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await console.registerDevice(#","SerialNumber":"SN-1","FriendlyName":"A""#)
            let path = try await Self.path(console)
            _ = try await console.api.call(.post, path, Self.body("BLACKLIST", "IMEI", "350000000000017"))
            try await console.execute(
                "UPDATE deviceRegistration SET platform = 'Android', friendlyName = 'B' WHERE id = 2")
            _ = try await console.api.call(.post, path, Self.body("WHITELIST", "UDID", "feed60"))
            try await console.execute("UPDATE deviceRegistration SET friendlyName = 'C' WHERE id = 3")
            let found = try await Self.entries("\(path)?\(query)", console.api)
            #expect(found.compactMap { $0["friendly_name"] as? String }.joined() == letters)
        }
    }

    @Test func `An unknown platform is refused`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let response = try await console.api.call(.get, "\(try await Self.path(console))?device_type=toaster")
            try expectRefusal(response, 400, number: 400, saying: "device_type is \"toaster\"")
        }
    }

    @Test func `Entries and tokens come in pages`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            for number in 1...3 { _ = try await console.registerDevice(#","SerialNumber":"SN-\#(number)""#) }
            let lab = try await console.groupUUID("lab")
            for group in [try await console.groupUUID("demo"), lab, "\(try await console.groupID("lab"))"] {
                try await PagedList("mdm/groups/\(group)/enrollment-tokens", "tokens", .snakePages).check(
                    console.api, total: 3)
            }
            let tokens = PagedList("system/users/enrollmenttoken/search", "Device")
            try await tokens.check(console.api, total: 3)
            let reader = try await console.api(.readOnly, of: "lab")
            try await tokens.check(reader, total: 3)
            let theirs = try await console.api(.readOnly, of: "appreview")
            #expect(try await theirs.call(.get, tokens.path).status == .noContent)
        }
    }

    @Test func `A token has every member, and stands with its number from waiting to enrolled`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await console.registerDevice(
                #","SerialNumber":"SN-9","AssetNumber":"A-9","FriendlyName":"Nine""#)
            var listed = try #require(try await console.listedTokens().first)
            let token = try #require(listed.removeValue(forKey: "Token") as? String)
            #expect(token.count == 32 && token.allSatisfy(\.isHexDigit))
            try expectJSON(
                listed,
                """
                {"SerialNumber":"SN-9","AssetNumber":"A-9","FriendlyName":"Nine","Username":"ada",
                 "OrganizationGroup":"lab","EnrollmentStatusID":2,"ComplianceStatusID":5}
                """)
            #expect(try await console.logIn(token: token, device: "feed61") == "AUTH-0")
            let used = try #require(try await console.listedTokens("serialnumber=sn-9").first)
            #expect(used["EnrollmentStatusID"] as? Int == EnrollmentStatus.enrolled.rawValue)
            #expect(used["ComplianceStatusID"] as? Int == ComplianceStatus.compliant.rawValue)
        }
    }

    @Test(arguments: [
        ("username=AD&serialnumber=SN-1", 1), ("username=ad&serialnumber=SN-3", 0), ("username=&serialnumber=", 2),
        ("organizationgroupid=LAB&username=ada", 2), ("organizationgroupid=DEMOUUID", 2),
        ("organizationgroupid=REVIEW", 0), ("organizationgroupid=99999", 0), ("SerialNumber=sn-2", 1),
    ])
    func `Tokens are narrowed alone and together`(query: String, count: Int) async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            for number in 1...2 { _ = try await console.registerDevice(#","SerialNumber":"SN-\#(number)""#) }
            let query = query.replacing("LAB", with: "\(try await console.groupID("lab"))")
                .replacing("DEMOUUID", with: try await console.groupUUID("demo").uppercased())
                .replacing("REVIEW", with: "\(try await console.groupID("appreview"))")
            #expect(try await console.listedTokens(query).count == count)
        }
    }

    @Test func `A group that cannot be is refused`() async throws {
        try await withConsole { console in
            let response = try await console.api.call(
                .get, "system/users/enrollmenttoken/search?organizationgroupid=demo")
            try expectRefusal(response, 400, number: 400, saying: "organizationgroupid is \"demo\"")
        }
    }
}
