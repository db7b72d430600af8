import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Ports of their own for sandboxes (Sandboxes, "A port of its own").
struct SandboxPortTests {
    private static let status = "/deviceservices/awmdmsdk/v1/platform/2/uid/\(SandboxWorld.identifier)/status"
    private static let discovery = "/autodiscovery/awcredentials.aws/v1/domainlookup/domain/anything.test"

    private func sandboxes(_ count: Int, _ console: TestConsole) async throws -> [MadeSandbox] {
        var made: [MadeSandbox] = []
        for _ in 0..<count { made.append(try await console.sandbox()) }
        return made
    }

    private func shown(_ sandbox: MadeSandbox, _ console: TestConsole) async throws -> MadeSandbox {
        try MadeSandbox(try await console.admin(.get, "/_mock/sandboxes/\(sandbox.id)"))
    }

    private func journal(_ sandbox: MadeSandbox, _ console: TestConsole) async throws -> [[String: Any]] {
        let page = try await console.send(.get, "/_mock/journal", headers: sandbox.headers).json()
        return try #require(page["items"] as? [[String: Any]])
    }

    @Test func `Sandboxes get a port while there are some, and their name afterwards`() async throws {
        try await withConsole { console in
            console.listen(on: [9001, 9002])
            let made = try await sandboxes(3, console)
            #expect(made.map(\.http).prefix(2) == ["http://localhost:9001", "http://localhost:9002"])
            #expect(made.map(\.baseUrls.http).prefix(2) == ["http://localhost:9001", "http://localhost:9002"])
            #expect(made[2].http == "http://localhost" && made[2].baseUrls.http == "http://\(made[2].host)")
            for sandbox in made {
                #expect(sandbox.https == "https://localhost" && sandbox.baseUrls.https == "https://\(sandbox.host)")
                #expect(try await shown(sandbox, console).baseUrls.http == sandbox.baseUrls.http)
            }
        }
    }

    @Test func `The base URL has the host under which whoever asks has reached the console`() {
        for (host, plain) in [("192.0.2.7", "http://192.0.2.7:9001"), ("[::1]", "http://[::1]:9001")] {
            let origins = ConsoleOrigins(host: host, plain: ":8080", secure: ":8443")
            #expect(origins.own(of: "sbx1", port: 9001).plain == plain)
            #expect(origins.own(of: "sbx1", port: 9001).secure == "https://sbx1.localhost:8443")
        }
    }

    @Test func `A removed sandbox gives its port back, which is the last to be given again`() async throws {
        try await withConsole { console in
            console.listen(on: [9001, 9002])
            let first = try await console.sandbox()
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(first.id)").status == .noContent)
            #expect(try await console.sandbox().http == "http://localhost:9002")
            #expect(try await console.sandbox().http == "http://localhost:9001")
        }
    }

    @Test func `A reset keeps the port, and what comes there belongs to what was made anew`() async throws {
        try await withConsole { console in
            console.listen(on: [9001, 9002])
            let sandbox = try await console.sandbox()
            let reset = try MadeSandbox(try await console.admin(.post, "/_mock/sandboxes/\(sandbox.id)/reset"))
            #expect(reset.http == "http://localhost:9001" && reset.ids.group != sandbox.ids.group)
            _ = try await console.send(.get, Self.status, to: "localhost:9001", port: 9001)
            #expect(try await journal(reset, console).count == 1)
        }
    }

    @Test func `What names nobody belongs to the sandbox of the port, whatever host it names`() async throws {
        try await withConsole { console in
            console.listen(on: [9001, 9002, 9003])
            let made = try await sandboxes(2, console)
            for (sandbox, port, other) in [(made[0], 9001, made[1]), (made[1], 9002, made[0])] {
                _ = try await console.device(in: sandbox)
                let before = try await journal(sandbox, console).count
                for host in ["localhost:\(port)", "localhost:19001", other.host, "localhost:9003", ""] {
                    let status = try await console.send(.get, Self.status, to: host, port: port)
                    #expect(status.text.contains(sandbox.id) && !status.text.contains(other.id), "\(status.text)")
                    let found = try await console.send(.get, Self.discovery, to: host, port: port)
                    #expect(found.text.contains(sandbox.id), "\(found.text)")
                    // No route answers this one, so that nobody but the journal asks whose it is.
                    let lost = try await console.send(.get, "/deviceservices/nowhere", to: host, port: port)
                    #expect(lost.status == 404)
                }
                let entries = try await journal(sandbox, console).dropLast(before)
                #expect(entries.count == 15)
                #expect(entries.allSatisfy { $0["group"] as? String == sandbox.id }, "\(entries)")
            }
        }
    }

    @Test func `A port that no sandbox has is as the console's own`() async throws {
        try await withConsole { console in
            console.listen(on: [9001, 9002])
            let sandbox = try await console.sandbox()
            #expect(try await console.send(.get, Self.discovery, to: "localhost:9002", port: 9002).status == 204)
            let named = try await console.send(.get, Self.discovery, to: sandbox.host, port: 9002)
            #expect(named.text.contains(sandbox.id))
            // Nothing but the port itself counts: the console's own port is not one of those.
            #expect(try await console.send(.get, Self.discovery, to: "localhost:9001").status == 204)
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(sandbox.id)").status == .noContent)
            #expect(try await console.send(.get, Self.discovery, to: "localhost:9001", port: 9001).status == 204)
        }
    }

