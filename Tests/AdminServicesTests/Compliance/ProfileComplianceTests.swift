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

/// SDK App Compliance: versions that SDK profiles ask for, beside the rules of groups (DeviceServices, section 25).
struct ProfileComplianceTests {
    @Test func `An app that is too old is blocked, stays so, and comes back with its update`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.app2)
            let client = try await console.signedInDevice()
            #expect(try await client.fetchProfile() != nil)
            #expect(try await console.complianceStatus(of: client) == .pendingComplianceCheck)
            try await console.beacon(from: client) { $0.appVersion = "1.10" }
            for _ in 0..<3 {
                #expect(try await console.complianceStatus(of: client) == .blocked)
                #expect(try await client.fetchProfile() == nil)
                #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-1006")
            }
            try await console.beacon(from: client) { $0.appVersion = "2.0" }
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await client.fetchProfile() != nil)
            #expect(try await console.events("device.complianceChanged").count == 3)
        }
    }

    @Test func `A system that is too old is blocked, or wiped`() async throws {
        for (payload, isWiped) in [(StrictPayloads.os17, false), (StrictPayloads.os17OrWipe, true)] {
            try await withConsole { console in
                try await console.giveStrictProfile(payload)
                let client = try await console.signedInDevice()
                try await console.beacon(from: client) { $0.osVersion = "17.0.1" }
                #expect(try await console.complianceStatus(of: client) == .compliant)
                try await console.beacon(from: client) { $0.osVersion = "16.7" }
                let status = try #require(try await client.status())
                #expect(status.complianceStatus == (isWiped ? .nonCompliant : .blocked))
                #expect(status.enrollmentStatus == (isWiped ? .enterpriseWipePending : .enrolled))
            }
        }
    }

    @Test(arguments: [
        ("=", "17.0", "17.1"), ("!=", "17.1", "17"), ("<", "16.9", "17"), ("<=", "17", "17.0.1"), (">", "17.1", "17.0"),
        (">=", "17", "16"),
    ])
    func `Each operator compares as rules of groups do`(sign: String, good: String, bad: String) async throws {
        try await withConsole { console in
            let payload = "{PayloadType: SDKAppComplianceV2, EnableOSVersion: true, OSVersionOperator: '\(sign)'"
            try await console.giveStrictProfile("\(payload), OSVersion: '17'}")
            let client = try await console.signedInDevice()
            for (version, expected) in [(good, ComplianceStatus.compliant), (bad, .blocked), ("odd", .blocked)] {
                try await console.beacon(from: client) { $0.osVersion = version }
                #expect(try await console.complianceStatus(of: client) == expected, "\(version)")
            }
        }
    }

    @Test func `How a device stands names the profile, after the rules of groups`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17, to: "global")
            try await console.giveStrictProfile("\(StrictPayloads.wiping), \(StrictPayloads.os17)")
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16.4" }
            let rules = try #require(try await console.compliance(of: client)["rules"] as? [[String: Any]])
            #expect(rules.map { $0["name"] as? String } == ["iOS 17", "Compromised Protection", "OS Version"])
            #expect(rules.map { $0["profile"] as? String } == [nil, "Strict", "Strict"])
            #expect(rules.map { $0["group"] as? String } == ["global", "demo", "demo"])
            #expect(rules.map { $0["action"] as? String } == ["block", "wipe", "block"])
            #expect(rules[2]["since"] == nil && rules[2]["value"] as? String == "16.4")
            #expect(
                rules[2]["explanation"] as? String
                    == "The SDK profile Strict asks for an OS version of at least 17.0; the device has 16.4: "
                    + "it is blocked until it keeps the rule.")
            let uuids = rules.compactMap { $0["uuid"] as? String }
            let again = try #require(try await console.compliance(of: client)["rules"] as? [[String: Any]])
            #expect(Set(uuids).count == 3 && again.compactMap { $0["uuid"] as? String } == uuids)
        }
    }

    @Test func `The admin REST API lists what a profile asks for as a policy without an id`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.protection)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.isCompromised = true }
            let id = try await console.parts.value("SELECT id FROM device", Int.self)
            let body = try await console.api.object("mdm/devices/\(try #require(id))/compliance")
            #expect(body["OverallCompliantStatus"] as? String == "NonCompliant" && body["Total"] as? Int == 1)
            let policy = try #require((body["DeviceCompliance"] as? [[String: Any]])?.first)
            #expect(policy["PolicyName"] as? String == "Compromised Protection of the SDK profile Strict")
            #expect((policy["Id"] as? [String: Int])?["Value"] == 0 && policy["CompliantStatus"] as? Bool == false)
            let actions = policy["ActionTaken"] as? [[String: String]]
            #expect(actions == [["ActionType": "MarkNonCompliant"]])
        }
    }

    @Test func `A profile counts for the devices whose apps get it, and each thing once`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.os17)
            let other = try await console.signedInDevice("ff01", bundle: "com.example.everything")
            try await console.beacon(from: other) { $0.osVersion = "16" }
            #expect(try await console.complianceStatus(of: other) == .compliant)
            try await console.giveStrictProfile(StrictPayloads.os17, to: "com.example.everything")
            let client = try await console.signedInDevice()
            let second = try await console.signedInDevice(bundle: "com.example.everything")
            try await console.beacon(from: client) { $0.osVersion = "18" }
            #expect(try await console.findings(of: second) == ["OS Version holds"])
            #expect(try await other.fetchProfile() == nil)
            #expect(try await console.complianceStatus(of: other) == .blocked)
        }
    }

    @Test func `An app that has no assignment any more asks nothing`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile(StrictPayloads.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await console.complianceStatus(of: client) == .blocked)
            try await console.execute("DELETE FROM applicationAssignment")
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await console.complianceStatus(of: client) == .compliant)
        }
    }

    @Test func `A device that left while it was blocked stays out until its profile asks for less`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile("\(StrictPayloads.protection), \(StrictPayloads.os17)")
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { ($0.osVersion, $0.isCompromised) = ("16", true) }
            try await client.unenroll()
            let before = try await console.contents()
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-1006")
            #expect(try await console.contents() == before)
            // A mark keeps nobody out.
            try await console.giveStrictProfile(StrictPayloads.protection)
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
        }
    }

    @Test func `A beacon that changes nothing writes nothing`() async throws {
        try await withConsole { console in
            try await console.giveStrictProfile("\(StrictPayloads.protection), \(StrictPayloads.os17)")
            let client = try await console.signedInDevice()
            for isCompromised in [false, true] {
                try await console.beacon(from: client) { ($0.osVersion, $0.isCompromised) = ("18", isCompromised) }
                let generation = console.parts.core.database.generation
                let before = try await console.contents()
                console.clock.advance(seconds: 60)
                try await console.beacon(from: client) { ($0.osVersion, $0.isCompromised) = ("18", isCompromised) }
                let after = try await console.contents()
                #expect(console.parts.core.database.generation == generation)
                for table in ["deviceCompliance", "complianceFinding", "eventLog"] {
                    #expect(after[table] == before[table], "\(table)")
                }
            }
        }
    }
}

