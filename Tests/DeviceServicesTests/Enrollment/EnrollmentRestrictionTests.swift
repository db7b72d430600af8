import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// What groups ask of devices that enroll, and of whose (AdminGroups, "Settings").
struct EnrollmentRestrictionTests {
    private static let userGroups = """
        version: 1
        organizationGroups:
          - path: global/demo
            userGroups: [{name: Sales, members: [ada]}, {name: Staff, members: [demo]}]
          - path: global/demo/lab
        """

    /// Lends a console with the users ada, of Sales, and demo, of Staff.
    private static func withUsers(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let answer = try await console.importEnvironment(userGroups)
            #expect(answer.status == .ok, "\(answer.text)")
            try await body(console)
        }
    }

    private static func set(_ settings: String, _ console: TestConsole, of group: String = "demo") async throws {
        let answer = try await console.admin(.patch, "/_mock/groups/\(group)/settings", text: settings)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    private static func policy(of group: String, _ console: TestConsole) async throws -> [String: Any] {
        let uuid = try await console.groupUUID(group)
        let list = try await console.api.object("system/enrollment/restriction-policies", version: 2)
        let policies = list["restriction_policies"] as? [[String: Any]] ?? []
        return try #require(policies.first { $0["organization_group_uuid"] as? String == uuid })
    }

    /// Says which user groups the policy of a group is meant for.
    private static func assign(_ names: [String], _ console: TestConsole, of group: String = "demo") async throws {
        var ids: [String] = []
        for name in names {
            let id = try await console.parts.value("SELECT id FROM userGroup WHERE name = '\(name)'", Int64.self)
            ids.append("\"\(try #require(id))\"")
        }
        let uuid = try #require(try await policy(of: group, console)["uuid"] as? String)
        let body = #"{"user_group_uuids":[\#(ids.joined(separator: ","))]}"#
        let path = "system/enrollment/restriction-policies/\(uuid)"
        let answer = try await console.api.call(.patch, path, body, version: 2)
        #expect(answer.status == .noContent, "\(answer.text)")
    }

    private static func logInDemo(
        _ console: TestConsole, device: String, type: String = "2", group: String = "demo"
    ) async throws -> String? {
        let device = try #require(DeviceIdentifier(device))
        let login = try console.login { ($0.device, $0.deviceType, $0.activationCode) = (device, type, group) }
        return try await console.logIn(login)["StatusCode"]
    }

    @Test(arguments: [
        (#"{"registeredDevicesOnly":true}"#, "AUTH-1006"), (#"{"requireMDMEnrollment":true}"#, "AUTH-1004"),
        (#"{"allowedOwnerships":["CorporateDedicated"]}"#, "AUTH-1006"),
        (#"{"allowedPlatforms":["Android"]}"#, "AUTH-1006"),
    ])
    func `A policy asks what it asks of the users it is meant for, and of everybody if it names none`(
        settings: String, code: String
    ) async throws {
        try await Self.withUsers { console in
            try await Self.set(settings, console)
            #expect(try await console.logInAda(device: "feed01") == code)
            #expect(try await Self.logInDemo(console, device: "feed02") == code)
            try await Self.assign(["Sales"], console)
            #expect(try await console.logInAda(device: "feed01") == code)
            #expect(try await Self.logInDemo(console, device: "feed02") == "AUTH-0")
            try await Self.assign(["Staff"], console)
            #expect(try await console.logInAda(device: "feed01") == "AUTH-0")
            try await Self.assign(["Staff", "Sales"], console)
            #expect(try await console.logInAda(device: "feed03") == code)
            #expect(try await Self.logInDemo(console, device: "feed04") == code)
            try await Self.assign([], console)
            #expect(try await console.logInAda(device: "feed03") == code)
        }
    }

    @Test func `The user groups are those of the group, or of the nearest group above that names any`() async throws {
        try await Self.withUsers { console in
            try await Self.set(#"{"allowedPlatforms":["Android"]}"#, console)
            func names(_ group: String) async throws -> [String] {
                let groups = try await Self.policy(of: group, console)["user_groups"] as? [[String: Any]] ?? []
                return groups.compactMap { $0["name"] as? String }
            }
            for group in ["demo", "lab"] { #expect(try await names(group) == []) }
            try await Self.assign(["Sales"], console)
            for group in ["demo", "lab"] { #expect(try await names(group) == ["Sales"]) }
            #expect(try await console.logInAda(device: "feed01", group: "lab") == "AUTH-1006")
            #expect(try await Self.logInDemo(console, device: "feed02", group: "lab") == "AUTH-0")
            try await Self.assign(["Staff"], console, of: "lab")
            #expect(try await names("demo") == ["Sales"])
            #expect(try await names("lab") == ["Staff"])
            #expect(try await console.logInAda(device: "feed01", group: "lab") == "AUTH-0")
            #expect(try await Self.logInDemo(console, device: "feed03", group: "lab") == "AUTH-1006")
            #expect(try await Self.logInDemo(console, device: "feed03") == "AUTH-0")
        }
    }

    @Test func `Environment files carry the user groups a policy is meant for`() async throws {
        let export = try await withConsole { console in
            try await console.seedRegistrations()
            _ = try await console.importEnvironment(Self.userGroups)
            try await Self.assign(["Sales"], console)
            try await Self.set(#"{"allowedPlatforms":["Android"]}"#, console)
            return try await console.admin(.get, "/_mock/environment").text
        }
        #expect(export.contains("restrictedUserGroups:"))
        try await withConsole { console in
            #expect(try await console.importEnvironment(export).status == .ok)
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
            #expect(try await console.logInAda(device: "feed01") == "AUTH-1006")
            #expect(try await Self.logInDemo(console, device: "feed02") == "AUTH-0")
            // What a file leaves out stays, what it names is all there is.
            let plain = try await console.importEnvironment(Self.userGroups).json()
            #expect(plain["updated"] as? Int == 0)
            let path = "version: 1\norganizationGroups:\n  - path: global/demo\n    restrictedUserGroups: "
            let staff = try await console.importEnvironment(path + "[Staff]").json()
            #expect(staff["updated"] as? Int == 1)
            #expect(try await console.importEnvironment(path + "[Staff]", onConflict: "fail").status == .ok)
            #expect(try await console.logInAda(device: "feed01") == "AUTH-0")
            #expect(try await console.importEnvironment(path + "[]").json()["updated"] as? Int == 1)
            #expect(try await console.parts.count("restrictionPolicyUserGroup") == 0)
            let missing = try await console.importEnvironment(path + "[Nobody]")
            #expect(missing.status.code == 422 && missing.text.contains("there is no user group Nobody in demo"))
        }
    }

    @Test func `A user has as many devices as the group allows, and one more when one is gone`() async throws {
        try await Self.withUsers { console in
            try await Self.set(#"{"maximumDevicesPerUser":2}"#, console)
            for device in ["feed01", "feed02", "feed01"] {
                #expect(try await console.logInAda(device: device) == "AUTH-0")
            }
            #expect(try await console.logInAda(device: "feed03") == "AUTH-1006")
            #expect(try await console.admin(.get, "/_mock/devices/feed03").status == .notFound)
            // Another user has devices of their own, and taking one over is one more.
            #expect(try await Self.logInDemo(console, device: "feed03") == "AUTH-0")
            #expect(try await console.logInAda(device: "feed03") == "AUTH-1006")
            #expect(try await console.adminJSON("/_mock/devices/feed03")["user"] as? String == "demo")
            #expect(try await console.admin(.delete, "/_mock/devices/feed01").status == .noContent)
            #expect(try await console.logInAda(device: "feed04") == "AUTH-0")
            #expect(try await console.logInAda(device: "feed05") == "AUTH-1006")
            // Who is in stays in, whatever is asked later.
            try await Self.set(#"{"maximumDevicesPerUser":1,"allowedPlatforms":["WinRT"]}"#, console)
            #expect(try await console.logInAda(device: "feed04") == "AUTH-0")
            try await Self.set(#"{"maximumDevicesPerUser":0,"allowedPlatforms":[]}"#, console)
            #expect(try await console.logInAda(device: "feed05") == "AUTH-0")
        }
    }

    @Test func `Two devices that come at once are not both the last one`() async throws {
        try await Self.withUsers { console in
            try await Self.set(#"{"maximumDevicesPerUser":1}"#, console)
            let codes = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 1...4 { group.addTask { try await console.logInAda(device: "feed0\(number)") } }
                return try await group.reduce(into: [String]()) { $0.append($1 ?? "") }
            }
            #expect(codes.sorted() == ["AUTH-0", "AUTH-1006", "AUTH-1006", "AUTH-1006"])
        }
    }

    @Test func `Ownership is what was said in advance, otherwise undefined`() async throws {
        try await Self.withUsers { console in
            try await Self.set(#"{"allowedOwnerships":["CorporateDedicated","CorporateShared"]}"#, console)
            #expect(try await console.logInAda(device: "feed01") == "AUTH-1006")
            for (device, ownership, code) in [
                ("feed02", "CorporateShared", "AUTH-0"), ("feed03", "EmployeeOwned", "AUTH-1006"),
            ] {
                let text = #"{"udid":"\#(device)","group":"demo","ownership":"\#(ownership)"}"#
                #expect(try await console.admin(.post, "/_mock/devices", text: text).status == .created)
                #expect(try await console.logInAda(device: device) == code, "\(device)")
            }
            for (device, ownership, code) in [
                ("feed04", "CORPORATE_DEDICATED", "AUTH-0"), ("feed05", "EMPLOYEE_OWNED", "AUTH-1006"),
            ] {
                let entry = """
                    {"registration_type":"WHITELIST","attribute_type":"UDID","device_attribute":"\(device)",
                     "ownership_type":"\(ownership)"}
                    """
                let path = "mdm/groups/\(try await console.groupUUID("demo"))/enrollment-tokens"
                #expect(try await console.api.call(.post, path, entry).status == .created)
                #expect(try await console.logInAda(device: device) == code, "\(device)")
            }
            try await Self.set(#"{"allowedOwnerships":["Undefined"]}"#, console)
            #expect(try await console.logInAda(device: "feed01") == "AUTH-0")
        }
    }

    @Test(arguments: [("2", "Apple"), ("5", "Android"), ("12", "WinRT"), ("10", "AppleOsX")])
    func `The platform is what the login says, unless the device was registered`(type: String, platform: String)
        async throws
    {
        try await Self.withUsers { console in
            try await Self.set(#"{"allowedPlatforms":["\#(platform)"]}"#, console)
            #expect(try await Self.logInDemo(console, device: "feed01", type: type) == "AUTH-0")
            let others = ["2", "5", "10", "12"].filter { $0 != type }
            for other in others {
                #expect(try await Self.logInDemo(console, device: "feed02", type: other) == "AUTH-1006")
            }
            // What is no platform at all is taken for an Apple device.
            let code = platform == "Apple" ? "AUTH-0" : "AUTH-1006"
            #expect(try await Self.logInDemo(console, device: "feed03", type: "99") == code)
        }
    }

    @Test func `Nothing of a refused enrollment is kept, and its token stays good`() async throws {
        try await Self.withUsers { console in
            try await Self.set(#"{"maximumDevicesPerUser":1}"#, console)
            #expect(try await Self.logInDemo(console, device: "feed01") == "AUTH-0")
            try await console.addToken("once")
            let events = try await console.parts.count("eventLog")
            let tokens = try await console.parts.count("accessToken")
            #expect(try await console.logIn(token: "once", device: "feed02") == "AUTH-1006")
            #expect(try await console.parts.count("device") == 1)
            #expect(try await console.parts.count("accessToken") == tokens)
            #expect(try await console.parts.count("eventLog") == events)
            try await Self.set(#"{"maximumDevicesPerUser":2}"#, console)
            #expect(try await console.logIn(token: "once", device: "feed02") == "AUTH-0")
        }
    }

    @Test func `The policy tells what is asked`() async throws {
        try await Self.withUsers { console in
            let none = try await Self.policy(of: "lab", console)
            #expect((none["allowed_ownerships"] as? [String])?.isEmpty == true)
            #expect((none["allowed_platforms"] as? [String])?.isEmpty == true)
            #expect(none["maximum_devices_per_user"] as? Int == 0)
            try await Self.set(
                #"{"allowedOwnerships":["Undefined"],"allowedPlatforms":["Apple","WinRT"],"maximumDevicesPerUser":3}"#,
                console)
            let policy = try await Self.policy(of: "lab", console)
            #expect(policy["allowed_ownerships"] as? [String] == ["Undefined"])
            #expect(policy["allowed_platforms"] as? [String] == ["Apple", "WinRT"])
            #expect(policy["maximum_devices_per_user"] as? Int == 3)
        }
    }

    @Test(arguments: [
        #"{"allowedOwnerships":["Mine"]}"#, #"{"allowedPlatforms":["C64"]}"#, #"{"allowedPlatforms":[5]}"#,
        #"{"maximumDevicesPerUser":-1}"#, #"{"maximumDevicesPerUser":100001}"#, #"{"maximumDevicesPerUser":"x"}"#,
    ])
    func `A setting that cannot be is refused`(settings: String) async throws {
        try await withConsole { console in
            let answer = try await console.admin(.patch, "/_mock/groups/demo/settings", text: settings)
            #expect(answer.status.code == 400 || answer.status.code == 422, "\(answer.text)")
        }
    }

    @Test func `The words of the settings are those of devices`() {
        func words(_ setting: GroupSetting) -> [String] {
            if case .choices(let words) = setting.form { words } else { [] }
        }
        #expect(words(.allowedOwnerships) == DeviceOwnership.allCases.map(\.rawValue))
        #expect(words(.allowedPlatforms) == DevicePlatform.allCases.map(\.rawValue))
    }
}
