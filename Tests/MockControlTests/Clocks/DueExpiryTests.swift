import ConsoleHTTP
import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationCompat
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What falls due in places that apps do not go to: agents, uploads, certificates and deliveries.
struct DueExpiryTests {
    // MARK: Agents

    /// Sends a step of an enrollment with an agent.
    private func step(
        _ name: String, _ console: TestConsole, session: String? = nil,
        _ change: (inout AgentEnrollmentRequest) -> Void
    ) async throws -> AgentEnrollmentResponse {
        var request = AgentEnrollmentRequest()
        if let session { request.header.sessionID = session }
        change(&request)
        let answer = try await console.send(
            .post, "/deviceservices/enrollment/airwatchenroll.aws/\(name)", body: try request.encoded())
        return try JSONDecoder().decode(AgentEnrollmentResponse.self, from: Data(buffer: answer.body))
    }

    private func signIn(_ customer: String, _ session: String, _ console: TestConsole) async throws
        -> AgentEnrollmentResponse
    {
        try await step("validatelogincredentials", console, session: session) {
            ($0.username, $0.password) = (customer, "secret")
        }
    }

    @Test func `Sessions of agents expire`() async throws {
        try await ClockWorld.withCustomers { console in
            var sessions: [String] = []
            for customer in ["left", "right"] {
                let opened = try await step("validategroupidentifier", console) { $0.groupID = customer }
                sessions.append(opened.header.sessionID)
            }
            #expect(try await console.advance("left", seconds: 1799).isEmpty)
            #expect(try await signIn("left", sessions[0], console).status.code == 1)
            #expect(try await console.advance("left", seconds: 1) == ["agent session expired": 1])
            let refused = try await signIn("left", sessions[0], console)
            #expect(refused.status.code == 2 && refused.header.sessionID == AgentEnrollmentRequest.noSession)
            #expect(try await signIn("right", sessions[1], console).status.code == 1)
            #expect(try await console.advance("left", seconds: ClockWorld.month).isEmpty)
        }
    }

    // MARK: Uploads

    /// Sends a chunk of an upload; a first one has no id yet.
    private func send(_ sequence: Int, of upload: String?, _ caller: APICaller) async throws -> TestResponse {
        let id = upload.map { "\"\($0)\"" } ?? "null"
        return try await caller.call(
            .post, "mam/apps/internal/uploadchunk",
            """
            {"TransactionId":\(id),"ChunkData":"AQID","ChunkSequenceNumber":\(sequence),
             "TotalApplicationSize":9,"ChunkSize":3}
            """)
    }

    @Test func `An upload nobody goes on with is given up, with its chunks`() async throws {
        try await ClockWorld.withCustomers([\.appsUploadHours: "2"]) { console in
            var uploads: [(caller: APICaller, id: String)] = []
            for customer in ["left", "right"] {
                let caller = try await console.api(.consoleAdministrator, of: customer)
                let begun = try await send(1, of: nil, caller)
                uploads.append((caller, try #require(try begun.json()["TranscationId"] as? String, "\(begun.text)")))
            }
            #expect(try await console.advance("left", seconds: 7200).isEmpty)
            #expect(console.files(in: "chunks").count == 2)
            #expect(try await console.advance("left", seconds: 1) == ["upload expired": 1])
            #expect(console.files(in: "chunks").count == 1)
            #expect(try await send(2, of: uploads[0].id, uploads[0].caller).status == .badRequest)
            #expect(try await send(2, of: uploads[1].id, uploads[1].caller).status == .ok)
            #expect(try await console.advance("left", seconds: 7201).isEmpty)
        }
    }

    // MARK: Certificates

    /// How the app of a customer can be pushed to.
    private func push(_ customer: String, _ console: TestConsole) async throws -> String {
        let uuid = try await console.parts.value(
            """
            SELECT application.uuid FROM application JOIN organizationGroup AS home ON home.id = groupId
            WHERE home.code = '\(customer)'
            """, String.self)
        return "/_mock/applications/\(try #require(uuid))/push"
    }

    @Test func `A certificate for pushing expires in the group whose clock passes its end`() async throws {
        try await ClockWorld.withCustomers { console in
            func code(_ customer: String) async throws -> String? {
                let body = try await console.adminJSON(try await push(customer, console))
                return (body["push"] as? [String: Any])?["code"] as? String
            }
            let text = PushFixtures.legacy.replacing("\n", with: "\\n")
            for customer in ["left", "right"] {
                let added = try await console.admin(
                    .post, "\(try await push(customer, console))/certificates",
                    text: #"{"certificate": "\#(text)", "password": "secret"}"#)
                try #require(added.status == .ok, "\(added.text)")
            }
            // It is valid up to the first moment of 2036, that one included.
            let set = try await console.clock(.put, "left", #"{"set": "2036-01-01T00:00:00Z"}"#)
            #expect((set["due"] as? [Any])?.isEmpty == true)
            #expect(try await code("left") == "possible")
            #expect(try await console.advance("left", seconds: 1) == ["push certificate expired": 1])
            #expect(try await code("left") == "certificateExpired")
            #expect(try await code("right") == "possible")
            #expect(try await console.advance("left", seconds: ClockWorld.month).isEmpty)
        }
    }

    // MARK: Deliveries

    @Test func `A delivery that failed is tried again when its time has come`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let imported = try await console.importEnvironment(ClockWorld.environment)
            try #require(imported.status == .ok, "\(imported.text)")
            fake.respond { _, _ in FakeNetwork.answer(503) }
            for customer in ["left", "right"] {
                let group = Int64(try await console.homeID(customer))
                let name = "\(customer) events"
                try await console.notify(
                    TestConsole.draft(name: name, url: "https://hook.example.test/\(customer)", group: "\(group)"))
                _ = try await console.device(of: customer)
            }
            try await console.deliver()
            try await console.deliver()
            #expect(fake.requests.count == 2)
            fake.respond { _, _ in FakeNetwork.answer(204) }
            // The second try is half of five seconds to five seconds later.
            #expect(try await console.advance("left", seconds: 2).isEmpty)
            #expect(try await console.advance("left", seconds: 3) == ["notification due": 1])
            // Nobody asks for it: the clock has woken whoever delivers.
            while try await console.deliveries("state=delivered").isEmpty { await Task.yield() }
            #expect(fake.requests.last?.request.url.description.hasSuffix("/left") == true)
            #expect(fake.requests.count == 3)
            #expect(try await console.deliveries("state=pending").count == 1)
            #expect(try await console.advance("left", seconds: 600).isEmpty)
        }
    }

    @Test func `Every kind of work is in the documentation`() async throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/MockConsole/MockConsole.docc/Clocks.md")
        let article = try String(contentsOf: path, encoding: .utf8)
        try await withConsole([\.wipePendingTimeout: "60"]) { console in
            let kinds = console.parts.features.all.flatMap(\.due).map(\.kind)
            #expect(kinds.count == 10 && Set(kinds).count == 10)
            for kind in kinds { #expect(article.contains("`\(kind)`"), "\(kind)") }
        }
    }
}
