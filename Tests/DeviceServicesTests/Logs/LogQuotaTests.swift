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
@testable import DeviceServices
@testable import MockConsole

/// The logs of a group have so much room and no more (EnvironmentFile, `logQuotaMegabytes`).
struct LogQuotaTests {
    private static let megabyte = 1 << 20

    private static func quota(_ group: String, _ console: TestConsole) async throws -> [String: Any] {
        try await console.adminJSON("/_mock/groups/\(group)/log-quota")
    }

    @Test func `A log without room is refused with a reason, and nothing of it is left`() async throws {
        try await withWatchedConsole { console, log in
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            let client = try await console.signedInDevice()
            #expect(try await console.sendLog(of: 600_000, from: client).status == 200)
            let response = try await console.sendLog(of: 600_000, from: client)
            #expect(response.status == 413)
            let message = response.json["message"] as? String ?? ""
            #expect(message.contains("group demo take 600000 of the 1048576 bytes"), "\(message)")
            #expect(message.contains("logQuotaMegabytes"))
            #expect(response.headers["x-aw-version"] == "24.10.0.0")
            #expect(log.reasons.contains(message))
            let counts = try await console.rowCounts()
            #expect(counts["deviceLog"] == 1 && counts["deviceLogPiece"] == 3)
            #expect(console.spooledFiles().isEmpty)
            #expect(try await console.actions("logs.") == ["logs.quotaExceeded"])
            #expect(try await console.sendLog(of: Self.megabyte - 600_000, from: client).status == 200)
            #expect(try await console.sendLog(of: 1, from: client).status == 413)
            #expect(try await console.sendLog(of: 0, from: client).status == 200)
            #expect(try await console.sendLog(of: 600_000, from: console.reviewDevice()).status == 200)
            #expect(try await console.countersAreRight())
        }
    }

    @Test func `Of two logs that arrive at once only one has the last room`() async throws {
        try await withConsole { console in
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            var clients: [SimulatedClient] = []
            for number in 0..<6 { clients.append(try await console.signedInDevice("device-\(number)")) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for client in clients {
                    group.addTask { try await console.sendLog(of: 400_000, from: client).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 200, 413, 413, 413, 413])
            #expect(try await console.countersAreRight())
        }
    }

    @Test func `Administrators are told once per crossing, and again after it fell below`() async throws {
        try await withConsole { console in
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            let client = try await console.signedInDevice()
            func send(_ count: Int, _ warnings: Int, at location: SourceLocation = #_sourceLocation) async throws {
                #expect(try await console.sendLog(of: count, from: client).status == 200, sourceLocation: location)
                let told = try await console.actions("logs.quotaWarning").count
                #expect(told == warnings, sourceLocation: location)
            }
            try await send(786_431, 0)
            #expect(try await Self.quota("demo", console)["isWarning"] as? Bool == false)
            try await send(1, 1)
            #expect(try await Self.quota("demo", console)["isWarning"] as? Bool == true)
            try await send(100, 1)
            #expect(try await console.admin(.delete, "/_mock/logs/1").status == .noContent)
            #expect(try await Self.quota("demo", console)["isWarning"] as? Bool == false)
            try await send(100, 1)
            try await send(800_000, 2)
            let after = try await console.parts.value(
                "SELECT after FROM eventLog WHERE action = 'logs.quotaWarning' ORDER BY id DESC", String.self)
            #expect(after == #"{"percent":"76.3","quotaBytes":"1048576","usedBytes":"800201"}"#)
        }
    }

    @Test func `A threshold or quota that is lowered is reported with the next log`() async throws {
        try await withConsole { console in
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            let client = try await console.signedInDevice()
            #expect(try await console.sendLog(of: 300_000, from: client).status == 200)
            try await console.set("logQuotaWarningPercent", "20", of: "demo")
            #expect(try await Self.quota("demo", console)["warningPercent"] as? Int == 20)
            for _ in 0..<2 { #expect(try await console.sendLog(of: 1, from: client).status == 200) }
            #expect(try await console.actions("logs.") == ["logs.quotaWarning"])
        }
    }

    @Test func `Refusals are counted, and told once an hour`() async throws {
        try await withConsole { console in
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            let client = try await console.signedInDevice()
            func refuse(_ told: Int, at location: SourceLocation = #_sourceLocation) async throws {
                let status = try await console.sendLog(of: Self.megabyte + 1, from: client).status
                #expect(status == 413, sourceLocation: location)
                let actions = try await console.actions("logs.quotaExceeded").count
                #expect(actions == told, sourceLocation: location)
            }
            try await refuse(1)
            console.clock.advance(seconds: 3599)
            try await refuse(1)
            console.clock.advance(seconds: 1)
            try await refuse(2)
            let quota = try await Self.quota("demo", console)
            #expect(quota["refusals"] as? Int == 3)
            #expect(quota["lastRefusedAt"] as? String == console.clock.now.description)
            #expect(quota["usedBytes"] as? Int == 0)
        }
    }

    @Test func `The quota is shown with what it is counted over`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await console.sendLog(of: 1_048_576, from: client).status == 200)
            let quota = try await Self.quota("DEMO", console)
            #expect(quota["countedAt"] as? String == "demo")
            #expect(quota["usedBytes"] as? Int == 1_048_576 && quota["quotaBytes"] as? Int == 200 << 20)
            #expect(quota["percent"] as? Double == 0.5 && quota["warningPercent"] as? Int == 75)
            #expect(quota["isWarning"] as? Bool == false && quota["isFull"] as? Bool == false)
            #expect(try await Self.quota("global", console)["usedBytes"] as? Int == 0)
            #expect(try await Self.quota("global", console)["includesSubtree"] as? Bool == false)
            #expect(try await console.admin(.get, "/_mock/groups/nobody/log-quota").status == .notFound)
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            #expect(try await Self.quota("demo", console)["isFull"] as? Bool == true)
        }
    }

    @Test func `Without a limit everything has room`() async throws {
        try await withConsole { console in
            try await console.set("logQuotaMegabytes", "0", of: "demo")
            let client = try await console.signedInDevice()
            #expect(try await console.sendLog(of: 2 * Self.megabyte, from: client).status == 200)
            let quota = try await Self.quota("demo", console)
            #expect(quota["quotaBytes"] == nil && quota["percent"] == nil)
            #expect(quota["isFull"] as? Bool == false && quota["isWarning"] as? Bool == false)
        }
    }
}