/// Which profile's payload counts where several take part (SDKProfile, section 1).
struct ProfileComplianceInheritanceTests {
    private static func give(_ demo: String, inherits: Bool = true, to console: TestConsole) async throws {
        let answer = try await console.importEnvironment(
            """
            version: 1
            organizationGroups:
              - path: global
                profiles: [{name: Top, payloads: [\(StrictPayloads.os17)]}]
                settings: {defaultProfile: Top}
              - path: global/demo
                profiles: [{name: Own, inherits: \(inherits), payloads: [\(demo)]}]
                settings: {defaultProfile: Own}
                applications:
                  - {bundleId: com.example.demo, name: App, profile: default, assignments: [{smartGroup: All Devices}]}
            """)
        try #require(answer.status == .ok, "\(answer.text)")
    }

    @Test func `What the default profile of a group above asks for counts, unless the nearer one has the payload`()
        async throws
    {
        try await withConsole { console in
            try await Self.give(StrictPayloads.protection, to: console)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            let rules = try await console.compliance(of: client)["rules"] as? [[String: Any]] ?? []
            #expect(rules.map { $0["profile"] as? String } == ["Own", "Top"])
            #expect(rules.map { $0["group"] as? String } == ["demo", "global"])
            #expect(try await console.complianceStatus(of: client) == .blocked)
            try await Self.give("{PayloadType: SDKAppComplianceV2, EnableOSVersion: false}", to: console)
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await console.complianceStatus(of: client) == .compliant)
            try await Self.give(StrictPayloads.protection, inherits: false, to: console)
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await console.findings(of: client) == ["Compromised Protection holds"])
        }
    }
}
