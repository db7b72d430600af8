import Foundation
import Testing

@testable import ConsoleTestSupport

/// Clients that agree on HTTP/2 and break its rules, byte by byte.
@Suite(.enabled(if: Program.isBuilt)) struct FrameConnectionTests {
    /// Bytes of a client, the code that ends its connection, and what else its entry says.
    struct BadClient: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let cause: String
        let advice: String

        var testDescription: String { name }
    }

    static let clients: [BadClient] = [
        BadClient(
            name: "HTTP/1.1 after all", bytes: Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            cause: "PROTOCOL_ERROR: BadClientMagic", advice: "let it offer http/1.1"),
        BadClient(
            name: "settings of five bytes", bytes: Frames.preface + Frames.frame(4, Frames.zeros(5)),
            cause: "FRAME_SIZE_ERROR", advice: "length"),
        BadClient(
            name: "a frame that is too long", bytes: Frames.opening + Frames.frame(0, stream: 1, Frames.zeros(20000)),
            cause: "FRAME_SIZE_ERROR", advice: "16,384"),
        BadClient(
            name: "header fields that cannot be unpacked", bytes: Frames.opening + Frames.unpackable,
            cause: "COMPRESSION_ERROR", advice: "HPACK"),
        BadClient(
            name: "a window that grows by nothing", bytes: Frames.opening + Frames.frame(8, Frames.zeros(4)),
            cause: "PROTOCOL_ERROR", advice: "rules"),
        BadClient(
            name: "a stream of the server", bytes: Frames.opening + Frames.request(2, path: "/deviceservices/even"),
            cause: "PROTOCOL_ERROR", advice: "rules"),
        BadClient(
            name: "a thousand pings", bytes: Frames.opening + Frames.pings(1000),
            cause: "ENHANCE_YOUR_CALM: ExcessiveControlFrames", advice: "fewer"),
        BadClient(
            name: "a thousand requests that are taken back", bytes: Frames.opening + Frames.takenBack(1000),
            cause: "ENHANCE_YOUR_CALM: ExcessiveRSTFrames", advice: "fewer"),
        BadClient(
            name: "windows that grow without end",
            bytes: Frames.opening + repeatElement(Frames.frame(8, [0, 0, 0, 1]), count: 20_000).joined(),
            cause: "ENHANCE_YOUR_CALM", advice: "fewer"),
        BadClient(
            name: "frames that HTTP/2 does not know",
            bytes: Frames.opening + repeatElement(Frames.frame(0x42, []), count: 20_000).joined(),
            cause: "ENHANCE_YOUR_CALM", advice: "fewer"),
    ]

    @Test(arguments: clients) func `Broken frames are an entry with cause and advice`(client: BadClient) async throws {
        try await withServedProgram { served in
            let sender = try send(client.bytes, to: served)
            defer { sender.end() }
            try await poll { try await !incidents(served).isEmpty }
            let entry = try #require(try await incidents(served).first)
            let incident = try #require(entry["incident"] as? [String: Any])
            #expect(incident["kind"] as? String == "brokenFrames")
            #expect((incident["cause"] as? String)?.hasPrefix(client.cause) == true, "\(incident)")
            #expect((incident["advice"] as? String)?.contains(client.advice) == true, "\(incident)")
            #expect(incident["sni"] as? String == "localhost" && entry["httpVersion"] as? String == "HTTP/2")
            #expect(entry["method"] as? String == "-" && entry["status"] as? Int == 0)
            // The connection is closed, and that was all.
            try await poll { !sender.isRunning }
            #expect(try await incidents(served).count == 1)
        }
    }

    @Test func `A request that breaks the rules ends alone, and pings do no harm`() async throws {
        try await withServedProgram { served in
            var bytes = Frames.opening + Frames.pings(20)
            for stream: UInt32 in [1, 3] {
                bytes += Frames.request(stream, path: "/bad", fields: [("X-Secret-Name", "hidden value")])
            }
            bytes += Frames.request(5, path: "/deviceservices/after")
            let sender = try send(bytes, to: served)
            defer { sender.end() }
            try await poll { try await !entries(served, "path=/deviceservices/after").isEmpty }
            let found = try await incidents(served)
            #expect(found.count == 1, "Others would say the same: \(found)")
            let incident = try #require(found.first?["incident"] as? [String: Any])
            #expect(incident["cause"] as? String == "InvalidHTTP2HeaderFieldName X-Secret-Name", "\(incident)")
            #expect((incident["advice"] as? String)?.contains("reset without an answer") == true)
            #expect(sender.isRunning, "The connection is still open.")
        }
    }

    @Test func `After a flood a new connection of the address waits, and is served`() async throws {
        try await withServedProgram(["--ephemeral", "--set", "http.floodPause=1"]) { served in
            let flood = try send(Frames.opening + Frames.pings(1000), to: served)
            defer { flood.end() }
            try await poll { !flood.isRunning }
            let arguments = ["--cacert", served.ca, "--write-out", " %{time_appconnect}", served.https + "/livez"]
            let answer = try await curl(arguments).output
            let seconds = try #require(answer.split(separator: " ").last.flatMap { Double($0) })
            #expect(seconds >= 0.9, "The handshake took \(seconds) s.")
            served.program.signal(SIGTERM)
            let log = try await served.program.outcome().errors
            #expect(log.contains("not read for a while") && log.contains("http.floodPause"), "\(log)")
        }
    }

    @Test func `Clients that leave in peace leave no entry`() async throws {
        try await withServedProgram { served in
            _ = try await curl(["--http2", "--cacert", served.ca, served.https + "/deviceservices/peace"])
            let away = Frames.opening + Frames.frame(7, Frames.zeros(8))
            let sender = try send(away, to: served)
            defer { sender.end() }
            let upload = ["--http2", "--cacert", served.ca, "--max-time", "0.2", "--upload-file", "/dev/zero"]
            _ = try await curl(upload + [served.https + "/deviceservices/endless"])
            served.program.signal(SIGTERM)
            let errors = try await served.program.outcome().errors
            #expect(!errors.contains("HTTP/2"), "\(errors)")
        }
    }

    /// Sends bytes over TLS as a client that has agreed on HTTP/2, and stays.
    private func send(_ bytes: [UInt8], to served: ServedProgram) throws -> RunningProgram {
        let file = URL(filePath: served.ca).deletingLastPathComponent().appending(path: "sent-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        let address = String(served.https.drop { $0 != "/" }.dropFirst(2))
        let script =
            "exec openssl s_client -quiet -alpn h2 -servername localhost -CAfile \"$2\" -connect \"$3\" <\"$1\""
        return try RunningProgram(
            "/usr/bin/env", ["bash", "-c", script, "bash", file.path(), served.ca, address],
            folder: FileManager.default.temporaryDirectory.path())
    }

    private func incidents(_ served: ServedProgram) async throws -> [[String: Any]] {
        try await entries(served, "kind=connection")
    }

    private func entries(_ served: ServedProgram, _ query: String) async throws -> [[String: Any]] {
        let answer = try await curl([
            "-H", "Authorization: Bearer \(served.ready["adminToken"] ?? "")", "\(served.http)/_mock/journal?\(query)",
        ])
        let page = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
        return try #require(page?["items"] as? [[String: Any]], "\(answer.output) \(answer.errors)")
    }
}

