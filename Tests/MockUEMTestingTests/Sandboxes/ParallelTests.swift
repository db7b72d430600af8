import DeviceSimulator
import Foundation
import MockUEMTesting
import Testing

/// Many tests at once on one console, each with a sandbox, a fault and a clock of its own.
struct ParallelTests {
    /// The same device in all of them, as tests of an app run on the same simulator.
    private static let device = "64646464be84760a1d2c3b4e5f60718293a4b5c6"

    @Test(arguments: 1...64)
    func `A test has its sandbox, its fault and its clock for itself`(number: Int) async throws {
        try await MockUEM.shared.sandbox { sandbox in
            let time = Date(timeIntervalSince1970: 1_800_000_000 + Double(number) * 86_400)
            try await sandbox.clock.freeze(at: time)
            let fault = try await sandbox.fault(
                .json(["number": .integer(Int64(number))]).and(.status(503)), on: .post("/deviceservices/**"),
                .times(1),
                name: "fault \(number)")

            try await TestedApp.installed(at: sandbox.access, device: Self.device, now: { time }) { app in
                var app = app
                await #expect(throws: ClientFailure.self) { try await TestedApp.signIn(&app, sandbox.access) }
                try await TestedApp.signIn(&app, sandbox.access)
                try await sandbox.wait(for: .enrollment(of: Self.device))
                for _ in 0..<number % 4 { try await app.sendBeacon(app.beacon()) }
            }

            let login = RequestMatch.post("/deviceservices/AuthenticationEndpoint.aws")
            try await sandbox.verify(inOrder: [
                login.status(503).answerJSON("$.number", .equals(.integer(Int64(number)))), login.status(200),
            ])
            try await sandbox.verify(login, exactly: 2)
            try await sandbox.verify(.post("/**beacon**").status(200), exactly: number % 4)
            try await sandbox.verify(.path("/deviceservices/**"), exactly: 2 + number % 4)
            #expect(try await sandbox.fault(fault.id).hits == 1)
            #expect(try await sandbox.faults().map(\.name) == ["fault \(number)"])
            #expect(try await sandbox.clock.now == time)
        }
    }
}
