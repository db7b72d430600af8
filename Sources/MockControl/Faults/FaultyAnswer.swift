import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationCompat

/// A connection that ended while a fault was at work.
struct ConnectionDropped: Error, CustomStringConvertible {
    /// What the journal calls the fault.
    let label: String
    /// Whether the client closed it, which did not want to wait; else the fault has.
    var isByClient = false

    var description: String {
        isByClient
            ? "The client left while the fault \(label) held up its answer."
            : "The fault \(label) closed the connection."
    }
}

/// Changes answers as a fault says.
struct FaultyAnswer: Sendable {
    /// Bodies up to so many bytes are changed as a whole, and to no more; of a longer one only its length can be changed.
    static let wholeBytes = 4 << 20
    /// Of a body whose length is not known, as much counts as its half.
    private static let unknownHalf = 512

    let ruling: FaultRuling
    /// Holds things up.
    let pause: @Sendable (Duration) async throws -> Void

    private var action: FaultAction { ruling.action }

    /// An answer with everything that is to be changed.
    func changed(_ original: Response, isHead: Bool) async throws -> Response {
        var response = original
        if !isHead {
            try await change(&response)
            if isPaced { slow(&response) }
        }
        if let type = action.contentType { response.headers[.contentType] = type }
        for name in Set(action.fields.map(\.name)) { response.headers[name] = nil }
        for field in action.fields { response.headers.append(field) }
        if let name = HTTPField.Name("x-mockuem-fault") { response.headers[name] = ruling.label }
        for name in action.removed { response.headers[name] = nil }
        return response
    }

    private var isPaced: Bool { action.isPaced }

    private func change(_ response: inout Response) async throws {
        // Such an answer has no body, and HTTP/2 breaks with one.
        guard ![204, 205, 304].contains(response.status.code) else { return }
        switch action.change {
        case .empty?: response.body = ResponseBody()
        case .truncated(let count)?: truncate(&response, to: count)
        case .malformed?:
            guard let body = try await whole(&response) else { return truncate(&response, to: nil) }
            replace(&response, MalformedBody.of(body, contentType: response.headers[.contentType]))
        case .patched(let patches)?:
            guard let body = try await whole(&response), let json = try? JSONValue(json: Data(buffer: body)),
                let patched = patches.applied(to: json, limit: Self.wholeBytes)
            else { return }
            replace(&response, ByteBuffer(bytes: patched.encoded()))
        case nil: break
        }
    }

    private func replace(_ response: inout Response, _ body: ByteBuffer) {
        response.body = ResponseBody(byteBuffer: body)
    }

    /// The body of an answer, which then has it as a whole; nil for one that is too long.
    private func whole(_ response: inout Response) async throws -> ByteBuffer? {
        guard let length = response.body.contentLength, length <= Self.wholeBytes else { return nil }
        let bytes = try await response.body.whole()
        response.body = ResponseBody(byteBuffer: bytes)
        return bytes
    }

    private func truncate(_ response: inout Response, to count: Int?) {
        let length = response.body.contentLength
        let limit = min(count ?? length.map { $0 / 2 } ?? Self.unknownHalf, length ?? Int.max)
        let body = response.body
        response.body = ResponseBody(contentLength: length == nil ? nil : limit) { writer in
            try await body.write(PacedWriter(writer, PacedWriter.Plan(limit: limit), pause))
        }
    }

    /// Sends a body in pieces with pauses, and to a point at which the connection is closed.
    private func slow(_ response: inout Response) {
        let (body, length) = (response.body, response.body.contentLength)
        var plan = PacedWriter.Plan()
        if let pace = action.pace { (plan.size, plan.wait) = pace.plan(for: length) }
        if let cut = action.cut {
            let half = length.map { $0 / 2 } ?? Self.unknownHalf
            let wanted = if case .bytes(let count) = cut { count } else { half }
            plan.limit = min(wanted, length.map { max(0, $0 - 1) } ?? wanted)
            plan.failure = ConnectionDropped(label: ruling.label)
        }
        let finished = plan
        response.body = ResponseBody(contentLength: length) { writer in
            try await body.write(PacedWriter(writer, finished, pause))
        }
    }
}

/// Passes a body on in pieces, with a pause before each, and only so much of it.
private final class PacedWriter: ResponseBodyWriter {
    /// How a body is sent.
    struct Plan: Sendable {
        /// Bytes of a piece.
        var size = Int.max
        /// How long each piece waits.
        var wait: Duration = .zero
        /// Bytes after which nothing more is passed on.
        var limit = Int.max
        /// What ends the body once so many bytes are passed on, or at its end; nil for an end as usual.
        var failure: ConnectionDropped?
    }

    private var writer: any ResponseBodyWriter
    private let plan: Plan
    private let pause: @Sendable (Duration) async throws -> Void
    private var sent = 0

    init(_ writer: any ResponseBodyWriter, _ plan: Plan, _ pause: @escaping @Sendable (Duration) async throws -> Void) {
        self.writer = writer
        self.plan = plan
        self.pause = pause
    }

    func write(_ buffer: ByteBuffer) async throws {
        var buffer = buffer
        while buffer.readableBytes > 0 {
            guard sent < plan.limit else { return try end() }
            let count = min(buffer.readableBytes, plan.size, plan.limit - sent)
            guard let piece = buffer.readSlice(length: count) else { return }
            if plan.wait > .zero { try await pause(plan.wait) }
            try await writer.write(piece)
            sent += count
        }
        if sent >= plan.limit { try end() }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {
        try end()
        try await writer.finish(trailingHeaders)
    }

    private func end() throws {
        if let failure = plan.failure { throw failure }
    }
}
