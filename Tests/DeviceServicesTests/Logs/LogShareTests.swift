import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// All logs of the console have a bound in bytes, of which each customer has a share (Operations, "Room for logs").
struct LogShareTests {
    /// Root, demo and appreview have 100,000 bytes each.
    private static let room = "300000"

    private static func share(_ group: String, _ console: TestConsole) async throws -> [String: Any] {
        try await console.adminJSON("/_mock/groups/\(group)/log-quota")["share"] as? [String: Any] ?? [:]
    }

    /// The bytes of all logs as the bound counts them.
    private static func total(_ console: TestConsole) async throws -> Int {
        try await console.parts.value(
            "SELECT COALESCE(SUM(byteCount + \(LogShares.overhead)), 0) FROM deviceLog", Int.self) ?? -1
    }

    @Test func `A customer with a full share is refused with the reason, and others have theirs`() async throws {
        try await withConsole([\.retentionLogBytes: Self.room]) { console in
            let client = try await console.signedInDevice()
            #expect(try await console.sendLog(of: 90_000, from: client).status == 200)
            let refused = try await console.sendLog(of: 10_000, from: client)
            #expect(refused.status == 413)
            let message = refused.json["message"] as? String ?? ""
            #expect(message.contains("customer demo take 91024 of the 100000 bytes"), "\(message)")
            #expect(message.contains("10000 bytes, has no room") && message.contains("retention.logBytes"))
            #expect(try await console.logs().count == 1)
            #expect(try await console.actions("logs.") == ["logs.quotaExceeded"])
            let other = try await console.reviewDevice()
            #expect(try await console.sendLog(of: 98_000, from: other).status == 200)
            #expect(try await console.sendLog(of: 7_000, from: client).status == 200)
            #expect(try await Self.total(console) <= 300_000)
        }
    }

    @Test func `The share is shown beside the quota`() async throws {
        try await withConsole([\.retentionLogBytes: Self.room]) { console in
            let client = try await console.signedInDevice()
            #expect(try await console.sendLog(of: 50_000, from: client).status == 200)
            let share = try await Self.share("demo", console)
            #expect(share["customer"] as? String == "demo" && share["shareBytes"] as? Int == 100_000)
            #expect(share["usedBytes"] as? Int == 51_024 && share["percent"] as? Double == 51)
            #expect(try await Self.share("global", console)["usedBytes"] as? Int == 0)
            #expect(try await console.adminJSON("/_mock/groups/demo/log-quota")["isFull"] as? Bool == false)
            #expect(try await console.sendLog(of: 47_952, from: client).status == 200)
            #expect(try await console.adminJSON("/_mock/groups/demo/log-quota")["isFull"] as? Bool == true)
            #expect(try await console.sendLog(of: 0, from: client).status == 413)
        }
    }

    @Test func `Logs without text are bounded, too`() async throws {
        try await withConsole([\.retentionLogBytes: "12288"]) { console in
            let client = try await console.signedInDevice()
            var statuses: [Int] = []
            for _ in 0..<6 { statuses.append(try await console.sendLog(of: 0, from: client).status) }
            #expect(statuses == [200, 200, 200, 200, 413, 413])
            #expect(try await console.adminJSON("/_mock/groups/demo/log-quota")["refusals"] as? Int == 2)
        }
    }

    @Test func `Purged and deleted logs make room`() async throws {
        try await withConsole([\.retentionLogBytes: Self.room]) { console in
            let client = try await console.signedInDevice()
            for remove in ["/_mock/logs/1", "/_mock/logs?all=true"] {
                #expect(try await console.sendLog(of: 80_000, from: client).status == 200)
                #expect(try await console.sendLog(of: 80_000, from: client).status == 413)
                #expect(try await console.admin(.delete, remove).status.code < 300)
            }
            #expect(try await console.sendLog(of: 80_000, from: client).status == 200)
            console.clock.advance(seconds: 86_401)
            #expect(try await console.admin(.post, "/_mock/logs/purge?olderThanDays=1").status == .ok)
            #expect(try await Self.total(console) == 0)
            #expect(try await console.sendLog(of: 80_000, from: client).status == 200)
        }
    }

    @Test func `With a new customer the shares get smaller, nothing is evicted, and the bound holds`() async throws {
        try await withConsole([\.retentionLogBytes: Self.room]) { console in
            let client = try await console.signedInDevice()
            let other = try await console.reviewDevice()
            #expect(try await console.sendLog(of: 98_000, from: client).status == 200)
            let tree = "version: 1\norganizationGroups: [{path: global}, {path: global/late, type: Customer}]"
            #expect(try await console.importEnvironment(tree).status == .ok)
            #expect(try await console.sendLog(of: 0, from: client).status == 413)
            // Of what demo leaves, root, appreview and late have a third each.
            let rest = (300_000 - 99_024) / 3
            for group in ["late", "appreview", "global"] {
                #expect(try await Self.share(group, console)["shareBytes"] as? Int == rest, "\(group)")
            }
            #expect(try await console.sendLog(of: rest - 1_023, from: other).status == 413)
            #expect(try await console.sendLog(of: rest - 1_024, from: other).status == 200)
            #expect(try await Self.share("late", console)["shareBytes"] as? Int == rest)
            #expect(try await console.logs().count == 2)
        }
    }

