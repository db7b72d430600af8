import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Requests for somebody else: what is looked at before each connection (Security, "Targets").
struct OutgoingClientTests {
    private static let authorized = [("Authorization", "Basic x"), ("X-Delivery", "1")]

    private static func client(
        _ fake: FakeNetwork, allowsInside: Bool = false, hosts: [String] = [], ports: [String] = [],
        limits: OutgoingLimits = OutgoingLimits()
    ) throws -> OutgoingClient {
        OutgoingClient(
            policy: try OutgoingPolicy(allowsInside: allowsInside, hosts: hosts, ports: ports), network: fake.network,
            limits: limits)
    }

    private static func post(_ client: OutgoingClient, _ url: String = "https://hook.example.test/a") async throws
        -> OutgoingResponse
    {
        try await client.send("POST", url, headers: authorized, body: Data("body".utf8)).response
    }

    @Test func `A request goes to an address of the name, under the name`() async throws {
        let fake = FakeNetwork()
        let answer = try await Self.post(try Self.client(fake))
        #expect(answer.status == 200)
        let sent = try #require(fake.requests.first)
        #expect(sent.address.description == "93.184.216.34" && sent.request.url.host == "hook.example.test")
        #expect(sent.request.text == "body" && sent.request.header("authorization") == "Basic x")
    }

    @Test(arguments: [
        ["127.0.0.1"], ["10.1.2.3"], ["::1"], ["fd00::1"], ["169.254.169.254"], ["::ffff:8.8.8.8"],
        ["64:ff9b::808:808"],
        ["93.184.216.34", "127.0.0.1"], ["2606:2800::1", "::1"], [],
    ])
    func `A name is refused if any of its addresses is`(addresses: [String]) async throws {
        let fake = FakeNetwork(["hook.example.test": addresses])
        let client = try Self.client(fake)
        await #expect(throws: OutgoingRefusal.self) { try await Self.post(client) }
        #expect(fake.requests.isEmpty)
    }

    @Test func `A name that changes its address after it was kept is looked at again, and resolved once`() async throws
    {
        let fake = FakeNetwork()
        fake.name("hook.example.test", ["93.184.216.34"], ["93.184.216.34"], ["127.0.0.1"])
        let client = try Self.client(fake)
        try await client.check("https://hook.example.test/a")
        #expect(try await Self.post(client).status == 200)
        await #expect(throws: OutgoingRefusal.self) { try await Self.post(client) }
        #expect(fake.requests.map(\.address.description) == ["93.184.216.34"])
    }

    @Test func `Each redirect is looked at like the target`() async throws {
        let targets = [
            "http://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/latest/meta-data", "https://inside.test/",
            "http://public.test/", "ftp://public.test/", "https://[::ffff:10.0.0.1]/", "https://2130706433/",
            "https://user:pw@public.test/",
        ]
        for target in targets {
            let fake = FakeNetwork([
                "hook.example.test": ["93.184.216.34"], "inside.test": ["192.168.1.1"], "public.test": ["8.8.8.8"],
            ])
            fake.respond { _, _ in FakeNetwork.answer(307, ["location": target]) }
            let client = try Self.client(fake)
            await #expect(throws: OutgoingRefusal.self, "\(target)") { try await Self.post(client) }
            #expect(fake.requests.count == 1, "\(target)")
        }
    }

    @Test(arguments: [301, 302, 307, 308])
    func `A redirect keeps method and body, and leaves credentials at home`(status: Int) async throws {
        let fake = FakeNetwork(["hook.example.test": ["93.184.216.34"], "other.test": ["8.8.8.8"]])
        fake.respond { request, _ in
            switch request.url.description {
            case "https://hook.example.test/a": FakeNetwork.answer(status, ["location": "/b"])
            case "https://hook.example.test/b": FakeNetwork.answer(status, ["location": "https://other.test/c"])
            default: FakeNetwork.answer(204)
            }
        }
        #expect(try await Self.post(try Self.client(fake)).status == 204)
        let sent = fake.requests.map(\.request)
        #expect(sent.map { $0.header("authorization") } == ["Basic x", "Basic x", nil])
        #expect(sent.allSatisfy { $0.method == "POST" && $0.text == "body" && $0.header("x-delivery") == "1" })
        #expect(fake.requests.last?.address.description == "8.8.8.8")
    }

