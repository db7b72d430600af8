import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOFoundationCompat
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// A sandbox as tests read it.
struct MadeSandbox: Decodable, Sendable {
    struct BaseURLs: Decodable, Sendable {
        let http: String
        let https: String
    }

    struct IDs: Decodable, Sendable {
        let group: Int64?
        let user: Int64?
        let smartGroup: Int64?
        let application: Int64?
        let profile: Int64?
    }

    let id: String
    let name: String
    let http: String
    let https: String
    let ca: String
    let groupId: String
    let user: String
    let password: String?
    let bundleId: String
    let emailDomains: String
    let adminUser: String
    let adminPassword: String?
    let tenantCode: String?
    let adminToken: String?
    let baseUrls: BaseURLs
    let ids: IDs
    let groups: [String: String]
    let devices: Int
    let expiresAt: String?

    /// The header of its administrator.
    var headers: [String: String] { ["Authorization": "Bearer \(adminToken ?? "")"] }
    /// The host of its base URL.
    var host: String { "\(id).localhost" }
}

extension TestConsole {
    /// Makes a sandbox as the administrator.
    func sandbox(_ body: String? = nil) async throws -> MadeSandbox {
        let response = try await admin(.post, "/_mock/sandboxes", text: body)
        #expect(response.status == .created, "\(response.text)")
        return try MadeSandbox(response)
    }

    /// A device whose user has signed in to a sandbox.
    func device(_ identifier: String = SandboxWorld.identifier, in sandbox: MadeSandbox) async throws -> SimulatedClient
    {
        var device = try self.device(identifier, bundle: sandbox.bundleId)
        try await device.logIn(
            username: sandbox.user, password: try #require(sandbox.password), organizationGroup: sandbox.groupId)
        return device
    }

    /// Sends a request to a host, or to a port for sandboxes.
    func send(
        _ method: HTTPRequest.Method, _ target: String, to host: String, port: Int? = nil,
        headers: [String: String] = [:],
        body: String = ""
    ) async throws -> HostAnswer {
        var head = HTTPRequest(method: method, scheme: "http", authority: host, path: target)
        for (name, value) in headers {
            head.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        let channel = NIOAsyncTestingChannel()
        let context = ConsoleContext(
            source: ApplicationRequestContextSource(channel: channel, logger: Surroundings.test().logger))
        context.notes.note(port: port)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
        let response = try await console.responder.respond(to: request, context: context)
        let collected = NIOLockedValueBox(ByteBuffer())
        try await response.body.write(CollectingWriter(collected: collected))
        return HostAnswer(
            status: response.status.code, text: String(buffer: collected.withLockedValue { $0 }))
    }

    /// The number a query finds.
    func count(_ sql: String) async throws -> Int {
        try await parts.core.database.read { db in try Int.fetchOne(db, sql: sql) ?? 0 }
    }
}

extension MadeSandbox {
    init(_ response: TestResponse) throws {
        self = try JSONDecoder().decode(MadeSandbox.self, from: Data(buffer: response.body))
    }
}

/// What a request to a host is answered.
struct HostAnswer: Sendable {
    let status: Int
    let text: String

    /// The JSON object in it.
    func json() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }
}

/// Collects a body.
private struct CollectingWriter: ResponseBodyWriter {
    let collected: NIOLockedValueBox<ByteBuffer>

    mutating func write(_ buffer: ByteBuffer) async throws {
        collected.withLockedValue { _ = $0.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// What tests of sandboxes have in common.
enum SandboxWorld {
    /// The device of each test.
    static let identifier = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
}