    @Test func `A customer below a partner has a share of its own`() async throws {
        try await withConsole([\.retentionLogBytes: "600000"]) { console in
            let tree = """
                version: 1
                organizationGroups:
                  - {path: global}
                  - {path: global/partner, type: Partner}
                  - {path: global/partner/one, type: Customer}
                  - {path: global/partner/one/sub}
                  - {path: global/partner/two, type: Customer}
                """
            #expect(try await console.importEnvironment(tree).status == .ok)
            for (group, customer) in [("partner", "partner"), ("sub", "one"), ("two", "two"), ("demo", "demo")] {
                let share = try await Self.share(group, console)
                #expect(share["customer"] as? String == customer && share["shareBytes"] as? Int == 100_000)
            }
            let client = try await console.signedInDevice("1111")
            try await console.execute(
                "UPDATE device SET groupId = (SELECT id FROM organizationGroup WHERE code = 'sub')")
            #expect(try await console.sendLog(of: 90_000, from: client).status == 200)
            #expect(try await Self.share("one", console)["usedBytes"] as? Int == 91_024)
            #expect(try await Self.share("partner", console)["usedBytes"] as? Int == 0)
        }
    }

    @Test func `Logs whose group is deleted count for the root`() async throws {
        try await withConsole([\.retentionLogBytes: Self.room]) { console in
            let client = try await console.signedInDevice()
            #expect(try await console.sendLog(of: 60_000, from: client).status == 200)
            try await console.execute("UPDATE deviceLog SET groupId = NULL")
            #expect(try await Self.share("global", console)["usedBytes"] as? Int == 61_024)
            #expect(try await Self.share("demo", console)["usedBytes"] as? Int == 0)
            #expect(try await console.countersAreRight())
            #expect(try await console.sendUnverifiedLog(String(repeating: "x", count: 60_000), from: "9").status == 413)
            #expect(try await console.admin(.delete, "/_mock/logs?all=true").status == .noContent)
            #expect(try await console.countersAreRight())
            #expect(try await console.sendUnverifiedLog(String(repeating: "x", count: 60_000), from: "9").status == 200)
        }
    }

    @Test func `What is verified takes the room of what is not, of its own customer only`() async throws {
        try await withConsole([\.retentionLogBytes: Self.room]) { console in
            let client = try await console.signedInDevice("1111")
            _ = try await console.reviewDevice("7777")
            let text = String(repeating: "x", count: 40_000)
            for device in ["1111", "1111", "7777"] {
                #expect(try await console.sendUnverifiedLog(text, from: device).status == 200)
            }
            #expect(try await console.sendUnverifiedLog(text, from: "1111").status == 413)
            #expect(try await console.sendLog(of: 50_000, from: client).status == 200)
            #expect(try await console.logs().compactMap { $0["id"] as? Int } == [4, 3, 2])
            let displaced = try await console.parts.value(
                "SELECT displaced FROM logStock WHERE kind = 'unverified'", Int.self)
            #expect(displaced == 1)
            #expect(try await console.countersAreRight())
        }
    }

    @Test func `A log that is refused by one bound takes nothing away for another`() async throws {
        try await withConsole([\.retentionLogBytes: "3600000"]) { console in
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            let client = try await console.signedInDevice("1111")
            let text = String(repeating: "x", count: 600_000)
            #expect(try await console.sendUnverifiedLog(text, from: "1111").status == 200)
            #expect(try await console.sendLog(of: 400_000, from: client).status == 200)
            // The quota could have room, but the share cannot.
            #expect(try await console.parts.count("deviceLog WHERE verified = 0") == 1)
            try await console.set("logQuotaMegabytes", "2", of: "demo")
            #expect(try await console.sendLog(of: 1_100_000, from: client).status == 413)
            #expect(try await console.parts.count("deviceLog WHERE verified = 0") == 1)
            #expect(try await console.sendLog(of: 700_000, from: client).status == 200)
            #expect(try await console.parts.count("deviceLog WHERE verified = 0") == 0)
        }
    }
}

/// How the room is divided.
struct LogSharesTests {
    @Test(
        arguments: [
            (900, [:], 3, 300), (900, [1: 300], 3, 300), (900, [1: 500], 3, 200), (900, [1: 500, 2: 250], 3, 150),
            (900, [1: 900], 3, 0), (900, [1: 2000, 2: 5], 3, 0), (900, [1: 500], 1, 900), (900, [1: 2000], 1, 900),
            (10, [:], 3, 3), (900, [:], 0, 900),
        ] as [(Int64, [Int64: Int64], Int, Int64)])
    func `Parts are equal, and what is taken beyond one comes off all others`(
        room: Int64, used: [Int64: Int64], customers: Int, share: Int64
    ) {
        #expect(LogShares(of: room, used: used, customers: customers).share == share)
    }

    @Test func `However customers come and send, the room is never exceeded and no share shrinks by sending`() {
        var generator = SeededGenerator(seed: 7)
        var used: [Int64: Int64] = [:]
        for customers in 1...40 {
            for _ in 0..<30 {
                let sender = Int64.random(in: 0..<Int64(customers), using: &generator)
                let before = LogShares(of: 10_000, used: used, customers: customers).share
                let size = Int64.random(in: 0...4_000, using: &generator)
                guard used[sender, default: 0] + size <= before else { continue }
                used[sender, default: 0] += size
                #expect(LogShares(of: 10_000, used: used, customers: customers).share >= before)
            }
            #expect(used.values.reduce(0, +) <= 10_000)
        }
    }
}
