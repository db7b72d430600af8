import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

/// Fleets against this console.
struct FleetTests {
    private func run(
        _ console: TestConsole, seed: UInt64 = 1, _ script: String = ""
    ) async throws -> SimulationReport {
        var settings = SimulationSettings(
            origin: "http://localhost", group: "demo", bundle: try #require(BundleIdentifier("com.example.demo")),
            user: ClientSetup.User(username: "demo", password: "demo"))
        settings.devices = 8
        settings.rate = 200
        settings.duration = 0.5
        settings.seed = seed
        settings.keepsTrace = true
        settings.script = try SimulationScript(yaml: script)
        return await Simulation(settings, transport: console.transport).run()
    }

    @Test func `A fleet finds nothing wrong, twice in the same order`() async throws {
        try await withConsole { console in
            let first = try await run(console)
            #expect(first.errors.isEmpty, "\(first.errors)")
            #expect(first.steps == first.plannedSteps)
            #expect(first.launchedDevices == 8)
            let second = try await run(console)
            #expect(second.errors.isEmpty, "\(second.errors)")
            #expect(second.trace == first.trace)
            #expect(try await console.adminJSON("/_mock/devices")["total"] as? Int == 8)
        }
    }

    @Test func `Nothing goes wrong either when all knobs are turned`() async throws {
        try await withConsole { console in
            let report = try await run(
                console, seed: 3,
                "knobs: {notNow: 0.5, silence: 0.2, reenroll: 0.1, clockSkew: 300, duplicate: 0.1, drop: 0.1}")
            #expect(report.errors.isEmpty, "\(report.errors)")
            #expect(report.duplicates > 0 && report.dropped > 0)
        }
    }
}
