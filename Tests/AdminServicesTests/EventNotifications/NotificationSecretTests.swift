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

/// Where passwords and secrets must not turn up (AdminNotifications, "Delivery log").
struct NotificationSecretTests {
    private static let password = "tr0ub4dor&3"
    private static let credentials = Data("hooks:\(password)".utf8).base64EncodedString()
    private static let draft = """
        {"TargetName":"inventory","TargetUrl":"https://hook.example.test/","Username":"hooks",
         "Password":"\(password)","DeviceEvents":\(everyEvent)}
        """

    @Test func `What a target repeats of its request is hidden in the log`() async throws {
        let fake = FakeNetwork()
        fake.respond { request, _ in
            let field = request.header("authorization") ?? "none"
            return FakeNetwork.answer(
                500, ["x-echo": field, "x-password": Self.password], "Authorization: \(field)\r\n\(Self.password)!")
        }
        try await withConsole(network: fake.network) { console in
            let id = try await console.notify(Self.draft)
            _ = try await console.signedInDevice()
            try await console.deliver()
            #expect(fake.requests.first?.request.header("authorization") == "Basic \(Self.credentials)")
            let delivery = try #require(try await console.deliveries().first?["id"] as? Int)
            let attempt = try #require(try await console.tries(of: delivery).first)
            #expect(attempt["responseBody"] as? String == "Authorization: Basic <redacted>\r\n<redacted>!")
            let headers = try #require(attempt["responseHeaders"] as? [String: String])
            #expect(headers == ["x-echo": "Basic <redacted>", "x-password": "<redacted>"])
            // What is sent is not changed by what is shown.
            try await console.deliver(all: true)
            #expect(fake.requests.last?.request.header("authorization") == "Basic \(Self.credentials)")
            let path = "system/eventnotifications/\(id)"
            #expect(try await console.api.call(.put, path, #"{"Password":""}"#).status == .noContent)
        }
    }