    @Test func `Redirects may be relative in every way, each to the one before`() async throws {
        let fake = FakeNetwork(["hook.example.test": ["93.184.216.34"], "other.test": ["8.8.8.8"]])
        let steps = [
            "https://hook.example.test/a/b?c=d": "e/f", "https://hook.example.test/a/e/f": "../g?h",
            "https://hook.example.test/a/g?h": "//other.test/i#j",
        ]
        fake.respond { request, _ in
            steps[request.url.description].map { FakeNetwork.answer(308, ["location": $0]) } ?? FakeNetwork.answer(202)
        }
        let client = try Self.client(fake)
        let answer = try await client.send(
            "POST", "https://hook.example.test/a/b?c=d", headers: Self.authorized, body: Data("body".utf8))
        #expect(answer.response.status == 202 && answer.url.description == "https://other.test/i")
        #expect(fake.requests.map { $0.request.header("authorization") } == ["Basic x", "Basic x", "Basic x", nil])
        #expect(fake.requests.allSatisfy { $0.request.text == "body" })
    }

    @Test func `A redirect that says nothing, or leads inside by a name, is a refusal`() async throws {
        for location in ["", "#top", "//inside.test/", "//127.1/", "//[::1]/", "javascript:1"] {
            let fake = FakeNetwork(["hook.example.test": ["93.184.216.34"], "inside.test": ["10.0.0.1"]])
            fake.respond { _, _ in FakeNetwork.answer(302, ["location": location]) }
            let client = try Self.client(fake)
            await #expect(throws: OutgoingRefusal.self, "\(location)") { try await Self.post(client) }
            #expect(fake.requests.count == 1, "\(location)")
        }
    }

    @Test func `Another port or scheme is another origin`() async throws {
        let fake = FakeNetwork()
        fake.respond { request, _ in
            request.url.port == 80
                ? FakeNetwork.answer(308, ["location": "https://hook.example.test/a"]) : FakeNetwork.answer()
        }
        _ = try await Self.post(try Self.client(fake), "http://hook.example.test/a")
        #expect(fake.requests.map { $0.request.header("authorization") } == ["Basic x", nil])
    }

    @Test func `Redirects have an end, can be switched off, and a 303 is an answer`() async throws {
        let fake = FakeNetwork()
        fake.respond { _, _ in FakeNetwork.answer(302, ["location": "/again"]) }
        let client = try Self.client(fake)
        await #expect(throws: OutgoingRefusal.self) { try await Self.post(client) }
        #expect(fake.requests.count == 4)
        #expect(try await Self.post(try Self.client(fake, limits: OutgoingLimits(redirects: 0))).status == 302)
        fake.respond { _, _ in FakeNetwork.answer(303, ["location": "/again"]) }
        #expect(try await Self.post(client).status == 303)
        fake.respond { _, _ in FakeNetwork.answer(302) }
        #expect(try await Self.post(client).status == 302)
    }

    @Test func `Hosts and ports can be named`() async throws {
        let fake = FakeNetwork([
            "hook.example.test": ["93.184.216.34"], "a.hooks.test": ["8.8.8.8"], "hooks.test": ["8.8.8.8"],
            "evilhooks.test": ["8.8.8.8"], "ranged.test": ["93.184.216.40"],
        ])
        let hosts = ["*.hooks.test", "hook.example.test", "93.184.216.40/32"]
        let client = try Self.client(fake, hosts: hosts, ports: ["443", "8443"])
        for url in [
            "https://a.hooks.test/", "https://hook.example.test:8443/", "https://ranged.test/",
            "https://93.184.216.40/",
        ] {
            #expect(try await Self.post(client, url).status == 200, "\(url)")
        }
        let refused = [
            "https://hooks.test/", "https://evilhooks.test/", "https://8.8.8.8/", "https://hook.example.test:444/",
            "http://hook.example.test/", "https://a.hooks.test.evil.test/",
        ]
        for url in refused {
            await #expect(throws: (any Error).self, "\(url)") { try await Self.post(client, url) }
        }
        #expect(fake.requests.count == 4)
        for text in ["", "*", "a b", "http://x", "10.0.0.0/99", "x:80", "*.*.test"] {
            #expect(throws: OutgoingRefusal.self, "\(text)") { try OutgoingPolicy(allowsInside: true, hosts: [text]) }
        }
        #expect(throws: OutgoingRefusal.self) { try OutgoingPolicy(allowsInside: true, ports: ["http"]) }
    }

    @Test func `A target without an address may get one later, one that must not be reached is refused at once`()
        async throws
    {
        let fake = FakeNetwork(["inside.test": ["10.0.0.1"]])
        let client = try Self.client(fake)
        #expect(try await client.check("https://unknown.test/").host == "unknown.test")
        await #expect(throws: OutgoingRefusal.self) { try await client.check("https://inside.test/") }
        await #expect(throws: OutgoingRefusal.self) { try await client.check("https://127.0.0.1/") }
        await #expect(throws: OutgoingFailure.self) { try await Self.post(client, "https://unknown.test/") }
    }
}
