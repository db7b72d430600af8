import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What becomes of devices that keep rules and of those that break them (DeviceServices, section 25).
struct ComplianceStoryTests {
    @Test func `A device without rules is compliant, and nothing is kept about it`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.isCompromised = true }
            #expect(try await console.complianceStatus(of: client) == .compliant)
            let counts = try await console.rowCounts()
            #expect(counts["deviceCompliance"] == 0 && counts["complianceFinding"] == 0)
        }
    }

    @Test func `A new device waits for its first beacon, and then keeps the rules`() async throws {
        try await withConsole { console in
            for rule in [Rules.os17, Rules.intact, Rules.app2] { try await console.addRule(rule) }
            let client = try await console.signedInDevice()
            #expect(try await console.complianceStatus(of: client) == .pendingComplianceCheck)
            #expect(try await console.findings(of: client) == ["iOS 17 unknown", "Intact unknown", "App 2 unknown"])
            #expect(try await client.fetchProfile() != nil)
            console.clock.advance(seconds: 60)
            try await console.beacon(from: client) { ($0.osVersion, $0.appVersion) = ("17.0", "2.0.0") }
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await console.findings(of: client) == ["iOS 17 holds", "Intact holds", "App 2 holds"])
            let rules = try await console.compliance(of: client)["rules"] as? [[String: Any]]
            #expect(rules?.first?["since"] as? String == console.clock.now.description)
        }
    }

    @Test(arguments: [
        ("OsVersion", "16.4", Rules.os17), ("AWVersion", "1.10", Rules.app2), ("IsCompromised", "1", Rules.intact),
        ("OsVersion", "strange", Rules.os17),
    ])
    func `A beacon that breaks a rule blocks the device, and one that keeps it opens it again`(
        field: String, value: String, rule: String
    ) async throws {
        try await withConsole { console in
            try await console.addRule(rule)
            let client = try await console.signedInDevice()
            func send(_ isBad: Bool) async throws {
                var report = client.beacon()
                (report.osVersion, report.appVersion) = ("17.3", "2.1")
                let object = try JSONSerialization.jsonObject(with: report.encoded()) as? [String: [String: Any]]
                var payload = object?["payLoad"] ?? [:]
                if isBad { payload[field] = value }
                var request = try DeviceRoute.beacon.request(client)
                request.body = try JSONSerialization.data(withJSONObject: ["payLoad": payload])
                let answer = try await console.send(request, as: client)
                #expect(answer.status == 200 && answer.text == #"{"d":{"Status":1}}"#)
            }
            try await send(false)
            #expect(try await client.fetchProfile() != nil)
            try await send(true)
            #expect(try await console.complianceStatus(of: client) == .blocked)
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
            #expect(try await client.fetchProfile() == nil)
            try await send(false)
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await client.fetchProfile() != nil)
            #expect(try await console.events("device.complianceChanged").count == 3)
        }
    }

    @Test(arguments: AuthenticationType.allCases.filter { $0 != .certificate })
    func `A blocked device cannot sign in, whatever it asks for, and its credential stays`(
        type: AuthenticationType
    ) async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            let before = try await console.rowCounts()
            let answer = try await console.logIn(try console.login { $0.authenticationType = type })
            #expect(answer["StatusCode"] == "AUTH-1006")
            #expect(answer["AWHMACKey"] == nil && answer["AccessToken"] == nil)
            #expect(try await console.rowCounts() == before)
            #expect(try await client.user().userName == "demo")
            try await client.uploadLog("still heard")
        }
    }

    @Test func `A blocked device cannot register further apps, and explain says why it gets no profile`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            let request = try DeviceRoute.registration.request(client)
            let refusal = try await console.send(request, as: client)
            #expect(refusal.text.contains("The device is blocked."))
            let explain = try await console.adminJSON(
                "/_mock/devices/\(client.device)/explain?bundleId=com.example.demo")
            #expect(explain["outcome"] as? String == "blocked")
            let steps = explain["steps"] as? [[String: Any]] ?? []
            #expect(steps.last?["rule"] as? String == "compliance")
            #expect(steps.last?["finding"] as? String == "The device is blocked.")
        }
    }

    @Test func `A rule added later counts at the next contact: profile or login`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await client.fetchProfile() != nil)
            let uuid = try await console.addRule(Rules.os17)
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await client.fetchProfile() == nil)
            #expect(try await console.complianceStatus(of: client) == .blocked)
            let path = "/_mock/compliance-rules/\(uuid)"
            let lower = Rules.os17.replacingOccurrences(of: "17.0", with: "16")
            #expect(try await console.admin(.put, path, text: lower).status == .ok)
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await console.admin(.put, path, text: Rules.os17).status == .ok)
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-1006")
            #expect(try await console.admin(.delete, path).status == .noContent)
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
            #expect(try await console.parts.count("complianceFinding") == 0)
        }
    }

    @Test func `Rules of every group above count, those of others and inactive ones do not`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17, to: "global")
            try await console.addRule(Rules.intact)
            try await console.addRule(Rules.app2, to: "appreview")
            try await console.addRule(
                #"{"name":"Off","kind":"osVersion","operator":"=","version":"1","isActive":false}"#)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { ($0.osVersion, $0.appVersion) = ("17.0", "1") }
            #expect(try await console.findings(of: client) == ["iOS 17 holds", "Intact holds"])
            #expect(try await console.complianceStatus(of: client) == .compliant)
        }
    }

    @Test func `A rule about an app counts on devices that have it, whichever app reports`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.app2)
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            try await console.beacon(from: other)
            let expected = ["App 2 notApplicable", "Compromised Protection holds"]
            #expect(try await console.findings(of: other) == expected)
            #expect(try await console.complianceStatus(of: other) == .compliant)
            let app = try await console.signedInDevice()
            try await console.beacon(from: app) { $0.appVersion = "1.0" }
            #expect(try await other.fetchProfile() == nil)
            try await console.beacon(from: other)
            #expect(try await console.complianceStatus(of: other) == .blocked)
            try await console.beacon(from: app) { $0.appVersion = "2.0" }
            #expect(try await other.fetchProfile() != nil)
        }
    }

    @Test func `A beacon that changes nothing writes nothing about rules`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            let generation = console.parts.core.database.generation
            let before = try await console.contents()
            console.clock.advance(seconds: 60)
            try await console.beacon(from: client)
            let after = try await console.contents()
            #expect(console.parts.core.database.generation == generation)
            for table in ["deviceCompliance", "complianceFinding", "eventLog"] {
                #expect(after[table] == before[table], "\(table)")
            }
        }
    }

    @Test func `A finding keeps its time while it comes out the same`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "17.1" }
            let since = console.clock.now.description
            console.clock.advance(seconds: 60)
            try await console.beacon(from: client) { $0.osVersion = "17.2" }
            let rule = try #require((try await console.compliance(of: client)["rules"] as? [[String: Any]])?.first)
            #expect(rule["since"] as? String == since)
            #expect(rule["value"] as? String == "17.2")
            #expect(
                rule["explanation"] as? String
                    == "The rule asks for an OS version of at least 17.0; the device has 17.2: it keeps the rule.")
        }
    }
}
