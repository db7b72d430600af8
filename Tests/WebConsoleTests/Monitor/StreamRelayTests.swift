import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

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

    @Test func `What the route refuses is refused`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let stream = try await browser.send(.get, "/console/stream?kind=nonsense")
            #expect(stream.status == 400)
        }
    }
}
