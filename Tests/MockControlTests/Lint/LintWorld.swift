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

/// A report, as far as tests read it.
struct LintAnswer: Decodable {
    struct Finding: Decodable {
        let rule: String
        let severity: String
        let subject: String
        let message: String
        let count: Int
        let entries: [Int64]
        let documentation: String
    }

    let clean: Bool
    let failed: Bool
    let entries: Int
    let findings: [Finding]
    let omitted: Int
    let notice: String?

    /// Ids of the rules that have found something.
    var rules: [String] { findings.map(\.rule) }
}

extension TestConsole {
    /// Holds the journal against the rules.
    func lint(_ query: String = "", sourceLocation: SourceLocation = #_sourceLocation) async throws -> LintAnswer {
        let response = try await admin(.get, "/_mock/lint\(query)")
        #expect(response.status == .ok, "\(response.text)", sourceLocation: sourceLocation)
        return try JSONDecoder().decode(LintAnswer.self, from: Data(buffer: response.body))
    }

    /// An app on a device that has made its first launch as it should.
    func launched(
        _ identifier: String = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", bundle: String = "com.example.demo"
    ) async throws -> SimulatedClient {
        var device = try device(identifier, bundle: bundle)
        try await device.firstLaunch(username: "demo", password: "demo", organizationGroup: "demo")
        return device
    }

    /// Changes the demo's environment by replacing a text.
    func change(_ text: String, to other: String) async throws {
        let exported = try await admin(.get, "/_mock/environment").text
        try #require(exported.contains(text), "the environment has no \(text)")
        let imported = try await importEnvironment(exported.replacing(text, with: other))
        #expect(imported.status == .ok, "\(imported.text)")
    }
}

/// A client of which a test makes a bad one.
struct LintWorld: Sendable {
    let console: TestConsole
    let device: SimulatedClient

    static let usual: [(name: String, value: String)] = [
        ("Content-Type", "application/json; charset=utf-8"), ("Accept", "application/json; charset=utf-8"),
        ("cache-control", "no-cache"),
    ]

    /// Path of the device's own calls.
    var path: String { "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.device)" }

    /// A request as an SDK client makes it, not signed yet.
    func request(
        _ method: String, _ target: String, headers: [(name: String, value: String)] = usual, body: String = ""
    ) -> ClientRequest {
        ClientRequest(method: method, target: target, headers: headers, body: Data(body.utf8))
    }

    /// Sends a request with the signature of the app.
    @discardableResult
    func send(_ request: ClientRequest) async throws -> ClientResponse {
        try await console.send(try console.signed(request, as: device))
    }

    /// The signed call for the user, which is as good as any.
    var user: ClientRequest { request("GET", "\(path)/user") }

    /// Sends a beacon that is not as it should be.
    func beacon(_ change: (inout [String: Any]) -> Void) async throws {
        let json = try JSONSerialization.jsonObject(with: device.beacon().encoded()) as? [String: Any]
        var payload = try #require(json?["payLoad"] as? [String: Any])
        change(&payload)
        let body = try JSONSerialization.data(withJSONObject: ["payLoad": payload], options: .sortedKeys)
        var request = request("POST", "/deviceservices/AirWatchBeacon.svc/checkin")
        request.body = body
        try await send(request)
    }

    /// Adds an entry like the latest of some path, as if the console had answered otherwise.
    func forge(
        _ path: String, status: Int = 200, answer: [String: String] = [:], body: String = "",
        _ change: (inout JournalRequest) -> Void = { _ in }
    ) throws {
        let memory = try console.journal
        let model = try #require(
            memory.latest { $0.request.target.lowercased().contains(path.lowercased()) }, "no entry has \(path)")
        var request = model.request
        change(&request)
        var fields = HTTPFields()
        for (name, value) in answer { fields[try #require(HTTPField.Name(name))] = value }
        let response = JournalResponse(
            head: HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields),
            body: JournalWorld.body(body))
        memory.add { id in
            JournalEntry(
                id: id, arrivedAt: console.clock.now, duration: 1, connection: model.connection, request: request,
                response: response, parties: model.parties, byteCount: model.byteCount)
        }
    }
}

/// A bad client and the rule that catches it.
struct BadClient: Sendable, CustomTestStringConvertible {
    let rule: String
    /// Changes the environment before the client is launched.
    var prepare: @Sendable (TestConsole) async throws -> Void = { _ in }
    let act: @Sendable (LintWorld) async throws -> Void

    var testDescription: String { rule }

    init(_ rule: String, _ act: @escaping @Sendable (LintWorld) async throws -> Void) {
        self.rule = rule
        self.act = act
    }

    init(
        _ rule: String, changing text: String, to other: String,
        _ act: @escaping @Sendable (LintWorld) async throws -> Void
    ) {
        self.rule = rule
        self.act = act
        prepare = { try await $0.change(text, to: other) }
    }
}