    @Test func `A login at the port needs no group, and a group that it names counts more`() async throws {
        try await withConsole { console in
            console.listen(on: [9001, 9002])
            let made = try await sandboxes(2, console)
            for (sandbox, code) in [(made[0], nil), (made[1], made[1].groupId)] {
                let login = try console.login {
                    ($0.username, $0.password, $0.activationCode) = (sandbox.user, sandbox.password, code)
                }
                let body = String(decoding: try login.encoded(), as: UTF8.self)
                let answer = try await console.send(
                    .post, "/deviceservices/AuthenticationEndpoint.aws", to: "localhost", port: 9001, body: body)
                #expect(answer.text.contains("AUTH-0"), "\(answer.text)")
            }
            for sandbox in made { #expect(try await journal(sandbox, console).count == 1) }
        }
    }

    @Test func `Faults of a sandbox meet what comes to its port, and nothing else`() async throws {
        try await withConsole { console in
            console.listen(on: [9001, 9002])
            let made = try await sandboxes(2, console)
            let fault = #"{"match": {"path": "/autodiscovery/**"}, "action": {"status": 418}}"#
            let added = try await console.send(.post, "/_mock/faults", headers: made[0].headers, text: fault)
            #expect(added.status.code < 300, "\(added.text)")
            for (port, status) in [(9001, 418), (9002, 200), (nil, 204)] {
                let answer = try await console.send(.get, Self.discovery, to: "localhost:9001", port: port)
                #expect(answer.status == status, "\(String(describing: port))")
            }
        }
    }

    @Test func `A request that is sent once more goes to the port that it came to`() async throws {
        try await withConsole { console in
            console.listen(on: [9001])
            let sandbox = try await console.sandbox()
            _ = try await console.send(.get, Self.discovery, to: "localhost:19001", port: 9001)
            let id = try #require(try await journal(sandbox, console).first?["id"] as? Int)
            let replayed = try await console.send(
                .post, "/_mock/journal/\(id)/replay", headers: sandbox.headers)
            #expect(try replayed.json()["status"] as? Int == 200, "\(replayed.text)")
            #expect(try await journal(sandbox, console).map { $0["replayOf"] as? Int } == [id, nil])
        }
    }

    @Test func `A connection that comes to nothing is in the journal of the sandbox whose port or name it was made to`()
        async throws
    {
        try await withConsole { console in
            console.listen(on: [9001])
            let (ported, named) = (try await console.sandbox(), try await console.sandbox())
            let book = console.parts.control.connections
            for (name, port) in [(String?.none, 9001), (named.host, nil), ("localhost", nil), (nil, nil)]
                as [(String?, Int?)]
            {
                book.note(
                    BrokenConnection(
                        .handshake, advice: "Trust it.", serverName: name, address: "127.0.0.1", scheme: "http",
                        port: port))
            }
            for sandbox in [ported, named] {
                let entries = try await journal(sandbox, console)
                #expect(entries.count == 1 && entries.first?["group"] as? String == sandbox.id)
            }
            let all = try await console.adminJSON("/_mock/journal?kind=connection")
            #expect(all["total"] as? Int == 4)
        }
    }

    @Test func `A start keeps a port that is still configured, and another goes by its name`() async throws {
        try await Slots.databases.hold {
            let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
            defer { folder.close() }
            let clock = TestClock()
            let random = CountingBytes()
            func start<Value: Sendable>(
                on ports: [Int], _ body: @escaping @Sendable (TestConsole) async throws -> Value
            ) async throws -> Value {
                let console = try await Console(
                    .test(), folder: folder, surroundings: .test(clock: clock, random: random.source))
                return try await console.inProcess(logger: Surroundings.test().logger, clock: clock) { console in
                    console.listen(on: ports)
                    return try await body(console)
                }
            }
            let made = try await start(on: [9001, 9002]) { console in try await sandboxes(2, console) }
            try await start(on: [9002, 9003]) { (console: TestConsole) async throws -> Void in
                #expect(try await shown(made[0], console).http == "http://localhost")
                #expect(try await shown(made[0], console).baseUrls.http == "http://\(made[0].host)")
                #expect(try await shown(made[1], console).http == "http://localhost:9002")
                let found = try await console.send(.get, Self.discovery, to: "localhost", port: 9002)
                #expect(found.text.contains(made[1].id))
                #expect(try await console.sandbox().http == "http://localhost:9003")
            }
            // It comes back with the port, which nobody was given meanwhile.
            try await start(on: [9001]) { (console: TestConsole) async throws -> Void in
                #expect(try await shown(made[0], console).http == "http://localhost:9001")
            }
        }
    }

    @Test func `A restored snapshot brings the ports back, and a reset frees them`() async throws {
        try await withConsole { console in
            console.listen(on: [9001])
            let first = try await console.sandbox()
            try await console.take("before")
            #expect(try await console.admin(.delete, "/_mock/sandboxes/\(first.id)").status == .noContent)
            let second = try await console.sandbox()
            #expect(second.http == "http://localhost:9001")
            try await console.restore("before")
            let found = try await console.send(.get, Self.discovery, to: "localhost", port: 9001)
            #expect(found.text.contains(first.id), "\(found.text)")
            // Its administrator is there again, with the same token.
            #expect(try await journal(first, console).count == 1)
            try await console.reset()
            #expect(try await console.send(.get, Self.discovery, to: "localhost", port: 9001).status == 204)
            #expect(try await console.sandbox().http == "http://localhost:9001")
        }
    }
}

extension TestConsole {
    /// Has the console take it that it listens on ports for sandboxes.
    func listen(on ports: [Int]) {
        for port in ports { console.readiness.isListening(forSandboxesOn: port) }
    }
}
