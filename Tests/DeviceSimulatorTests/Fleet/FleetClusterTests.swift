import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// Fleets whose devices have several apps.
struct FleetClusterTests {
    private static let profile = ClientResponse.profile([
        "PasscodePoliciesV2": [
            "AuthenticationType": .integer(1), "EnableSingleSignOn": .bool(true), "PasscodeTimeout": .integer(86_400),
        ]
    ])

    private func run(
        against console: ScriptedConsole = ScriptedConsole(), devices: Int = 2, duration: Double = 0.2,
        _ script: String = "", _ change: (inout SimulationSettings) -> Void = { _ in }
    ) async throws -> SimulationReport {
        console.answer(Call.profile, Self.profile)
        var settings = SimulationSettings(
            origin: "https://uem.example.test", group: "staff",
            bundle: try #require(BundleIdentifier("com.example.app")),
            user: ClientSetup.User(username: "dana", password: "secret"))
        settings.devices = devices
        settings.rate = 200
        settings.duration = duration
        settings.keepsTrace = true
        settings.script = try SimulationScript(yaml: script)
        change(&settings)
        #expect(settings.problem == nil)
        return await Simulation(settings, transport: console.transport).run()
    }

    private static let apps = "apps: [[com.example.notes, com.example.tasks], com.example.other]\n"

    @Test func `Users sign in once a cluster`() async throws {
        let report = try await run(Self.apps)
        #expect(report.errors.isEmpty, "\(report.errors)")
        #expect(report.launchedDevices == 2)
        #expect(report.prompts == ["signIn": 4, "createPasscode": 4])
        #expect(report.text.contains("\nusers were asked: 4 × signIn, 4 × createPasscode\n"))
        let again = try await run(Self.apps)
        #expect(again.trace == report.trace)
    }

    @Test func `The trace says which app it was, and any app does what names none`() async throws {
        let trace = try await run(Self.apps + "steps: [beacon]").trace
        let names = Set(trace.filter { !$0.hasPrefix("ramp") }.map { $0.split(separator: " ")[1] })
        #expect(names.count == 6)
        #expect(names.contains("2/com.example.other"))
    }

    @Test func `A step is done by the app it names`() async throws {
        let trace = try await run(Self.apps + "steps: [beacon: {app: com.example.tasks}]").trace
        let lines = trace.filter { !$0.hasPrefix("ramp") }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("/com.example.tasks POST") }, "\(lines)")
    }

    @Test func `Apps of the options stand above those of the script`() async throws {
        let bundles = try [#require(BundleIdentifier("com.example.a")), #require(BundleIdentifier("com.example.b"))]
        let report = try await run(Self.apps) { $0.clusters = [bundles] }
        #expect(report.prompts["signIn"] == 2)
        #expect(report.trace.contains { $0.contains("1/com.example.b ") })
    }

    @Test func `Users take the device in turn, and logging out of one app logs out the others`() async throws {
        let console = ScriptedConsole()
        let script = """
            users: [{user: erin, password: second}]
            steps: [changeUser: {app: com.example.notes}, relaunch: {app: com.example.tasks},
                    unenroll: {app: com.example.tasks}, relaunch: {app: com.example.notes}]
            """
        let report = try await run(against: console, devices: 1, Self.apps + script) { $0.rate = 60 }
        #expect(report.errors.isEmpty, "\(report.errors)")
        let logins = console.bodies(Call.login)
        #expect(logins.contains { $0.contains("erin") } && logins.contains { $0.contains("dana") })
        #expect(report.calls.contains { $0.call == Call.unenroll })
    }

    @Test func `A script says which apps there are and who uses them`() throws {
        let script = try SimulationScript(
            yaml: Self.apps + """
                users: [{user: erin, password: '1'}, {user: finn, password: '2'}]
                weights: {beacon: {weight: 1, app: com.example.other}, changeUser: 1}
                """)
        #expect(
            script.clusters.map { $0.map(\.value) } == [
                ["com.example.notes", "com.example.tasks"], ["com.example.other"],
            ])
        #expect(script.users.map(\.username) == ["erin", "finn"])
        #expect(script.weights.map(\.app?.value) == ["com.example.other", nil])
    }

    @Test(arguments: [
        ("apps: com.example.a", "line 1: apps: must be a list of clusters"), ("apps: []", "apps: must be a list"),
        ("apps: [[a b]]", "line 1: apps: must be 1 to 255 letters"),
        ("apps: [[a, b], [a]]", "apps: an app is named twice"),
        ("apps: [[a]]\nsteps: [beacon: {app: b}]", "line 2: app: b is not among the apps of the script"),
        ("steps: [beacon: {app: 'x y'}]", "app: must be 1 to 255"), ("users: [dana]", "users: must be a list"),
        ("users: [{user: dana}]", "users: must be a list of mappings with user and password"),
        ("steps: [changeUser]", "changeUser: the script needs users"),
    ])
    func `What is wrong with apps and users is said with its line`(yaml: String, sentence: String) throws {
        let error = try #require(throws: SimulationScriptError.self) { try SimulationScript(yaml: yaml) }
        #expect(error.problems.contains { $0.contains(sentence) }, "\(error.problems)")
    }

    @Test func `Apps of options have to be those of the script, each once`() throws {
        var settings = SimulationSettings(
            origin: "https://uem.example.test", group: "staff", bundle: try #require(BundleIdentifier("a")),
            user: ClientSetup.User(username: "dana", password: "secret"))
        settings.script = try SimulationScript(yaml: "steps: [beacon: {app: b}]")
        #expect(settings.problem?.contains("lets b do something, which is not among the apps: a") == true)
        settings.script = SimulationScript()
        settings.clusters = [[settings.setup.bundle], [settings.setup.bundle]]
        #expect(settings.problem == "an app is named twice: a, a")
    }
}
