import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What the journal writes of requests and their answers.
struct JournalRecorderTests {
    private func entries(_ console: TestConsole) throws -> [JournalEntry] {
        try console.parts.feature(JournalFeature.self).memory.entries()
    }

    @Test func `A request is in the journal with its answer once it is answered`() async throws {
        try await withConsole { console in
            let before = try entries(console).count
            _ = try await console.send(.get, "/deviceservices/nowhere?a=b", headers: ["X-Test": "1"])
            let entry = try #require(try entries(console).last)
            #expect(try entries(console).count == before + 1)
            #expect(entry.request.head.method == .get)
            #expect(entry.request.target == "/deviceservices/nowhere?a=b")
            #expect(entry.request.path == "/deviceservices/nowhere")
            #expect(entry.response.head.status == .notFound)
            #expect(entry.response.body.text?.contains("nowhere") == true)
            #expect(entry.arrivedAt == console.clock.now)
        }
    }

    @Test func `What a credential stands for is in the entry`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            _ = try await device.fetchProfile()
            let entry = try #require(try entries(console).last)
            #expect(entry.parties.device == device.device.value)
            #expect(entry.parties.bundle == "com.example.demo")
            #expect(entry.parties.deviceID != nil && entry.parties.groupID != nil && entry.parties.customerID != nil)
            #expect(entry.parties.route?.isEmpty == false)
        }
    }

    @Test func `An administrator is in the entry, the password is not`() async throws {
        try await withConsole { console in
            let response = try await console.api.call(.get, "system/info")
            #expect(response.status == .ok)
            let entry = try #require(try entries(console).last)
            #expect(entry.parties.administrator == "admin")
            #expect(entry.request.head.headerFields[.authorization] == "Basic [redacted]")
            #expect(entry.request.isRedacted)
        }
    }

    @Test func `Neither pages nor what only a mock has are in the journal`() async throws {
        try await withConsole { console in
            let before = try entries(console).count
            _ = try await console.admin(.get, "/_mock/events")
            _ = try await console.send(.get, "/livez")
            #expect(try entries(console).count == before)
        }
    }

    @Test func `A large body that nobody has time to look through is left out, the rest is kept`() async throws {
        try await withConsole { console in
            let works = PatientWorks(width: 1, places: PatientWorks.Places(count: 0, share: 0))
            let configuration = try ConsoleConfiguration.test()
            let recorder = JournalRecorder(
                configuration.journal, memory: try console.parts.feature(JournalFeature.self).memory,
                clock: console.parts.core.clock, addresses: configuration.entry.addresses,
                customer: { _ in nil }, user: { _ in nil }, works: works)
            var body = CapturedBody.none
            body.append(ByteBuffer(repeating: 0x61, count: PatientWorks.largeBody), limit: 65_536)
            let head = HTTPRequest(
                method: .post, scheme: nil, authority: nil, path: "/a", headerFields: [.authorization: "Bearer secret"])
            let request = JournalRequest(head: head, body: body)
            var answer = CapturedBody.none
            answer.append(ByteBuffer(string: #"{"password":"secret","a":1}"#), limit: 65_536)
            let response = JournalResponse(
                head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: answer)
            let mayEnd = DispatchSemaphore(value: 0)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = await works.run(for: .console, isLong: true) { mayEnd.wait() } }
                while works.limiter.isIdle { await Task.yield() }
                let (sent, got) = await recorder.shown(request, response, to: "192.0.2.1")
                mayEnd.signal()
                #expect(sent.body.bytes.readableBytes == 0 && sent.body.isTruncated)
                #expect(sent.body.byteCount == PatientWorks.largeBody)
                #expect(sent.head.headerFields[.authorization]?.contains("secret") == false)
                #expect(got.body.text?.contains("secret") == false && got.body.text?.contains(#""a":1"#) == true)
            }
            let (sent, _) = await recorder.shown(request, response, to: "192.0.2.1")
            #expect(sent.body == body)
        }
    }

    @Test func `Without a journal nothing is kept`() async throws {
        try await withConsole([\.journalEnabled: "false"]) { console in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            #expect(try entries(console).isEmpty)
        }
    }
}
