import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Lists of devices that are expected, let in or kept out (AdminRegistrations, "Enrollment tokens of a group").
struct EnrollmentListTests {
    private static func body(
        _ type: String, _ attribute: String, _ value: String, ownership: String = "NONE"
    ) -> String {
        #"{"registration_type":"\#(type)","attribute_type":"\#(attribute)","device_attribute":"\#(value)","ownership_type":"\#(ownership)"}"#
    }

    /// Adds an entry to demo and answers its address below `/api`.
    private static func add(_ console: TestConsole, _ body: String, group: String = "demo") async throws -> String {
        let path = "mdm/groups/\(try await console.groupUUID(group))/enrollment-tokens"
        let response = try await console.api.call(.post, path, body)
        #expect(response.status == .created && response.text.isEmpty, "\(response.text)")
        let location = try #require(response.headers[.location])
        return String(location[try #require(location.range(of: "/api/")).upperBound...])
    }

    @Test func `A device on the deny list may not enroll until it is taken off`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let entry = try await Self.add(console, Self.body("BLACKLIST", "UDID", "FEED10"))
            #expect(try await console.logInAda(device: "feed10") == "AUTH-1006")
            #expect(try await console.logInAda(device: "feed10", group: "lab") == "AUTH-1006")
            #expect(try await console.admin(.get, "/_mock/devices/feed10").status == .notFound)
            #expect(try await console.logInAda(device: "feed11") == "AUTH-0")
            #expect(try await console.api.call(.delete, entry).status == .noContent)
            #expect(try await console.logInAda(device: "feed10") == "AUTH-0")
            // Whoever is in stays in.
            _ = try await Self.add(console, Self.body("BLACKLIST", "UDID", "feed10"))
            #expect(try await console.logInAda(device: "feed10") == "AUTH-0")
        }
    }

    @Test(arguments: [("SERIAL_NUMBER", "sn-9"), ("IMEI", "350000000000017")])
    func `A known device is kept out by its serial number or IMEI as well`(attribute: String, value: String)
        async throws
    {
        try await withConsole { console in
            try await console.seedRegistrations()
            let text = #"{"udid":"feed12","group":"demo","serialNumber":"SN-9","imei":"350000000000017"}"#
            #expect(try await console.admin(.post, "/_mock/devices", text: text).status == .created)
            _ = try await Self.add(console, Self.body("BLACKLIST", attribute, value))
            #expect(try await console.logInAda(device: "feed12") == "AUTH-1006")
        }
    }

