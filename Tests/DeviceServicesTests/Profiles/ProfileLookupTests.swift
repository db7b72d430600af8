import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Look-up values in custom settings are replaced when the profile is served (SDKProfile, section 3.14).
struct ProfileLookupTests {
    private static func give(_ text: String, _ console: TestConsole) async throws {
        let quoted = text.replacing("'", with: "''")
        try await console.giveProfile("[{PayloadType: CustomSettingsV2, CustomSettings: '\(quoted)'}]")
    }

    private static func served(_ app: SimulatedClient) async throws -> String? {
        try await app.fetchProfile()?.payloads.first { $0.type == "CustomSettingsV2" }?.settings["CustomSettings"]?
            .stringValue
    }

    private static func warnings(_ console: TestConsole) async throws -> [String] {
        let uuid = try await console.profileUUID("Given")
        return try await console.adminJSON("/_mock/profiles/\(uuid)")["warnings"] as? [String] ?? []
    }

    @Test func `Values of the device, its user, its group and the console are replaced`() async throws {
        try await withConsole { console in
            let text =
                #"{"user":"{EnrollmentUser}","mail":"{EmailUserName}@{EmailDomain}","name":"{FirstName} {LastName}","#
                + #""device":"{DeviceUid}","group":"{GroupIdentifier}","server":"{ServerUrl}/x"}"#
            try await Self.give(text, console)
            let app = try await console.signedInDevice()
            let json = try #require(try await Self.served(app))
            let values = try #require(
                try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String])
            #expect(values["user"] == "demo" && values["mail"] == "demo@example.test")
            #expect(values["name"] == "Dana Demo" && values["group"] == "demo")
            #expect(values["device"] == app.device.value)
            #expect(values["server"]?.hasPrefix("http") == true && values["server"]?.hasSuffix("/x") == true)
            #expect(try await Self.warnings(console).isEmpty)
        }
    }

    @Test func `An unknown one stays, and is warned of`() async throws {
        try await withConsole { console in
            try await Self.give("{Nobody} {enrollmentuser} { x } {} {EnrollmentUser", console)
            let app = try await console.signedInDevice()
            #expect(try await Self.served(app) == "{Nobody} {enrollmentuser} { x } {} {EnrollmentUser")
            #expect(
                try await Self.warnings(console) == [
                    "CustomSettingsV2.CustomSettings: {Nobody} is no look-up value: it stays as it is.",
                    "CustomSettingsV2.CustomSettings: {enrollmentuser} is no look-up value, unlike {EnrollmentUser}: "
                        + "it stays as it is.",
                ])
        }
    }

    @Test func `The setting of the group serves the text verbatim`() async throws {
        try await withConsole { console in
            try await Self.give("{EnrollmentUser} {Nobody}", console)
            let app = try await console.signedInDevice()
            #expect(try await Self.served(app) == "demo {Nobody}")
            let answer = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"replaceLookupValues":false}"#)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(try await Self.served(app) == "{EnrollmentUser} {Nobody}")
            #expect(try await Self.warnings(console).isEmpty)
        }
    }

    @Test func `A one-time token signs the user in once, on this device, and the next one ends it`() async throws {
        try await withConsole { console in
            try await Self.give("{OneTimeToken}", console)
            let app = try await console.signedInDevice()
            let first = try #require(try await Self.served(app))
            let second = try #require(try await Self.served(app))
            #expect(first != second && !first.contains("{"))
            #expect(try await console.logIn(token: first, device: app.device.value) == "AUTH-1005")
            #expect(try await console.logIn(token: second, device: "feed09") == "AUTH-1005")
            #expect(try await console.logIn(token: second, device: app.device.value) == "AUTH-0")
            #expect(try await console.logIn(token: second, device: app.device.value) == "AUTH-1005")
            let preview = try await console.admin(
                .get, "/_mock/devices/\(app.device)/profile?bundleId=com.example.demo&format=xml")
            #expect(preview.text.contains("{OneTimeToken}"), "\(preview.text)")
        }
    }

    @Test func `Changed names arrive with the next fetch, and what they are is not looked at again`() async throws {
        try await withConsole { console in
            try await Self.give("{DeviceFriendlyName}", console)
            let app = try await console.signedInDevice()
            for name in ["One", "{EnrollmentUser}"] {
                _ = try await console.admin(
                    .patch, "/_mock/devices/\(app.device)", text: "{\"friendlyName\":\"\(name)\"}")
                #expect(try await Self.served(app) == name)
            }
        }
    }
}
