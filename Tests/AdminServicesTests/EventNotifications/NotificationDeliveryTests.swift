import Crypto
import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// How events reach their targets (AdminNotifications, "Delivery").
struct NotificationDeliveryTests {
    @Test func `A delivery is signed, signed in, and says what it is`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let id = try await console.notify()
            _ = try await console.signedInDevice()
            let tally = try await console.deliver()
            #expect(tally["failed"] as? Int == 0 && tally["retried"] as? Int == 0)
            let request = try #require(fake.requests.first).request
            #expect(request.method == "POST" && request.header("Authorization") == "Basic dTpw")
            #expect(request.header("content-type") == "application/json; charset=utf-8")
            #expect(request.header("user-agent")?.hasPrefix("MockUEM/") == true)
            #expect(request.header("x-mockuem-event") == "MDM Enrollment Complete")
            #expect(request.header("x-mockuem-attempt") == "1")
            #expect(request.header("x-mockuem-timestamp") == "1772706030")
            let row = try #require(try await console.deliveries().first)
            #expect(row["uuid"] as? String == request.header("x-mockuem-delivery"))

            let secret = try await console.adminJSON("/_mock/event-notifications/\(id)/secret")["secret"] as? String
            let key = SymmetricKey(data: Data((secret ?? "").utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Data("1772706030.\(request.text)".utf8), using: key)
            #expect(request.header("x-mockuem-signature") == "t=1772706030,v1=\(RandomSource.hex(code))")
        }
    }

    @Test func `The signature is that of the documentation`() {
        let value = NotificationSignature.value(
            of: #"{"EventId":148}"#, secret: "secret", at: Timestamp(milliseconds: 1_772_706_030_999))
        #expect(
            value == "t=1772706030,v1=62d917a46f016c1c1d08560f3f577c00ac0e7e52642f989ba1615c2eb9f2bde0")
    }

    /// What is told of a delivery that was refused, refused, not taken and taken.
    private static func expectTries(of id: Int, of request: OutgoingRequest, _ console: TestConsole) async throws {
        let detail = try await console.adminJSON("/_mock/notification-deliveries/\(id)")
        let tries = try #require(detail["tries"] as? [[String: Any]])
        #expect(tries.compactMap { $0["status"] as? Int } == [503, 503, 204])
        #expect(tries.first?["responseBody"] as? String == "down")
        #expect(tries[2]["error"] as? String == "Failed: no connection.")
        let sent = try #require(tries.first?["requestHeaders"] as? [String: String])
        #expect(sent["Authorization"] == "<redacted>" && sent["X-MockUEM-Signature"] != nil)
        #expect(detail["body"] as? String == request.text)
    }

    @Test func `A delivery that fails is tried again when it is due, under the same id, and then taken`() async throws {
        let (fake, clock) = (FakeNetwork(), TestClock())
        try await withConsole(clock: clock, network: fake.network) { console in
            try await Self.expectRetries(fake, clock, console)
        }
    }

    /// Lets three attempts fail and the fourth be taken.
    private static func expectRetries(_ fake: FakeNetwork, _ clock: TestClock, _ console: TestConsole) async throws {
        fake.respond { _, _ in FakeNetwork.answer(503, [:], "down") }
        try await console.notify()
        _ = try await console.signedInDevice()
        try await console.deliver()
        #expect(fake.requests.count == 1)
        try await console.deliver()
        #expect(fake.requests.count == 1, "it is not due yet")
        let waiting = try #require(try await console.deliveries("state=pending").first)
        #expect(waiting["attempts"] as? Int == 1)
        #expect(waiting["lastStatus"] as? Int == 503)
        clock.advance(seconds: 5)
        try await console.deliver()
        #expect(fake.requests.count == 2)
        fake.respond { _, _ in throw OutgoingFailure("no connection") }
        clock.advance(seconds: 10)
        try await console.deliver()
        fake.respond { _, _ in FakeNetwork.answer(204) }
        clock.advance(seconds: 20)
        try await console.deliver()
        let requests: [OutgoingRequest] = fake.requests.map(\.request)
        #expect(Set(requests.map { $0.header("x-mockuem-delivery") }).count == 1)
        #expect(requests.map { $0.header("x-mockuem-attempt") } == ["1", "2", "3", "4"])
        #expect(Set(requests.map { $0.header("x-mockuem-signature") }).count == 4)
        #expect(Set(requests.map(\.text)).count == 1)
        let done = try #require(try await console.deliveries("state=delivered").first)
        #expect(done["attempts"] as? Int == 4)
        #expect(done["lastError"] == nil)
        #expect(done["finishedAt"] is String)

        try await Self.expectTries(of: try #require(done["id"] as? Int), of: try #require(requests.first), console)
    }

    @Test func `After the last attempt a delivery is given up, which the event log tells, and the next goes on`()
        async throws
    {
        let (fake, clock) = (FakeNetwork(), TestClock())
        try await withConsole([\.notificationsAttempts: "2"], clock: clock, network: fake.network) { console in
            fake.respond { request, _ in
                FakeNetwork.answer(request.text.contains("MDM Enrollment") ? 500 : 200)
            }
            try await console.notify()
            let client = try await console.signedInDevice()
            #expect(try await console.change(client.device.value, #"{"ownership":"EmployeeOwned"}"#).status == .ok)
            try await console.deliver()
            #expect(fake.requests.count == 1, "what comes later waits for what came before")
            clock.advance(seconds: 5)
            try await console.deliver()
            #expect(fake.eventTypes.prefix(2) == ["MDM Enrollment Complete", "MDM Enrollment Complete"])
            #expect(fake.eventTypes.dropFirst(2).allSatisfy { $0 != "MDM Enrollment Complete" })
            #expect(fake.eventTypes.last == "Device Ownership Changed")
            let given = try await console.deliveries("state=failed")
            #expect(given.count == 1 && given.first?["lastError"] as? String == "The target answered 500.")
            let log = try await console.adminJSON("/_mock/events?text=gaveUp")
            #expect(log["total"] as? Int == 1)
            // Nothing is switched off because of it.
            let all = try await console.api.object("system/eventnotifications/search?status=Active")
            #expect(all["TotalResults"] as? Int == 1)
        }
    }

    @Test func `A target may ask for more time, within bounds, and not for less`() async throws {
        let (fake, clock) = (FakeNetwork(), TestClock())
        try await withConsole(clock: clock, network: fake.network) { console in
            for (asked, seconds) in [("60", 60), ("999999999999", 3600)] as [(String, Int64)] {
                fake.respond { _, _ in FakeNetwork.answer(429, ["retry-after": asked]) }
                try await console.notify(TestConsole.draft(name: "t\(asked)"))
                _ = try await console.signedInDevice("aaaa\(asked)")
                try await console.deliver()
                let before = fake.requests.count
                clock.advance(seconds: seconds - 1)
                try await console.deliver()
                #expect(fake.requests.count == before, "\(asked)")
                fake.respond { _, _ in FakeNetwork.answer() }
                clock.advance(seconds: 1)
                try await console.deliver()
                #expect(fake.requests.count > before, "\(asked)")
            }
        }
        let retry = NotificationRetry(maximumAttempts: 5, random: RandomSource { _ in [0] })
        #expect([1, 2, 3, 4, 5].map { retry.delay(after: $0) } == [2500, 5000, 10_000, 20_000, nil])
        #expect(retry.delay(after: 1, retryAfter: 0) == 2500 && retry.delay(after: 1, retryAfter: .max) == 3_600_000)
        let late = NotificationRetry(maximumAttempts: 100, random: RandomSource { _ in [255] })
        #expect(late.delay(after: 1) == 5000 && late.delay(after: 99) == 3_600_000)
    }

    @Test(
        arguments: [
            ("Thu, 05 Mar 2026 10:21:30 GMT", nil, 60_000), ("Thursday, 05-Mar-26 10:30:30 GMT", nil, 600_000),
            ("Mon, 01 Jan 2035 00:02:00 GMT", "Mon, 01 Jan 2035 00:00:00 GMT", 120_000),
            ("Fri, 06 Mar 2026 10:20:30 GMT", nil, 3_600_000), ("Thu, 05 Mar 2026 09:00:00 GMT", nil, 0),
            ("Mon, 01 Jan 2035 00:00:00 GMT", "Mon, 01 Jan 2035 00:00:00 GMT", 0), ("soon", nil, 0), ("-60", nil, 0),
        ] as [(String, String?, Int64)])
    func `A target may name a time`(asked: String, date: String?, wait: Int64) async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let fields = ["retry-after": asked].merging(date.map { ["date": $0] } ?? [:]) { $1 }
            fake.respond { _, _ in FakeNetwork.answer(503, fields) }
            try await console.notify()
            _ = try await console.signedInDevice()
            try await console.deliver()
            let row = try #require(try await console.deliveries("state=pending").first)
            let next = try #require((row["nextAttemptAt"] as? String).flatMap { Timestamp(iso8601: $0) })
            let waits = next.milliseconds - console.clock.now.milliseconds
            // Where it asks for nothing, the usual time counts.
            if wait > 0 { #expect(waits == wait) } else { #expect((2500...5000).contains(waits)) }
        }
    }

    @Test func `A target that turns out to be inside is given up at once`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            try await console.notify()
            fake.name("hook.example.test", ["192.168.1.1"])
            _ = try await console.signedInDevice()
            try await console.deliver()
            #expect(fake.requests.isEmpty)
            let row = try #require(try await console.deliveries("state=failed").first)
            #expect((row["lastError"] as? String)?.contains("hook.example.test leads to a private address") == true)
            #expect((row["lastError"] as? String)?.contains("192.168") == false)
            #expect(row["attempts"] as? Int == 1)
        }
    }

    @Test func `A slow target holds no other up`() async throws {
        let fake = FakeNetwork(["slow.test": ["8.8.8.8"], "quick.test": ["8.8.4.4"]])
        try await withConsole([\.notificationsTimeout: "120"], network: fake.network) { console in
            let (quick, told) = AsyncStream.makeStream(of: Void.self)
            fake.respond { request, _ in
                if request.url.host == "slow.test" { try await Task.sleep(for: .seconds(3600)) }
                told.yield()
                return FakeNetwork.answer()
            }
            try await console.notify(TestConsole.draft(name: "slow", url: "https://slow.test/"))
            try await console.notify(TestConsole.draft(name: "quick", url: "https://quick.test/"))
            _ = try await console.signedInDevice()
            // The service itself sends; the console stops in the middle of the slow one.
            for await _ in quick { break }
            let queue = try await console.adminJSON("/_mock/notification-queue")
            let names = (queue["items"] as? [[String: Any]])?.compactMap { $0["targetName"] as? String }
            #expect(names?.contains("slow") == true)
        }
    }

    @Test func `While a notification is inactive its deliveries wait, and no event is added`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            fake.respond { _, _ in FakeNetwork.answer(500) }
            let id = try await console.notify()
            let client = try await console.signedInDevice()
            try await console.deliver()
            let path = "system/eventnotifications/\(id)"
            #expect(try await console.api.call(.put, path, #"{"IsActive":false}"#).status == .noContent)
            #expect(try await console.change(client.device.value, #"{"ownership":"EmployeeOwned"}"#).status == .ok)
            fake.respond { _, _ in FakeNetwork.answer() }
            #expect(try await console.deliver(all: true)["attempted"] as? Int == 0)
            let queue = try await console.adminJSON("/_mock/notification-queue")
            #expect((queue["items"] as? [[String: Any]])?.first?["isActive"] as? Bool == false)
            #expect(try await console.api.call(.put, path, #"{"IsActive":true}"#).status == .noContent)
            try await console.deliver(all: true)
            #expect(try await console.deliveries("state=delivered").count == 1)
            #expect(try await console.deliveries().count == 1)
        }
    }

    @Test func `Deleting a notification cancels what waits and keeps the log`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            fake.respond { _, _ in FakeNetwork.answer(500) }
            let id = try await console.notify()
            _ = try await console.signedInDevice()
            try await console.deliver()
            #expect(try await console.api.call(.delete, "system/eventnotifications/\(id)").status == .noContent)
            #expect(try await console.deliver(all: true)["attempted"] as? Int == 0)
            let row = try #require(try await console.deliveries("state=cancelled").first)
            #expect(row["notification"] == nil && row["targetName"] as? String == "inventory")
            let answer = try await console.admin(.post, "/_mock/notification-deliveries/\(row["id"] ?? 0)/redeliver")
            try expectRefusal(answer, 409, number: 409, saying: "deleted")
            #expect(try await console.adminJSON("/_mock/notification-queue")["total"] as? Int == 0)
        }
    }

    @Test func `What waits survives a restart`() async throws {
        let (fake, clock) = (FakeNetwork(), TestClock())
        try await withTemporaryFolder { path in
            try await Self.console(at: path, clock, fake) { parts in
                try await parts.core.database.write { transaction in
                    try transaction.db.execute(
                        sql: """
                            INSERT INTO device (uuid, identifier, groupId, enrollmentStatus, lastSeenAt, createdAt)
                            VALUES ('u', 'd1', 7, 2, 1, 1)
                            """)
                }
                let draft = EventNotificationDraft(
                    name: "x", url: "https://hook.example.test/", choices: [.enrollment: true])
                _ = try await parts.notifications.store.create(
                    draft,
                    by: AdministratorIdentity(name: "a", groupID: 7, subtree: .whole, role: .consoleAdministrator))
                try await parts.core.database.write { transaction in
                    try transaction.db.execute(sql: "UPDATE device SET enrollmentStatus = 4")
                }
            }
            #expect(fake.requests.isEmpty, "nothing sends without the service")
            try await Self.console(at: path, clock, fake) { parts in
                let tally = try await parts.notifications.sender.sendDue(all: false, in: .whole)
                #expect(tally == .init(attempted: 1, delivered: 1, failed: 0, retried: 0))
            }
            #expect(fake.eventTypes == ["MDM Enrollment Complete"])
        }
    }

    /// Opens a console in a folder, without its services but the database, and closes it.
    private static func console(
        at path: String, _ clock: TestClock, _ fake: FakeNetwork,
        _ body: @Sendable (ConsoleParts) async throws -> Void
    ) async throws {
        let folder = try DataFolder(path: path)
        defer { folder.close() }
        var surroundings = Surroundings.test(clock: clock, network: fake.network)
        surroundings.random = .system
        let console = try await Console(try .test(), folder: folder, surroundings: surroundings)
        try await console.parts.core.database.running { try await body(console.parts) }
        try console.parts.core.database.pool.close()
    }

    @Test func `A round reaches more targets than are served at a time`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            for number in 1...20 { try await console.notify(TestConsole.draft(name: "target \(number)")) }
            _ = try await console.signedInDevice()
            try await console.deliver()
            #expect(fake.requests.count == 20)
            #expect(try await console.deliveries("state=delivered").count == 20)
            #expect(try await console.deliveries("state=pending").isEmpty)
        }
    }
}
