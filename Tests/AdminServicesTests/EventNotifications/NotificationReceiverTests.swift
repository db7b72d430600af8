import Crypto
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Deliveries over real sockets, to receivers that behave and to those that do not.
struct NotificationReceiverTests {
    /// What a receiver was sent.
    private struct Received: Sendable {
        let headers: [String: String]
        let body: String

        init(_ request: Request) async throws {
            body = String(buffer: try await request.body.collect(upTo: 1 << 20))
            headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { $1 }
        }
    }

    /// Receivers on this machine need a setting, and time while the machine does other things.
    private static let inside: ConfigurationSettings = [
        \.notificationsAllowPrivateTargets: "true", \.notificationsTimeout: "60", \.notificationsConnectTimeout: "60",
    ]
    /// The same with little time.
    private static let hurried: ConfigurationSettings = [
        \.notificationsAllowPrivateTargets: "true", \.notificationsTimeout: "1", \.notificationsConnectTimeout: "1",
    ]

    /// Lends a receiver on a free port, and a console.
    private static func with(
        _ settings: ConfigurationSettings = inside, _ answer: @escaping @Sendable (Request) async throws -> Response,
        _ body: @escaping @Sendable (TestConsole, _ port: Int) async throws -> Void
    ) async throws {
        let router = Router()
        router.on("**", method: .post) { request, _ in try await answer(request) }
        router.on("**", method: .get) { request, _ in try await answer(request) }
        let receiver = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: Surroundings.test().logger)
        try await receiver.test(.live) { client in
            let port = try #require(client.port)
            try await withConsole(settings) { console in try await body(console, port) }
        }
    }

    @Test func `A receiver sees a signed delivery, its refusal is retried, and its redirect followed`() async throws {
        let received = NIOLockedValueBox<[Received]>([])
        try await Self.with { request in
            let call = try await Received(request)
            return Self.answer(toCall: Self.add(call, to: received))
        } _: { console, port in
            let first = try await console.firstTry("http://localhost:\(port)/ws1?x=1")
            #expect(first["status"] as? Int == 503)
            console.clock.advance(seconds: 5)
            let tally = try await console.deliver()
            let list = received.withLockedValue { $0 }
            #expect(tally["failed"] as? Int == 0)
            #expect(list.count == 3)
            let secret = try await console.adminJSON("/_mock/event-notifications/1/secret")["secret"] as? String
            for delivery in list {
                try Self.expectSigned(delivery, with: secret ?? "", port: port)
            }
            #expect(Set(list.map(\.body)).count == 1)
            let done = try await console.deliveries("state=delivered")
            #expect(done.count == 1)
        }
    }

    /// What a receiver is to see of each attempt.
    private static func expectSigned(_ delivery: Received, with secret: String, port: Int) throws {
        let signature = try #require(delivery.headers["x-mockuem-signature"])
        let time = try #require(delivery.headers["x-mockuem-timestamp"])
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(time).\(delivery.body)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        #expect(signature == "t=\(time),v1=\(RandomSource.hex(code))")
        #expect(delivery.headers["authorization"] == "Basic dTpw")
        #expect(delivery.headers["host"] == "localhost:\(port)" || delivery.headers["host"] == nil)
        #expect(delivery.headers["content-type"] == "application/json; charset=utf-8")
        #expect(delivery.body.hasPrefix(#"{"EventId":148,"#))
    }

    /// Keeps what was sent; how much it is then.
    private static func add(_ call: Received, to received: NIOLockedValueBox<[Received]>) -> Int {
        received.withLockedValue { list in
            list.append(call)
            return list.count
        }
    }

    /// Unavailable at first, elsewhere then, and there in the end.
    private static func answer(toCall count: Int) -> Response {
        switch count {
        case 1: Response(status: .serviceUnavailable)
        case 2: Response(status: .temporaryRedirect, headers: [.location: "/moved"])
        default: Response(status: .ok)
        }
    }

    @Test func `A receiver that answers without end is cut off`() async throws {
        try await Self.with { _ in
            let chunk = ByteBuffer(repeating: UInt8(ascii: "x"), count: 65_536)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<160 { try await writer.write(chunk) }
                    try await writer.finish(nil)
                })
        } _: { console, port in
            let attempt = try await console.firstTry("http://127.0.0.1:\(port)/ws1")
            #expect(attempt["status"] as? Int == 200)
            #expect((attempt["responseBody"] as? String)?.utf8.count == 16_384)
        }
    }

    @Test func `A receiver that never answers is given up after the time it has`() async throws {
        let (end, checked) = AsyncStream.makeStream(of: Void.self)
        try await Self.with(Self.hurried) { _ in
            for await _ in end {}
            return Response(status: .ok)
        } _: { console, port in
            defer { checked.finish() }
            let attempt = try await console.firstTry("http://127.0.0.1:\(port)/ws1")
            #expect(attempt["status"] == nil)
            #expect((attempt["error"] as? String)?.contains("no answer within 1 seconds") == true, "\(attempt)")
        }
    }

    @Test func `A receiver that closes at once, or is not there, is reported in a sentence`() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.close() }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        try await withConsole(Self.inside) { console in
            let attempt = try await console.firstTry("http://127.0.0.1:\(port)/ws1")
            #expect((attempt["error"] as? String)?.hasPrefix("Failed: ") == true, "\(attempt)")
        }
        try await server.close()
        try await withConsole(Self.inside) { console in
            let attempt = try await console.firstTry("http://127.0.0.1:\(port)/ws1")
            #expect((attempt["error"] as? String)?.hasPrefix("Failed: no connection") == true, "\(attempt)")
        }
    }

    @Test func `Without the setting nothing on this machine is reached, by any name`() async throws {
        try await withConsole { console in
            for url in ["http://localhost:1/", "http://127.0.0.1:1/", "http://[::1]:1/"] {
                let answer = try await console.api.call(
                    .post, "system/eventnotifications", TestConsole.draft(url: url))
                try expectRefusal(answer, 400, number: 400, saying: "notifications.allowPrivateTargets is off")
            }
        }
    }

    @Test func `Names are resolved by the system`() async throws {
        let addresses = try await NameResolution().addresses(of: "localhost")
        #expect(addresses.contains { $0.description == "127.0.0.1" || $0.description == "0:0:0:0:0:0:0:1" })
    }

    @Test(.timeLimit(.minutes(1))) func `A resolver that hangs keeps nobody else waiting`() async throws {
        let hanging = NIOLockedValueBox(0)
        let end = DispatchSemaphore(value: 0)
        let (names, lookups) = (NameResolution(), NameResolution.width)
        try await withThrowingTaskGroup(of: [IPAddress].self) { group in
            for _ in 0..<lookups {
                group.addTask {
                    try await names.addresses(of: "slow.example") { _ in
                        hanging.withLockedValue { $0 += 1 }
                        end.wait()
                        return []
                    }
                }
            }
            while hanging.withLockedValue({ $0 }) < lookups { await Task.yield() }
            let hash = try await PasswordHasher(cost: 2, random: .counting()).hash("secret")
            #expect(hash.hasPrefix("$scrypt$"))
            for _ in 0..<lookups { end.signal() }
            for try await addresses in group { #expect(addresses.isEmpty) }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `Names are asked for by few threads, and one customer has few of them`()
        async throws
    {
        let (hanging, end, names) = (NIOLockedValueBox(0), DispatchSemaphore(value: 0), NameResolution())
        let ask = { @Sendable (customer: String) in
            try await DatabaseCallers.during(NameCaller(customer: customer)) {
                try await names.addresses(of: "slow.example") { _ in
                    hanging.withLockedValue { $0 += 1 }
                    end.wait()
                    return []
                }
            }
        }
        try await withThrowingTaskGroup(of: [IPAddress].self) { group in
            for _ in 0..<20 { group.addTask { try await ask("north") } }
            while names.waiting < 12 { await Task.yield() }
            // Another customer's are asked for at once.
            for _ in 0..<8 { group.addTask { try await ask("south") } }
            while hanging.withLockedValue({ $0 }) < 16 { await Task.yield() }
            for _ in 0..<28 { end.signal() }
            for try await addresses in group { #expect(addresses.isEmpty) }
        }
        #expect(hanging.withLockedValue { $0 } == 28 && names.waiting == 0)
    }

    /// An administrator of a customer.
    private struct NameCaller: DatabaseCaller {
        let customer: String
        var key: ClientKey { ClientKey(.administrator, .user(customer.hashValue)) }
        let hasLeft = false
    }

    @Test func `Who waits for a name can give up`() async throws {
        let task = NIOLockedValueBox(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                do { _ = try await NameResolution().addresses(of: "localhost") } catch is CancellationError {
                    task.withLockedValue { $0 = true }
                }
            }
            try await group.waitForAll()
        }
        #expect(task.withLockedValue { $0 })
    }
}
