import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// Environment, wipe, un-enrollment (ClientSequence, sections 3 and 8).
struct EnvironmentTests {
    @Test(
        arguments: [
            (nil, nil, SimulatedApp.StatusConsequence.obtainEnvironment), (nil, .unenrolled, .obtainEnvironment),
            (nil, .deviceNotFound, .obtainEnvironment), (nil, .unknown, .obtainEnvironment), (nil, .enrolled, .goOn),
            (.unknown, .enrolled, .goOn), (.unknown, nil, .obtainEnvironment), (.unenrolled, nil, .wipe),
            (.unenrolled, .enrolled, .wipe), (.unenrolled, .unenrolled, .obtainEnvironment),
            (.unenrolled, .deviceNotFound, .obtainEnvironment), (.deviceNotFound, .unenrolled, .wipe),
            (.deviceNotFound, .enrolled, .wipe), (.enrolled, nil, .goOn), (.enterpriseWipePending, .enrolled, .goOn),
            (.deviceWipePending, .enrolled, .goOn), (.retired, .enrolled, .goOn), (.registered, .unenrolled, .goOn),
        ] as [(EnrollmentStatus?, EnrollmentStatus?, SimulatedApp.StatusConsequence)])
    func `A status has its consequence`(
        new: EnrollmentStatus?, remembered: EnrollmentStatus?, consequence: SimulatedApp.StatusConsequence
    ) {
        #expect(SimulatedApp.consequence(of: new, after: remembered) == consequence)
    }

    @Test(arguments: ["", Body.status(8), Body.status(0)])
    func `A device that is gone is wiped and starts over under another identifier`(body: String) async throws {
        var scene = try Scene()
        await scene.launched()
        let before = try #require(scene.app.state.device)
        scene.console.answer(Call.status, .console(body))
        let outcome = await scene.app.launch()
        #expect(outcome.list == [Call.reachability, Call.status] + Call.firstLaunch)
        #expect(outcome.didWipe)
        #expect(outcome.error == nil)
        #expect(scene.app.state.device != before)
        #expect(!outcome.list.contains(Call.unenroll))
    }

    @Test(arguments: ["", Body.status(8)])
    func `A managed device that is gone has no environment any more`(body: String) async throws {
        var scene = try Scene(Scene.managed())
        scene.console.answer(Call.status, .console(body))
        let outcome = await scene.app.launch()
        #expect(outcome.list == [Call.reachability, Call.status])
        #expect(outcome.setupErrorCode == 12)
        #expect(scene.app.state.status == .unenrolled)
    }

    @Test func `The console's group replaces the stored one`() async throws {
        var scene = try Scene()
        await scene.launched()
        scene.console.answer(Call.status, .console(Body.status(group: "moved")))
        _ = await scene.app.launch()
        #expect(scene.app.state.group == "moved")
        #expect(
            scene.console.requests.last { $0.target.contains("SettingsEndpoint") }?.target.contains("groupid=moved")
                == true)
    }

    @Test func `Offline, an app starts with what it has, then misses the version`() async throws {
        var scene = try Scene()
        await scene.launched()
        scene.app.isOffline = true
        scene.app.log("kept")
        let outcome = await scene.app.launch()
        #expect(outcome.calls.isEmpty)
        #expect(outcome.reports.first == .some(nil))
        #expect(outcome.setupErrorCode == 16)
        #expect(scene.app.state.unsentLogs.count == 1)
        scene.app.isOffline = false
        #expect(await scene.app.launch().error == nil)
        #expect(scene.app.state.unsentLogs.isEmpty)
    }

    @Test func `A profile that forbids to be offline makes the app wait`() async throws {
        var scene = try Scene()
        scene.console.answer(Call.profile, .profile(["OfflineAccessPoliciesV2": ["EnableOfflineAccess": .bool(false)]]))
        await scene.launched()
        scene.app.isOffline = true
        let outcome = await scene.app.launch()
        #expect(outcome.isBlockedOffline)
        #expect(outcome.reports.isEmpty)
    }

    @Test func `A log-out wipes, and reports by the identity it gives up`() async throws {
        var scene = try Scene()
        await scene.launched()
        await scene.app.logOut()
        let report = try #require(scene.console.requests.last)
        #expect(report.headers.contains { $0.name == "AUTHORIZATION" })
        #expect(scene.app.state.device == nil)
        #expect(scene.app.state.profiles.isEmpty)
        #expect(await scene.app.launch().list == Call.firstLaunch)
    }

    @Test func `A report that fails goes another way, and then waits for the next launch`() async throws {
        var scene = try Scene()
        await scene.launched()
        scene.console.answer(Call.unenroll, .console("", status: 500))
        await scene.app.logOut()
        #expect(scene.app.state.unreportedDevice != nil)
        let blocked = await scene.app.launch()
        #expect(blocked.list == [Call.unenroll, Call.unenrollFallback])
        #expect(blocked.setupErrorCode == 13)
        #expect(scene.console.requests.last?.headers.contains { $0.name == "AUTHORIZATION" } == false)
        scene.console.answer(Call.unenrollFallback, .console(""))
        #expect(await scene.app.launch().list == [Call.unenroll, Call.unenrollFallback] + Call.firstLaunch)
    }

    @Test func `A compromised device says so, and is logged out`() async throws {
        var scene = try Scene()
        scene.console.answer(Call.profile, .profile(["CompromisedPoliciesV2": ["CompromisedProtection": .bool(true)]]))
        await scene.launched()
        scene.app.isCompromised = true
        let outcome = await scene.app.launch()
        #expect(outcome.list == [Call.beacon, Call.unenroll])
        #expect(outcome.setupErrorCode == 15)
        let beacon = try #require(scene.console.bodies(Call.beacon).last)
        #expect(beacon.contains(#""IsCompromised":"1""#))
        #expect(beacon.contains(#""Status":4"#))
    }

    @Test func `A server that is no console is not enrolled into`() async throws {
        var scene = try Scene(.standalone(domain: nil, server: "https://x.test", group: "g"))
        scene.console.answer("HEAD /", .console("", version: nil))
        scene.console.answer("HEAD /deviceservices/AuthenticationEndpoint.aws", .console("", version: nil))
        #expect(await scene.app.launch().setupErrorCode == 3)
        var nowhere = try Scene(.standalone(domain: nil, server: nil, group: nil))
        #expect(await nowhere.app.launch().setupErrorCode == 3)
    }

    @Test(arguments: [
        ("https://UEM.example.test/deviceservices/", "https://uem.example.test"), ("https://a", "https://a"),
        ("http://a:8080/DeviceServices", "http://a:8080"),
    ])
    func `A configured server is reduced to its origin`(url: String, origin: String) {
        #expect(SimulatedApp.trimmed(url) == origin)
    }

    @Test func `What is kept survives being written down`() async throws {
        var scene = try Scene()
        await scene.launched()
        let data = try JSONEncoder().encode(scene.app.state)
        let state = try JSONDecoder().decode(ClientState.self, from: data)
        #expect(state == scene.app.state)
        var other = try Scene(state: state)
        #expect(await other.app.launch().list.prefix(2) == [Call.reachability, Call.status])
    }
}
