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
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Restores while requests are answered: each answer is of one state.
struct RestoreUnderLoadTests {
    /// Renames what states are told apart by: every tag of a state has the name of the state.
    private static func label(_ console: TestConsole, _ name: String) async throws {
        try await console.parts.core.database.write { transaction in
            try transaction.db.execute(
                sql: "UPDATE tag SET name = ? || ' ' || id, avatar = ?", arguments: [name, name])
            try transaction.db.execute(
                sql: "UPDATE organizationGroup SET name = ? WHERE code = 'demo'", arguments: [name])
            transaction.changesConfiguration()
        }
    }

    /// Whether an answer is of one state; one that took longer than a restore waits is refused instead.
    private static func isOfOneState(_ answer: TestResponse) -> Bool {
        guard answer.status == .ok else {
            #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "1", "\(answer.text)")
            #expect(answer.text.contains("before this was answered"))
            return false
        }
        #expect(answer.text.contains("vermilion") != answer.text.contains("ultramarine"), "\(answer.text)")
        return true
    }

    @Test(.timeLimit(.minutes(10))) func `No answer is made of two states`() async throws {
        try await withConsole { console in
            for number in 0..<10 { try await console.addTag("tag\(number)") }
            for state in ["vermilion", "ultramarine"] {
                try await Self.label(console, state)
                try await console.take(state)
            }
            let device = try await console.signedInDevice()
            let home = try await console.homeID()
            let isOver = NIOLockedValueBox(false)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var answers = 0
                        while !isOver.withLockedValue({ $0 }) {
                            let tags = try await console.api.call(
                                .get, "mdm/tags/search?organizationgroupid=\(home)")
                            if Self.isOfOneState(tags) { answers += 1 }
                            let groups = try await console.admin(.get, "/_mock/environment")
                            if Self.isOfOneState(groups) { answers += 1 }
                        }
                        return answers
                    }
                }
                group.addTask {
                    // Enrolled in neither state: refused in both, and never a failure of the console.
                    while !isOver.withLockedValue({ $0 }) {
                        let answer = try await device.sendAuthenticated(DeviceRoute.user.request(device))
                        #expect([200, 401, 403, 503].contains(answer.status), "\(answer.status)")
                    }
                    return 0
                }
                for round in 0..<25 { try await console.restore(round.isMultiple(of: 2) ? "vermilion" : "ultramarine") }
                isOver.withLockedValue { $0 = true }
                let answers = try await group.reduce(0, +)
                #expect(answers > 50)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func `A wait neither holds up a restore nor ends by it`() async throws {
        try await withConsole { console in
            try await console.take("before")
            let identifier = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
            let body = #"{"state": {"device": "\#(identifier)", "enrollment": "enrolled"}, "timeoutSeconds": 600}"#
            let hub = console.parts.core.events.hub
            let subscribers = hub.subscriberCount
            async let wait = console.admin(.post, "/_mock/wait", text: body)
            while hub.subscriberCount == subscribers {
                try Task.checkCancellation()
                await Task.yield()
            }
            try await console.restore("before")
            _ = try await console.signedInDevice(identifier)
            #expect(try await wait.json()["passed"] as? Bool == true)
        }
    }
}

/// The gate that holds requests back.
struct RequestGateTests {
    @Test func `A hold waits for what is under way, and holds back what comes later`() async throws {
        let gate = RequestGate(patience: .seconds(60))
        let order = NIOLockedValueBox<[String]>([])
        var pass: RequestGate.Pass? = await gate.pass()
        #expect(pass != nil && gate.running == 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await gate.hold { order.withLockedValue { $0.append("held") } } }
            while !gate.isClosed { await Task.yield() }
            group.addTask {
                let late = await gate.pass()
                withExtendedLifetime(late) { order.withLockedValue { $0.append("passed") } }
            }
            while gate.waiting == 0 { await Task.yield() }
            #expect(order.withLockedValue { $0 }.isEmpty)
            pass = nil
            try await group.waitForAll()
        }
        #expect(order.withLockedValue { $0 } == ["held", "passed"] && gate.running == 0)
    }

    @Test func `Patience ends`() async throws {
        let gate = RequestGate(patience: .milliseconds(1))
        let pass = await gate.pass()
        await gate.hold {}
        withExtendedLifetime(pass) { #expect(gate.running == 1) }
    }

    @Test func `What is still under way then is interrupted, and nothing that has left`() async throws {
        let gate = RequestGate(patience: .milliseconds(1))
        let interrupted = NIOLockedValueBox<[String]>([])
        let stalled = await gate.pass { interrupted.withLockedValue { $0.append("stalled") } }
        var left: RequestGate.Pass? = await gate.pass { interrupted.withLockedValue { $0.append("left") } }
        withExtendedLifetime(left) {}
        left = nil
        #expect(left == nil && gate.running == 1)
        await gate.hold { #expect(interrupted.withLockedValue { $0 } == ["stalled"]) }
        withExtendedLifetime(stalled) {}
        await gate.hold {}
        #expect(interrupted.withLockedValue { $0.count } == 2)
    }

    @Test func `Holds follow one another, and open the gate also after an error`() async throws {
        struct Failure: Error {}
        let gate = RequestGate()
        let inside = NIOLockedValueBox((now: 0, most: 0))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try? await gate.hold {
                        inside.withLockedValue { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                        await Task.yield()
                        inside.withLockedValue { $0.now -= 1 }
                        if number.isMultiple(of: 2) { throw Failure() }
                    }
                }
            }
        }
        #expect(inside.withLockedValue { $0.most } == 1 && !gate.isClosed)
    }

    @Test func `What outlives a restore is refused instead of being answered from both states`() async throws {
        try await withConsole { console in
            try await console.take("before")
            let database = console.parts.core.database
            let epoch = database.epoch
            try await console.restore("before")
            await #expect(throws: ConsoleError.self) {
                try await AnswerEpoch.during(epoch) { try await database.read { _ in } }
            }
            await #expect(throws: ConsoleError.self) {
                try await AnswerEpoch.during(epoch) { try await database.write { _ in } }
            }
            try await AnswerEpoch.during(database.epoch) { try await database.write { _ in } }
            try await AnswerEpoch.during(nil) { try await database.read { _ in } }
        }
    }
}

