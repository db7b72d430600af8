import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// What one customer's devices send in masses evicts their own records, and nobody else's.
struct CustomerBoundsTests {
    /// An app of the group for App Review.
    private static func other(_ console: TestConsole) async throws -> SimulatedClient {
        var device = try console.device("7777")
        try await device.logIn(username: "reviewer", password: "review", organizationGroup: "appreview")
        return device
    }

    private static func counts(_ table: String, _ console: TestConsole) async throws -> [String: Int] {
        try await console.parts.core.database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT code, COUNT(*) AS count FROM \(table)
                    JOIN organizationGroup ON organizationGroup.id = \(table).groupId GROUP BY code
                    """)
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["code"] as String, $0["count"] as Int) })
        }
    }

    private static func evicted(_ name: String, _ console: TestConsole) async throws -> Int? {
        try await console.parts.value("SELECT evicted FROM boundedTable WHERE name = '\(name)'", Int.self)
    }

    @Test func `Analytics of another customer stay`() async throws {
        try await withConsole([\.retentionAnalytics: "10"]) { console in
            let (flood, quiet) = (try await console.signedInDevice(), try await Self.other(console))
            func event(_ name: String) -> DeviceSimulator.AnalyticsEvent {
                .init(name: name, session: console.parts.core.random.uuid(), occurredAt: console.clock.now.date)
            }
            try await quiet.sendAnalytics((0..<4).map { event("quiet \($0)") })
            for round in 0..<10 {
                try await flood.sendAnalytics((0..<5).map { event("flood \(round) \($0)") })
            }
            #expect(try await Self.counts("analyticsEvent", console) == ["appreview": 4, "demo": 6])
            #expect(try await Self.evicted("analyticsEvent", console) == 44)
            let names = try await console.parts.core.database.read { db in
                try String.fetchAll(db, sql: "SELECT name FROM analyticsEvent WHERE name LIKE 'flood%' ORDER BY id")
            }
            #expect(names == ["flood 8 4"] + (0..<5).map { "flood 9 \($0)" })
        }
    }

    @Test func `Beacons, places and push tokens of another customer stay`() async throws {
        try await withConsole([\.retentionBeacons: "6", \.retentionLocations: "6", \.retentionPushTokens: "6"]) {
            console in
            let (flood, quiet) = (try await console.signedInDevice(), try await Self.other(console))
            for _ in 0..<3 { try await console.beacon(from: quiet) }
            for number in 0..<20 {
                try await console.beacon(from: flood) { $0.pushToken = "token\(number)" }
            }
            #expect(try await Self.counts("beacon", console) == ["appreview": 3, "demo": 3])
            #expect(try await Self.counts("pushToken", console)["demo"] == 6)
            #expect(try await Self.evicted("beacon", console) == 17)
        }
    }

    @Test func `The event log of another customer stays`() async throws {
        try await withConsole([\.retentionEvents: "60"]) { console in
            let before = try await Self.counts("eventLog", console)
            _ = try await Self.other(console)
            let quiet = try await Self.counts("eventLog", console)["appreview"] ?? 0
            #expect(quiet > 0 && quiet < 20, "\(before)")
            let now = console.clock.now
            let demo = try await console.parts.value(
                "SELECT id FROM organizationGroup WHERE code = 'demo'", Int64.self)
            for number in 0..<200 {
                try await console.parts.core.database.write { transaction in
                    try console.parts.core.events.record(
                        ConsoleEvent(
                            action: .deviceEnrollmentBegun, subjectKind: "device", subject: "\(number)", groupID: demo,
                            at: now), by: .system, in: transaction)
                }
            }
            let after = try await Self.counts("eventLog", console)
            #expect(after["appreview"] == quiet)
            #expect(after.values.reduce(0, +) <= 60)
        }
    }

    @Test func `Reports of pins from one network never push out those of others`() async throws {
        try await withConsole([\.retentionPinReports: "6"]) { console in
            _ = try await console.signedInDevice("1111")
            let store = PinStore(
                database: console.parts.core.database, events: console.parts.core.events,
                clock: console.parts.core.clock, table: console.parts.core.table("pinReport", \.pinReports))
            let host = try #require(PinnedHost("uem.example.test"))
            func report(_ device: String?, _ network: String) async throws {
                try await store.keepReport(
                    on: host, claimedBy: device.flatMap(DeviceIdentifier.init), from: network, at: nil)
            }
            func count(_ condition: String) async throws -> Int? {
                try await console.parts.value("SELECT COUNT(*) FROM pinReport WHERE \(condition)", Int.self)
            }
            for _ in 0..<2 { try await report("1111", "192.0.2.1") }
            for _ in 0..<2 { try await report(nil, "192.0.2.1") }
            for number in 0..<30 { try await report("unheard-\(number)", "198.51.100.1") }
            #expect(try await count("network = '192.0.2.1'") == 4)
            #expect(try await count("network = '198.51.100.1'") == 4)
            // Those of devices nobody knows, from however many networks, leave those of known ones alone.
            for number in 0..<50 { try await report("unheard-\(number)", "203.0.113.\(number)") }
            #expect(try await count("isKnown = 1") == 2)
            #expect(try await count("isKnown = 0") == 6)
            for _ in 0..<30 { try await report("1111", "198.51.100.1") }
            #expect(try await count("isKnown = 1 AND network = '192.0.2.1'") == 2)
            #expect(try await Self.evicted("pinReport", console) == 26)
            // Networks that have none left are not kept count of.
            let networks = try await console.parts.value(
                "SELECT COUNT(*) FROM boundedShare WHERE name LIKE 'pinReport%'", Int.self)
            #expect(networks ?? 0 <= 8)
        }
    }

    @Test func `Who begins many sessions of agents loses their own, and nobody else an enrollment under way`()
        async throws
    {
        try await withConsole { console in
            let core = console.parts.core
            let store = AgentSessionStore(
                database: core.database, events: core.events, clock: core.clock, random: core.random,
                passwords: console.parts.model.guards.passwords.rules, limit: 6)
            let group = try #require(try await console.parts.model.groups.group(code: "demo"))
            let theirs = try await store.open(at: group, from: "192.0.2.1")
            for _ in 0..<30 { _ = try await store.open(at: group, from: "198.51.100.1") }
            #expect(try await store.session(theirs).network == "192.0.2.1")
            #expect(try await console.parts.count("agentSession") == 6)
            try await console.execute("DELETE FROM agentSession")
            #expect(try await console.parts.count("boundedShare WHERE name = 'agentSession'") == 0)
        }
    }
}
