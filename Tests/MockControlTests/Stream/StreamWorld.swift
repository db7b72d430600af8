import Foundation
import Hummingbird
import HummingbirdTesting
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

extension TestConsole {
    /// What a stream sends until its limit or its time is over.
    func stream(_ query: String, headers: [String: String] = [:]) async throws -> [SentEvent] {
        let all = headers.merging(["Authorization": "Bearer \(console.credentials.adminToken)"]) { own, _ in own }
        let response = try await send(.get, "/_mock/stream?\(query)", headers: all)
        #expect(response.status == .ok, "\(query): \(response.text)")
        var reader = SentEventReader()
        return try reader.read(response.text.utf8)
    }

    var streams: CustomerLimiter { get throws { try parts.feature(StreamFeature.self).limiter } }
}

extension SentEvent {
    /// Members of the JSON object it has.
    func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    }

    /// A text of that object.
    func text(_ name: String) throws -> String { try #require(try object()[name] as? String, "\(data)") }
}

/// Takes what is written to a client, and can stop taking it.
final class StreamReader: ResponseBodyWriter, Sendable {
    private struct State {
        var text = ""
        var isClosed = false
        var waiting: CheckedContinuation<Void, Never>?
        var isSlow = false
    }

    private let state = NIOLockedValueBox(State())

    var text: String { state.withLockedValue { $0.text } }
    var isClosed: Bool { state.withLockedValue { $0.isClosed } }

    func write(_ buffer: ByteBuffer) async throws {
        state.withLockedValue { $0.text += String(buffer: buffer) }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLockedValue { state in
                if state.isSlow { state.waiting = continuation }
                return !state.isSlow
            }
            if goesOn { continuation.resume() }
        }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws { state.withLockedValue { $0.isClosed = true } }

    /// Takes nothing any more.
    func stop() { state.withLockedValue { $0.isSlow = true } }

    /// Takes again.
    func goOn() {
        let waiting = state.withLockedValue { state in
            state.isSlow = false
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Lets others work until something has been read.
    func until(_ condition: (String) -> Bool) async { while !condition(text) { await Task.yield() } }
}

/// A stream of a console, without what stands before it.
struct StreamStage {
    let memory: JournalMemory
    let parts: ConsoleParts
    var rules = StreamRules(
        perCustomer: 8, backlog: 100, heartbeat: .seconds(3600), patience: .seconds(3600), seconds: 3600)
    var hasJournal = true

    /// Writes a stream to a reader until it ends.
    func run(_ target: String, to reader: StreamReader, channel: (any Channel)? = nil) async throws {
        let request = Request(
            head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: target),
            body: RequestBody(buffer: .init()))
        let query = try StreamQuery(request, seconds: rules.seconds)
        let source = StreamSource(
            query, memory: memory, parties: JournalPartyStore(database: parts.core.database), subtree: .whole,
            credential: .token)
        let session = StreamSession(
            query, rules: rules, hasJournal: hasJournal, channel: channel ?? NIOAsyncTestingChannel(),
            sources: [
                Wait.source(memory.changes.events(buffer: 1)), Wait.source(parts.core.events.hub.events(buffer: 1)),
            ])
        var writer: any ResponseBodyWriter = reader
        try await session.run(source, to: &writer)
    }

    /// Adds an entry.
    @discardableResult
    func add(_ path: String, status: Int = 200) -> JournalEntry {
        memory.add { JournalWorld.entry($0, .get, path, status: status) }
    }
}

/// Lends a stage.
func withStage(
    entries: Int = 1000, _ body: @escaping @Sendable (StreamStage) async throws -> Void
) async throws {
    try await withParts { parts in
        try await body(StreamStage(memory: JournalMemory(JournalWorld.rules(entries: entries)), parts: parts))
    }
}
