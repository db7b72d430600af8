import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// A whole client on a device that is compromised (DeviceServices, section 25).
struct CompromiseStoryTests {
    /// An app that has launched, then found that its device is compromised, and was launched again.
    private static func launches(
        _ payloads: String, _ console: TestConsole
    ) async throws -> (app: SimulatedApp, outcome: LaunchOutcome) {
        try await console.giveStrictProfile(payloads)
        var app = try console.app()
        #expect(await app.launch().reports == [nil])
        app.isCompromised = true
        return (app, await app.launch())
    }

    /// The first device there is.
    private static func device(_ console: TestConsole) async throws -> DeviceRecord {
        try await console.parts.core.database.read { db in
            try #require(try DeviceRecord.order(sql: "id").fetchOne(db))
        }
    }

    @Test func `Protected, it is non-compliant with its last beacon, and un-enrolls itself`() async throws {
        try await withConsole { console in
            let (app, outcome) = try await Self.launches(StrictPayloads.protection, console)
            #expect(outcome.list.first == LaunchCall.beacon && outcome.list.count == 2)
            #expect(outcome.setupErrorCode == 15 && app.state.unreportedDevice == nil)
            let changes = try await console.events("device.complianceChanged")
            #expect(changes.count == 1 && changes.first?.contains(#""complianceStatus":"4""#) == true)
            #expect(changes.first?.contains(#""enrollmentStatus":"4""#) == true)
            let device = try await Self.device(console)
            #expect(device.enrollmentStatus == EnrollmentStatus.unenrolled.rawValue)
            #expect(device.complianceStatus == ComplianceStatus.nonCompliant.rawValue)
            let items = try await console.adminJSON("/_mock/beacons")["items"] as? [[String: Any]]
            let beacon = try #require(items?.first)
            let found = try #require((beacon["complianceData"] as? [[String: Any]])?.first)
            #expect(found["status"] as? String == "Non-compliant" && found["statusCode"] as? Int == 4)
            #expect(found["policyIdentifier"] as? String == BeaconComplianceResult.compromisedPolicy)
            #expect(beacon["complianceStatus"] as? String == "Non-compliant")
        }
    }

    @Test func `With the action wipe its wipe is pending from the beacon on, until it un-enrolls`() async throws {
        try await withConsole { console in
            let (app, outcome) = try await Self.launches(StrictPayloads.wiping, console)
            #expect(outcome.setupErrorCode == 15 && app.state.unreportedDevice == nil)
            let items = try await console.adminJSON("/_mock/beacons")["items"] as? [[String: Any]]
            #expect(items?.first?["enrollmentStatus"] as? String == "Enterprise wipe pending")
            let changes = try await console.events("device.complianceChanged")
            #expect(changes.count == 1 && changes.first?.contains(#""enrollmentStatus":"5""#) == true)
            let device = try await Self.device(console)
            #expect(device.enrollmentStatus == EnrollmentStatus.unenrolled.rawValue)
        }
    }

    @Test func `Without protection it goes on, and the console only knows`() async throws {
        try await withConsole { console in
            let (app, outcome) = try await Self.launches("{PayloadType: LoggingSettingsV2}", console)
            #expect(outcome.list == LaunchCall.laterLaunch && outcome.reports == [nil])
            let device = try await Self.device(console)
            #expect(device.identifier == app.state.device?.value && device.isCompromised)
            #expect(device.enrollmentStatus == EnrollmentStatus.enrolled.rawValue)
            #expect(device.complianceStatus == ComplianceStatus.compliant.rawValue)
            #expect(try await console.events("device.complianceChanged").isEmpty)
        }
    }

    @Test func `Once it is sound again it signs in, and complies`() async throws {
        try await withConsole { console in
            var (app, _) = try await Self.launches(StrictPayloads.wiping, console)
            app.isCompromised = false
            #expect(await app.launch().reports == [nil])
            let identifier = try #require(app.state.device)
            let device = try #require(try await console.parts.model.devices.device(identifier))
            #expect(device.enrollmentStatus == EnrollmentStatus.enrolled.rawValue)
            #expect(device.complianceStatus == ComplianceStatus.compliant.rawValue && !device.isCompromised)
        }
    }
}
