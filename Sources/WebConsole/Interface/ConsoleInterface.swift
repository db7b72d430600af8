import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationCompat

/// The routes of administrators, as whoever has signed in to the pages may call them.
///
/// What a page shows and does is what these routes answer and do: there is no other way from a page to the stores, so that
/// a page can do nothing that a program cannot (Architecture, "Pages").
struct ConsoleInterface: Sendable {
    private let inside: InsideCalls
    private let caller: InsideCalls.Caller
    private let memory: RememberedAnswers?
    /// Scheme, host and port of the links in answers.
    private let origin: (scheme: String, authority: String)
    /// The most bytes of an answer that is read whole.
    private let limit = 32 * 1024 * 1024
    private let made = NIOLockedValueBox<[ConsoleCall]>([])

    /// The routes for somebody.
    ///
    /// - Parameters:
    ///   - inside: Calls them.
    ///   - caller: For whom.
    ///   - origin: Scheme, host and port under which they see the console; nil for those of this machine.
    ///   - memory: Answers that hold for a while; nil for none.
    init(
        _ inside: InsideCalls, for caller: InsideCalls.Caller, at origin: String? = nil,
        remembering memory: RememberedAnswers? = nil
    ) {
        let parts = (origin ?? "http://localhost").split(separator: "/", omittingEmptySubsequences: true)
        self.origin = (String(parts.first?.dropLast() ?? "http"), String(parts.dropFirst().first ?? "localhost"))
        self.inside = inside
        self.caller = caller
        self.memory = memory
    }

    /// The calls that were made, for the page to show.
    var calls: [ConsoleCall] { made.withLockedValue { $0 } }

    /// What a route answers to GET, as JSON.
    ///
    /// - Throws: The route's own ``ConsoleError``.
    func get(_ path: String, _ query: KeyValuePairs<String, String?> = [:], version: Int? = nil) async throws -> JSON {
        var call = ConsoleCall(.get, path, query)
        call.version = version
        return try await json(call)
    }

    /// The same of a route whose answer follows from the configuration alone, and so holds until that is changed.
    func remembered(_ path: String, _ query: KeyValuePairs<String, String?>) async throws -> JSON {
        guard let memory else { return try await get(path, query) }
        let call = ConsoleCall(.get, path, query)
        var isAsked = false
        let answer = try await memory.answer(to: call.target, for: caller.identity) {
            isAsked = true
            return try await json(call)
        }
        // The page shows what it was made of, however it got that.
        if !isAsked { made.withLockedValue { $0.append(call) } }
        return answer
    }

    /// The same; ``JSON/none`` if the route says that there is no such thing.
    func find(_ path: String, _ query: KeyValuePairs<String, String?> = [:]) async throws -> JSON {
        do {
            return try await get(path, query)
        } catch let error as ConsoleError where error.code == .notFound {
            return .none
        }
    }

    /// What a group is called, without counting anew what belongs to it; ``JSON/none`` if there is no such group.
    func group(_ id: String) async throws -> JSON {
        do {
            return try await remembered("/api/system/groups/\(URLText.escaped(id))", [:])
        } catch let error as ConsoleError where error.code == .notFound {
            return .none
        }
    }

    /// Sends something to a route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: Path, with its query.
    ///   - json: The body; nil for none.
    /// - Returns: What the route answers; ``JSON/none`` for nothing.
    /// - Throws: The route's own ``ConsoleError``.
    @discardableResult
    func send(_ method: HTTPRequest.Method, _ path: String, _ json: JSONValue? = nil) async throws -> JSON {
        var call = ConsoleCall(method, path)
        call.body = json?.encoded()
        return try await self.json(call)
    }

    /// Makes a call whose answer is JSON, or nothing.
    ///
    /// - Throws: The route's own ``ConsoleError``.
    func json(_ call: ConsoleCall) async throws -> JSON {
        try await json(call, body: RequestBody(buffer: ByteBuffer(data: call.body ?? Data())))
    }

    /// The same with a body that arrives while the call is made.
    func json(_ call: ConsoleCall, body: RequestBody) async throws -> JSON {
        let answer = try await answer(call, body: body)
        if let count = answer.deletedCount {
            return JSON(.object([JSONMember(name: "deleted", value: .number("\(count)"))]))
        }
        let data = try await data(of: answer)
        return data.isEmpty ? .none : JSON(try? JSONValue(json: data, maximumValues: 2_000_000))
    }

    /// Makes a call and hands its answer on, such as a download.
    ///
    /// - Throws: The route's own ``ConsoleError``.
    func answer(_ call: ConsoleCall) async throws -> Response {
        try await answer(call, body: RequestBody(buffer: ByteBuffer(data: call.body ?? Data())))
    }

    /// The same with a body that arrives while the call is made.
    func answer(_ call: ConsoleCall, body: RequestBody) async throws -> Response {
        made.withLockedValue { $0.append(call) }
        var head = HTTPRequest(
            method: call.method, scheme: origin.scheme, authority: origin.authority, path: call.target)
        head.headerFields[.accept] =
            "application/json" + (call.version.map { ";version=\($0)" } ?? "")
        if call.body != nil || call.type != "application/json" { head.headerFields[.contentType] = call.type }
        let response = await inside.respond(to: Request(head: head, body: body), for: caller)
        guard response.status.code >= 400 else { return response }
        throw await refusal(response)
    }

    /// What a refusal says.
    private func refusal(_ response: Response) async -> ConsoleError {
        let body = JSON(try? JSONValue(json: (try? await data(of: response)) ?? Data()))
        let code: ConsoleError.Code =
            switch response.status.code {
            case 401, 403: .forbidden
            case 404: .notFound
            case 409: .conflict
            case 412: .preconditionFailed
            case 413: .payloadTooLarge
            case 422: .unprocessable
            case 429: .tooManyRequests
            case 501: .notServed
            case 503: .unavailable
            case 500...: .internalError
            default: .badRequest
            }
        let sentence = body["message"].text
        return ConsoleError(
            code, sentence.isEmpty ? response.status.reasonPhrase : sentence,
            details: body["details"].list.map(\.text))
    }

    /// The whole body of an answer.
    func data(of response: Response) async throws -> Data {
        let collector = BodyCollector(limit: limit)
        try await response.body.write(collector)
        return Data(buffer: collector.buffer)
    }
}

/// Gathers the body of an answer.
final class BodyCollector: ResponseBodyWriter {
    private(set) var buffer = ByteBuffer()
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func write(_ buffer: ByteBuffer) async throws {
        guard self.buffer.readableBytes + buffer.readableBytes <= limit else {
            throw ConsoleError(.payloadTooLarge, "The answer has more than \(limit) bytes; download it instead.")
        }
        self.buffer.writeImmutableBuffer(buffer)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
