import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// How many rounds of sandboxes are made, if any are.
private let rounds = ProcessInfo.processInfo.environment["MOCKUEM_SANDBOX_ROUNDS"].flatMap { Int($0) } ?? 0

/// Sandboxes by the thousand; runs only if `MOCKUEM_SANDBOX_ROUNDS` says how many.
@Suite(.enabled(if: rounds > 0)) struct SandboxLoadTests {
    private static let width = 64

    /// Milliseconds of the slowest of 99 in 100.
    private func p99(_ times: [Double]) -> Double {
        times.sorted()[max(0, min(times.count - 1, times.count * 99 / 100))]
    }

    private func timed(_ body: () async throws -> Void) async rethrows -> Double {
        let clock = ContinuousClock()
        let duration = try await clock.measure(body)
        return Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1000
    }

    @Test func `One made alone takes at most ten times as long as a beacon`() async throws {
        try await withConsole { console in
            let device = try await console.device(in: try await console.sandbox())
            var beacons: [Double] = []
            var sandboxes: [Double] = []
            var logins: [Double] = []
            for _ in 0..<300 {
                beacons.append(try await timed { try await device.sendBeacon(device.beacon()) })
                var made: MadeSandbox?
                sandboxes.append(try await timed { made = try await console.sandbox() })
                let sandbox = try #require(made)
                logins.append(try await timed { _ = try await console.device(in: sandbox) })
                _ = try await console.admin(.delete, "/_mock/sandboxes/\(sandbox.id)")
            }
            print("p99 ms: beacon \(p99(beacons)), sandbox \(p99(sandboxes)), login \(p99(logins))")
            #expect(p99(sandboxes) <= max(10, 10 * p99(beacons)))
        }
    }

    @Test func `64 at a time, each with the same device: none fails, none crosses`() async throws {
        try await withConsole { console in
            let next = NIOLockedValueBox(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.width {
                    group.addTask {
                        while true {
                            let number = next.withLockedValue { next in
                                next += 1
                                return next
                            }
                            guard number <= rounds else { return }
                            try await round(number, console)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await console.count("SELECT COUNT(*) FROM sandbox") == 0)
            #expect(try await console.count("SELECT COUNT(*) FROM device") == 0)
        }
    }

    private func round(_ number: Int, _ console: TestConsole) async throws {
        let sandbox = try await console.sandbox(#"{"user": "user\#(number)"}"#)
        let device = try await console.device(in: sandbox)
        let count = 1 + number % 4
        for _ in 0..<count { try await device.sendBeacon(device.beacon()) }
        let name = try await device.user().userName
        #expect(name == "user\(number)")
        let beacons = try await console.send(.get, "/_mock/beacons", headers: sandbox.headers).json()
        #expect(beacons["total"] as? Int == count)
        #expect(try await console.admin(.delete, "/_mock/sandboxes/\(sandbox.id)").status == .noContent)
    }
}
