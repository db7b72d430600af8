import Foundation
import Hummingbird
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import WebConsole

/// Forms with a file that are read while they arrive, whatever arrives.
struct MultipartFormTests {
    /// What is read of a form.
    private struct Read: Equatable {
        var values: [String: [String]] = [:]
        var fileName: String?
        var data: [UInt8] = []
    }

    /// Reads a body that arrives in pieces.
    private static func read(_ body: [UInt8], pieces size: Int, limit: Int = 1000) async throws -> Read {
        let pieces = stride(from: 0, to: body.count, by: size).map {
            ByteBuffer(bytes: body[$0..<min($0 + size, body.count)])
        }
        let stream = AsyncStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
        let form = MultipartForm(
            RequestBody(asyncSequence: stream), boundary: ChosenFile.boundary, fieldLimit: limit)
        let fields = try await form.fields()
        var read = Read(values: fields.values, fileName: fields.fileName)
        guard let name = fields.fileName else { return read }
        for try await piece in SentFile(name: name, form: form).body { read.data += piece.readableBytesView }
        return read
    }

    /// A file that nearly has boundaries in it.
    private static let tricky: [UInt8] =
        Array("--\(ChosenFile.boundary)--\r\n--\r\n\r\n\n\r\r\n--\(ChosenFile.boundary.dropLast())\r\n".utf8)
        + (0...255).map { UInt8($0) } + Array("\r\n".utf8)

    @Test(arguments: [1, 2, 3, 7, 50, 64, 100_000])
    func `Fields and file are the same in whatever pieces they arrive`(_ size: Int) async throws {
        let body = ChosenFile.body(
            ["a": "1", "formToken": "t", "text": "one\r\ntwo ü"], ChosenFile(name: "a b ü.ipa", data: Self.tricky),
            as: "package")
        let read = try await Self.read(body, pieces: size)
        #expect(read.values == ["a": ["1"], "formToken": ["t"], "text": ["one\ntwo ü"]])
        #expect(read.fileName == "a b ü.ipa" && read.data == Self.tricky)
    }

    @Test func `A long file is handed on whole, and in pieces`() async throws {
        let data = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let body = ChosenFile.body(["a": "1"], ChosenFile(name: "x", data: data), as: "f")
        for size in [1000, 65_536] {
            let read = try await Self.read(body, pieces: size)
            #expect(read.data == data)
        }
    }

    @Test func `A form that is cut off anywhere is refused`() async throws {
        let body = ChosenFile.body(["a": "1"], ChosenFile(name: "x", data: [1, 2, 3]), as: "f")
        // What comes after the end of the file does not matter.
        for end in 0..<body.count - "--\r\n".utf8.count {
            await #expect(throws: ConsoleError.self, "\(end)") {
                try await Self.read(Array(body.prefix(end)), pieces: 16)
            }
        }
    }

    @Test(arguments: [
        "", "nothing of the kind", "a=1&b=2", "------WebKitFormBoundary7MA4YWxkTrZu0g", "\r\n\r\n\r\n\r\n",
        String(repeating: "x", count: 5000), String(repeating: "\r\n", count: 5000),
        "--\(ChosenFile.boundary)\r\n" + String(repeating: "X-Head: y\r\n", count: 5000),
    ])
    func `What is no form is refused`(_ text: String) async throws {
        await #expect(throws: ConsoleError.self) { try await Self.read(Array(text.utf8), pieces: 100) }
    }

    @Test func `Fields have a limit together, headers included, and the file has none`() async throws {
        func body(_ fields: [String: String]) -> [UInt8] {
            ChosenFile.body(fields, ChosenFile(name: "x", data: [UInt8](repeating: 7, count: 5000)), as: "f")
        }
        #expect(try await Self.read(body(["a": String(repeating: "x", count: 900)]), pieces: 64).data.count == 5000)
        let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("n\($0)", "") })
        for fields in [["a": String(repeating: "x", count: 1001)], many] {
            let error = await #expect(throws: ConsoleError.self) { try await Self.read(body(fields), pieces: 64) }
            #expect(error?.code == .payloadTooLarge)
        }
    }

    @Test func `Without a chosen file there is none, and a file without a name is no field`() async throws {
        let none = ChosenFile.body(["a": "1"], ChosenFile(name: "", data: []), as: "f")
        #expect(try await Self.read(none, pieces: 9) == Read(values: ["a": ["1"]]))
        let odd = Array("--\(ChosenFile.boundary)\r\n\r\nx\r\n--\(ChosenFile.boundary)--".utf8)
        #expect(try await Self.read(odd, pieces: 9) == Read())
    }
}