    @Test func `No answer, row, event or log line has them`() async throws {
        let fake = FakeNetwork()
        fake.respond { _, _ in FakeNetwork.answer(500) }
        try await withWatchedConsole([\.notificationsAttempts: "2"], network: fake.network) { console, log in
            let id = try await console.notify(Self.draft)
            let secret = try #require(
                try await console.adminJSON("/_mock/event-notifications/\(id)/secret")["secret"] as? String)
            _ = try await console.signedInDevice()
            try await console.deliver()
            try await console.deliver(all: true)
            let path = "system/eventnotifications/\(id)"
            #expect(try await console.api.call(.put, path, #"{"Password":"\#(Self.password)"}"#).status == .noContent)
            let delivery = try #require(try await console.deliveries("state=failed").first?["id"] as? Int)
            var texts = [
                try await console.api.call(.get, path).text,
                try await console.api.call(.get, "system/eventnotifications/search").text,
                try await console.admin(.get, "/_mock/events?pageSize=500").text,
                try await console.admin(.get, "/_mock/environment").text,
            ]
            for target in ["", "/download", "/\(delivery)"] {
                texts.append(try await console.admin(.get, "/_mock/notification-deliveries\(target)").text)
            }
            texts.append(try await console.admin(.get, "/_mock/notification-queue").text)
            texts += log.lines.map { "\($0.message) \($0.metadata)" }
            texts += try await console.contents().values.joined()
            #expect(texts.contains { $0.contains("eventNotification.gaveUp") }, "the texts are those of this console")
            for hidden in [Self.password, Self.credentials, secret] {
                #expect(!texts.contains { $0.contains(hidden) }, "\(hidden)")
            }
        }
    }

    @Test func `A secret belongs to its notification, and ends with a new one`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let (one, two) = (try await console.notify(), try await console.notify(TestConsole.draft(name: "two")))
            func secret(_ id: Int) async throws -> String? {
                try await console.adminJSON("/_mock/event-notifications/\(id)/secret")["secret"] as? String
            }
            let first = try await secret(one)
            let second = try await secret(two)
            #expect(first != nil && first != second)
            let renewed = try await console.admin(.post, "/_mock/event-notifications/\(one)/secret")
            #expect(try renewed.json()["secret"] as? String != first)
            #expect(try await secret(two) == second)
            _ = try await console.signedInDevice()
            try await console.deliver()
            let sent = try #require(fake.requests.first?.request.header("x-mockuem-signature"))
            let body = try #require(fake.requests.first?.request.text)
            let valid = [try await secret(one), second].compactMap { $0 }.map {
                NotificationSignature.value(of: body, secret: $0, at: TestClock.start)
            }
            #expect(valid.contains(sent))
            let former = NotificationSignature.value(of: body, secret: first ?? "", at: TestClock.start)
            #expect(!fake.requests.contains { $0.request.header("x-mockuem-signature") == former })
            let log = try await console.adminJSON("/_mock/events?text=secretRenewed")
            #expect(log["total"] as? Int == 1)
        }
    }

    @Test func `Secrets are found by uuid as well, and not where there is no notification`() async throws {
        try await withConsole(network: FakeNetwork().network) { console in
            let made = try await console.api.call(.post, "system/eventnotifications", TestConsole.draft())
            let uuid = try #require(try made.json()["uuid"] as? String)
            let answer = try await console.admin(.get, "/_mock/event-notifications/\(uuid)/secret")
            #expect((try answer.json()["secret"] as? String)?.count == 64)
            for id in ["424242", "00000000-0000-4000-8000-000000000000", "x", "-1", "99999999999999999999"] {
                for method in [HTTPRequest.Method.get, .post] {
                    let answer = try await console.admin(method, "/_mock/event-notifications/\(id)/secret")
                    try expectRefusal(answer, 404, number: 404, saying: "There is no event notification")
                }
            }
        }
    }

    @Test func `The query of a target is for those who could set it`() async throws {
        let fake = FakeNetwork()
        let token = "token=tr0ub4dor"
        fake.respond { request, _ in
            FakeNetwork.answer(500, ["location": "/moved?next=1", "x-echo": request.url.target], request.url.target)
        }
        try await withConsole(network: fake.network) { console in
            let id = try await console.notify(TestConsole.draft(url: "https://hook.example.test/ws1?\(token)"))
            _ = try await console.signedInDevice()
            try await console.deliver()
            let delivery = try #require(try await console.deliveries().first?["id"] as? Int)
            let (one, log) = ("system/eventnotifications/\(id)", "notification-deliveries/\(delivery)")
            for role in [AdministratorRole.readOnly, .deviceManager] {
                let reader = try await console.api(role)
                let target = try await reader.object(one)["TargetUrl"] as? String
                #expect(target == "https://hook.example.test/ws1?redacted")
                let detail = try await reader.mock(.get, log)
                let attempt = try #require((try detail.json()["tries"] as? [[String: Any]])?.first)
                #expect(attempt["url"] as? String == "https://hook.example.test/ws1?redacted")
                // The target may repeat it in any form.
                #expect(attempt["responseBody"] == nil && attempt["responseHeaders"] == nil)
                #expect(attempt["status"] as? Int == 500)
                for text in [
                    detail.text, try await reader.call(.get, "\(one.dropLast(String(id).count))search").text,
                    try await reader.mock(.get, "events?pageSize=500").text,
                ] { #expect(text.contains("hook") && !text.contains(token)) }
            }
            #expect(
                try await console.api.object(one)["TargetUrl"] as? String == fake.requests[0].request.url.description)
            let attempt = try #require(try await console.tries(of: delivery).first)
            #expect((attempt["url"] as? String)?.hasSuffix(token) == true)
            #expect(attempt["responseBody"] as? String == "/ws1?\(token)")
            let events = try await console.admin(.get, "/_mock/events?text=eventNotification.created").text
            #expect(events.contains("ws1?redacted") && !events.contains(token), "the history is for everybody")
        }
    }
}
