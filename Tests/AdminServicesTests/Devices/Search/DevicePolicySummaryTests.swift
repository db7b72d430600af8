import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// What a device itself tells of compliance rules (AdminDevices, "The device").
struct DevicePolicySummaryTests {
    private static let never = "0001-01-01T00:00:00.000"

    /// The device of a client: as search answers it, alone, and among others asked for.
    private static func views(of client: SimulatedClient, _ api: APICaller) async throws -> [[String: Any]] {
        let one = try await api.object("mdm/devices?searchby=Udid&id=\(client.device)")
        let id = try #require((one["Id"] as? [String: Int])?["Value"])
        let search = try await api.call(.get, "mdm/devices/search").json()["Devices"] as? [[String: Any]] ?? []
        let asked = try await api.call(.post, "mdm/devices?searchby=DeviceId", #"{"BulkValues":{"Value":[\#(id)]}}"#)
        let bulk = try asked.json()["Devices"] as? [[String: Any]] ?? []
        return try [one, #require(search.first), #require(bulk.first)]
    }

    private static func policies(_ device: [String: Any]) throws -> [[String: Any]] {
        try #require((device["ComplianceSummary"] as? [String: Any])?["DeviceCompliance"] as? [[String: Any]])
    }

    private static func names(of client: SimulatedClient, _ api: APICaller) async throws -> [String] {
        let device = try await api.object("mdm/devices?searchby=Udid&id=\(client.device)")
        return try policies(device).compactMap { $0["PolicyName"] as? String }
    }

    @Test func `A device tells how it stands with rules as its compliance does, and when that was looked at`()
        async throws
    {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            try await console.addRule(Rules.intact)
            let client = try await console.signedInDevice()
            console.clock.advance(seconds: 60)
            try await console.beacon(from: client) { $0.osVersion = "16.4" }
            let compliance = try await console.api.object("mdm/devices/compliance?searchby=Udid&id=\(client.device)")
            let rules = try #require(compliance["DeviceCompliance"] as? [[String: Any]])
            #expect(rules.count == 2)
            for device in try await Self.views(of: client, console.api) {
                #expect(device["ComplianceStatus"] as? String == "Blocked")
                #expect(device["LastComplianceCheckOn"] as? String == "2026-03-05T10:21:30.000")
                let policies = try Self.policies(device)
                #expect(policies as NSArray == rules as NSArray)
                #expect(policies.map { $0["CompliantStatus"] as? Bool } == [false, true])
            }
            // Another beacon finds the same: the outcome stands since the first one, and was looked at now.
            console.clock.advance(seconds: 600)
            try await console.beacon(from: client) { $0.osVersion = "16.4" }
            for device in try await Self.views(of: client, console.api) {
                #expect(device["LastComplianceCheckOn"] as? String == "2026-03-05T10:31:30.000")
                let checks = Set(try Self.policies(device).compactMap { $0["LastComplianceCheck"] as? String })
                #expect(checks == ["2026-03-05T10:31:30.000"])
            }
        }
    }

    @Test func `Without rules, and before any was evaluated, nothing was looked at`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            console.clock.advance(seconds: 60)
            try await console.addRule(Rules.os17)
            for device in try await Self.views(of: client, console.api) {
                #expect(try Self.policies(device).isEmpty)
                #expect(device["LastComplianceCheckOn"] as? String == Self.never)
            }
        }
    }

    @Test func `A rule that changed, rests or is of another group is no longer told of`() async throws {
        try await withConsole { console in
            let groups = try await console.importEnvironment(
                "{version: 1, organizationGroups: [{path: global}, {path: global/demo}, {path: global/other}]}")
            #expect(groups.status == .ok, "\(groups.text)")
            let uuid = try await console.addRule(Rules.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            #expect(try await Self.names(of: client, console.api) == ["iOS 17"])

            let udid = client.device.value
            #expect(try await console.change(udid, #"{"group":"other"}"#).status == .ok)
            #expect(try await Self.names(of: client, console.api).isEmpty)
            #expect(try await console.change(udid, #"{"group":"demo"}"#).status == .ok)
            #expect(try await Self.names(of: client, console.api) == ["iOS 17"])

            console.clock.advance(seconds: 60)
            let stricter = Rules.os17.replacing("17.0", with: "18.0")
            let changed = try await console.admin(.put, "/_mock/compliance-rules/\(uuid)", text: stricter)
            #expect(changed.status == .ok, "\(changed.text)")
            #expect(try await Self.names(of: client, console.api).isEmpty)
            try await console.beacon(from: client)
            #expect(try await Self.names(of: client, console.api) == ["iOS 17"])
            let resting = stricter.replacing("}", with: #","isActive":false}"#)
            #expect(try await console.admin(.put, "/_mock/compliance-rules/\(uuid)", text: resting).status == .ok)
            #expect(try await Self.names(of: client, console.api).isEmpty)
        }
    }

    @Test func `A rule that changed is shown again once the device signed in, and was looked at then`() async throws {
        try await withConsole { console in
            let uuid = try await console.addRule(Rules.os17)
            var client = try await console.signedInDevice()
            try await console.beacon(from: client)
            console.clock.advance(seconds: 60)
            let renamed = Rules.os17.replacing("iOS 17", with: "Seventeen")
            #expect(try await console.admin(.put, "/_mock/compliance-rules/\(uuid)", text: renamed).status == .ok)
            #expect(try await Self.names(of: client, console.api).isEmpty)
            console.clock.advance(seconds: 60)
            try await client.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            for device in try await Self.views(of: client, console.api) {
                #expect(try Self.policies(device).map { $0["PolicyName"] as? String } == ["Seventeen"])
                #expect(device["LastComplianceCheckOn"] as? String == "2026-03-05T10:22:30.000")
            }
            // An administrator who says that it is compromised evaluates nothing, and signing in does.
            console.clock.advance(seconds: 60)
            #expect(try await console.change(client.device.value, #"{"isCompromised":true}"#).status == .ok)
            console.clock.advance(seconds: 60)
            try await client.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            let device = try #require(try await Self.views(of: client, console.api).first)
            #expect(device["LastComplianceCheckOn"] as? String == "2026-03-05T10:24:30.000")
            #expect(device["LastCompromisedCheckOn"] as? String == "2026-03-05T10:23:30.000")
        }
    }

    @Test func `The event log of a device tells statuses by the words of the device`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.intact)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            try await console.beacon(from: client) { $0.isCompromised = true }
            let wipe = "mdm/devices/commands?command=EnterpriseWipe&searchby=Udid&id=\(client.device)"
            #expect(try await console.api.call(.post, wipe).status == .accepted)
            let log = try await console.api.object("mdm/devices/eventlog?searchby=Udid&id=\(client.device)")
            let entries = try #require(log["DeviceEventLogEntries"] as? [[String: Any]])
            let changes = entries.flatMap { $0["EventDataList"] as? [[String: String]] ?? [] }
            for (name, old, new) in [
                ("complianceStatus", "Compliant", "Blocked"), ("isCompromised", "false", "true"),
                ("enrollmentStatus", "Enrolled", "EnterpriseWipePending"),
            ] {
                #expect(changes.contains(["EventDataType": name, "OldValue": old, "NewValue": new]), "\(changes)")
            }
        }
    }

    @Test func `Whoever says below _mock that a device is compromised has looked`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.get, "mdm/devices/securityinfosearch").status == .noContent)
            console.clock.advance(seconds: 60)
            #expect(try await console.change("aaaa1111", #"{"isCompromised":false}"#).status == .ok)
            func checked() async throws -> String? {
                try await console.api.object("mdm/devices/1")["LastCompromisedCheckOn"] as? String
            }
            #expect(try await checked() == "2026-03-05T10:21:30.000")
            #expect(try await console.api.object("mdm/devices/1/security")["IsCompromised"] as? Bool == false)
            let told = try await console.api.object("mdm/devices/securityinfosearch")
            #expect(told["Total"] as? Int == 1)
            // Saying it again changes nothing, and so is no event.
            console.clock.advance(seconds: 60)
            let events = try await console.api.object("mdm/devices/1/eventlog")["Total"] as? Int
            #expect(try await console.change("aaaa1111", #"{"isCompromised":false}"#).status == .ok)
            #expect(try await checked() == "2026-03-05T10:21:30.000")
            #expect(try await console.api.object("mdm/devices/1/eventlog")["Total"] as? Int == events)
            #expect(try await console.change("aaaa1111", #"{"isCompromised":true}"#).status == .ok)
            #expect(try await checked() == "2026-03-05T10:22:30.000")
            let counts = try await console.api.object("mdm/devices/devicecountinfo")["Security"] as? [String: Int]
            #expect(counts?["Compromised"] == 1)
        }
    }
}