/// Writes frames of HTTP/2 (RFC 9113, section 4.1), whatever they mean.
private enum Frames {
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    /// What a well-behaved client begins with.
    static let opening = preface + frame(4, [])

    /// Header fields whose packing leads nowhere.
    static let unpackable = frame(1, flags: 5, stream: 1, Array(repeating: 0xFF, count: 6))

    /// Bytes that mean nothing.
    static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    /// A frame.
    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = withUnsafeBytes(of: UInt32(payload.count).bigEndian) { Array($0.dropFirst()) }
        bytes += [type, flags]
        bytes += withUnsafeBytes(of: stream.bigEndian) { Array($0) }
        return bytes + payload
    }

    /// Signs of life.
    static func pings(_ count: Int) -> [UInt8] {
        let ping = frame(6, Array(repeating: 7, count: 8))
        return Array(repeatElement(ping, count: count).joined())
    }

    /// Requests that nobody wants answered.
    static func takenBack(_ count: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in 0..<count {
            let stream = 2 * number + 1
            bytes += request(stream, path: "/deviceservices/rapid")
            bytes += frame(3, stream: stream, [0, 0, 0, 8])
        }
        return bytes
    }

    /// A request without a body, its header fields packed as literals.
    static func request(_ stream: UInt32, path: String, fields: [(name: String, value: String)] = []) -> [UInt8] {
        // GET and https have places in the table of every connection; names of path and authority, too.
        var packed: [UInt8] = [0x82, 0x87, 0x04]
        packed += text(path) + [0x01] + text("localhost")
        for field in fields { packed += [0x00] + text(field.name) + text(field.value) }
        return frame(1, flags: 5, stream: stream, packed)
    }

    private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
}
