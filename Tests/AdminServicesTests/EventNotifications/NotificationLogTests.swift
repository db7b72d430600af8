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

/// The delivery log, redelivery and the queue (AdminNotifications, "Delivery log").
struct NotificationLogTests {
    /// A console with some deliveries: three of one device, all taken.
    private static func with(
        _ body: @escaping @Sendable (TestConsole, FakeNetwork, SimulatedClient) async throws -> Void
    ) async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            try await console.notify()
            let client = try await console.signedInDevice()
            for ownership in ["EmployeeOwned", "CorporateShared"] {
                let change = try await console.change(client.device.value, #"{"ownership":"\#(ownership)"}"#)
                #expect(change.status == .ok)
            }
            try await console.deliver()
            try await body(console, fake, client)
        }
    }

    @Test func `Deliveries page and are filtered`() async throws {
        try await Self.with { console, _, client in
            let all = try await console.adminJSON("/_mock/notification-deliveries?pageSize=2&page=1")
            #expect(all["total"] as? Int == 3 && (all["items"] as? [Any])?.count == 1)
            let counts: [(String, Int)] = [
                ("state=delivered", 3), ("state=pending", 0), ("event=148", 1), ("event=9014", 2),
                ("device=\(client.device)", 3), ("user=demo", 3), ("group=global", 3), ("text=CorporateShared", 1),
                ("notification=1", 3), ("notification=2", 0), ("to=2026-03-05T10:20:30Z", 0),
                ("from=2026-03-05T10:20:30Z", 3),
            ]
            for (query, count) in counts { #expect(try await console.deliveries(query).count == count, "\(query)") }
            #expect(
                try await console.adminJSON("/_mock/devices/\(client.device)/notification-deliveries")["total"] as? Int
                    == 3)
            let lines = try await console.admin(.get, "/_mock/notification-deliveries/download")
            #expect(lines.text.split(separator: "\n").count == 3)
            for query in ["state=lost", "event=x", "notification=-1", "colour=red"] {
                try expectRefusal(
                    try await console.admin(.get, "/_mock/notification-deliveries?\(query)"), 400, number: 400)
            }
            try expectRefusal(try await console.admin(.get, "/_mock/notification-deliveries/424242"), 404, number: 404)
        }
    }

    @Test func `One delivery, or many, are sent again under the same id`() async throws {
        try await Self.with { console, fake, _ in
            let rows = try await console.deliveries()
            let id = try #require(rows.last?["id"] as? Int)
            let path = "/_mock/notification-deliveries"
            #expect(try await console.admin(.post, "\(path)/\(id)/redeliver").status == .accepted)
            try await console.deliver()
            #expect(fake.eventTypes.count == 4 && fake.eventTypes.last == "MDM Enrollment Complete")
            let ids = fake.requests.map { $0.request.header("x-mockuem-delivery") }
            #expect(ids.first == ids.last && fake.requests.first?.request.text == fake.requests.last?.request.text)
            let again = try await console.adminJSON("\(path)/\(id)")
            let delivery = try #require(again["delivery"] as? [String: Any])
            #expect(delivery["redeliveries"] as? Int == 1 && delivery["attempts"] as? Int == 1)
            #expect((again["tries"] as? [Any])?.count == 2)

            let many = try await console.admin(.post, "\(path)/redeliver?event=9014")
            #expect(try many.json()["redelivered"] as? Int == 2)
            try await console.deliver()
            #expect(fake.requests.count == 6)
            let every = try await console.admin(.post, "\(path)/redeliver?all=true")
            #expect(try every.json()["redelivered"] as? Int == 3)
            try expectRefusal(try await console.admin(.post, "\(path)/redeliver"), 400, number: 400, saying: "all=true")
            try expectRefusal(try await console.admin(.post, "\(path)/424242/redeliver"), 404, number: 404)
        }
    }

    @Test func `A delivery that waits is not queued twice, and the queue tells of it`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            fake.respond { _, _ in FakeNetwork.answer(500) }
            try await console.notify()
            _ = try await console.signedInDevice()
            try await console.deliver()
            let id = try #require(try await console.deliveries().first?["id"] as? Int)
            let again = try await console.admin(.post, "/_mock/notification-deliveries/\(id)/redeliver")
            try expectRefusal(again, 409, number: 409, saying: "waits already")
            let queue = try await console.adminJSON("/_mock/notification-queue")
            let lane = try #require((queue["items"] as? [[String: Any]])?.first)
            #expect(queue["total"] as? Int == 1 && lane["pending"] as? Int == 1 && lane["attempts"] as? Int == 1)
            #expect(lane["lastStatus"] as? Int == 500 && lane["targetName"] as? String == "inventory")
            let tally = try await console.deliver(all: true)
            #expect(tally["attempted"] as? Int == 1 && tally["retried"] as? Int == 1)
        }
    }

    @Test func `Deliveries can be deleted`() async throws {
        try await Self.with { console, _, _ in
            let id = try #require(try await console.deliveries().first?["id"] as? Int)
            #expect(try await console.admin(.delete, "/_mock/notification-deliveries/\(id)").status == .noContent)
            let gone = try await console.admin(.delete, "/_mock/notification-deliveries?state=delivered")
            #expect(gone.deletedCount == 2)
            let left = try await console.parts.core.database.read { db in
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM notificationAttempt")
            }
            #expect(left == 0)
        }
    }

    @Test func `An administrator below sees, sends again and runs only what is their own`() async throws {
        try await Self.with { console, fake, _ in
            let other = try await console.api(.consoleAdministrator, of: "demo")
            let id = try #require(try await console.deliveries().first?["id"] as? Int)
            let list = try await other.mock(.get, "notification-deliveries")
            #expect(try list.json()["total"] as? Int == 0)
            for (method, path) in [
                (HTTPRequest.Method.get, "\(id)"), (.post, "\(id)/redeliver"), (.delete, "\(id)"),
            ] {
                #expect(try await other.mock(method, "notification-deliveries/\(path)").status == .notFound, "\(path)")
            }
            let many = try await other.mock(.post, "notification-deliveries/redeliver?all=true")
            #expect(try many.json()["redelivered"] as? Int == 0)
            fake.respond { _, _ in FakeNetwork.answer(500) }
            #expect(
                try await console.admin(.post, "/_mock/notification-deliveries/\(id)/redeliver").status == .accepted)
            let queue = try await other.mock(.get, "notification-queue")
            #expect(try queue.json()["total"] as? Int == 0)
            let run = try await other.mock(.post, "notification-queue/run?all=true")
            #expect(try run.json()["attempted"] as? Int == 0)
        }
    }

    @Test func `Of the header fields of an answer the log keeps so many bytes`() async throws {
        let fake = FakeNetwork()
        let many = Dictionary(uniqueKeysWithValues: (100..<200).map { ("x-\($0)", String(repeating: "v", count: 500)) })
        fake.respond { _, _ in
            FakeNetwork.answer(500, many.merging(["a-long": String(repeating: "l", count: 5000)]) { $1 })
        }
        try await withConsole(network: fake.network) { console in
            try await console.notify()
            _ = try await console.signedInDevice()
            try await console.deliver()
            let id = try #require(try await console.deliveries().first?["id"] as? Int)
            let attempt = try #require(try await console.tries(of: id).first)
            let headers = try #require(attempt["responseHeaders"] as? [String: String])
            #expect(headers["a-long"]?.count == 1000 && headers["x-100"]?.count == 500 && headers["x-199"] == nil)
            let size: Int = headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            #expect(size <= 8192)
        }
    }
}
