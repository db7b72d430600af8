import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Devices that were blocked, un-enrolled, and sign in again (DeviceServices, section 25).
struct ComplianceReturnTests {
    /// A device that a rule blocked and that then un-enrolled, and the path of the rule.
    private static func leave(_ console: TestConsole) async throws -> (device: SimulatedClient, rule: String) {
        let uuid = try await console.addRule(Rules.os17)
        let client = try await console.signedInDevice()
        try await console.beacon(from: client) { $0.osVersion = "16" }
        #expect(try await console.complianceStatus(of: client) == .blocked)
        try await client.unenroll()
        return (client, "/_mock/compliance-rules/\(uuid)")
    }

    private static func login(_ console: TestConsole, _ group: String = "demo") async throws -> String? {
        try await console.logIn(try console.login { $0.activationCode = group })["StatusCode"]
    }

    @Test func `A device that a rule blocked gets in again once the rule is deleted, enrolled or not`() async throws {
        try await withConsole { console in
            let (client, rule) = try await Self.leave(console)
            #expect(try await Self.login(console) == "AUTH-1006")
            #expect(try await console.admin(.delete, rule).status == .noContent)
            #expect(try await Self.login(console) == "AUTH-0")
            let told = try #require(try await client.status())
            #expect(told.enrollmentStatus == .enrolled && told.complianceStatus == .compliant)
        }
    }

    @Test(arguments: [#""isActive":false"#, #""version":"16""#, #""version":"15.9","action":"wipe""#])
    func `It gets in again once the rule rests, or asks for what the device told last`(change: String) async throws {
        try await withConsole { console in
            let (client, rule) = try await Self.leave(console)
            let parts = #""name":"iOS 17","kind":"osVersion","operator":">="#
            let version = change.contains("version") ? "" : #","version":"17.0""#
            let text = "{\(parts)\"\(version),\(change)}"
            #expect(try await console.admin(.put, rule, text: text).status == .ok)
            #expect(try await Self.login(console) == "AUTH-0")
            let isActive = !change.contains("false")
            #expect(try await console.complianceStatus(of: client) == (isActive ? .pendingComplianceCheck : .compliant))
        }
    }

    @Test func `It stays out while what it told last breaks a rule, and nothing is written`() async throws {
        try await withConsole { console in
            let (_, rule) = try await Self.leave(console)
            let before = try await console.contents()
            for _ in 0..<3 { #expect(try await Self.login(console) == "AUTH-1006") }
            #expect(try await console.contents() == before)
            #expect(try await console.admin(.delete, rule).status == .noContent)
            try await console.addRule(Rules.os17.replacingOccurrences(of: "iOS 17", with: "Another"))
            #expect(try await Self.login(console) == "AUTH-1006")
        }
    }

    @Test func `The rules of the group it signs in to count`() async throws {
        try await withConsole { console in
            let (client, _) = try await Self.leave(console)
            let request = try console.login {
                ($0.username, $0.password, $0.activationCode) = ("reviewer", "review", "appreview")
            }
            #expect(try await console.logIn(request)["StatusCode"] == "AUTH-0")
            #expect(try await client.status()?.groupCode == "appreview")
        }
    }

    @Test func `An administrator lets it in again, and a block by hand stays whatever rules say`() async throws {
        try await withConsole { console in
            let (client, rule) = try await Self.leave(console)
            let path = "/_mock/devices/\(client.device)/compliance"
            #expect(try await console.admin(.put, path, text: #"{"blocked":true}"#).status == .ok)
            #expect(try await console.admin(.delete, rule).status == .noContent)
            #expect(try await Self.login(console) == "AUTH-1006")
            #expect(try await console.admin(.put, path, text: #"{"blocked":false}"#).status == .ok)
            #expect(try await Self.login(console) == "AUTH-0")
        }
    }

    @Test func `A rule about an app does not keep a device out that has the app no more`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.app2)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.appVersion = "1" }
            #expect(try await Self.login(console) == "AUTH-1006")
            try await client.unenroll()
            #expect(try await Self.login(console) == "AUTH-0")
            #expect(try await console.complianceStatus(of: client) == .pendingComplianceCheck)
        }
    }
}
