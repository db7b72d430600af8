import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Rules that ask for a wipe, and what counts after it.
struct ComplianceWipeTests {
    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A compromised device is wiped: its beacon is accepted, and its credentials end`(
        scheme: SimulatedClient.Scheme
    ) async throws {
        try await withConsole { console in
            try await console.addRule(Rules.wipeCompromised)
            let client = try await console.signedInDevice(scheme: scheme)
            let other = try await console.signedInDevice(bundle: "com.example.everything", scheme: scheme)
            try await console.beacon(from: client)
            try await console.beacon(from: client) { $0.isCompromised = true }
            let device = try #require(try await console.parts.model.devices.device(client.device))
            #expect(device.complianceStatus == ComplianceStatus.nonCompliant.rawValue)
            #expect(device.enrollmentStatus != EnrollmentStatus.enrolled.rawValue)
            for app in [client, other] {
                let answer = try await console.send(DeviceRoute.user.request(app), as: app)
                #expect(answer.status == (scheme == .signature ? 403 : 401))
                #expect(answer.text.contains("the device is wiped because it breaks Intact"))
            }
            #expect(try await console.adminJSON("/_mock/beacons")["total"] as? Int == 2)
            let events = try await console.events("device.complianceChanged")
            // The second app's SDK profile protects from compromised devices as well.
            let broken = #""brokenRules":"Intact, Compromised Protection of the SDK profile Everything""#
            #expect(events.last?.contains(broken) == true)
            #expect(events.last?.contains(#""enrollmentStatus":"5""#) == true)
        }
    }

    @Test func `A wipe wins over a block`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.intact, to: "global")
            try await console.addRule(Rules.wipeOS)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { ($0.osVersion, $0.isCompromised) = ("16", true) }
            let device = try #require(try await console.parts.model.devices.device(client.device))
            #expect(device.enrollmentStatus == EnrollmentStatus.enterpriseWipePending.rawValue)
            #expect(device.complianceStatus == ComplianceStatus.nonCompliant.rawValue)
        }
    }

    @Test func `After a wipe only what the device tells from then on counts`() async throws {
        try await withConsole { console in
            for rule in [Rules.wipeOS, Rules.intact, Rules.app2] { try await console.addRule(rule) }
            let wiped = try await console.signedInDevice()
            try await console.beacon(from: wiped) {
                ($0.osVersion, $0.appVersion, $0.isCompromised) = ("16", "1", true)
            }
            let client = try await console.signedInDevice()
            let expected = ["iOS 17 unknown", "Intact unknown", "App 2 unknown"]
            #expect(try await console.findings(of: client) == expected)
            #expect(try await console.compliance(of: client)["isAwaitingReport"] as? Bool == true)
            #expect(try await console.complianceStatus(of: client) == .pendingComplianceCheck)
            #expect(try await client.fetchProfile() != nil)
            try await console.beacon(from: client) { ($0.osVersion, $0.appVersion) = ("17.1", "2.0") }
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await console.compliance(of: client)["isAwaitingReport"] as? Bool == false)
        }
    }

    @Test func `A device that comes back as it was is wiped again`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.wipeOS)
            for _ in 0..<2 {
                let client = try await console.signedInDevice()
                try await console.beacon(from: client) { $0.osVersion = "16" }
                #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 403)
            }
            #expect(try await console.events("device.complianceChanged").count >= 2)
        }
    }

    @Test func `A rule added later wipes at the next profile fetch, and at the next login`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            let uuid = try await console.addRule(Rules.wipeOS)
            #expect(try await client.fetchProfile() == nil)
            #expect(try await console.send(DeviceRoute.profile.request(client), as: client).status == 403)
            #expect(try await console.admin(.delete, "/_mock/compliance-rules/\(uuid)").status == .noContent)
            let again = try await console.signedInDevice()
            try await console.beacon(from: again) { $0.osVersion = "16" }
            try await console.addRule(Rules.wipeOS)
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-1006")
            #expect(try await console.send(DeviceRoute.user.request(again), as: again).status == 403)
        }
    }

    @Test func `Without rules a re-enrolled device is compliant, and what waited is forgotten`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.execute("UPDATE device SET enrollmentStatus = 8, isCompromised = 1")
            let again = try await console.signedInDevice()
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await console.parts.count("deviceCompliance") == 1)
            try await console.beacon(from: again)
            #expect(try await console.parts.count("deviceCompliance") == 0)
        }
    }
}
