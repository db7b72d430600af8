import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices

/// Several apps on one device, against this console (ClientSequence, section 1.1).
struct ClusterStoryTests {
    private static let apps = [
        ("com.example.notes", "ABCDE12345"), ("com.example.tasks", "ABCDE12345"), ("com.example.other", "FGHIJ67890"),
    ]

    /// A managed device with three apps, whose profile has a passcode and single sign-on.
    private func device(on console: TestConsole) async throws -> SimulatedDevice {
        let applications = Self.apps.map { bundle, _ in
            "      - {bundleId: \(bundle), name: \(bundle), version: 1.0.0, profile: Shared, "
                + "assignments: [{smartGroup: All Devices}]}"
        }
        let answer = try await console.importEnvironment(
            """
            version: 1
            organizationGroups:
              - path: global/demo
                users:
                  - {username: erin, password: second, firstName: Erin}
                profiles:
                  - name: Shared
                    payloads:
                      - {PayloadType: PasscodePoliciesV2, AuthenticationType: 1, PasscodeMode: 0,
                         EnableSingleSignOn: true, PasscodeTimeout: 600}
                applications:
            \(applications.joined(separator: "\n"))
            """)
        #expect(answer.status == .ok, "\(answer.text)")
        let identifier = try await console.managedDevice()
        var device = SimulatedDevice(now: { console.clock.now.date }, transport: console.transport)
        for (bundle, cluster) in Self.apps {
            var setup = try console.app(
                bundle, mode: .managed(server: "http://localhost", group: "demo", device: identifier)
            ).setup
            setup.cluster = cluster
            device.install(setup)
        }
        return device
    }

    private func launch(_ name: String, on device: inout SimulatedDevice) async throws -> LaunchOutcome {
        let bundle = try #require(BundleIdentifier("com.example.\(name)"))
        let outcome = try await device.use(bundle) { await $0.launch() }
        #expect(outcome.error == nil, "\(name)")
        return outcome
    }

    @Test func `One sign-in and one passcode serve a cluster, and a lock command locks it`() async throws {
        try await withConsole { console in
            var device = try await device(on: console)
            #expect(try await launch("notes", on: &device).prompts == [.signIn, .createPasscode])
            #expect(try await launch("tasks", on: &device).prompts == [])
            #expect(try await launch("other", on: &device).prompts == [.signIn, .createPasscode])
            #expect(try await console.adminJSON("/_mock/devices")["total"] as? Int == 1)
            let identity = try await console.identity(of: device.apps[0])
            try await console.parts.commands.enqueue("DeviceLockSso", for: identity)
            #expect(try await launch("notes", on: &device).prompts == [])
            #expect(try await launch("tasks", on: &device).prompts == [.passcode])
            #expect(try await launch("notes", on: &device).prompts == [])
            #expect(try await launch("other", on: &device).prompts == [])
        }
    }

    @Test func `A user who signs in in one app is the user of the cluster`() async throws {
        try await withConsole { console in
            var device = try await device(on: console)
            for name in ["notes", "tasks"] { _ = try await launch(name, on: &device) }
            device.hand(to: ClientSetup.User(username: "erin", password: "second"))
            let notes = try #require(BundleIdentifier("com.example.notes"))
            try await device.use(notes) { try await $0.reenroll() }
            _ = try await launch("notes", on: &device)
            #expect(try await launch("tasks", on: &device).prompts == [])
            #expect(device.apps[1].state.user?.userName == "erin")
        }
    }
}
