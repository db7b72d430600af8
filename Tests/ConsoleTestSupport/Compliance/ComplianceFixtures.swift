import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

extension TestConsole {
    /// Adds a compliance rule.
    ///
    /// - Returns: Its uuid.
    @discardableResult
    func addRule(_ json: String, to group: String = "demo") async throws -> String {
        let response = try await admin(.post, "/_mock/groups/\(group)/compliance-rules", text: json)
        guard response.status == .created else { throw ConsoleError(.badRequest, response.text) }
        return try response.json()["uuid"] as? String ?? ""
    }

    /// Gives an app of the demo group the SDK profile "Strict".
    ///
    /// - Parameters:
    ///   - payloads: Its payloads, as an environment file has them.
    ///   - bundle: The app.
    /// - Throws: What the console answers, if it does not take them.
    func giveStrictProfile(_ payloads: String, to bundle: String = "com.example.demo") async throws {
        let response = try await importEnvironment(
            """
            version: 1
            organizationGroups:
              - path: global/demo
                profiles: [{name: Strict, payloads: [\(payloads)]}]
                applications:
                  - bundleId: \(bundle)
                    name: App
                    profile: Strict
                    assignments: [{smartGroup: All Devices}]
            """)
        try #require(response.status == .ok, "\(response.text)")
    }

    /// Sends a beacon with some fields changed.
    func beacon(from client: SimulatedClient, _ change: (inout BeaconReport) -> Void = { _ in }) async throws {
        var report = client.beacon()
        change(&report)
        try await client.sendBeacon(report)
    }

    /// How the device stands with the rules.
    func compliance(of client: SimulatedClient) async throws -> [String: Any] {
        try await adminJSON("/_mock/devices/\(client.device)/compliance")
    }

    /// The findings of a device, as `name outcome`.
    func findings(of client: SimulatedClient) async throws -> [String] {
        let rules = try await compliance(of: client)["rules"] as? [[String: Any]] ?? []
        return rules.map { "\($0["name"] as? String ?? "") \($0["outcome"] as? String ?? "")" }
    }

    /// The status the device is told.
    func complianceStatus(of client: SimulatedClient) async throws -> ComplianceStatus? {
        try await client.status()?.complianceStatus
    }

    /// Actions in the event log that begin with a text, the earliest first.
    func events(_ prefix: String) async throws -> [String] {
        try await parts.core.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT action || ' ' || COALESCE(before, '') || ' ' || COALESCE(after, '') FROM eventLog
                    WHERE substr(action, 1, length(?1)) = ?1 ORDER BY id
                    """, arguments: [prefix])
        }
    }
}

/// Payloads of SDK profiles that ask something of devices, as an environment file has them.
enum StrictPayloads {
    static let protection = "{PayloadType: CompromisedPoliciesV2, CompromisedProtection: true}"
    static let wiping = "{PayloadType: CompromisedPoliciesV2, CompromisedProtection: true, CompromisedAction: wipe}"
    static let os17 = "{PayloadType: SDKAppComplianceV2, EnableOSVersion: true, OSVersion: '17.0'}"
    static let os17OrWipe = """
        {PayloadType: SDKAppComplianceV2, EnableOSVersion: true, OSVersion: '17.0', OSVersionAction: wipe}
        """
    static let app2 = """
        {PayloadType: SDKAppComplianceV2, EnableApplicationVersion: true, ApplicationIdentifier: com.example.demo,
        ApplicationVersion: '2.0'}
        """
}

/// Rules that tests use.
enum Rules {
    static let os17 = #"{"name":"iOS 17","kind":"osVersion","operator":">=","version":"17.0"}"#
    static let app2 = """
        {"name":"App 2","kind":"applicationVersion","bundleId":"com.example.demo","operator":">=","version":"2.0"}
        """
    static let intact = #"{"name":"Intact","kind":"compromised"}"#
    static let wipeCompromised = #"{"name":"Intact","kind":"compromised","action":"wipe"}"#
    static let wipeOS = #"{"name":"iOS 17","kind":"osVersion","operator":">=","version":"17.0","action":"wipe"}"#
}
