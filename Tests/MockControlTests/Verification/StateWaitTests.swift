import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationCompat
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Waiting for states that requests lead to.
struct StateWaitTests {
    private static let identifier = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    private func wait(_ console: TestConsole, _ state: String, timeout: Double = 120) async throws -> VerificationAnswer
    {
        let body = "{\"state\": \(state), \"timeoutSeconds\": \(timeout)}"
        let response = try await console.admin(.post, "/_mock/wait", text: body)
        #expect(response.status == .ok, "\(response.text)")
        return try JSONDecoder().decode(VerificationAnswer.self, from: Data(buffer: response.body))
    }

    /// What is answered, as far as these tests read it.
    private struct VerificationAnswer: Decodable {
        let passed: Bool
        let count: Int
        let state: [String: String]?
    }

    /// Lets others work until somebody waits.
    private func untilWaiting(_ console: TestConsole) async throws {
        let memory = try console.parts.feature(JournalFeature.self).memory
        while memory.changes.subscriberCount == 0 { await Task.yield() }
    }

    @Test func `A wait for an enrollment is answered when the device enrolls, and again when it leaves`() async throws {
        try await withConsole { console in
            let enrolled = #"{"device": "\#(Self.identifier.uppercased())", "enrollment": "enrolled"}"#
            let before = try await wait(console, enrolled, timeout: 0)
            #expect(!before.passed && before.state == ["enrollment": "Device not found"])
            async let answer = wait(console, enrolled)
            try await untilWaiting(console)
            let device = try await console.signedInDevice(Self.identifier)
            let first = try await answer
            #expect(first.passed && first.state == ["enrollment": "Enrolled"])
            async let end = wait(console, #"{"device": "\#(Self.identifier)", "enrollment": 8}"#)
            try await untilWaiting(console)
            try await device.unenroll()
            #expect(try await end.passed)
        }
    }

    @Test func `A wait for beacons is answered by the one that was missing`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice(Self.identifier)
            try await device.sendBeacon(device.beacon())
            let state = #"{"records": "beacons", "device": "\#(Self.identifier)", "atLeast": 3}"#
            let before = try await wait(console, state, timeout: 0)
            #expect(!before.passed && before.count == 1)
            async let answer = wait(console, state)
            try await untilWaiting(console)
            for _ in 0..<2 { try await device.sendBeacon(device.beacon()) }
            let after = try await answer
            #expect(after.passed && after.count == 3)
            #expect(try await !wait(console, #"{"records": "beacons", "device": "ffff"}"#, timeout: 0).passed)
            #expect(try await wait(console, #"{"records": "beacons", "atLeast": 3}"#, timeout: 0).passed)
        }
    }

    @Test func `A wait for a log is answered when it arrives`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice(Self.identifier)
            async let answer = wait(console, #"{"records": "logs", "device": "\#(Self.identifier)"}"#)
            try await untilWaiting(console)
            try await device.uploadLog("hello")
            #expect(try await answer.count == 1)
        }
    }

    @Test func `A wait for a command is answered when it is acknowledged, and when it never will be`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice(Self.identifier)
            let queued = try await console.admin(
                .post, "/_mock/devices/\(Self.identifier)/commands", text: #"{"requestType": "RequestProfiles"}"#)
            let commands = try #require(try queued.json()["commands"] as? [[String: Any]], "\(queued.text)")
            let id = try #require(commands.first?["id"] as? Int)
            let uuid = try #require(commands.first?["uuid"] as? String)
            #expect(try await wait(console, #"{"command": \#(id), "status": "queued"}"#).passed)
            async let answer = wait(console, #"{"command": "\#(uuid)", "status": "Acknowledged"}"#)
            try await untilWaiting(console)
            let message = try #require(try await device.idle())
            _ = try await device.process(
                ProcessorMessage(status: .acknowledged, device: device.device, commandUUID: message.uuid))
            #expect(try await answer.state == ["status": "acknowledged"])
            let never = try await wait(console, #"{"command": \#(id), "status": "delivered"}"#)
            #expect(!never.passed && never.state == ["status": "acknowledged"])
        }
    }

    @Test func `States of another subtree are as if they were not there`() async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            let device = try await console.signedInDevice(Self.identifier)
            try await device.sendBeacon(device.beacon())
            let other = try await console.api(.readOnly, of: "other")
            for state in [
                #"{"device": "\#(Self.identifier)", "enrollment": "enrolled"}"#,
                #"{"records": "beacons", "device": "\#(Self.identifier)"}"#,
            ] {
                let body = "{\"state\": \(state), \"timeoutSeconds\": 0}"
                #expect(try await other.mock(.post, "wait", body).json()["passed"] as? Bool == false)
                #expect(try await console.admin(.post, "/_mock/wait", text: body).json()["passed"] as? Bool == true)
            }
        }
    }

    @Test func `States that nobody can wait for are refused with what may be`() async throws {
        try await withConsole { console in
            let vectors: [(String, Int, String)] = [
                (#"{}"#, 400, "state needs one of enrollment"), (#"[]"#, 400, "state has to be an object"),
                (#"{"enrollment": "enrolled"}"#, 400, "state.device is missing"),
                (#"{"device": "aa", "enrollment": "enroled"}"#, 400, "Did you mean Enrolled?"),
                (#"{"device": "a a", "enrollment": "enrolled"}"#, 400, "state.device has to be"),
                (#"{"command": 1, "status": "done"}"#, 400, "it has to be one of queued"),
                (#"{"command": 1, "device": "aa"}"#, 400, "state.device does not go with command."),
                (#"{"command": 987654}"#, 404, "There is no command"),
                (#"{"command": "x"}"#, 404, "There is no command"),
                (#"{"records": "beacon"}"#, 400, "Did you mean beacons?"),
                (#"{"records": "logs", "atLeast": 0}"#, 400, "state.atLeast has to be"),
                (#"{"records": "logs", "command": 1}"#, 400, "state needs one of"),
                (#"{"recods": "logs"}"#, 400, "Did you mean records?"),
            ]
            for (state, status, sentence) in vectors {
                let response = try await console.admin(.post, "/_mock/wait", text: "{\"state\": \(state)}")
                #expect(
                    response.status.code == status && response.text.contains(sentence), "\(state): \(response.text)")
            }
            let both = try await console.admin(.post, "/_mock/wait", text: #"{"state": {}, "match": {}}"#)
            #expect(both.text.contains("state stands alone"), "\(both.text)")
        }
    }
}
