import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Faults by the names testers think in.
struct FaultPresetTests {
    @Test func `The list of presets says what each does`() async throws {
        try await withConsole { console in
            let items = try #require(try await console.adminJSON("/_mock/faults/presets")["items"] as? [[String: Any]])
            let names = items.compactMap { $0["name"] as? String }
            #expect(
                names == [
                    "console down", "slow network", "captive portal", "maintenance page", "profile unreadable",
                    "session revoked",
                ])
            for item in items {
                #expect((item["effect"] as? String)?.isEmpty == false && item["action"] is [String: Any], "\(item)")
            }
        }
    }

    @Test(arguments: ["captive portal", "Captive-Portal", "captive_portal"])
    func `A captive portal answers a page in place of the console`(name: String) async throws {
        try await withConsole { console in
            let made = try await console.fault(#"{"preset": "\#(name)"}"#)
            #expect(made["preset"] as? String == "captive portal")
            let seen = await console.seen()
            #expect(seen.status == 200 && seen.headers["content-type"] == "text/html; charset=utf-8")
            #expect(seen.headers["x-aw-version"] == nil && seen.headers["x-request-id"] == nil)
            #expect(seen.text.contains("Sign in to use this network."))
            let device = try console.device()
            await #expect(throws: ClientFailure.self) { _ = try await device.status() }
        }
    }

    @Test func `A console that is down closes connections`() async throws {
        try await withConsole { console in
            try await console.fault(#"{"preset": "console down"}"#)
            #expect(await console.seen() == SeenAnswer(isBroken: true))
        }
    }

    @Test func `A maintenance page says when to come back`() async throws {
        try await withConsole { console in
            try await console.fault(#"{"preset": "maintenance page"}"#)
            let seen = await console.seen()
            #expect(seen.status == 503 && seen.headers["retry-after"] == "600" && seen.text.contains("back soon"))
            #expect(seen.headers["x-aw-version"] == nil)
        }
    }

    @Test func `A profile is unreadable, and everything else is as it was`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let made = try await console.fault(
                #"{"preset": "profile unreadable", "match": {"device": "\#(TestConsole.device)"}, "times": 1}"#)
            #expect((made["match"] as? [String: Any])?["allOf"] is [Any], "\(made)")
            #expect(try await device.status() != nil)
            await #expect(throws: (any Error).self) { _ = try await device.fetchProfile() }
            #expect(try await device.fetchProfile() != nil)
        }
    }

    @Test(arguments: [(SimulatedClient.Scheme.signature, 403), (.bearer, 401)])
    func `A revoked session makes a client sign in again`(scheme: SimulatedClient.Scheme, status: Int) async throws {
        try await withConsole { console in
            var device = try await console.signedInDevice(scheme: scheme)
            try await console.fault(#"{"preset": "session revoked"}"#)
            let refused = try await device.sendAuthenticated(TestConsole.getUser)
            #expect(refused.status == status)
            #expect(try await device.status() != nil, "a request without a credential has no session")
            try await device.logIn(username: "demo", password: "demo", organizationGroup: "demo")
        }
    }

    @Test func `A slow network holds answers up and sends them slowly`() throws {
        let preset = try FaultPreset.named("slow network")
        let action = try FaultActionReader(longest: 600_000).action(try JSONValue(json: Data(preset.action.utf8)))
        #expect(action.latency == .lognormal(median: 800, sigma: 0.6) && action.pace == .bytesPerSecond(16384))
    }
}
