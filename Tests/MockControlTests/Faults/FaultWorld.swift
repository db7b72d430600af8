import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What a client saw of an answer; the same in-process and over a socket.
struct SeenAnswer: Hashable, Sendable {
    /// Status; nil if there was no answer.
    var status: Int?
    /// Header fields by name in lower case.
    var headers: [String: String] = [:]
    var body = Data()
    /// Whether the answer broke off, or there was none.
    var isBroken = false

    var text: String { String(decoding: body, as: UTF8.self) }
    var fault: String? { headers["x-mockuem-fault"] }
}

extension TestConsole {
    /// The device whose status tests ask for.
    static let device = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
    /// Where it is asked for, without a credential.
    static let status = "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device)/status"

    /// A request that needs the credential of an app.
    static let getUser = ClientRequest(
        method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device)/user")

    /// Posts a fault.
    ///
    /// - Parameters:
    ///   - body: What is posted.
    ///   - isReplacing: Whether there is one of its name, whose place it takes.
    ///   - sourceLocation: Where a test asks.
    /// - Returns: What it was answered.
    /// - Throws: What sending it throws.
    @discardableResult
    func fault(
        _ body: String, isReplacing: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String: Any] {
        let response = try await admin(.post, "/_mock/faults", text: body)
        #expect(response.status == (isReplacing ? .ok : .created), "\(response.text)", sourceLocation: sourceLocation)
        return try response.json()
    }

    /// Posts a scenario.
    @discardableResult
    func scenario(_ body: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> [String: Any] {
        let response = try await admin(.post, "/_mock/scenarios", text: body)
        #expect([201, 200].contains(response.status.code), "\(response.text)", sourceLocation: sourceLocation)
        return try response.json()
    }

    /// What a client sees of an answer.
    func seen(
        _ target: String = TestConsole.status, _ method: HTTPRequest.Method = .get, headers: HTTPFields = [:],
        body: Data? = nil
    ) async -> SeenAnswer {
        do {
            let response = try await client.executeRequest(
                uri: target, method: method, headers: headers, body: body.map { ByteBuffer(data: $0) })
            return SeenAnswer(
                status: response.status.code,
                headers: Dictionary(response.headers.map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" },
                body: Data(buffer: response.body))
        } catch {
            return SeenAnswer(isBroken: true)
        }
    }

    /// The latest entry of the journal.
    func latestEntry(_ query: String = "") async throws -> [String: Any] {
        let items = try await adminJSON("/_mock/journal?pageSize=1\(query)")["items"] as? [[String: Any]]
        return try #require(items?.first)
    }
}

/// A console that listens on sockets of its own, asked by curl.
struct LiveConsole: Sendable {
    let console: Console
    let http: String
    let https: String

    /// Posts something as the administrator.
    func post(_ path: String, _ body: String) async throws {
        let answer = try await Self.curl([
            "--fail-with-body", "--header", "Authorization: Bearer \(console.credentials.adminToken)", "--data", body,
            http + path,
        ])
        #expect(answer.status == 0, "\(answer.output) \(answer.errors)")
    }

    /// Signs in with the device whose status tests ask for.
    func enroll() async throws {
        let device = try #require(DeviceIdentifier(TestConsole.device))
        let bundle = try #require(BundleIdentifier("com.example.demo"))
        let login = LoginRequest(
            username: "demo", password: "demo", activationCode: "demo", device: device, bundle: bundle)
        try await post(
            "/deviceservices/AuthenticationEndpoint.aws", String(decoding: try login.encoded(), as: UTF8.self))
    }

    /// What a client sees of an answer.
    func seen(_ version: String, _ target: String, _ more: [String] = []) async throws -> SeenAnswer {
        let origin = version == "--http2" ? https : http
        let result = try await Self.curl([version, "--insecure", "--include", origin + target] + more)
        return SeenAnswer(curl: result)
    }

    /// Runs curl; exit code and everything it wrote.
    static func curl(_ arguments: [String]) async throws -> RunningProgram.Outcome {
        try await withTemporaryFolder { folder in
            try await RunningProgram(
                "/usr/bin/env", ["curl", "--silent", "--show-error", "--max-time", "30"] + arguments, folder: folder
            ).outcome()
        }
    }
}

extension SeenAnswer {
    /// Reads what curl wrote with `--include`.
    init(curl result: RunningProgram.Outcome) {
        isBroken = result.status != 0
        let parts = result.output.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (parts.first ?? "").split(separator: "\r\n")
        guard let first = lines.first, first.hasPrefix("HTTP/") else { return }
        status = first.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { continue }
            headers[field[0].lowercased()] = field[1].trimmingCharacters(in: .whitespaces)
        }
        body = Data((parts.count > 1 ? parts[1] : "").utf8)
    }
}

/// Lends a seeded console that listens on free ports.
func withLiveConsole<Value: Sendable>(
    _ settings: ConfigurationSettings = [:], _ body: @escaping @Sendable (LiveConsole) async throws -> Value
) async throws -> Value {
    try await Slots.databases.hold {
        var all: ConfigurationSettings = [\.httpPort: "0", \.httpsPort: "0", \.httpShutdownTimeout: "1"]
        for key in ConfigurationKey.allCases { all[key] = settings[key] ?? all[key] }
        let configuration = try ConsoleConfiguration.test(all)
        let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
        defer { folder.close() }
        let console = try await Console(configuration, folder: folder, surroundings: .test())
        let server = ConsoleServer(console, configuration: configuration, logger: Surroundings.test().logger)
        let (ready, continuation) = AsyncStream.makeStream(of: LiveConsole.self)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await server.run(stoppingOnSignals: false) { http, https in
                    continuation.yield(
                        LiveConsole(
                            console: console, http: "http://localhost:\(http)", https: "https://localhost:\(https)"))
                }
                return nil
            }
            group.addTask {
                for await live in ready { return try await body(live) }
                return nil
            }
            while let value = try await group.next() {
                if let value { return value }
            }
            throw CancellationError()
        }
    }
}
