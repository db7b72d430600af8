import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// What the console makes of compromised devices whose SDK profile protects from them (DeviceServices, section 25).
struct CompromisedProtectionTests {
    private static func device(_ client: SimulatedClient, _ console: TestConsole) async throws -> DeviceRecord {
        try #require(try await console.parts.model.devices.device(client.device))
    }

    @Test func `A compromised device is non-compliant, and goes on until it is none any more`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.protection)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            #expect(try await console.complianceStatus(of: client) == .compliant)
            try await console.beacon(from: client) { $0.isCompromised = true }
            let status = try #require(try await client.status())
            #expect(status.complianceStatus == .nonCompliant && status.enrollmentStatus == .enrolled)
            #expect(try await client.fetchProfile()?.displayName == "Strict")
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
            let again = try await console.signedInDevice()
            #expect(try await console.complianceStatus(of: again) == .nonCompliant)
            try await console.beacon(from: again)
            #expect(try await console.complianceStatus(of: again) == .compliant)
            let events = try await console.events("device.complianceChanged")
            #expect(events.count == 2)
            #expect(events.first?.contains("Compromised Protection of the SDK profile Strict") == true)
        }
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `With the action wipe it is wiped: its beacon is accepted, and its credentials end`(
        scheme: SimulatedClient.Scheme
    ) async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.wiping)
            let client = try await console.signedInDevice(scheme: scheme)
            try await console.beacon(from: client)
            try await console.beacon(from: client) { $0.isCompromised = true }
            let device = try await Self.device(client, console)
            #expect(device.complianceStatus == ComplianceStatus.nonCompliant.rawValue)
            #expect(device.enrollmentStatus == EnrollmentStatus.enterpriseWipePending.rawValue)
            let answer = try await console.send(DeviceRoute.user.request(client), as: client)
            #expect(answer.status == (scheme == .signature ? 403 : 401))
            let rule = "Compromised Protection of the SDK profile Strict"
            #expect(answer.text.contains("the device is wiped because it breaks \(rule)"))
            #expect(try await client.status()?.enrollmentStatus == .enterpriseWipePending)
        }
    }

    @Test func `A device that comes back after a wipe waits for its next beacon`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.wiping)
            let wiped = try await console.signedInDevice()
            try await console.beacon(from: wiped) { $0.isCompromised = true }
            let client = try await console.signedInDevice()
            #expect(try await client.fetchProfile() != nil)
            #expect(try await console.complianceStatus(of: client) == .pendingComplianceCheck)
            #expect(try await console.findings(of: client) == ["Compromised Protection unknown"])
            try await console.beacon(from: client)
            #expect(try await console.complianceStatus(of: client) == .compliant)
        }
    }

    @Test(arguments: [
        "", "{PayloadType: CompromisedPoliciesV2, CompromisedProtection: false, CompromisedAction: wipe}",
        "{PayloadType: CompromisedPoliciesV2, CompromisedAction: wipe}",
        StrictPayloads.wiping + ", {PayloadType: CompromisedPoliciesV2}",
    ])
    func `Without protection nothing happens`(payloads: String) async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(payloads)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.isCompromised = true }
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await Self.device(client, console).isCompromised)
            #expect(try await client.fetchProfile() != nil)
            #expect(try await console.findings(of: client).isEmpty)
            let counts = try await console.rowCounts()
            #expect(counts["deviceCompliance"] == 0 && counts["complianceFinding"] == 0)
        }
    }

    @Test func `What the app finds itself is heeded as well, as long as it says so`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.protection)
            let client = try await console.signedInDevice()
            func send(_ status: Int) async throws -> ComplianceStatus? {
                let policy = BeaconComplianceResult.compromisedPolicy
                try await console.beacon(from: client) {
                    $0.complianceResults = [BeaconComplianceResult(status: status, policyIdentifier: policy)]
                }
                return try await console.complianceStatus(of: client)
            }
            #expect(try await send(3) == .compliant)
            #expect(try await send(4) == .nonCompliant)
            #expect(try await Self.device(client, console).isCompromised)
            #expect(try await send(3) == .compliant)
        }
    }

    @Test(arguments: ["7", "{}", "[7]", #"[{"Status":"x"}]"#, #"[{"PolicyIdentifier":4,"Status":3}]"#])
    func `Whatever ComplianceData holds, the beacon is kept and judged`(value: String) async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.protection)
            let client = try await console.signedInDevice()
            var request = try DeviceRoute.beacon.request(client)
            let text = #"{"DeviceIdentifier":"\#(client.device)","IsCompromised":"1","ComplianceData":\#(value)}"#
            request.body = Data("{\"payLoad\":\(text)}".utf8)
            let answer = try await console.send(request, as: client)
            #expect(answer.status == 200 && answer.text == #"{"d":{"Status":1}}"#)
            #expect(try await console.complianceStatus(of: client) == .nonCompliant)
            let items = try await console.adminJSON("/_mock/beacons")["items"] as? [[String: Any]]
            let beacon = try #require(items?.first)
            #expect((beacon["raw"] as? String)?.contains(value) == true)
            #expect(beacon["complianceData"] == nil && beacon["complianceStatus"] as? String == "Non-compliant")
            #expect((beacon["complianceDataProblem"] as? String)?.contains("ComplianceData") == true)
        }
    }

    @Test func `A change of the profile counts at the next contact, and takes all back`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile("{PayloadType: LoggingSettingsV2}")
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.isCompromised = true }
            try await console.giveStrictProfile(StrictPayloads.protection)
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await client.fetchProfile() != nil)
            #expect(try await console.complianceStatus(of: client) == .nonCompliant)
            try await console.giveStrictProfile("{PayloadType: LoggingSettingsV2}")
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await console.rowCounts()["deviceCompliance"] == 0)
        }
    }

    @Test func `A block is harsher than a mark, and a wipe harsher than both`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.protection)
            let block = try await console.addRule(Rules.intact)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.isCompromised = true }
            #expect(try await console.complianceStatus(of: client) == .blocked)
            #expect(try await console.findings(of: client) == ["Intact broken", "Compromised Protection broken"])
            #expect(try await console.admin(.delete, "/_mock/compliance-rules/\(block)").status == .noContent)
            try await console.beacon(from: client) { $0.isCompromised = true }
            #expect(try await console.complianceStatus(of: client) == .nonCompliant)
            try await console.addRule(Rules.wipeCompromised)
            try await console.beacon(from: client) { $0.isCompromised = true }
            #expect(try await client.status()?.enrollmentStatus == .enterpriseWipePending)
        }
    }
}