    @Test func `Where only known devices enroll, the lists and tokens let them in`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"registeredDevicesOnly":true}"#)
            #expect(try await console.logInAda(device: "feed13") == "AUTH-1006")
            _ = try await Self.add(
                console, Self.body("WHITELIST", "UDID", "feed13", ownership: "CORPORATE_SHARED"))
            #expect(try await console.logInAda(device: "feed13") == "AUTH-0")
            #expect(try await console.adminJSON("/_mock/devices/feed13")["ownership"] as? String == "CorporateShared")
            _ = try await Self.add(console, Self.body("REGISTER_DEVICE", "UDID", "feed14"), group: "lab")
            #expect(try await console.logInAda(device: "feed14") == "AUTH-0")
            #expect(try await console.adminJSON("/_mock/devices/feed14")["groupId"] as? String == "lab")
            _ = try await console.registerDevice(#","SerialNumber":"SN-5""#)
            let token = try #require(try await console.listedTokens().first?["Token"] as? String)
            #expect(try await console.logIn(token: token, device: "feed15") == "AUTH-0")
        }
    }

    @Test func `Entries are listed, narrowed, read and deleted`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let path = "mdm/groups/\(try await console.groupUUID("demo"))/enrollment-tokens"
            #expect(try await console.api.call(.get, path).status == .noContent)
            let serial = try await Self.add(
                console, Self.body("REGISTER_DEVICE", "SERIAL_NUMBER", "SN-6", ownership: "EMPLOYEE_OWNED"))
            _ = try await Self.add(console, Self.body("BLACKLIST", "IMEI", "350000000000017"), group: "lab")
            _ = try await Self.add(console, Self.body("WHITELIST", "UDID", "feed16"))
            #expect(try await console.logInAda(device: "feed16") == "AUTH-0")
            let all = try await console.api.object(path)
            #expect(all["page"] as? Int == 0 && all["page_size"] as? Int == 500 && all["total"] as? Int == 3)
            let tokens = try #require(all["tokens"] as? [[String: Any]])
            #expect(tokens.map { $0["enrollment_status"] as? String } == ["REGISTERED", "BLACKLISTED", "ENROLLED"])
            #expect(tokens[2]["compliance_status"] as? String == "COMPLIANT")
            for (query, count) in [
                ("serial_number=sn-6", 1), ("imei=350000000000017", 1), ("enrollment_status=enrolled", 1),
                ("compliance_status=NOT_AVAILABLE", 2), ("device_type=APPLE", 3), ("device_type=ANDROID", 0),
                ("page=1&page_size=2", 1), ("page=9", 0),
            ] {
                let response = try await console.api.call(.get, "\(path)?\(query)")
                #expect(response.status == (count == 0 ? .noContent : .ok), "\(query) \(response.text)")
                guard count > 0 else { continue }
                let found = try response.json()["tokens"] as? [Any]
                #expect(found?.count == count, "\(query)")
            }
            let one = try await console.api.object(serial)
            #expect(one["serial_number"] as? String == "SN-6" && one["ownership_type"] as? String == "EMPLOYEE_OWNED")
            #expect(one["platform"] as? String == "APPLE" && one["registration_type"] as? String == "REGISTER_DEVICE")
            #expect(try await console.api.call(.delete, serial).status == .noContent)
            try expectRefusal(try await console.api.call(.get, serial), 404, number: 404)
            try expectRefusal(try await console.api.call(.delete, serial), 404, number: 404)
        }
    }

    @Test func `Taking back a registration forgets the device that never came, and ends its token`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await console.registerDevice(#","Udid":"feed17""#)
            let path = "mdm/groups/\(try await console.groupUUID("demo"))/enrollment-tokens"
            let uuid = try #require(
                (try await console.api.object(path)["tokens"] as? [[String: Any]])?.first?["uuid"] as? String)
            let token = try #require(try await console.listedTokens().first?["Token"] as? String)
            #expect(try await console.api.call(.delete, "\(path)/\(uuid)").status == .noContent)
            #expect(try await console.admin(.get, "/_mock/devices/feed17").status == .notFound)
            #expect(try await console.logIn(token: token, device: "feed17") == "AUTH-1005")
        }
    }

    @Test(arguments: [
        ("NONE", "UDID", "a", "NONE", 5209), ("", "UDID", "a", "NONE", 5209), ("WHITELIST", "NONE", "a", "NONE", 5210),
        ("WHITELIST", "MAC", "a", "NONE", 5210), ("WHITELIST", "UDID", "", "NONE", 5211),
        ("WHITELIST", "UDID", "ä", "NONE", 5211), ("WHITELIST", "IMEI", "12", "NONE", 5211),
        ("WHITELIST", "UDID", "a", "STOLEN", 5212), ("BLACKLIST", "UDID", "feed18", "NONE", 5213),
        ("REGISTER_DEVICE", "UDID", "feed18", "NONE", 5214), ("REGISTER_DEVICE", "UDID", "feed19", "NONE", 5213),
    ])
    func `What cannot be an entry is refused with its number`(
        type: String, attribute: String, value: String, ownership: String, number: Int
    ) async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await Self.add(console, Self.body("BLACKLIST", "UDID", "feed18"))
            #expect(try await console.logInAda(device: "feed19") == "AUTH-0")
            let path = "mdm/groups/\(try await console.groupUUID("lab"))/enrollment-tokens"
            let body = Self.body(type, attribute, value, ownership: ownership)
            try expectRefusal(try await console.api.call(.post, path, body), 400, number: number)
            try expectRefusal(try await console.api.call(.post, path, "{}"), 400, number: 5209)
        }
    }

    @Test func `Groups of another branch do not exist, and who only reads adds nothing`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let path = "mdm/groups/\(try await console.groupUUID("demo"))/enrollment-tokens"
            let foreign = try await console.api(.consoleAdministrator, of: "appreview")
            for (method, path) in [
                (HTTPRequest.Method.get, path), (.post, path), (.get, "\(path)/1"), (.delete, "\(path)/1"),
                (.get, "mdm/groups/99999/enrollment-tokens"), (.get, "mdm/groups/x/enrollment-tokens"),
            ] {
                let response = try await foreign.call(method, path, Self.body("WHITELIST", "UDID", "a"))
                try expectRefusal(response, 404, number: 6008)
            }
            let reader = try await console.api(.readOnly, of: "demo")
            try expectRefusal(
                try await reader.call(.post, path, Self.body("WHITELIST", "UDID", "a")), 403, number: 1011)
            #expect(try await reader.call(.get, path).status == .noContent)
        }
    }
}
