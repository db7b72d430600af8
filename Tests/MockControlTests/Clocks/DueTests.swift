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

/// What falls due when a clock is moved forward, in its groups and in no other.
struct DueTests {
    private static let month = ClockWorld.month

    /// Queues a command that expires in ten minutes.
    private static func queue(_ console: TestConsole, for device: SimulatedClient) async throws {
        let answer = try await console.admin(
            .post, "/_mock/devices/\(device.device)/commands", text: #"{"requestType":"X","expiresInMinutes":10}"#)
        try #require(answer.status == .created, "\(answer.text)")
    }

    /// Statuses of the commands of a customer.
    private static func commands(_ console: TestConsole, of customer: String) async throws -> [String] {
        try await console.parts.core.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT status FROM command JOIN organizationGroup AS home ON home.id = command.groupId
                    WHERE home.code = ? ORDER BY command.id
                    """, arguments: [customer])
        }
    }

    @Test func `A token expires in the group whose clock moves, and not beside it`() async throws {
        try await ClockWorld.withCustomers { console in
            let (left, right) = (try await console.device(of: "left"), try await console.device(of: "right"))
            let due = try await console.advance("left", seconds: Self.month)
            #expect(due == ["access token expired": 1])
            let refused = try await left.sendAuthenticated(DeviceRoute.user.request(left))
            #expect(refused.status == 401)
            #expect(try await right.sendAuthenticated(DeviceRoute.user.request(right)).status == 200)
            #expect(try await console.advance("left", seconds: Self.month).isEmpty)
            #expect(try await console.advance("right", seconds: Self.month) == ["access token expired": 1])
        }
    }

    @Test func `Commands expire at once, with an event, in the group whose clock moves`() async throws {
        try await ClockWorld.withCustomers { console in
            let (left, right) = (try await console.device(of: "left"), try await console.device(of: "right"))
            for device in [left, left, right] { try await Self.queue(console, for: device) }
            #expect(try await console.advance("left", seconds: 599).isEmpty)
            #expect(try await Self.commands(console, of: "left") == ["queued", "queued"])
            #expect(try await console.advance("left", seconds: 1) == ["command expired": 2])
            #expect(try await Self.commands(console, of: "left") == ["expired", "expired"])
            #expect(try await Self.commands(console, of: "right") == ["queued"])
            #expect(try await left.idle() == nil)
            #expect(try await right.idle() != nil)
        }
    }

    @Test func `A pending wipe ends at once, also one that the topmost administrator ordered`() async throws {
        try await ClockWorld.withCustomers([\.wipePendingTimeout: "300"]) { console in
            // The customer's clock is far ahead of the administrator's.
            try await console.advance("left", seconds: 86_400)
            for customer in ["left", "right"] {
                let device = try await console.device(of: customer)
                let path = "/_mock/devices/\(device.device)"
                #expect(try await console.admin(.post, "\(path)/commands/enterprise-wipe").status == .accepted)
            }
            func status(_ digit: String) async throws -> String? {
                let path = "/_mock/devices/\(String(repeating: digit, count: 40))"
                return try await console.adminJSON(path)["enrollmentStatus"] as? String
            }
            #expect(try await console.advance("left", seconds: 299)["wipe timed out"] == nil)
            #expect(try await status("1") == "Enterprise wipe pending")
            #expect(try await console.advance("left", seconds: 1)["wipe timed out"] == 1)
            #expect(try await status("1") == "Unenrolled")
            #expect(try await status("2") == "Enterprise wipe pending")
        }
    }

    @Test func `Logs come of the age at which a purge removes them, by the settings of their group`() async throws {
        try await ClockWorld.withCustomers { console in
            for customer in ["left", "right"] {
                let device = try await console.device(of: customer, scheme: .signature)
                try await device.uploadLog("text")
            }
            try await console.set("logPurgeDays", "5", of: "left")
            #expect(try await console.advance("global", seconds: 4 * 86_400)["log due for purging"] == nil)
            #expect(try await console.advance("global", seconds: 2 * 86_400)["log due for purging"] == 1)
            let purged = try await console.admin(.post, "/_mock/logs/purge").json()
            #expect(purged["deleted"] as? Int == 1)
            #expect(try await console.advance("global", seconds: 30 * 86_400)["log due for purging"] == 1)
        }
    }

    @Test func `Tokens to enroll with expire, and locked accounts open`() async throws {
        try await ClockWorld.withCustomers { console in
            try await console.set("maximumFailedLogins", "1", of: "left")
            try await console.set("lockoutMinutes", "20", of: "left")
            let made = try await console.admin(
                .post, "/_mock/users/left/tokens", text: #"{"expiresInMinutes": 30}"#)
            try #require(made.status == .created, "\(made.text)")
            let token = try #require(try made.json()["token"] as? String)
            var stranger = try console.device(String(repeating: "3", count: 40))
            _ = try await stranger.logIn(username: "left", password: "wrong", organizationGroup: "left")
            #expect(try await console.advance("left", seconds: 19 * 60).isEmpty)
            #expect(try await console.advance("left", seconds: 60) == ["account unlocked": 1])
            #expect(try await console.advance("left", seconds: 600)["enrollment token expired"] == 1)
            let answer = try await stranger.logIn(token: token)
            #expect(answer.status != .success)
        }
    }

    @Test func `Nothing falls due below a clock of its own, nor when a clock is turned back`() async throws {
        try await ClockWorld.withCustomers { console in
            let left = try await console.device(of: "left")
            _ = try await console.clock(.put, "left", #"{"frozen": true}"#)
            #expect(try await console.advance("global", seconds: Self.month)["access token expired"] == nil)
            #expect(try await left.sendAuthenticated(DeviceRoute.user.request(left)).status == 200)
            let back = try await console.clock(.put, "left", #"{"set": "2020-01-01T00:00:00Z"}"#)
            #expect((back["due"] as? [Any])?.isEmpty == true)
            // Without its own clock it goes by that of the topmost group, a month and years later.
            _ = try await console.clock(.delete, "left")
            #expect(try await left.sendAuthenticated(DeviceRoute.user.request(left)).status == 401)
        }
    }

    @Test func `Setting a clock forward does what falls due as well`() async throws {
        try await ClockWorld.withCustomers { console in
            let left = try await console.device(of: "left")
            try await Self.queue(console, for: left)
            let answer = try await console.clock(.put, "left", #"{"offset": "PT10M"}"#)
            let due = try #require(answer["due"] as? [[String: Any]])
            #expect(due.map { $0["kind"] as? String } == ["command expired"])
            #expect(due.map { $0["count"] as? Int } == [1])
            #expect(try await Self.commands(console, of: "left") == ["expired"])
        }
    }
}
