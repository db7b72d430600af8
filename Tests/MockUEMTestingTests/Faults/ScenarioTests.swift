import DeviceSimulator
import MockUEMTesting
import Testing

/// Scenarios as Swift values.
struct ScenarioTests {
    private let busy = MockScenario(
        "busy at first", on: .path("/deviceservices/**"),
        states: [
            .state(
                "busy", answers: [.answer(.post("/**beacon**"), .status(503))],
                moves: [.after(2, .post("/**beacon**"), to: "calm")]),
            .state("calm", moves: [.after(.seconds(600), to: "busy")]),
        ])

    @Test func `A scenario is what the console reads`() {
        #expect(busy.json["states"]?["busy"]?["moves"]?[0]?["after"]?.integer == 2)
        #expect(busy.json["states"]?["calm"]?["moves"]?[0]?["seconds"]?.integer == 600)
        #expect(busy.json["start"]?.string == "busy" && busy.json["key"]?.string == "device")
    }

    @Test func `A device moves from state to state, by requests and by call`() async throws {
        let (mock, device) = (try await MockUEM.shared, TestedApp.newDevice())
        let scenario = MockScenario(
            "busy \(device)", on: .device(device),
            states: [
                .state(
                    "busy", answers: [.answer(.post("/**beacon**"), .status(503))],
                    moves: [.after(2, .post("/**beacon**"), to: "calm")]),
                .state("calm"),
            ])
        try await mock.start(scenario)
        #expect(try await mock.scenarioState(scenario.name, of: device) == nil)
        try await TestedApp.signedIn(at: mock.access, device: device) { app in
            for _ in 1...2 {
                await #expect(throws: ClientFailure.self) { try await app.sendBeacon(app.beacon()) }
            }
            #expect(try await mock.scenarioState(scenario.name, of: device) == "calm")
            try await app.sendBeacon(app.beacon())
            try await mock.moveScenario(scenario.name, of: device, to: "busy")
            await #expect(throws: ClientFailure.self) { try await app.sendBeacon(app.beacon()) }
            try await mock.removeScenario(scenario.name)
            try await app.sendBeacon(app.beacon())
        }
    }

    @Test func `A template of the console is started`() async throws {
        try await MockUEM.started { mock in
            try await mock.startScenario(template: "wipe", name: "wiped twice", ["pending": 2])
            let there = try await mock.call("GET", "/_mock/scenarios")["items"]?[0]
            #expect(there?["name"]?.string == "wiped twice" && there?["template"]?.string == "wipe")
        }
    }
}
