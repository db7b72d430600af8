import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// Custom attributes a device takes from its registration (AdminRegistrations, "What a device takes from its registration").
struct RegisteredDeviceAttributeTests {
    private static let desk = #","CustomAttributes":[{"Name":"desk","Value":"4","Application":"com.example.demo"}]"#

    /// The attributes of a device, as `group/name=value`.
    private static func attributes(_ udid: String, _ console: TestConsole) async throws -> [String] {
        let body = try await console.api.object("mdm/devices/customattributes?searchby=Udid&id=\(udid)")
        let items = try #require(body["CustomAttributes"] as? [[String: String]])
        return items.map { "\($0["ApplicationGroup"] ?? "")/\($0["Name"] ?? "")=\($0["Value"] ?? "")" }
    }

    private static func token(_ console: TestConsole) async throws -> String {
        try #require(try await console.listedTokens().last?["Token"] as? String)
    }

    @Test func `A device gets them when it enrolls with its token, and is found by them`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            #expect(try await console.registerDevice(#","SerialNumber":"SN-1"\#(Self.desk)"#).status == .ok)
            let path = "mdm/groups/\(try await console.groupUUID("demo"))/enrollment-tokens"
            let listed = try #require((try await console.api.object(path)["tokens"] as? [[String: Any]])?.first)
            let expected = [["name": "desk", "value": "4", "application": "com.example.demo"]]
            #expect(listed["custom_attributes"] as? [[String: String]] == expected)
            let uuid = try #require(listed["uuid"] as? String)
            let one = try await console.api.object("\(path)/\(uuid)")
            #expect(one["custom_attributes"] as? [[String: String]] == expected)

            let search = "mdm/devices/customattribute/search?customattributes=desk=4"
            #expect(try await console.api.call(.get, search).status == .noContent)
            let code = try await console.logIn(token: try await Self.token(console), device: "feed30")
            #expect(code == "AUTH-0")
            #expect(try await Self.attributes("feed30", console) == ["com.example.demo/desk=4"])
            #expect(try await console.api.call(.get, search).udids() == ["FEED30"])
            let found = try await console.api.call(.get, "mdm/devices/litesearch?customattributes=DESK")
            #expect(try found.udids() == ["FEED30"])
        }
    }

    @Test func `A device registered by its identifier has them at once, and keeps what is made of them`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let more = #","CustomAttributes":[{"Name":"desk","Value":"4"},{"Name":"floor","Value":2}]"#
            #expect(try await console.registerDevice(#","Udid":"FEED31"\#(more)"#).status == .ok)
            #expect(try await Self.attributes("feed31", console) == ["/desk=4", "/floor=2"])
            let change = #"{"CustomAttributes":[{"Name":"Desk","Value":"5"}]}"#
            let changed = try await console.api.call(
                .put, "mdm/devices/customattributes?searchby=Udid&id=feed31", change)
            #expect(changed.status == .noContent)
            #expect(try await console.logInAda(device: "feed31") == "AUTH-0")
            #expect(try await Self.attributes("feed31", console) == ["/desk=5", "/floor=2"])
        }
    }

    @Test func `A known device gets the value of the registration it comes with`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let text = #"{"udid":"feed32","group":"demo","serialNumber":"SN-2"}"#
            #expect(try await console.admin(.post, "/_mock/devices", text: text).status == .created)
            let old = #"{"CustomAttributes":[{"Name":"DESK","Value":"1"},{"Name":"site","Value":"Bonn"}]}"#
            let set = try await console.api.call(.put, "mdm/devices/1/customattributes", old)
            #expect(set.status == .noContent)
            let more = #","SerialNumber":"SN-2","CustomAttributes":[{"Name":"desk","Value":"4"}]"#
            #expect(try await console.registerDevice(more).status == .ok)
            #expect(try await Self.attributes("feed32", console).sorted() == ["/DESK=1", "/site=Bonn"])
            #expect(try await console.logInAda(device: "feed32") == "AUTH-0")
            let after = try await Self.attributes("feed32", console).map { $0.lowercased() }
            #expect(after == ["/desk=4", "/site=bonn"])
        }
    }

    @Test func `Deleting the device makes the registration wait again, with its attributes`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            #expect(try await console.registerDevice(#","Udid":"feed33"\#(Self.desk)"#).status == .ok)
            #expect(try await console.logInAda(device: "feed33") == "AUTH-0")
            let gone = try await console.api.call(.delete, "mdm/devices?searchby=Udid&id=feed33")
            #expect(gone.status == .noContent)
            #expect(try await console.logInAda(device: "feed33") == "AUTH-0")
            #expect(try await Self.attributes("feed33", console) == ["com.example.demo/desk=4"])
        }
    }

    @Test(arguments: [
        (#"[{"Name":"x"}]"#, ["/x="]), (#"[{"Name":"x","Value":true,"ApplicationGroup":"y"}]"#, ["y/x=true"]),
        (#"[{"name":"x","value":"1"},{"NAME":"X","VALUE":"2"}]"#, ["/x=2"]), ("[]", []), ("null", []),
        (#"{"Name":"x","Value":"alone"}"#, ["/x=alone"]),
    ])
    func `Attributes are read as leniently as clients write them`(list: String, expected: [String]) async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let response = try await console.registerDevice(#","Udid":"feed34","CustomAttributes":\#(list)"#)
            #expect(response.status == .ok, "\(response.text)")
            #expect(try await Self.attributes("feed34", console).map { $0.lowercased() } == expected)
        }
    }

    @Test func `More attributes than a device may have are refused or left out`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            func list(_ count: Int, _ letter: String) -> String {
                (0..<count).map { #"{"Name":"\#(letter)\#($0)","Value":"1"}"# }.joined(separator: ",")
            }
            let many = try await console.registerDevice(
                #","Udid":"feed35","CustomAttributes":[\#(list(101, "a"))]"#)
            try expectRefusal(many, 400, number: 400, saying: "CustomAttributes must have at most 100")
            let long = String(repeating: "x", count: 4001)
            let wide = try await console.registerDevice(
                #","Udid":"feed35","CustomAttributes":[{"Name":"x","Value":"\#(long)"}]"#)
            try expectRefusal(wide, 400, number: 400, saying: "Value")
            #expect(try await console.admin(.get, "/_mock/devices/feed35").status == .notFound)

            let text = #"{"udid":"feed36","group":"demo","serialNumber":"SN-6"}"#
            #expect(try await console.admin(.post, "/_mock/devices", text: text).status == .created)
            let path = "mdm/devices/customattributes?searchby=Udid&id=feed36"
            let full = #"{"CustomAttributes":[\#(list(450, "a"))]}"#
            #expect(try await console.api.call(.put, path, full).status == .noContent)
            let more = #","SerialNumber":"SN-6","CustomAttributes":[\#(list(100, "b"))]"#
            #expect(try await console.registerDevice(more).status == .ok)
            #expect(try await console.logInAda(device: "feed36") == "AUTH-0")
            let attributes = try await Self.attributes("feed36", console)
            #expect(attributes.count == 500 && attributes.contains("/b49=1") && !attributes.contains("/b50=1"))
        }
    }
}
