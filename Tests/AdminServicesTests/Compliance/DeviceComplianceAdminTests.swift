import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// How a device stands with the rules is shown, and administrators block by hand (AdminAPI, "Compliance of a device").
struct DeviceComplianceAdminTests {
    private static func set(
        _ isBlocked: Bool, _ client: SimulatedClient, _ console: TestConsole
    ) async throws -> [String: Any] {
        let response = try await console.admin(
            .put, "/_mock/devices/\(client.device)/compliance", text: "{\"blocked\":\(isBlocked)}")
        #expect(response.status == .ok, "\(response.text)")
        return try response.json()
    }

    @Test func `A block by hand outlives every rule, until it is taken back by hand`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            let blocked = try await Self.set(true, client, console)
            #expect(blocked["status"] as? String == "Blocked")
            #expect(blocked["isSetByHand"] as? Bool == true)
            for version in ["17.3", "16", "18"] {
                try await console.beacon(from: client) { $0.osVersion = version }
                #expect(try await console.complianceStatus(of: client) == .blocked)
                #expect(try await client.fetchProfile() == nil)
            }
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-1006")
            let released = try await Self.set(false, client, console)
            #expect(released["status"] as? String == "Pending compliance check")
            #expect(released["isSetByHand"] as? Bool == false)
            try await console.beacon(from: client) { $0.osVersion = "18" }
            #expect(try await console.complianceStatus(of: client) == .compliant)
            #expect(try await console.events("device.blocked").count == 1)
            #expect(try await console.events("device.released").count == 1)
        }
    }

    @Test func `A block by a rule becomes one by hand, and the rule takes it back no more`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await console.compliance(of: client)["isSetByHand"] as? Bool == false)
            _ = try await Self.set(true, client, console)
            try await console.beacon(from: client) { $0.osVersion = "17.3" }
            #expect(try await console.complianceStatus(of: client) == .blocked)
        }
    }

    @Test func `A status somebody set in the database is one set by hand`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.os17)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            for status in [ComplianceStatus.blocked, .quarantined] {
                try await console.execute("UPDATE device SET complianceStatus = \(status.rawValue)")
                for version in ["16", "17.3"] { try await console.beacon(from: client) { $0.osVersion = version } }
                #expect(try await console.complianceStatus(of: client) == status)
            }
        }
    }

    @Test func `Releasing lets a device in whose credential is lost, until its beacon tells again`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.app2)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.appVersion = "1.0" }
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-1006")
            _ = try await Self.set(false, client, console)
            let again = try await console.signedInDevice()
            #expect(try await console.findings(of: again) == ["App 2 unknown"])
            try await console.beacon(from: again) { $0.appVersion = "1.0" }
            #expect(try await console.complianceStatus(of: again) == .blocked)
        }
    }

    @Test func `Releasing or blocking what is so already changes nothing`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let before = try await console.contents()
            _ = try await Self.set(false, client, console)
            #expect(try await console.contents() == before)
            _ = try await Self.set(true, client, console)
            let blocked = try await console.contents()
            _ = try await Self.set(true, client, console)
            #expect(try await console.contents() == blocked)
        }
    }

    @Test func `What apps found themselves is shown by app, with its time, as long as they say so`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let policy = "com.airwatch.compliance.compromisedPolicy"
            func send(_ results: [BeaconComplianceResult]) async throws -> [String] {
                try await console.beacon(from: client) { $0.complianceResults = results }
                let reported = try await console.compliance(of: client)["reported"] as? [[String: Any]] ?? []
                return reported.map {
                    "\($0["policyIdentifier"] ?? "") \($0["status"] ?? "-") \($0["statusCode"] ?? "") \($0["since"] ?? "")"
                }
            }
            let first = console.clock.now
            let good = BeaconComplianceResult(status: 3, policyIdentifier: policy)
            let odd = BeaconComplianceResult(status: 99, policyIdentifier: "a")
            #expect(try await send([good, odd]) == ["a - 99 \(first)", "\(policy) Compliant 3 \(first)"])
            console.clock.advance(seconds: 60)
            #expect(try await send([]).count == 2)
            #expect(try await send([good]) == ["\(policy) Compliant 3 \(first)"])
            let bad = BeaconComplianceResult(status: 4, policyIdentifier: policy)
            #expect(try await send([good, bad]) == ["\(policy) Non-compliant 4 \(console.clock.now)"])
        }
    }

    @Test(arguments: ["", "{}", "[]", "{\"blocked\":1}", "{\"blocked\":null}", "{\"blocked\":\"true\"}"])
    func `What is no change is refused`(body: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let path = "/_mock/devices/\(client.device)/compliance"
            let response = try await console.admin(.put, path, text: body)
            #expect(response.status == .badRequest)
            #expect(try await console.complianceStatus(of: client) == .compliant)
        }
    }

    @Test func `An unknown device, or one of another group, answers 404`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let headers = try await console.administrator(of: "appreview")
            let path = "/_mock/devices/\(client.device)/compliance"
            let shown = try await console.send(.get, path, headers: headers)
            let changed = try await console.send(.put, path, headers: headers, text: "{\"blocked\":true}")
            #expect(shown.status == .notFound && changed.status == .notFound)
            #expect(try await console.admin(.get, "/_mock/devices/ffff/compliance").status == .notFound)
            let unknown = try await console.admin(.put, "/_mock/devices/ffff/compliance", text: "{\"blocked\":true}")
            #expect(unknown.status == .notFound)
            #expect(try await console.complianceStatus(of: client) == .compliant)
        }
    }
}
