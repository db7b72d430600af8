import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsolePlatform

/// Answers that are always the same.
struct ConstantAnswerTests {
    private static let text = String(repeating: "All work and no play makes a dull page. ", count: 100)

    private func request(_ headers: [String: String]) -> Request {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        return Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: fields),
            body: RequestBody(buffer: ByteBuffer()))
    }

    @Test(arguments: [
        ("gzip", true), ("deflate, gzip;q=0.5", true), ("GZIP", true), ("gzip;q=0", false), ("br", false), ("", false),
        ("xgzip", false),
    ])
    func `It is compressed for those who take that`(accepted: String, isPacked: Bool) {
        let answer = ConstantAnswer(Self.text, type: "text/plain")
        let response = answer.response(to: request(accepted.isEmpty ? [:] : ["Accept-Encoding": accepted]))
        #expect((response.headers[.contentEncoding] == "gzip") == isPacked)
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect((response.body.contentLength ?? 0 < Self.text.utf8.count) == isPacked)
    }

    @Test func `What is small stays as it is`() {
        let response = ConstantAnswer("small", type: "text/plain").response(to: request(["Accept-Encoding": "gzip"]))
        #expect(response.headers[.contentEncoding] == nil && response.body.contentLength == 5)
    }

    @Test func `Who has it gets 304 and no body`() throws {
        let answer = ConstantAnswer(page: Self.text)
        let plain = answer.response(to: request([:]))
        let packed = answer.response(to: request(["Accept-Encoding": "gzip"]))
        let tags = try [#require(plain.headers[.eTag]), #require(packed.headers[.eTag])]
        #expect(tags[0] != tags[1])
        for tag in tags + ["W/\(tags[0])", "\"other\", \(tags[1])", "*"] {
            let again = answer.response(to: request(["If-None-Match": tag]))
            #expect(again.status == .notModified && again.body.contentLength == 0, "\(tag)")
        }
        #expect(answer.response(to: request(["If-None-Match": "\"other\""])).status == .ok)
        #expect(ConstantAnswer(page: "other").response(to: request([:])).headers[.eTag] != tags[0])
    }

    @Test func `gzip reads what is packed`() async throws {
        let bytes = Array(Self.text.utf8)
        let unpacked = try await Self.gunzip(try Gzip.pack(bytes))
        #expect(unpacked == Data(bytes))
        #expect(try await Self.gunzip(try Gzip.pack([])) == Data())
    }

    private static func gunzip(_ packed: [UInt8]) async throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(packed))
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return data
    }

    @Test func `An answer is made once, whoever asks`() async {
        let shelf = AnswerShelf()
        let made = NIOLockedValueBox(0)
        await withDiscardingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = await shelf.answer("a") {
                        made.withLockedValue { $0 += 1 }
                        return ConstantAnswer("a", type: "text/plain")
                    }
                }
            }
        }
        #expect(made.withLockedValue { $0 } == 1)
    }
}
