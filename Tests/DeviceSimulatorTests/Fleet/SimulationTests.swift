import DeviceProtocol
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import DeviceSimulator

/// Fleets against a console written by hand.
struct SimulationTests {
    /// Runs a fleet of a few devices that have much to do in a short time.
    private func run(
        against console: ScriptedConsole = ScriptedConsole(), seed: UInt64 = 1, devices: Int = 4,
        _ change: (inout SimulationSettings) throws -> Void = { _ in }
    ) async throws -> SimulationReport {
        var settings = SimulationSettings(
            origin: "https://uem.example.test", group: "staff",
            bundle: try #require(BundleIdentifier("com.example.app")),
            user: ClientSetup.User(username: "dana", password: "secret"))
        settings.devices = devices
        settings.rate = 400
        settings.duration = 0.2
        settings.seed = seed
        settings.keepsTrace = true
        try change(&settings)
        return await Simulation(settings, transport: console.transport).run()
    }

    @Test func `Everything that was planned is done, and counted`() async throws {
        let console = ScriptedConsole()
        let report = try await run(against: console)
        #expect(report.errors.isEmpty, "\(report.errors)")
        #expect(report.launchedDevices == 4)
        #expect(report.steps == report.plannedSteps)
        #expect(report.steps > 20)
        #expect(report.requests == console.requests.count)
        #expect(report.trace.count == report.requests)
        #expect(report.calls.reduce(0) { $0 + $1.count } == report.requests)
        #expect(report.bytesSent > 0 && report.bytesReceived > 0)
        #expect(report.calls.first { $0.call == Call.login }?.count == 8)
    }

