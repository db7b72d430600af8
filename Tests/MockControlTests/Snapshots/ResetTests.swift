import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Going back to the environment file (Snapshots, "Reset").
struct ResetTests {
    /// What a console exports, without what is made at random when the file is read.
    private func environment(of console: TestConsole) async throws -> [Substring] {
        try await console.admin(.get, "/_mock/environment").text.split(separator: "\n").filter {
            !$0.contains("uuid:") && !$0.contains("passwordHash:")
        }
    }

    @Test func `A reset brings back what the environment file says, and nothing else`() async throws {
        try await withConsole { console in
            let exported = try await environment(of: console)
            let device = try await console.signedInDevice()
            try await console.keepRecords(of: device)
            try await console.addTag("lost")
            try await console.set("logPurgeDays", "5", of: "demo")
            try await console.importEnvironment("version: 2\norganizationGroups: [{path: global/new, name: New}]")
            for _ in 0..<3 {
                try await console.reset()
                #expect(try await console.tags().isEmpty)
                #expect(try await environment(of: console) == exported)
                for table in ["device", "beacon", "deviceLog", "command", "credential", "groupClock"] {
                    #expect(try await console.parts.value("SELECT COUNT(*) FROM \(table)", Int.self) == 0, "\(table)")
                }
                let refused = try await device.sendAuthenticated(DeviceRoute.user.request(device))
                #expect([401, 403].contains(refused.status))
                // The credentials of the start sign in and enroll as before.
                _ = try await console.signedInDevice()
                #expect(try await console.api.call(.get, "system/info").status == .ok)
                try await console.addTag("lost")
            }
            let actions = try await console.parts.value(
                "SELECT group_concat(action) FROM eventLog WHERE action LIKE 'console.%'", String.self)
            #expect(actions == "console.reset")
        }
    }

    @Test func `Ids go on after resets`() async throws {
        try await withConsole { console in
            var ids: [Int64] = []
            for name in ["one", "two", "three"] {
                ids.append(try await console.addTag(name))
                let device = try await console.signedInDevice()
                ids.append(try await console.identity(of: device).deviceID + 1_000_000)
                try await console.reset()
            }
            #expect(Set(ids).count == ids.count)
        }
    }

    @Test func `Snapshots stay, and a reset can be undone`() async throws {
        try await withConsole { console in
            try await console.addTag("kept")
            try await console.take("before")
            try await console.reset()
            #expect(try await console.tags().isEmpty)
            try await console.restore("before")
            #expect(try await console.tags() == ["kept"])
        }
    }

    @Test func `Faults go with a reset, and stay when a snapshot is restored`() async throws {
        try await withConsole { console in
            let fault = #"{"match": {"path": "/api/system/info"}, "action": {"status": 503}}"#
            #expect(try await console.admin(.post, "/_mock/faults", text: fault).status.code < 300)
            try await console.take("before")
            try await console.restore("before")
            #expect(try await console.api.call(.get, "system/info").status == .serviceUnavailable)
            try await console.reset()
            #expect(try await console.api.call(.get, "system/info").status == .ok)
        }
    }

    @Test func `An event follows`() async throws {
        try await withConsole { console in
            let events = console.parts.core.events.hub.events()
            try await console.reset()
            for await event in events where event.action == .consoleReset { return }
            Issue.record("there was no event")
        }
    }

    @Test func `A body that says something else is refused`() async throws {
        try await withConsole { console in
            try await console.addTag("stays")
            for body in ["[", "[]", "null", #"{"keepJournal": "maybe"}"#, #"{"keepJournl": true}"#, #"{"keep": true}"#]
            {
                for target in ["/_mock/reset", "/_mock/snapshots/any/restore"] {
                    let answer = try await console.admin(.post, target, text: body)
                    #expect(answer.status == .badRequest, "\(target) \(body): \(answer.text)")
                }
            }
            let typo = try await console.admin(.post, "/_mock/reset", text: #"{"keepJournl": true}"#)
            #expect(typo.text.contains("keepJournal"))
            #expect(try await console.admin(.post, "/_mock/reset?keepJournal=maybe").status == .badRequest)
            #expect(try await console.tags() == ["stays"])
        }
    }
}