/// How long an answer is under way.
struct GateResponderTests {
    /// Answers with a body.
    private struct Answering: HTTPResponder {
        let body: ResponseBody

        func respond(to request: Request, context: ConsoleContext) async throws -> Response {
            Response(status: .ok, body: body)
        }
    }

    /// Takes a body.
    private struct Taking: ResponseBodyWriter {
        let taken: NIOLockedValueBox<ByteBuffer>

        func write(_ buffer: ByteBuffer) async throws { taken.withLockedValue { _ = $0.writeImmutableBuffer(buffer) } }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private func respond(_ body: ResponseBody, behind gate: RequestGate) async throws -> Response {
        try await withParts { parts in
            let responder = GateResponder(Answering(body: body), gate: gate, database: parts.core.database)
            let source = ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(), logger: Surroundings.test().logger)
            let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/deviceservices/x")
            return try await responder.respond(
                to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
                context: ConsoleContext(source: source))
        }
    }

    /// Says who the running task works for, and again while its body is written.
    private struct Asking: HTTPResponder {
        let callers: NIOLockedValueBox<[ClientKey?]>

        func respond(to request: Request, context: ConsoleContext) async throws -> Response {
            callers.withLockedValue { $0.append(DatabaseCallers.current?.key) }
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    callers.withLockedValue { $0.append(DatabaseCallers.current?.key) }
                    try await writer.finish(nil)
                })
        }
    }

    @Test(arguments: [("/deviceservices/x", 2), ("/_mock/stream", 2), ("/console/", 2)])
    func `Whatever is answered is answered for somebody, long answers until their end`(
        path: String, count: Int
    ) async throws {
        let callers = NIOLockedValueBox<[ClientKey?]>([])
        try await withParts { parts in
            let responder = GateResponder(
                Asking(callers: callers), gate: RequestGate(), database: parts.core.database
            ) { _, context in RequestCaller(context.notes, at: { "192.0.2.1" }, isOver: { false }) }
            let source = ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(), logger: Surroundings.test().logger)
            let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
            let response = try await responder.respond(
                to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
                context: ConsoleContext(source: source))
            try await response.body.write(Taking(taken: NIOLockedValueBox(ByteBuffer())))
        }
        let known = callers.withLockedValue { $0 }.compactMap(\.self)
        #expect(known == Array(repeating: ClientKey(.anonymous, address: "192.0.2.1"), count: count))
    }

    @Test func `A client that sends nothing more is remembered until its connection ends`() async throws {
        let (book, channel) = (ConnectionBook(report: { _ in }), NIOAsyncTestingChannel())
        #expect(!book.isClosed(channel))
        book.noteClosed(channel)
        #expect(book.isClosed(channel) && !book.isClosed(NIOAsyncTestingChannel()))
        try await channel.close()
        #expect(!book.isClosed(channel))
    }

    @Test func `A small answer is made at once, however slowly it is taken`() async throws {
        let gate = RequestGate()
        let response = try await respond(
            ResponseBody(contentLength: 4) { writer in
                for piece in ["ab", "cd"] { try await writer.write(ByteBuffer(string: piece)) }
                try await writer.finish(nil)
            }, behind: gate)
        #expect(gate.running == 0 && response.headers[.contentLength] == "4")
        let taken = NIOLockedValueBox(ByteBuffer())
        try await response.body.write(Taking(taken: taken))
        #expect(taken.withLockedValue { String(buffer: $0) } == "abcd")
    }

    @Test func `A long one is under way until its end`() async throws {
        let gate = RequestGate()
        let taken = NIOLockedValueBox(ByteBuffer())
        let response = try await respond(
            ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "piece"))
                try await writer.finish(nil)
            }, behind: gate)
        #expect(gate.running == 1)
        try await response.body.write(Taking(taken: taken))
        withExtendedLifetime(response) { #expect(taken.withLockedValue { String(buffer: $0) } == "piece") }
    }

    @Test func `One that cannot be made breaks off after its head`() async throws {
        struct Failure: Error {}
        let gate = RequestGate()
        let response = try await respond(ResponseBody(contentLength: 9) { _ in throw Failure() }, behind: gate)
        #expect(response.status == .ok && response.headers[.contentLength] == "9" && gate.running == 0)
        await #expect(throws: Failure.self) {
            try await response.body.write(Taking(taken: NIOLockedValueBox(ByteBuffer())))
        }
    }
}
