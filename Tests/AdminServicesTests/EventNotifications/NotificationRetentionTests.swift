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

/// Which deliveries a full log lets go (AdminNotifications, "Delivery log").
struct NotificationRetentionTests {
    /// A console that keeps some deliveries, with a target that takes none and one that takes all.
    private static func with(
        keeping bound: Int,
        _ body: @escaping @Sendable (TestConsole, SimulatedClient) async throws -> Void
    ) async throws {
        let fake = FakeNetwork(["stuck.test": ["8.8.8.8"], "fine.test": ["8.8.4.4"]])
        fake.respond { request, _ in FakeNetwork.answer(request.url.host == "stuck.test" ? 500 : 200) }
        try await withConsole([\.retentionDeliveries: String(bound)], network: fake.network) { console in
            try await console.notify(TestConsole.draft(name: "stuck", url: "https://stuck.test/"))
            try await console.notify(TestConsole.draft(name: "fine", url: "https://fine.test/"))
            let client = try await console.signedInDevice()
            try await console.deliver()
            try await body(console, client)
        }
    }

    private static func kept(_ console: TestConsole) async throws -> [String] {
        try await console.deliveries().compactMap { row in
            guard let name = row["targetName"], let state = row["state"] else { return nil }
            return "\(name) \(state)"
        }
    }

    private static func change(_ console: TestConsole, _ client: SimulatedClient, to ownership: String) async throws {
        let answer = try await console.change(client.device.value, #"{"ownership":"\#(ownership)"}"#)
        #expect(answer.status == .ok)
        try await console.deliver()
    }

    @Test func `What ended goes before what waits, however old that is`() async throws {
        try await Self.with(keeping: 3) { console, client in
            #expect(try await Self.kept(console) == ["fine delivered", "stuck pending"])
            try await Self.change(console, client, to: "EmployeeOwned")
            #expect(try await Self.kept(console) == ["fine delivered", "stuck pending", "stuck pending"])
            #expect(try await console.adminJSON("/_mock/events?text=gaveUp")["total"] as? Int == 0)
        }
    }

    @Test func `Where all that is left waits, the oldest is given up, which the event log tells`() async throws {
        try await Self.with(keeping: 3) { console, client in
            try await Self.change(console, client, to: "EmployeeOwned")
            try await Self.change(console, client, to: "CorporateShared")
            #expect(try await Self.kept(console) == ["fine delivered", "stuck pending", "stuck pending"])
            let events = try await console.deliveries("state=pending").compactMap { $0["eventType"] as? String }
            #expect(events == ["Device Ownership Changed", "Device Ownership Changed"])
            let log = try await console.adminJSON("/_mock/events?text=gaveUp")
            let event = try #require((log["items"] as? [[String: Any]])?.first)
            #expect(log["total"] as? Int == 1 && event["subject"] as? String == "stuck")
            let told = try JSONSerialization.data(withJSONObject: event, options: .sortedKeys)
            #expect(String(decoding: told, as: UTF8.self).contains("retention.deliveries keeps, which is 3"))
            let evicted = try await console.parts.core.database.read { db in
                try BoundedTable(name: "notificationDelivery", bound: 3).evicted(db)
            }
            #expect(evicted == 3)
        }
    }

    @Test func `What was given up takes its tries with it, and the rest goes on in order`() async throws {
        try await Self.with(keeping: 2) { console, client in
            try await Self.change(console, client, to: "EmployeeOwned")
            #expect(try await Self.kept(console) == ["fine delivered", "stuck pending"])
            let left = try await console.parts.core.database.read { db in
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT COUNT(*) FROM notificationAttempt
                        WHERE deliveryId NOT IN (SELECT id FROM notificationDelivery)
                        """)
            }
            #expect(left == 0)
            let queue = try await console.adminJSON("/_mock/notification-queue")
            let lane = try #require((queue["items"] as? [[String: Any]])?.first)
            #expect(lane["targetName"] as? String == "stuck" && lane["pending"] as? Int == 1)
        }
    }
}
