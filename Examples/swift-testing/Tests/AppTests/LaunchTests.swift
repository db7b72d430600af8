import DeviceProtocol
import DeviceSimulator
import Foundation
import MockUEMTesting
import Testing

/// What an app does at its launch, against a console of its own in each test.
struct LaunchTests {
    @Test func `The app is enrolled once its user has signed in`() async throws {
        try await MockUEM.shared.sandbox { sandbox in
            try await withApp(at: sandbox.access) { app in
                try await app.signIn()
                try await sandbox.wait(for: .enrollment(of: app.device))
                try await sandbox.verify(.post("/deviceservices/AuthenticationEndpoint.aws").status(200), exactly: 1)
            }
        }
    }

    @Test func `The app signs in though the console is down at first`() async throws {
        try await MockUEM.shared.sandbox { sandbox in
            try await sandbox.fault(.status(503), on: .post("/deviceservices/**"), .times(1))
            try await withApp(at: sandbox.access) { app in
                await #expect(throws: (any Error).self) { try await app.signIn() }
                try await app.signIn()
            }
            try await sandbox.verify(inOrder: [.post("/deviceservices/**").status(503), .any.status(200)])
        }
    }

    @Test func `A day passes in a moment`() async throws {
        try await MockUEM.shared.sandbox { sandbox in
            let before = try await sandbox.clock.now
            try await sandbox.clock.advance(by: .seconds(24 * 60 * 60))
            #expect(try await sandbox.clock.now >= before.addingTimeInterval(24 * 60 * 60))
        }
    }
}

/// Stands for your app: a simulated client of the SDK.
struct App {
    /// Identifier of the device it runs on.
    let device: String
    /// Signs its user in.
    let signIn: () async throws -> Void
}

/// Lends an app that is pointed at a sandbox.
func withApp(at access: ConsoleAccess, _ body: (App) async throws -> Void) async throws {
    let device = try #require(DeviceIdentifier("3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"))
    let bundle = try #require(BundleIdentifier(access.bundleId))
    try await NetworkTransport.with(origin: access.http) { transport in
        let client = SimulatedClient(
            device: device, bundle: bundle, authority: String(access.http.dropFirst("http://".count)),
            transport: transport)
        try await body(
            App(device: device.value) {
                var client = client
                try await client.logIn(
                    username: access.user, password: access.password, organizationGroup: access.groupId)
            })
    }
}