    @Test func `Equal seeds send equal requests, down to their bodies`() async throws {
        let consoles = [ScriptedConsole(), ScriptedConsole(), ScriptedConsole()]
        var traces: [[String]] = []
        for (console, seed) in zip(consoles, [1, 1, 2] as [UInt64]) {
            traces.append(try await run(against: console, seed: seed).trace)
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0] != traces[2])
        func bodies(_ console: ScriptedConsole) -> [String] {
            console.requests.map { "\($0.method) \($0.target) \(String(decoding: $0.body, as: UTF8.self))" }.sorted()
        }
        #expect(bodies(consoles[0]) == bodies(consoles[1]))
    }

    @Test func `The trace has a line for each request, by device and order`() async throws {
        let trace = try await run().trace
        #expect(trace[0] == "ramp 1 GET /deviceservices/AuthenticationEndpoint.aws")
        let devices = trace.compactMap { Int($0.split(separator: " ")[1]) }
        #expect(devices == devices.sorted())
        let offsets = trace.filter { $0.split(separator: " ")[1] == "2" && !$0.hasPrefix("ramp") }.compactMap {
            Double($0.prefix { $0 != " " })
        }
        #expect(!offsets.isEmpty)
        #expect(offsets == offsets.sorted())
    }

    @Test func `Errors are counted by what the client calls them and what it did`() async throws {
        let console = ScriptedConsole()
        console.answer(Call.beacon, .console("", status: 500))
        let report = try await run(against: console) { $0.script = try SimulationScript(yaml: "steps: [beacon]") }
        #expect(report.launchedDevices == 4)
        #expect(
            Set(report.errors.map(\.kind)) == [
                "UnexpectedServerResponse at firstLaunch", "UnexpectedServerResponse at beacon",
            ])
        #expect(report.errorCount == report.steps + 4)
        #expect(report.errors.allSatisfy { $0.example.contains("the beacon was answered 500") })
        #expect(report.calls.first { $0.call == Call.beacon }?.failed == report.steps + 4)
    }

    @Test func `A device that cannot be launched tries again with every step`() async throws {
        let console = ScriptedConsole()
        console.answer(
            Call.login, .console(Body.refusal("AUTH-1001")), .console(Body.refusal("AUTH-1001")), .console(Body.login))
        let report = try await run(against: console, devices: 1)
        #expect(report.launchedDevices == 0)
        #expect(report.errors.map(\.kind).contains("ApplicationIdentityNotSet at firstLaunch"))
        #expect(report.calls.contains { $0.call == Call.user })
    }

    @Test func `Duplicates are sent twice and traced twice`() async throws {
        let console = ScriptedConsole()
        let report = try await run(against: console) { $0.script.knobs.duplicates = 0.5 }
        #expect(report.errors.isEmpty, "\(report.errors)")
        #expect(report.duplicates > 10)
        #expect(report.requests == console.requests.count)
        #expect(report.trace.count == report.requests)
    }

    @Test func `What follows from broken connections is no error`() async throws {
        let console = ScriptedConsole()
        let report = try await run(against: console) { $0.script.knobs.drops = 0.3 }
        #expect(report.errors.isEmpty, "\(report.errors)")
        #expect(report.dropped > 10)
        #expect(report.launchedDevices == 4)
        #expect(report.failuresAfterDrops > 0)
        #expect(console.requests.filter(\.isDropped).count == report.dropped)
        let again = try await run { $0.script.knobs.drops = 0.3 }
        #expect(again.trace == report.trace)
    }

    @Test func `Logs have the size that was asked for, and every action can be done`() async throws {
        let console = ScriptedConsole()
        console.answer(Call.profile, .profile(["AnalyticsSettingsV2": ["EnableAnalytics": .bool(true)]]))
        let report = try await run(against: console, devices: 1) { settings in
            settings.script = try SimulationScript(
                yaml: """
                    steps: [firstLaunch, log: {bytes: 5000}, analytics: {events: 3}, foreground: 4000, background, commands,
                            reenroll, relaunch, unenroll, beacon]
                    """)
            settings.duration = 1
        }
        #expect(report.errors.isEmpty, "\(report.errors)")
        let log = try #require(console.bodies(Call.logging).first)
        #expect((5000...6500).contains(log.utf8.count))
        #expect(console.bodies(Call.analytics).first?.components(separatedBy: "simulated_event").count == 4)
        for call in [Call.unenroll, Call.status] { #expect(report.calls.contains { $0.call == call }, "\(call)") }
    }

    @Test func `A simulation that is stopped reports what it has done`() async throws {
        let stopped = try await withThrowingTaskGroup(of: SimulationReport.self) { group in
            group.addTask {
                try await run { ($0.duration, $0.rate) = (3600, 40) }
            }
            try await Task.sleep(for: .milliseconds(200))
            group.cancelAll()
            return try await group.next()
        }
        let report = try #require(stopped)
        #expect(report.isInterrupted)
        #expect(report.errors.isEmpty)
        #expect(report.steps < report.plannedSteps)
        #expect(report.text.hasPrefix("Stopped before the end.\n"))
    }

    @Test func `The summary is there for people and for programs`() async throws {
        let console = ScriptedConsole()
        console.answer(Call.pins, .console("", status: 404))
        let report = try await run(against: console)
        #expect(report.text.contains("4 of 4 devices launched in "))
        #expect(report.text.hasSuffix("\n0 errors\n"))
        #expect(report.calls.first { $0.call == Call.pins }?.notServed == 4)
        let json = try JSONDecoder().decode(SimulationReport.self, from: Data(try report.json().utf8))
        #expect(json.requests == report.requests)
        #expect(json.calls.map(\.call) == report.calls.map(\.call))
        #expect(json.latency == report.latency)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("https://uem.test", "uem.test"),
        ("https://uem.test:443", "uem.test"), ("http://uem.test:443", "uem.test:443"), ("http://[::1]:80", "[::1]"),
    ])
    func `The authority is what stands in the Host header`(origin: String, authority: String) {
        #expect(SimulationSettings.authority(of: origin) == authority)
    }

    @Test func `A console is told from what is none`() async {
        let console = ScriptedConsole()
        let probe = "HEAD /deviceservices/AuthenticationEndpoint.aws"
        console.answer(probe, .console(""))
        #expect(await ConsoleProbe.problem(at: "http://x", console.transport) == nil)
        console.answer(probe, .console("", version: nil))
        #expect(await ConsoleProbe.problem(at: "http://x", console.transport)?.contains("is no console") == true)
        console.answer(probe) { _ in throw CancellationError() }
        #expect(await ConsoleProbe.problem(at: "http://x", console.transport)?.contains("no answer from") == true)
    }
}
