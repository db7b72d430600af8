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

/// Expiry, late answers, events and envelopes (DeviceServices, section 13).
struct CommandLifecycleTests {
    private static let order = "{\"requestType\":\"X\",\"expiresInMinutes\":10}"
    private static let settings = "/_mock/groups/demo/settings"

    @Test func `A command whose time is over is not delivered`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.queue(Self.order, for: app)
            console.clock.advance(seconds: 599)
            #expect(try await app.idle() != nil)
            console.clock.advance(seconds: 1)
            let events = try await console.events {
                let command = try await app.idle()
                #expect(command == nil)
            }
            #expect(events.map(\.action) == [.commandExpired])
            #expect(try await console.commandStatuses() == ["expired"])
            let finished = try await console.parts.value("SELECT finishedAt FROM command", Int64.self)
            #expect(finished == TestClock.start.adding(seconds: 600).milliseconds)
        }
    }

    @Test func `A command whose time is over is listed so, though nobody asks for it`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let id = try #require(try await console.queue(Self.order, for: app)["id"] as? Int)
            console.clock.advance(seconds: 600)
            let events = try await console.events {
                let expired = try await console.adminJSON("/_mock/commands?status=expired")
                #expect(expired["total"] as? Int == 1)
            }
            #expect(events.map(\.action) == [.commandExpired] && events.first?.subject == app.device.value)
            #expect(try await console.adminJSON("/_mock/commands/\(id)")["status"] as? String == "expired")
            #expect(try await console.admin(.delete, "/_mock/commands?status=queued").deletedCount == 0)
        }
    }

    @Test(arguments: [1, 20, 21])
    func `The event log has commands that expired: up to twenty with a row each, more together`(count: Int)
        async throws
    {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            for _ in 0..<count { try await console.queue(Self.order, for: app) }
            console.clock.advance(seconds: 600)
            let events = try await console.events { _ = try await console.adminJSON("/_mock/commands") }
            #expect(events.filter { $0.action == .commandExpired }.count == count)
            let rows = try await console.eventRows("action=command.expired&pageSize=100")
            let together = try await console.eventRows("action=commands.expired")
            #expect(rows.count == (count > 20 ? 0 : count) && together.count == (count > 20 ? 1 : 0))
            let row = try #require((rows + together).first)
            #expect(row["actorKind"] as? String == "system" && row["at"] as? String == "2026-03-05T10:30:30.000Z")
            let after = try #require(row["after"] as? [String: Any])
            #expect(count > 20 ? after["count"] as? String == "21" : after["requestType"] as? String == "X")
        }
    }

    @Test func `A command that expires or is dropped as its device asks is in the event log`() async throws {
        try await withConsole([\.commandsMaximumDeliveries: "1"]) { console in
            let app = try await console.signedInDevice()
            let first = try #require(try await console.queue(Self.order, for: app)["uuid"] as? String)
            console.clock.advance(seconds: 600)
            #expect(try await app.idle() == nil)
            let expired = try #require(try await console.eventRows("action=command.expired").first)
            #expect(expired["subject"] as? String == app.device.value)
            #expect((expired["after"] as? [String: Any])?["uuid"] as? String == first)
            let second = try #require(try await console.queue(Self.order, for: app)["uuid"] as? String)
            #expect(try await app.idle() != nil)
            #expect(try await app.idle() == nil)
            let dropped = try #require(try await console.eventRows("action=command.dropped").first)
            #expect((dropped["after"] as? [String: Any])?["uuid"] as? String == second)
        }
    }

    @Test func `The group says how long commands wait unless the command does`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            _ = try await console.admin(.patch, "/_mock/groups/global/settings", text: "{\"commandExpiryHours\":2}")
            let inherited = try await console.queue("{\"requestType\":\"X\"}", for: app)
            #expect(inherited["expiresAt"] as? String == "2026-03-05T12:20:30.000Z")
            let own = try await console.queue(Self.order, for: app)
            #expect(own["expiresAt"] as? String == "2026-03-05T10:30:30.000Z")
            _ = try await console.admin(.patch, Self.settings, text: "{\"commandExpiryHours\":0}")
            #expect(try await console.queue("{\"requestType\":\"X\"}", for: app)["expiresAt"] == nil)
        }
    }

    @Test func `An answer in the moment of expiry counts, a later one is kept and changes nothing`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            for _ in 0..<2 { try await console.queue(Self.order, for: app) }
            let one = try #require(try await app.idle())
            console.clock.advance(seconds: 599)
            let two = try #require(try await app.answer(.acknowledged, one.uuid))
            console.clock.advance(seconds: 1)
            #expect(try await app.idle() == nil)
            console.clock.advance(seconds: 5)
            #expect(try await app.answer(.acknowledged, two.uuid) == nil)
            #expect(try await console.commandStatuses() == ["acknowledged", "expired"])
            let shown = try await console.adminJSON("/_mock/commands/2")
            #expect(shown["answeredAt"] as? String == "2026-03-05T10:30:35.000Z")
            #expect(shown["finishedAt"] as? String == "2026-03-05T10:30:30.000Z")
            #expect((shown["result"] as? [String: Any])?["status"] as? String == "acknowledged")
        }
    }

    @Test func `A second answer and one to a command not delivered change nothing`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            for type in ["One", "Two"] { try await console.queue("{\"requestType\":\"\(type)\"}", for: app) }
            let one = try #require(try await app.idle())
            let twoUUID = try #require(
                try await console.parts.value("SELECT uuid FROM command WHERE id = 2", String.self))
            #expect(try await app.answer(.error, twoUUID)?.uuid == one.uuid)
            let two = try #require(try await app.answer(.acknowledged, one.uuid.uppercased()))
            #expect(try await app.answer(.error, one.uuid)?.uuid == two.uuid)
            #expect(try await console.commandStatuses() == ["acknowledged", "delivered"])
        }
    }

    @Test func `An acknowledgement of what nobody queued is answered 200 with nothing, and logged`() async throws {
        try await withWatchedConsole { console, log in
            let app = try await console.signedInDevice()
            let response = try await app.sendAuthenticated(
                .init(
                    method: "POST", target: "/deviceservices/awmdmsdk/v3/processor",
                    body: try ProcessorMessage(
                        status: .acknowledged, device: app.device, commandUUID: "nobody", requestor: app.bundle.value
                    ).encoded()))
            #expect(response.status == 200 && response.body.isEmpty)
            #expect(log.reasons.contains("the app has no command nobody"))
        }
    }

    @Test func `Another user who signs in does not get commands meant for the one before`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.queue("{\"requestType\":\"Old\"}", for: app)
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - path: global/demo
                    users: [{username: other, password: other}]
                """)
            var other = try console.device()
            try await other.logIn(username: "other", password: "other", organizationGroup: "demo")
            try await console.queue("{\"requestType\":\"New\"}", for: other)
            #expect(try await other.idle()?.requestType == "New")
            #expect(try await console.commandStatuses() == ["expired", "delivered"])
        }
    }

    @Test func `A device that was un-enrolled and enrolls again does not get what waited before`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.queue("{\"requestType\":\"Old\"}", for: app)
            try await console.execute("UPDATE device SET enrollmentStatus = 6")
            console.clock.advance(seconds: 60)
            let again = try await console.signedInDevice()
            try await console.queue("{\"requestType\":\"New\"}", for: again)
            #expect(try await again.idle()?.requestType == "New")
            #expect(try await console.commandStatuses() == ["expired", "delivered"])
        }
    }

    @Test func `The same user who signs in again gets what waits`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.queue("{\"requestType\":\"X\"}", for: app)
            let again = try await console.signedInDevice()
            #expect(try await again.idle()?.requestType == "X")
        }
    }

    @Test func `Every step is told after it is committed`() async throws {
        try await withConsole([\.commandsMaximumDeliveries: "1"]) { console in
            let app = try await console.signedInDevice()
            let events = try await console.events {
                for type in ["One", "Two", "Three", "Four"] {
                    try await console.queue("{\"requestType\":\"\(type)\"}", for: app)
                }
                let one = try #require(try await app.idle())
                let two = try #require(try await app.answer(.acknowledged, one.uuid))
                let three = try #require(try await app.answer(.error, two.uuid))
                try await app.answer(.notNow, three.uuid)
                // Delivered once each and not answered: dropped at the polls that follow.
                _ = try await app.idle()
                _ = try await app.idle()
            }
            #expect(
                events.map { $0.action.rawValue.dropFirst("command.".count) } == [
                    "queued", "queued", "queued", "queued", "delivered", "acknowledged", "delivered", "failed",
                    "delivered", "notNow", "delivered", "dropped", "delivered", "dropped",
                ])
            #expect(events.allSatisfy { $0.subject == app.device.value && $0.groupID != nil })
        }
    }

    @Test func `Deliveries answered "not now" do not count as unanswered`() async throws {
        try await withConsole([\.commandsMaximumDeliveries: "2"]) { console in
            let app = try await console.signedInDevice()
            try await console.queue("{\"requestType\":\"X\"}", for: app)
            for _ in 0..<5 { try await app.answer(.notNow, try #require(try await app.idle()).uuid) }
            for _ in 0..<2 { #expect(try await app.idle() != nil) }
            #expect(try await app.idle() == nil)
            #expect(try await console.commandStatuses() == ["dropped"])
        }
    }

    @Test(arguments: [true, false])
    func `A command goes in its envelope where the group asks for it`(isInherited: Bool) async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let path = isInherited ? "/_mock/groups/global/settings" : Self.settings
            _ = try await console.admin(.patch, path, text: "{\"encryptCommands\":true}")
            let empty = try await app.rawIdle()
            #expect(empty.status == 200 && empty.body.isEmpty)
            let queued = try await console.queue("{\"requestType\":\"X\"}", for: app)
            var bodies: Set<Data> = []
            for _ in 0..<2 {
                let response = try await app.rawIdle()
                #expect(response.headers["content-type"] == "text/plain; charset=utf-8")
                let token = try #require(app.tokens[app.bundle.value])
                let plain = try #require(CommandEnvelope.open(response.body, token: token))
                #expect(try CommandMessage(propertyList: plain).uuid == queued["uuid"] as? String)
                bodies.insert(response.body)
            }
            #expect(bodies.count == 2)
        }
    }

    @Test func `Under a bearer token the app's HMAC credential makes the envelope, and without one it goes in plain`()
        async throws
    {
        try await withConsole { console in
            let app = try await console.signedInDevice(scheme: .bearer)
            _ = try await console.admin(.patch, Self.settings, text: "{\"encryptCommands\":true}")
            let queued = try await console.queue("{\"requestType\":\"X\"}", for: app)
            let sealed = try await app.rawIdle()
            let token = try #require(app.tokens[app.bundle.value])
            #expect(CommandEnvelope.open(sealed.body, token: token) != nil)
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(sql: "UPDATE credential SET revokedAt = 1")
            }
            let plain = try await app.rawIdle()
            #expect(plain.headers["content-type"] == "text/xml; charset=utf-8")
            #expect(try CommandMessage(propertyList: plain.body).uuid == queued["uuid"] as? String)
        }
    }

    @Test func `A command XML cannot hold is a binary property list`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.queue("{\"requestType\":\"X\",\"settings\":{\"a\":\"\\r\"}}", for: app)
            let response = try await app.rawIdle()
            #expect(response.headers["content-type"] == "application/x-plist")
            #expect(try CommandMessage(propertyList: response.body).command["a"] == .string("\r"))
        }
    }
}
