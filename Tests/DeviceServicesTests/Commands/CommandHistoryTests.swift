import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Commands and what came of them, read back (AdminAPI, "Commands").
struct CommandHistoryTests {
    private static func withApp(
        _ settings: ConfigurationSettings = [:],
        _ body: @escaping @Sendable (TestConsole, SimulatedClient) async throws -> Void
    ) async throws {
        try await withConsole(settings) { console in
            try await body(console, try await console.signedInDevice())
        }
    }

    private static func command(_ id: Any?, _ console: TestConsole) async throws -> [String: Any] {
        try await console.adminJSON("/_mock/commands/\(try #require(id as? Int))")
    }

    @Test func `A command shows its way and times`() async throws {
        try await Self.withApp { console, app in
            let queued = try await console.queue(
                "{\"requestType\":\"X\",\"settings\":{\"a\":1.5},\"expiresInMinutes\":10}", for: app)
            #expect(queued["status"] as? String == "queued" && queued["deliveredAt"] == nil)
            #expect(queued["expiresAt"] as? String == "2026-03-05T10:30:30.000Z")
            console.clock.advance(seconds: 1)
            let command = try #require(try await app.idle())
            console.clock.advance(seconds: 1)
            try await app.answer(.acknowledged, command.uuid)
            let shown = try await Self.command(queued["id"], console)
            #expect(shown["uuid"] as? String == command.uuid && shown["status"] as? String == "acknowledged")
            #expect(shown["createdAt"] as? String == "2026-03-05T10:20:30.000Z")
            #expect(shown["deliveredAt"] as? String == "2026-03-05T10:20:31.000Z")
            #expect(shown["answeredAt"] as? String == "2026-03-05T10:20:32.000Z")
            #expect(shown["finishedAt"] as? String == "2026-03-05T10:20:32.000Z")
            #expect(shown["deliveries"] as? Int == 1 && shown["device"] as? String == app.device.value)
            #expect(shown["bundleId"] as? String == "com.example.demo" && shown["user"] as? String == "demo")
            #expect((shown["settings"] as? [String: Double]) == ["a": 1.5] && shown["error"] == nil)
            let result = try #require(shown["result"] as? [String: Any])
            #expect(result["status"] as? String == "acknowledged")
            #expect(result["sampleTime"] as? String == "03/05/2026 10:20:30 AM")
        }
    }

    @Test func `Profiles and certificates a client sends are read back as JSON`() async throws {
        try await Self.withApp { console, app in
            let queued = try await console.queue("{\"requestType\":\"RequestProfiles\"}", for: app)
            let uuid = try #require(try await app.idle()?.uuid)
            let profile = PropertyListValue.dictionary([
                "PayloadVersion": .integer(3), "bytes": .data(Data([1])), "odd": .real(.nan),
                "when": .date(.distantFuture),
            ])
            try await app.answer(.acknowledged, uuid, profiles: [profile], certificates: [.dictionary([:])])
            let result = try #require(try await Self.command(queued["id"], console)["result"] as? [String: Any])
            let list = try #require(result["profileList"] as? [[String: Any]])
            #expect(list.first?["PayloadVersion"] as? Int == 3)
            #expect(list.first?["bytes"] as? [String: String] == ["$data": "AQ=="])
            #expect(list.first?["odd"] as? [String: String] == ["$real": "nan"])
            #expect((result["certificateList"] as? [Any])?.count == 1)
        }
    }

    @Test(arguments: [(CommandStatus.error, "status 2"), (.commandFormatError, "status 3"), (.unknown, "status 0")])
    func `A failed command says why`(status: CommandStatus, reason: String) async throws {
        try await Self.withApp { console, app in
            let queued = try await console.queue("{\"requestType\":\"DeviceLockSso\"}", for: app)
            let uuid = try #require(try await app.idle()?.uuid)
            try await app.answer(status, uuid)
            let shown = try await Self.command(queued["id"], console)
            #expect(shown["status"] as? String == "error")
            #expect((shown["error"] as? String)?.contains(reason) == true)
        }
    }

    @Test func `Large commands and results are left out of lists, and shown alone`() async throws {
        try await Self.withApp { console, app in
            let text = String(repeating: "x", count: 2_000_000)
            let queued = try await console.queue(
                "{\"requestType\":\"X\",\"settings\":{\"text\":\"\(text)\"}}", for: app)
            let command = try #require(try await app.idle())
            try await app.answer(.acknowledged, command.uuid, profiles: [.string(text)])
            let list = try await console.admin(.get, "/_mock/commands")
            #expect(list.body.readableBytes < 2000)
            let item = try #require((try list.json()["items"] as? [[String: Any]])?.first)
            #expect(item["settings"] == nil && item["result"] == nil)
            #expect(try #require(item["commandBytes"] as? Int) > 2_000_000)
            #expect(try #require(item["resultBytes"] as? Int) > 2_000_000)
            let shown = try await Self.command(queued["id"], console)
            #expect((shown["settings"] as? [String: String])?["text"] == text)
            #expect(((shown["result"] as? [String: Any])?["profileList"] as? [String]) == [text])
        }
    }

