import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Queueing commands for many devices (AdminAPI, "Commands").
struct CommandManyTests {
    private static let devices = ["1111", "2222", "3333"]

    private static func queue(_ selection: String, _ console: TestConsole) async throws -> TestResponse {
        let comma = selection.isEmpty ? "" : ","
        return try await console.admin(
            .post, "/_mock/commands", text: "{\"requestType\":\"X\"\(comma)\(selection)}")
    }

    private static func withDevices(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            for device in devices { _ = try await console.signedInDevice(device) }
            _ = try await console.signedInDevice("1111", bundle: "com.example.everything")
            try await body(console)
        }
    }

    @Test(arguments: [
        ("\"all\":true", 4), ("\"bundleId\":\"com.example.everything\"", 1), ("\"devices\":[\"1111\"]", 2),
        ("\"devices\":[\"1111\",\"2222\",\"2222\"]", 3), ("\"devices\":[]", 0), ("\"group\":\"DEMO\"", 4),
        ("\"group\":\"global\"", 4), ("\"group\":\"appreview\"", 0), ("\"smartGroup\":\"All Devices\"", 4),
        ("\"devices\":[\"1111\"],\"bundleId\":\"com.example.demo\",\"smartGroup\":\"all devices\"", 1),
    ])
    func `A selection means what it says`(selection: String, count: Int) async throws {
        try await Self.withDevices { console in
            // The appreview group has a smart group of the same name.
            let sql =
                "SELECT uuid FROM smartGroup WHERE groupId = (SELECT id FROM organizationGroup WHERE code = 'demo')"
            let uuid = try #require(try await console.parts.value(sql, String.self))
            let exact = selection.replacingOccurrences(
                of: "\"all devices\"", with: "\"\(uuid)\"", options: .caseInsensitive)
            let response = try await Self.queue(exact, console)
            #expect(response.status == .created, "\(response.text)")
            #expect(try response.json()["queued"] as? Int == count)
            #expect(try await console.parts.count("command") == count)
        }
    }

    @Test(arguments: [
        ("", 400, "Say for whom"), ("\"all\":false", 400, "Say for whom"),
        ("\"all\":true,\"bundleId\":\"com.example.demo\"", 400, "alone"), ("\"devices\":[\"9999\"]", 404, "9999"),
        ("\"devices\":[1]", 400, "device identifiers"), ("\"devices\":\"1111\"", 400, "array"),
        ("\"group\":\"none\"", 404, "none"), ("\"group\":\" \"", 400, "group"),
        ("\"smartGroup\":\"none\"", 404, "smart group"), ("\"device\":\"1111\"", 400, "no member device"),
    ])
    func `A selection that cannot be is refused with the reason`(selection: String, status: Int, reason: String)
        async throws
    {
        try await Self.withDevices { console in
            let response = try await Self.queue(selection, console)
            #expect(response.status.code == status && response.text.contains(reason), "\(response.text)")
            #expect(try await console.parts.count("command") == 0)
        }
    }

    @Test func `A smart group's name that several have asks for its uuid`() async throws {
        try await Self.withDevices { console in
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - path: global
                    smartGroups: [{name: Twice}]
                  - path: global/demo
                    smartGroups: [{name: Twice}]
                """)
            let response = try await Self.queue("\"smartGroup\":\"Twice\"", console)
            #expect(response.status == .conflict && response.text.contains("uuid"))
        }
    }

    @Test func `An administrator reaches only devices below their group`() async throws {
        try await Self.withDevices { console in
            let headers = try await console.administrator(of: "appreview")
            let all = try await console.send(
                .post, "/_mock/commands", headers: headers, text: "{\"requestType\":\"X\",\"all\":true}")
            #expect(try all.json()["queued"] as? Int == 0)
            for selection in ["\"devices\":[\"1111\"]", "\"group\":\"demo\"", "\"group\":\"global\""] {
                let text = "{\"requestType\":\"X\",\(selection)}"
                let response = try await console.send(.post, "/_mock/commands", headers: headers, text: text)
                #expect(response.status == .notFound)
            }
        }
    }

    @Test func `Many commands are one row of the event log, few are a row each`() async throws {
        try await Self.withDevices { console in
            let sql = "SELECT COUNT(*) FROM eventLog WHERE action = 'command.queued' AND actorKind = 'administrator'"
            _ = try await Self.queue("\"all\":true", console)
            #expect(try await console.parts.value(sql, Int.self) == 4)
            for number in 0..<20 { _ = try await console.signedInDevice("aaaa\(number)") }
            let events = try await console.events { _ = try await Self.queue("\"all\":true", console) }
            #expect(events.count { $0.action == .commandQueued } == 24)
            #expect(try await console.parts.value(sql, Int.self) == 4)
            let summary = "SELECT json_extract(after, '$.count') FROM eventLog WHERE action = 'commands.queued'"
            #expect(try await console.parts.value(summary, String.self) == "24")
        }
    }

    @Test func `A profile is rendered for each app`() async throws {
        try await Self.withDevices { console in
            let response = try await console.admin(
                .post, "/_mock/commands",
                text: "{\"requestType\":\"InstallProfile\",\"profile\":\"Review\",\"bundleId\":\"com.example.demo\"}")
            #expect(try response.json()["queued"] as? Int == 3)
            let app = try await console.signedInDevice("2222")
            #expect(try await app.idle()?.command["Payload"]?.dataValue?.isEmpty == false)
        }
    }
}
