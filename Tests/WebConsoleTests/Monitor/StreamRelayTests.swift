import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What happens, as pages hear of it.
struct StreamRelayTests {
    @Test func `A browser that has signed in hears what happens`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/awhealth")
            let browser = WebClient(console)
            let stranger = try await browser.send(.get, "/console/stream?lastEventId=0.0&limit=1")
            #expect(stranger.status == 303)
            try await browser.signIn()
            let stream = try await browser.send(.get, "/console/stream?kind=request&lastEventId=0.0&limit=1")
            #expect(stream.status == 200)
            #expect(stream.headers[.contentType] == "text/event-stream; charset=utf-8")
            #expect(stream.headers[.cacheControl] == "no-store")
            #expect(stream.text.contains("event: request") && stream.text.contains("/deviceservices/awhealth"))
        }
    }

    @Test func `It goes on where the browser was`() async throws {
        try await withConsole { console in
            for _ in 0..<3 { _ = try await console.send(.get, "/deviceservices/awhealth") }
            let browser = WebClient(console)
            try await browser.signIn()
            let stream = try await browser.send(
                .get, "/console/stream?kind=request&lastEventId=0.0&limit=1", headers: ["Last-Event-ID": "2.0"])
            #expect(stream.text.contains("\"id\":3,"))
            #expect(!stream.text.contains("\"id\":1,") && !stream.text.contains("\"id\":2,"))
        }
    }

    @Test(arguments: [
        ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
    ])
    func `Pages of other sites hear nothing`(headers: [String: String]) async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let stream = try await browser.send(.get, "/console/stream?seconds=1", headers: headers)
            #expect(stream.status == 403)
            #expect(!stream.text.contains("event:"))
        }
    }

    /// What a browser hears until its stream ends.
    private static func heard(_ console: TestConsole, _ cookie: String) async throws -> String {
        try await console.client.executeRequest(
            uri: "/console/stream?kind=request", method: .get, headers: [.cookie: cookie], body: nil
        ).text
    }

    /// Lets others work until a stream is open.
    private static func untilOpen(_ console: TestConsole) async throws {
        let limiter = try console.parts.feature(StreamFeature.self).limiter
        while limiter.count == 0 { await Task.yield() }
    }

    @Test func `It ends when its reader signs out, and tells nothing of what happens later`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let cookie = browser.cookie
            async let heard = Self.heard(console, cookie)
            try await Self.untilOpen(console)
            try await browser.submit("/console/sign-out", on: "/console/")
            _ = try await console.send(.get, "/deviceservices/awhealth")
            let text = try await heard
            #expect(text.hasSuffix("\"notice\":\"gone\"}\n\n") && !text.contains("awhealth"))
        }
    }

    @Test func `It ends with a session that nobody uses, and is no use of it itself`() async throws {
        try await withConsole([\.webIdleTimeout: "60"]) { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let cookie = browser.cookie
            async let heard = Self.heard(console, cookie)
            try await Self.untilOpen(console)
            console.clock.advance(seconds: 60)
            _ = try await console.send(.get, "/deviceservices/awhealth")
            let text = try await heard
            #expect(text.hasSuffix("\"notice\":\"gone\"}\n\n") && !text.contains("awhealth"))
            #expect(try await browser.send(.get, "/console/").status == 303)
        }
    }

    @Test func `What the route refuses is refused`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let stream = try await browser.send(.get, "/console/stream?kind=nonsense")
            #expect(stream.status == 400)
        }
    }
}
