import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What is asked about one device at a time (AdminDeviceDetails, "What belongs to a device").
struct DeviceStatusTests {
    @Test func `An app stands on a device or not, in a version or not`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            func status(_ more: String) async throws -> [String: Any] {
                try await console.api.object("mdm/devices/appstatus?searchBy=Udid&id=\(client.device)&\(more)")
            }
            let installed = try await status("bundleId=COM.example.demo&groupid=demo&deviceType=2")
            #expect(installed["appstatus"] as? Int == 1 && installed["isappassigned"] is Bool)
            try expectJSON(
                installed["devicestatus"],
                """
                [{"setting":"EnrollmentStatus","value":"Enrolled"},{"setting":"ComplianceStatus","value":"Compliant"},
                 {"setting":"CompromisedStatus","value":"false"}]
                """)
            let authentication = try #require(installed["authentication"] as? [String: Any])
            #expect(authentication["ssoenabled"] is Bool)
            #expect(
                (authentication["authenticationurl"] as? String)?.hasSuffix("/authenticationendpoint.aws") == true)
            #expect(try await status("bundleId=com.example.demo&version=99")["appstatus"] as? Int == 0)
            let other = try await status("bundleId=com.example.none")
            #expect(other["appstatus"] as? Int == 0 && other["isappassigned"] as? Bool == false)
            let path = "mdm/devices/appstatus?searchBy=Udid&id="
            try expectRefusal(
                try await console.api.call(.get, "\(path)\(client.device)"), 400, number: 400, saying: "bundleId")
            let missing = try await console.api.call(.get, "\(path)none&bundleId=com.example.demo")
            try expectRefusal(missing, 404, number: 5002)
        }
    }

    @Test func `A device has a user or none, and says nothing of its encryption`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let users = try await console.api.object("mdm/devices/1/loggedinusers")["LoggedInUsers"]
            let user = try #require((users as? [[String: Any]])?.first)
            #expect(user["UserName"] as? String == "ada" && user["LastName"] as? String == "Lovelace")
            let nobody = try await console.api.object("mdm/devices/2/loggedinusers")["LoggedInUsers"]
            #expect((nobody as? [Any])?.isEmpty == true)
            let uuid = try await console.deviceUUID("aaaa1111")
            try expectJSON(
                try await console.api.object("mdm/devices/\(uuid)/security/encryption-status"),
                #"{"encryption_status":false}"#)
            let none = UUID().uuidString
            for (path, number) in [("loggedinusers", 5002), ("security/encryption-status", 5061), ("osupdate", 5061)] {
                let missing = try await console.api.call(.get, "mdm/devices/\(none)/\(path)")
                try expectRefusal(missing, 404, number: number)
            }
        }
    }

    @Test func `Updates that were ordered are scheduled, and installed once the device says so`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            let path = "mdm/devices/\(uuid)/osupdate"
            let nothing = try await console.api.object(path, version: 2)["OSUpdateList"] as? [Any]
            #expect(nothing?.isEmpty == true)
            for version in ["18.1", "18.2", "18.2"] {
                let order =
                    "mdm/devices/commands/scheduleosupdate?searchby=DeviceId&id=1"
                    + "&osupdateproductversion=\(version)&installaction=InstallLater"
                #expect(try await console.api.call(.post, order, #"["KEY"]"#).status == .accepted)
            }
            func updates() async throws -> [String] {
                let list = try await console.api.object(path, version: 2)["OSUpdateList"] as? [[String: Any]]
                return try #require(list).map {
                    "\($0["version"] ?? "") \($0["status"] ?? "") \($0["downloadPercentComplete"] ?? "") \($0["productKey"] ?? "")"
                }
            }
            #expect(try await updates() == ["18.2 Scheduled 0 KEY", "18.1 Installed 100 KEY"])
            #expect(try await console.change("aaaa1111", #"{"osVersion":"18.2.1"}"#).status == .ok)
            #expect(try await updates() == ["18.2 Installed 100 KEY", "18.1 Installed 100 KEY"])
        }
    }

    @Test func `Logs of an app on a device are read by pages`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let uuid = try await console.deviceUUID(client.device.value)
            let source = try #require(
                try await console.parts.value(
                    "SELECT uuid FROM application WHERE bundleId = 'com.example.demo'", String.self))
            for text in ["first", "second", "third"] {
                console.clock.advance(seconds: 60)
                try await client.uploadLog(text)
            }
            func page(_ query: String) async throws -> (total: Int?, texts: [String?]) {
                let answer = try await console.api.call(.get, "mdm/devices/\(uuid)/sources/\(source)/logs?\(query)")
                #expect(answer.status == .ok, "\(answer.text)")
                let page = try #require(try jsonList(answer.text).first)
                let logs = try #require(page["logs"] as? [[String: Any]])
                return (page["total_results"] as? Int, logs.map { $0["log_data"] as? String })
            }
            #expect(try await page("") == (3, ["third", "second", "first"]))
            #expect(try await page("sort_order=ASC&limit=1&offset=1") == (3, ["second"]))
            #expect(try await page("generated_after=2026-03-05T10:22:00") == (2, ["third", "second"]))
            #expect(try await page("generated_before=2026-03-05T10:22:00") == (1, ["first"]))
            let unknown = try await console.api.call(
                .get, "mdm/devices/\(uuid)/sources/\(UUID().uuidString)/logs")
            try expectRefusal(unknown, 404, number: 404, saying: "source")
            let limit = try await console.api.call(.get, "mdm/devices/\(uuid)/sources/\(source)/logs?limit=51")
            try expectRefusal(limit, 400, number: 400, saying: "limit")
            let theirs = try await console.api(.readOnly, of: "appreview")
            let foreign = try await theirs.call(.get, "mdm/devices/\(uuid)/sources/\(source)/logs")
            try expectRefusal(foreign, 404, number: 5061)
        }
    }
}
