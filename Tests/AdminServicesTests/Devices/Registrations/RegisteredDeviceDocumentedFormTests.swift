import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Enrollment tokens of a group in version 2, and one of them by documented names (AdminRegistrations).
struct RegisteredDeviceDocumentedFormTests {
    @Test func `Version 2 has a record for each type, and answers the token`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let path = "mdm/groups/\(try await console.groupUUID("demo"))/enrollment-tokens"
            let ada = try #require(
                try await console.parts.value("SELECT uuid FROM enrollmentUser WHERE username = 'ada'", String.self))
            func post(_ body: String) async throws -> [String: Any] {
                let answer = try await console.api.call(.post, path, body, version: 2)
                #expect(answer.status == .created && answer.headers[.apiVersion] == "v2", "\(answer.text)")
                #expect(answer.headers[.location]?.contains("/enrollment-tokens/") == true)
                return try answer.json()
            }
            let registered = try await post(
                """
                {"registration_type":"REGISTER_DEVICE","device_registration_record":{"user_uuid":"\(ada)",
                 "friendly_name":"Till 7","ownership_type":"CORPORATE_SHARED","platform_id":2,"model_id":0,
                 "serial_number":"SN-77","asset_number":"A7","tags":[],"custom_attributes":[{"name":"desk","value":"4"}]}}
                """)
            #expect((registered["token"] as? String)?.isEmpty == false && registered["qr_code_image_uri"] is String)
            let allowed = try await post(
                """
                {"registration_type":"Whitelist","device_whitelist_record":{"ownership_type":"CorporateDedicated",
                 "device_attribute":"SN-78","attribute_type":"SerialNumber"}}
                """)
            #expect(allowed["token"] as? String == "")
            _ = try await post(
                """
                {"registration_type":"DENYLIST","device_blacklist_record":{"device_attribute":"SN-79",
                 "attribute_type":"SERIAL_NUMBER"}}
                """)
            let list = try await console.api.object(path)
            let tokens = try #require(list["tokens"] as? [[String: Any]])
            #expect(tokens.map { $0["registration_type"] as? String } == ["REGISTER_DEVICE", "WHITELIST", "BLACKLIST"])
            let uuid = try #require(tokens.first?["uuid"] as? String)
            let one = try await console.api.object("\(path)/\(uuid)")
            #expect(one["friendly_name"] as? String == "Till 7" && one["asset_number"] as? String == "A7")
            let name = try await console.groupName("demo")
            #expect(one["organization_group_name"] as? String == name && one["status"] as? Int == 2)
            #expect(one["type"] as? Int == 0 && one["expiration_date"] as? String == "2026-04-04T10:20:30.000")
            let user = try #require(one["user_info"] as? [String: String])
            #expect(user["name"] == "Ada Lovelace" && user["user_email_address"] == "ada@example.test")
            for (body, number) in [
                (#"{"registration_type":"REGISTER_DEVICE","device_registration_record":{}}"#, 5211),
                (#"{"registration_type":"WHITELIST","device_whitelist_record":{"device_attribute":"x"}}"#, 5210),
                (#"{"registration_type":"BLACKLIST","device_blacklist_record":{}}"#, 5211),
            ] {
                try expectRefusal(try await console.api.call(.post, path, body, version: 2), 400, number: number)
            }
        }
    }

    @Test func `Filters of the list take words of every version`() async throws {
        try await withConsole { console in
            let path = "mdm/groups/\(try await console.groupUUID("demo"))/enrollment-tokens"
            let body = #"{"registration_type":"register_device","attribute_type":"udid","device_attribute":"feed77"}"#
            #expect(try await console.api.call(.post, path, body).status == .created)
            for (query, isFound) in [
                ("enrollment_status=Registered", true), ("compliance_status=NotAvailable", true),
                ("device_type=apple", true), ("device_type=ChromeBook", false), ("device_type=All", true),
            ] {
                let found = try await console.api.call(.get, "\(path)?\(query)")
                #expect(found.status == (isFound ? .ok : .noContent), "\(query)")
            }
        }
    }
}