/// A quota is inherited, and counted where it is set.
struct LogQuotaScopeTests {
    private static let tree = """
        version: 1
        organizationGroups:
          - {path: global}
          - {path: global/demo}
          - {path: global/demo/east}
          - {path: global/demo/east/south}
        """

    /// Where the quota of each group is counted, and how many megabytes it has.
    private static func scopes(_ console: TestConsole) async throws -> [String] {
        try await console.parts.core.database.read { db in
            try ["global", "demo", "east", "south", "appreview"].map { code in
                let group = try #require(try OrganizationGroupStore.group(code: code, db))
                let quota = try LogStore.quota(of: group, db)
                return "\(quota.scope.group.code) \((quota.limit ?? 0) >> 20)\(quota.scope.includesSubtree ? "+" : "")"
            }
        }
    }

    @Test func `The nearest group that sets it, else the topmost below the root`() async throws {
        try await withConsole { console in
            #expect(try await console.importEnvironment(Self.tree).status == .ok)
            #expect(
                try await Self.scopes(console) == [
                    "global 200", "demo 200+", "demo 200+", "demo 200+", "appreview 200+",
                ])
            try await console.set("logQuotaMegabytes", "9", of: "east")
            #expect(
                try await Self.scopes(console) == ["global 200", "demo 200+", "east 9+", "east 9+", "appreview 200+"])
            try await console.set("logQuotaMegabytes", "500", of: "global")
            #expect(
                try await Self.scopes(console) == ["global 500+", "global 500+", "east 9+", "east 9+", "global 500+"])
        }
    }

    @Test func `Logs of groups below count, and a quota of their own bounds them`() async throws {
        try await withConsole { console in
            #expect(try await console.importEnvironment(Self.tree).status == .ok)
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            let client = try await console.signedInDevice("1111")
            let moved = try await console.signedInDevice("2222")
            try await console.execute(
                """
                UPDATE device SET groupId = (SELECT id FROM organizationGroup WHERE code = 'south')
                WHERE identifier = '2222'
                """)
            #expect(try await console.sendLog(of: 700_000, from: moved).status == 200)
            #expect(try await console.sendLog(of: 700_000, from: client).status == 413)
            #expect(try await console.adminJSON("/_mock/groups/demo/log-quota")["usedBytes"] as? Int == 700_000)
            try await console.set("logQuotaMegabytes", "3", of: "demo")
            try await console.set("logQuotaMegabytes", "1", of: "east")
            #expect(try await console.sendLog(of: 700_000, from: client).status == 200)
            #expect(try await console.sendLog(of: 700_000, from: moved).status == 413)
            #expect(try await console.adminJSON("/_mock/groups/south/log-quota")["countedAt"] as? String == "east")
            #expect(try await console.adminJSON("/_mock/groups/demo/log-quota")["usedBytes"] as? Int == 1_400_000)
        }
    }

    @Test func `What is counted stays right whatever removes a log`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice("1111")
            let other = try await console.reviewDevice("2222")
            for count in [100, 0, 300_000, 7, 12, 40, 9] {
                #expect(try await console.sendLog(of: count, from: client).status == 200)
            }
            #expect(try await console.adminJSON("/_mock/groups/demo/log-quota")["usedBytes"] as? Int == 300_168)
            #expect(try await console.sendLog(of: 5, from: other).status == 200)
            #expect(try await console.countersAreRight())
            try await console.execute("DELETE FROM device WHERE identifier = '1111'")
            #expect(try await console.countersAreRight())
            try await console.execute(
                "UPDATE deviceLog SET groupId = (SELECT id FROM organizationGroup WHERE code = 'demo')")
            #expect(try await console.adminJSON("/_mock/groups/demo/log-quota")["usedBytes"] as? Int == 300_173)
            #expect(try await console.countersAreRight())
            #expect(try await console.admin(.delete, "/_mock/logs?all=true").status == .noContent)
            #expect(try await console.countersAreRight())
            #expect(try await console.adminJSON("/_mock/groups/demo/log-quota")["usedBytes"] as? Int == 0)
        }
    }
}
