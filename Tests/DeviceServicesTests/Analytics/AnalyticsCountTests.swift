import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Counts of analytics events (AdminAPI, "Analytics").
struct AnalyticsCountTests {
    private static let path = "/_mock/analytics/counts"

    /// Sends events of these names, one batch for each call.
    private static func send(
        _ names: [String], version: String = "1.4", value: String = "", _ client: SimulatedClient,
        _ console: TestConsole
    ) async throws {
        let events = names.map { "{\"name\":\"\($0)\",\"value\":\"\(value)\",\"bundleVersion\":\"\(version)\"}" }
        var request = try DeviceRoute.analytics.request(client)
        request.body = Data("{\"events\":[\(events.joined(separator: ","))]}".utf8)
        #expect(try await console.send(request, as: client).status == 200)
    }

    /// Rows of a list of counts, each as `name: events`.
    private static func rows(_ counts: [String: Any], _ list: String, _ name: String) -> [String] {
        let items = counts[list] as? [[String: Any]] ?? []
        return items.map { "\($0[name] as? String ?? ""): \($0["events"] as? Int ?? -1)" }
    }

    @Test func `Events are counted by hour, by name and by version of the app`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await Self.send(["open", "open", "search"], client, console)
            console.clock.advance(seconds: 7200)
            try await Self.send(["open"], version: "2.0", client, console)
            let counts = try await console.adminJSON(Self.path)
            #expect(counts["total"] as? Int == 4 && counts["counted"] as? Int == 4)
            #expect(counts["interval"] as? String == "hour")
            #expect(counts["since"] as? String == "2026-03-05T10:20:30.000Z")
            let hours = ["2026-03-05T10:00:00.000Z: 3", "2026-03-05T12:00:00.000Z: 1"]
            #expect(Self.rows(counts, "intervals", "from") == hours)
            #expect(Self.rows(counts, "names", "name") == ["open: 3", "search: 1"])
            #expect(Self.rows(counts, "versions", "bundleVersion") == ["1.4: 3", "2.0: 1"])
            #expect(Self.rows(counts, "versions", "bundleId").first == "com.example.demo: 3")
            let days = try await console.adminJSON("\(Self.path)?interval=Day")
            #expect(Self.rows(days, "intervals", "from") == ["2026-03-05T00:00:00.000Z: 4"])
        }
    }

    @Test func `Events of more than three days are counted by day unless hours are asked for`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await Self.send(["open"], client, console)
            console.clock.advance(seconds: 4 * 86_400)
            try await Self.send(["open"], client, console)
            let counts = try await console.adminJSON(Self.path)
            #expect(counts["interval"] as? String == "day")
            let days = ["2026-03-05T00:00:00.000Z: 1", "2026-03-09T00:00:00.000Z: 1"]
            #expect(Self.rows(counts, "intervals", "from") == days)
            let hours = try await console.adminJSON("\(Self.path)?interval=hour")
            #expect(Self.rows(hours, "intervals", "from").first == "2026-03-05T10:00:00.000Z: 1")
        }
    }

    @Test(arguments: [
        ("", 4), ("?name=open", 3), ("?value=42", 1), ("?text=sear", 1), ("?to=2026-03-05T10:20:31Z", 3),
        ("?from=2026-03-05T10:20:31Z", 1), ("?bundleId=com.example.demo", 4), ("?bundleId=com.example.other", 0),
        ("?device=ffff", 0), ("?group=demo", 4), ("?group=appreview", 0), ("?type=sessionStarted", 0),
    ])
    func `Filters of the list narrow what is counted`(query: String, count: Int) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await Self.send(["open", "open", "search"], client, console)
            console.clock.advance(seconds: 1)
            try await Self.send(["open"], value: "42", client, console)
            let counts = try await console.adminJSON(Self.path + query)
            #expect(counts["total"] as? Int == count && counts["counted"] as? Int == count)
            #expect(try await console.total("/_mock/analytics\(query)") == count)
            #expect((counts["intervals"] as? [Any])?.isEmpty == (count == 0))
            #expect((counts["since"] == nil) == (count == 0))
        }
    }

    @Test func `An administrator counts only what is below their group`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await Self.send(["open"], client, console)
            for (group, count) in [("appreview", 0), ("demo", 1)] {
                let headers = try await console.administrator(of: group, username: group)
                let counts = try await console.send(.get, Self.path, headers: headers).json()
                #expect(counts["total"] as? Int == count, "\(group)")
                #expect((counts["names"] as? [Any])?.count == count, "\(group)")
            }
        }
    }

    @Test(arguments: ["interval=minute", "kind=gps", "from=today", "page=1"])
    func `What cannot be counted is refused with the reason`(query: String) async throws {
        try await withConsole { console in
            let answer = try await console.admin(.get, "\(Self.path)?\(query)")
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains(String(query.prefix { $0 != "=" })), "\(answer.text)")
        }
    }

    /// 60,000 events, one a second; `rare` is every thousandth, and the last 30,000 are of the group `demo`.
    private static let many = """
        INSERT INTO analyticsEvent (receivedAt, occurredAt, groupId, session, type, name, valueType, value, bundleId,
            bundleVersion)
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 60000)
        SELECT 1772700000000 + n * 1000, 1772700000000 + n * 1000,
            (SELECT id FROM organizationGroup WHERE code = CASE WHEN n > 30000 THEN 'demo' ELSE 'appreview' END),
            '', 1, CASE WHEN n % 1000 = 0 THEN 'rare' ELSE 'e' || (n % 30) END, 0, '', 'com.example.demo', '1.' || (n % 25)
        FROM number
        """

    @Test func `Of very many events the latest are counted, and all of few among them`() async throws {
        try await withConsole { console in
            try await console.execute(Self.many)
            func counts(_ query: String) async throws -> [String: Any] {
                try await console.adminJSON(Self.path + query)
            }
            func sum(_ counts: [String: Any], _ list: String) -> Int {
                (counts[list] as? [[String: Any]] ?? []).compactMap { $0["events"] as? Int }.reduce(0, +)
            }
            for query in ["", "?group=demo", "?from=2026-03-05T08:00:00Z", "?group=demo&to=2027-01-01T00:00:00Z"] {
                let some = try await counts(query)
                let counted = try #require(some["counted"] as? Int)
                #expect((5000...6250).contains(counted), "\(query): \(counted)")
                #expect(some["total"] as? Int ?? 0 > 6250, "\(query)")
                #expect(sum(some, "intervals") == counted, "\(query)")
                #expect((some["names"] as? [Any])?.count == 20 && (some["versions"] as? [Any])?.count == 20)
                #expect(sum(some, "names") < counted)
            }
            let rare = try await counts("?name=rare")
            #expect(rare["total"] as? Int == 60 && rare["counted"] as? Int == 60)
            let others = try await counts("?group=appreview&to=2026-03-05T09:00:00Z")
            #expect(others["total"] as? Int == others["counted"] as? Int)
        }
    }
}