    @Test func `A result above the limit is refused, and the command comes again`() async throws {
        try await Self.withApp([\.limitsCommand: "10000"]) { console, app in
            try await console.queue("{\"requestType\":\"RequestProfiles\"}", for: app)
            let uuid = try #require(try await app.idle()?.uuid)
            await #expect(throws: ClientFailure.self) {
                try await app.answer(
                    .acknowledged, uuid, profiles: [.string(String(repeating: "x", count: 20_000))])
            }
            #expect(try await app.idle()?.uuid == uuid)
        }
    }

    @Test(arguments: [
        ("", 3), ("?status=queued", 1), ("?STATUS=Acknowledged", 1), ("?status=dropped", 0), ("?requestType=One", 1),
        ("?requesttype=One&status=queued", 0), ("?text=tw", 1), ("?device=1111", 0), ("?from=2026-03-05T10:20:31Z", 1),
        ("?status=delivered&bundleId=com.example.demo&user=demo&group=demo", 1),
    ])
    func `A filter leaves what it says`(query: String, count: Int) async throws {
        try await Self.withApp { console, app in
            for type in ["One", "Two"] { try await console.queue("{\"requestType\":\"\(type)\"}", for: app) }
            let one = try #require(try await app.idle())
            try await app.answer(.acknowledged, one.uuid)
            console.clock.advance(seconds: 60)
            try await console.queue("{\"requestType\":\"Three\"}", for: app)
            #expect(try await console.adminJSON("/_mock/commands\(query)")["total"] as? Int == count)
        }
    }

    @Test(arguments: ["?status=done", "?state=queued", "?ids=x"])
    func `A filter that cannot be is refused`(query: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.get, "/_mock/commands\(query)")
            #expect(response.status == .badRequest)
        }
    }

    @Test func `Commands are listed by device and downloaded line by line`() async throws {
        try await Self.withApp { console, app in
            for type in ["One", "Two"] { try await console.queue("{\"requestType\":\"\(type)\"}", for: app) }
            #expect(try await console.adminJSON(TestConsole.commands(of: app))["total"] as? Int == 2)
            #expect(try await console.admin(.get, "/_mock/devices/9999/commands").status == .notFound)
            let lines = try await console.admin(.get, "/_mock/commands/download").text.split(separator: "\n")
            #expect(lines.count == 2 && lines.first?.contains("\"requestType\":\"Two\"") == true)
        }
    }

    @Test func `Deleting a command that waits cancels it, and its answer is not missed`() async throws {
        try await Self.withApp { console, app in
            let one = try await console.queue("{\"requestType\":\"One\"}", for: app)
            let two = try await console.queue("{\"requestType\":\"Two\"}", for: app)
            let delivered = try #require(try await app.idle())
            for id in [one, two] {
                let response = try await console.admin(.delete, "/_mock/commands/\(try #require(id["id"] as? Int))")
                #expect(response.status == .noContent)
            }
            let cancelled = "SELECT subject FROM eventLog WHERE action = 'command.cancelled'"
            #expect(try await console.parts.value(cancelled, String.self) == two["uuid"] as? String)
            #expect(
                try await console.parts.value(
                    "SELECT COUNT(*) FROM eventLog WHERE action = 'command.deleted'", Int.self)
                    == 2)
            let next = try await app.answer(.acknowledged, delivered.uuid)
            #expect(next == nil)
            #expect(try await app.idle() == nil)
        }
    }

    @Test func `An administrator elsewhere sees and cancels none`() async throws {
        try await Self.withApp { console, app in
            let id = try #require(try await console.queue("{\"requestType\":\"One\"}", for: app)["id"] as? Int)
            let headers = try await console.administrator(of: "appreview")
            for method in [HTTPRequest.Method.get, .delete] {
                #expect(try await console.send(method, "/_mock/commands/\(id)", headers: headers).status == .notFound)
            }
            let list = try await console.send(.get, "/_mock/commands", headers: headers)
            #expect(try list.json()["total"] as? Int == 0)
            #expect(try await console.commandStatuses() == ["queued"])
        }
    }

    @Test func `A command that is not there is answered so`() async throws {
        try await withConsole { console in
            for path in ["/_mock/commands/x", "/_mock/commands/99"] {
                let response = try await console.admin(.get, path)
                #expect(response.status == .notFound)
            }
        }
    }
}
