import ConsoleModel
import ConsoleHTTP
import DeviceSimulator
import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Hummingbird
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Bodies that are looked at before anybody handles them.
struct PeekedRequestTests {
    private func request(_ body: RequestBody, length: Int? = nil) -> Request {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/x")
        if let length { head.headerFields[.contentLength] = "\(length)" }
        return Request(head: head, body: body)
    }

    /// A body that can be read once, as one of a connection can.
    private func streamed(_ pieces: [String], failing: Bool = false) -> RequestBody {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
        for piece in pieces { continuation.yield(ByteBuffer(string: piece)) }
        continuation.finish(throwing: failing ? Broken() : nil)
        return RequestBody(asyncSequence: stream)
    }

    private struct Broken: Error {}

    private func peek(_ request: Request, limit: Int) async -> PeekedRequest {
        await PeekedRequest(request, limit: limit) {}
    }

    private func text(_ request: Request) async throws -> String {
        var text = ""
        for try await piece in request.body { text += String(buffer: piece) }
        return text
    }

    @Test(arguments: [0, 1, 5, 6, 100])
    func `Whoever handles a request finds its body as it was`(limit: Int) async throws {
        let pieces = ["abc", "def", "ghi", "jkl"]
        let peeked = await peek(request(streamed(pieces)), limit: limit)
        #expect(try await text(peeked.request) == "abcdefghijkl")
        #expect(peeked.body.bytes.readableBytes <= limit)
        #expect("abcdefghijkl".hasPrefix(peeked.body.text ?? "no"))
        let whole = await peek(request(RequestBody(buffer: ByteBuffer(string: "abcdefghijkl"))), limit: limit)
        #expect(try await text(whole.request) == "abcdefghijkl")
    }

    @Test func `A body that says it is longer than the limit is not touched`() async throws {
        let peeked = await peek(request(streamed(["abc", "def"]), length: 6), limit: 5)
        #expect(peeked.body.bytes.readableBytes == 0 && peeked.body.byteCount == 6 && peeked.body.isTruncated)
        #expect(try await text(peeked.request) == "abcdef")
    }

    @Test func `A body that breaks off does so for whoever handles it`() async throws {
        let peeked = await peek(request(streamed(["abc"], failing: true)), limit: 100)
        #expect(peeked.body.text == "abc")
        await #expect(throws: Broken.self) { _ = try await text(peeked.request) }
    }

    @Test func `A log of many megabytes arrives whole while a fault is in force`() async throws {
        try await withConsole([\.faultsBodyBytes: "1000"]) { console in
            let device = try await console.signedInDevice()
            try await console.fault(#"{"match": {"body": {"contains": "nothing"}}, "action": {"status": 500}}"#)
            let log = String(repeating: "A line of a log.\n", count: 300_000)
            try await device.uploadLog(log)
            let items = try await console.adminJSON("/_mock/logs")["items"] as? [[String: Any]]
            #expect(items?.first?["byteCount"] as? Int == log.utf8.count, "\(items ?? [])")
        }
    }
}
