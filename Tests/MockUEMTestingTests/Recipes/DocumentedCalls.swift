import MockUEMTesting
import Testing

/// What the article shows beside its suite: compiled here, not run (TestingYourApp).
enum DocumentedCalls {
    static func verifyAndWait(_ sandbox: Sandbox, udid: String, uuid: String) async throws {
        try await sandbox.verify(.post("/deviceservices/awmdmsdk/v3/beacon"), exactly: 1)
        try await sandbox.verify(.device(udid).status("4xx"), atMost: 2)
        try await sandbox.verify(never: .any.scheme("http"))
        try await sandbox.verify(inOrder: [
            .path("/**.aws"), .path("/**beacon**").json("$.payLoad.DeviceIdentifier", .present),
        ])

        try await sandbox.wait(for: .post("/**beacon**").header("User-Agent", .contains("demo")), timeout: .seconds(5))
        try await sandbox.wait(for: .enrollment(of: udid, is: "unenrolled"))
        try await sandbox.wait(for: .command(uuid, is: "acknowledged"))
        try await sandbox.wait(for: .records("beacons", of: udid, atLeast: 3))
    }

    static func faultsAndScenarios(_ sandbox: Sandbox, udid: String, app: App) async throws {
        try await sandbox.fault(.status(429).and(.retryAfter(seconds: 30)), on: .post("/**beacon**"), .times(2))
        try await sandbox.fault(
            .latency(.milliseconds(300)), on: .device(udid), .percentage(20, seed: 7, longestRow: 3))
        try await sandbox.fault(.captivePortal)
        try await sandbox.withFault(.drop, on: .device(udid)) { try await app.signIn() }

        try await sandbox.start(
            MockScenario(
                "busy at first", on: .path("/deviceservices/**"),
                states: [
                    .state(
                        "busy", answers: [.answer(.post("/**"), .status(503))],
                        moves: [.after(2, .post("/**"), to: "calm")]),
                    .state("calm"),
                ]))
        #expect(try await sandbox.scenarioState("busy at first", of: udid) == "calm")
    }

    static func lint(_ sandbox: Sandbox) async throws {
        try await sandbox.assertClean(ignoring: ["header-missing"])
    }

    static func journal(_ sandbox: Sandbox) async throws {
        for entry in try await sandbox.journal(.path("/deviceservices/**").status("4xx")) {
            print(try await sandbox.curl(entry.id))
        }
    }

    static func snapshots(_ mock: MockUEM) async throws {
        try await mock.takeSnapshot("enrolled")
        try await mock.restoreSnapshot("enrolled")
        try await mock.reset()
    }

    static func time(_ sandbox: Sandbox) async throws {
        try await sandbox.clock.freeze()
        try await sandbox.clock.advance(by: .seconds(24 * 60 * 60))
    }
}
