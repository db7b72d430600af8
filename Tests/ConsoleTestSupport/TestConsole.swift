import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import MockControl
import NIOCore
import NIOFoundationCompat
import ServiceLifecycle
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import MockConsole

/// A console of its own for one test: in-process router, database in a temporary folder, standing clock.
struct TestConsole: Sendable {
    /// The header by which a test says from which address a request comes.
    static let addressHeader = "x-test-address"

    let console: Console
    let client: any TestClientProtocol
    let clock: TestClock

    /// Its routers once more, to be asked for their routes.
    func routers() throws -> ConsoleRouters {
        let routers = try ConsoleRouters(
            parts, configuration: try ConsoleConfiguration.test(), adminToken: console.credentials.adminToken)
        let pages = PageFeature(
            credentials: console.credentials, configuration: try ConsoleConfiguration.test(),
            readiness: console.readiness, trustAnchorPath: console.trustAnchorPath,
            environmentSchema: { EnvironmentSchema.text }, obstacle: { nil },
            search: SearchShelf(APILibrary(routers.list)))
        try routers.add(parts.all + [pages])
        _ = routers.responder()
        return routers
    }

    /// The stores behind it.
    var parts: ConsoleParts { console.parts }

    /// Sends a request, and holds the answer against the description of the API.
    func send(
        _ method: HTTPRequest.Method, _ target: String, headers: [String: String] = [:], body: Data? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let response = try await client.executeRequest(
            uri: target, method: method, headers: fields, body: body.map { ByteBuffer(data: $0) })
        APIContract.check(method, target, response, of: console, sourceLocation: sourceLocation)
        return response
    }

    /// Sends a request with a text body.
    func send(
        _ method: HTTPRequest.Method, _ target: String, headers: [String: String] = [:], text: String
    ) async throws -> TestResponse {
        try await send(method, target, headers: headers, body: Data(text.utf8))
    }

    /// Sends a request as the administrator.
    func admin(_ method: HTTPRequest.Method, _ target: String, text: String? = nil) async throws -> TestResponse {
        let headers = ["Authorization": "Bearer \(console.credentials.adminToken)"]
        return try await send(method, target, headers: headers, body: text.map { Data($0.utf8) })
    }

    /// Sends a request as the administrator and reads the JSON object of the answer.
    func adminJSON(_ target: String) async throws -> [String: Any] {
        let response = try await admin(.get, target)
        return try JSONSerialization.jsonObject(with: Data(buffer: response.body)) as? [String: Any] ?? [:]
    }

    /// Imports an environment into the running console.
    @discardableResult
    func importEnvironment(_ yaml: String, onConflict policy: String = "overwrite") async throws -> TestResponse {
        try await admin(.post, "/_mock/environment?onConflict=\(policy)", text: yaml)
    }

    /// A transport into the console, for a simulated client.
    var transport: HTTPTransport {
        { request in
            var fields = HTTPFields()
            for (name, value) in request.headers {
                if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
            }
            let response = try await client.executeRequest(
                uri: request.target, method: HTTPRequest.Method(request.method) ?? .get, headers: fields,
                body: request.body.isEmpty ? nil : ByteBuffer(data: request.body))
            APIContract.check(
                HTTPRequest.Method(request.method) ?? .get, request.target, response, of: console,
                sourceLocation: #_sourceLocation)
            let headers = Dictionary(
                response.headers.map { ($0.name.canonicalName, $0.value) }
            ) { "\($0), \($1)" }
            return ClientResponse(
                status: response.status.code, headers: headers, body: Data(buffer: response.body))
        }
    }

    /// A freshly installed app on a device.
    func device(
        _ identifier: String = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", bundle: String = "com.example.demo",
        scheme: SimulatedClient.Scheme = .signature
    ) throws -> SimulatedClient {
        SimulatedClient(
            device: try #require(DeviceIdentifier(identifier)), bundle: try #require(BundleIdentifier(bundle)),
            authority: "localhost", scheme: scheme, now: { clock.now.date }, transport: transport)
    }

    /// An app whose user `demo` has signed in.
    func signedInDevice(
        _ identifier: String = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", bundle: String = "com.example.demo",
        scheme: SimulatedClient.Scheme = .signature
    ) async throws -> SimulatedClient {
        var device = try device(identifier, bundle: bundle, scheme: scheme)
        try await device.logIn(username: "demo", password: "demo", organizationGroup: "demo")
        return device
    }
}

/// Lends a seeded console of its own.
///
/// - Parameters:
///   - settings: Configuration that differs from the defaults.
///   - clock: The console's clock.
///   - network: What requests of the console itself meet.
///   - body: The test.
/// - Returns: What the test returns.
/// - Throws: What the test throws.
func withConsole<Value: Sendable>(
    _ settings: ConfigurationSettings = [:], clock: TestClock = TestClock(),
    network: OutgoingNetwork = .system(), _ body: @escaping @Sendable (TestConsole) async throws -> Value
) async throws -> Value {
    try await Slots.databases.hold {
        let configuration = try ConsoleConfiguration.test(settings)
        let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
        defer { folder.close() }
        let random = try await folder.prepare(for: settings, clock: clock)
        let console = try await Console(
            configuration, folder: folder, surroundings: .test(clock: clock, random: random, network: network))
        return try await console.inProcess(logger: Surroundings.test().logger, clock: clock, body)
    }
}

extension Console {
    /// Runs for the time of a test, without sockets.
    func inProcess<Value: Sendable>(
        logger: Logger, clock: TestClock, _ body: @escaping @Sendable (TestConsole) async throws -> Value
    ) async throws -> Value {
        let application = Application(
            responder: ChannelClosingResponder(responder: responder), services: services, logger: logger)
        return try await application.test(.router) { client in
            try await body(TestConsole(console: self, client: client, clock: clock))
        }
    }
}

/// Closes the channel that the test framework makes for each request and leaves open.
///
/// An open channel and its pipeline keep each other in memory. Thousands of tests make tens of thousands, and what lies
/// between them is never given back to the system.
private struct ChannelClosingResponder: HTTPResponder {
    let responder: MockControl.Responder

    func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        let request = try await Self.placed(request, on: context.channel)
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch {
            context.channel.close(promise: nil)
            throw error
        }
        guard response.body.contentLength == nil else {
            context.channel.close(promise: nil)
            return response
        }
        // What is still being written may look at its connection.
        let body = response.body
        response.body = ResponseBody { writer in
            defer { context.channel.close(promise: nil) }
            try await body.write(writer)
        }
        return response
    }
}

extension ChannelClosingResponder {
    /// The request without the header by which a test says where it comes from, on a channel that comes from there.
    private static func placed(_ request: Request, on channel: any Channel) async throws -> Request {
        guard let name = HTTPField.Name(TestConsole.addressHeader), let address = request.headers[name] else {
            return request
        }
        try await channel.connect(to: SocketAddress(ipAddress: address, port: 50_000)).get()
        var head = request.head
        head.headerFields[name] = nil
        return Request(head: head, body: request.body)
    }
}

extension TestResponse {
    /// The body as text.
    var text: String { String(buffer: body) }

    /// How many things a deletion has deleted; nil if it has a body, or does not say.
    var deletedCount: Int? {
        guard status == .noContent, body.readableBytes == 0 else { return nil }
        return HTTPField.Name("x-mockuem-deleted").flatMap { headers[$0] }.flatMap { Int($0) }
    }

    /// The body as a JSON object.
    func json() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(buffer: body)) as? [String: Any] ?? [:]
    }
}
