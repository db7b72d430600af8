import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Sandboxes of one process are of different generations of the SDK (SDKProfile, section 6).
struct SandboxGenerationTests {
    @Test func `Two sandboxes run a matrix of generations in one process`() async throws {
        try await withConsole { console in
            var devices: [(String, SimulatedClient)] = []
            for (generation, version) in [("\"18.5.2\"", "9.1.1.0"), ("19.8", "9.3.0.0"), ("\"any\"", "24.10.0.0")] {
                let sandbox = try await console.sandbox("{\"settings\":{\"sdkGeneration\":\(generation)}}")
                devices.append((version, try await console.device(in: sandbox)))
            }
            for (version, device) in devices {
                let answer = try await device.sendAuthenticated(
                    .init(method: "GET", target: "/deviceservices/iOS/SettingsEndpoint.aspx"))
                #expect(answer.headers["x-aw-version"] == version)
            }
        }
    }
}
