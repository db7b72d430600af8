import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Enrolled and registered devices are listed with their users (AdminUsers, "Devices of users").
struct UserDeviceListTests {
    private static let enrolled = "system/users/enrolleddevices/search"
    private static let registered = "system/users/registereddevices/search"

    /// Two enrolled devices of two users, and one that is registered.
    private static func withDevices(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            try await console.makeUser()
            _ = try await console.signIn("ada", "secret", device: "00aa11bb22cc33dd44ee55f1")
            console.clock.advance(seconds: 86_400)
            _ = try await console.signIn("reviewer", "review", group: "appreview", device: "00aa11bb22cc33dd44ee55f2")
            let registration = #"{"udid":"00aa11bb22cc33dd44ee55f3","group":"demo","user":"ada"}"#
            let response = try await console.admin(.post, "/_mock/devices", text: registration)
            #expect(response.status == .created)
            try await body(console)
        }
    }

    private static func users(_ console: TestConsole, _ query: String) async throws -> [String] {
        let response = try await console.api.call(.get, "\(enrolled)?\(query)")
        if response.status == .noContent { return [] }
        return try #require(try response.json()["EnrolledDeviceInfoList"] as? [[String: Any]])
            .compactMap { $0["UserName"] as? String }
    }

    @Test func `Enrolled devices have every member`() async throws {
        try await Self.withDevices { console in
            let body = try await console.api.object(Self.enrolled)
            let items = try #require(body["EnrolledDeviceInfoList"] as? [[String: Any]])
            #expect(body["Total"] as? Int == 2 && items.count == 2)
            #expect(
                Set(items[0].keys) == [
                    "DeviceID", "SerialNumber", "AssetNumber", "FriendlyName", "UserName", "OrganizationGroup",
                    "Platform", "EnrolledDate", "RegistrationDate", "LastSeen", "CustomAttributes",
                ])
            #expect(items[0]["UserName"] as? String == "ada" && items[0]["OrganizationGroup"] as? String == "Demo")
            #expect(items[0]["Platform"] as? String == "Apple" && items[0]["DeviceID"] is Int)
            #expect(items[0]["EnrolledDate"] as? String == TestClock.start.zoneless)
        }
    }

    @Test func `Part of the names of many users finds the devices of those who have one`() async throws {
        try await Self.withDevices { console in
            try await console.parts.core.database.write { transaction in
                let columns = try transaction.db.columns(in: "enrollmentUser").map(\.name)
                    .filter { !["id", "uuid", "username"].contains($0) }.joined(separator: ", ")
                try transaction.db.execute(
                    sql: """
                        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 300)
                        INSERT INTO enrollmentUser (uuid, username, \(columns))
                        SELECT 'copy-' || n, 'many-ada-' || n, \(columns) FROM enrollmentUser, number WHERE username = 'ada'
                        """)
            }
            #expect(try await Self.users(console, "username=AD") == ["ada"])
            #expect(try await Self.users(console, "username=many") == [])
        }
    }

    @Test func `Filters narrow the list, and nothing found is 204`() async throws {
        try await Self.withDevices { console in
            let id = try await console.homeID("appreview")
            #expect(try await Self.users(console, "organizationgroupid=\(id)") == ["reviewer"])
            #expect(try await Self.users(console, "organizationgroup=demo") == ["ada"])
            #expect(try await Self.users(console, "username=AD") == ["ada"])
            #expect(try await Self.users(console, "platform=apple&enrolledsince=2026-03-06") == ["reviewer"])
            #expect(try await Self.users(console, "enrolledtill=2026-03-05") == ["ada"])
            #expect(try await Self.users(console, "enrolledtill=2026-03-06T10:00:00") == ["ada"])
            #expect(try await Self.users(console, "enrolledtill=2026-03-06") == ["ada", "reviewer"])
            #expect(try await Self.users(console, "enrolledtill=2026-03-04") == [])
            #expect(try await Self.users(console, "seensince=2027-01-01") == [])
            #expect(try await Self.users(console, "serialnumber=x") == [])
            #expect(try await Self.users(console, "page=1&pagesize=1") == ["reviewer"])
            let empty = try await console.api.call(.get, "\(Self.enrolled)?username=nobody")
            #expect(empty.status == .noContent && empty.text.isEmpty && empty.headers[.contentType] == nil)
        }
    }

    @Test func `Registered devices are listed apart`() async throws {
        try await Self.withDevices { console in
            let body = try await console.api.object(Self.registered)
            let items = try #require(body["RegisteredDeviceInfoList"] as? [[String: Any]])
            #expect(items.count == 1 && items[0]["UDID"] as? String == "00AA11BB22CC33DD44EE55F3")
            #expect(items[0]["Username"] as? String == "ada")
            let none = try await console.api.call(.get, "\(Self.registered)?organizationgroup=appreview")
            #expect(none.status == .noContent)
        }
    }

    @Test(arguments: ["seensince=never", "platform=toaster", "organizationgroupid=x", "page=x"])
    func `A list that cannot be made is refused`(query: String) async throws {
        try await withConsole { console in
            for path in [Self.enrolled, Self.registered] {
                try expectRefusal(try await console.api.call(.get, "\(path)?\(query)"), 400, number: 400)
            }
        }
    }

    @Test func `An administrator sees the devices of their groups only`() async throws {
        try await Self.withDevices { console in
            let reader = try await console.api(.readOnly, of: "demo")
            let body = try await reader.object(Self.enrolled)
            #expect(body["Total"] as? Int == 1)
            let foreign = try await console.homeID("appreview")
            let none = try await reader.call(.get, "\(Self.enrolled)?organizationgroupid=\(foreign)")
            #expect(none.status == .noContent)
        }
    }

    @Test func `Custom attributes of a device are told, and asked for by name and value`() async throws {
        try await Self.withDevices { console in
            for (udid, attributes) in [
                ("00aa11bb22cc33dd44ee55f1", #"{"Name":"site","Value":"Bonn"},{"Name":"desk","Value":"a=b"}"#),
                ("00aa11bb22cc33dd44ee55f2", #"{"Name":"Site","Value":"Trier","ApplicationGroup":"com.example"}"#),
                ("00aa11bb22cc33dd44ee55f3", #"{"Name":"site","Value":"Bonn"}"#),
            ] {
                let set = try await console.api.call(
                    .put, "mdm/devices/customattributes?searchby=Udid&id=\(udid)",
                    "{\"CustomAttributes\":[\(attributes)]}")
                #expect(set.status == .noContent, "\(set.text)")
            }
            let list = try #require(
                try await console.api.object(Self.enrolled)["EnrolledDeviceInfoList"] as? [[String: Any]])
            try expectJSON(
                list[0]["CustomAttributes"],
                #"[{"Name":"desk","Value":"a=b","ApplicationGroup":""},{"Name":"site","Value":"Bonn","ApplicationGroup":""}]"#
            )
            try expectJSON(
                list[1]["CustomAttributes"],
                #"[{"Name":"Site","Value":"Trier","ApplicationGroup":"com.example"}]"#)
            for (query, names) in [
                ("customattributes=SITE", ["ada", "reviewer"]), ("customattributes=site=Bonn", ["ada"]),
                ("customattributes=site=bonn", []), ("customattributes=site,desk", ["ada"]),
                ("customAttributes=desk=a=b,%20site=Bonn", ["ada"]), ("customattributes=site=Trier,desk", []),
                ("customattributes=nothing", []), ("customattributes=", ["ada", "reviewer"]),
                ("customattributes=site&username=view", ["reviewer"]), ("customattributes=%27,%25", []),
            ] {
                #expect(try await Self.users(console, query) == names, "\(query)")
            }
            let names = Array(repeating: "a", count: 21).joined(separator: ",")
            let many = try await console.api.call(.get, "\(Self.enrolled)?customattributes=\(names)")
            try expectRefusal(many, 400, number: 400, saying: "more than 20")
            let registered = try await console.api.object("\(Self.registered)?customattributes=site=Bonn")
            let devices = try #require(registered["RegisteredDeviceInfoList"] as? [[String: Any]])
            #expect(devices.map { $0["UDID"] as? String } == ["00AA11BB22CC33DD44EE55F3"])
            try expectJSON(
                devices[0]["CustomAttributes"], #"[{"Name":"site","Value":"Bonn","ApplicationGroup":""}]"#)
            let none = try await console.api.call(.get, "\(Self.registered)?customattributes=site=Trier")
            #expect(none.status == .noContent)
        }
    }

    @Test func `Registered devices have every member`() async throws {
        try await Self.withDevices { console in
            let body = try await console.api.object(Self.registered)
            let told = try await console.adminJSON("/_mock/devices/00aa11bb22cc33dd44ee55f3")
            let name = try #require(told["friendlyName"] as? String)
            try expectJSON(
                body,
                """
                {"Page":0,"PageSize":500,"Total":1,"RegisteredDeviceInfoList":[{"SerialNumber":"",
                 "UDID":"00AA11BB22CC33DD44EE55F3","AssetNumber":"00AA11BB22CC33DD44EE55F3","FriendlyName":"\(name)",
                 "Username":"ada","OrganizationGroup":"Demo","Platform":"Apple",
                 "RegistrationDate":"\(console.clock.now.zoneless)","CustomAttributes":[]}]}
                """)
        }
    }
}
