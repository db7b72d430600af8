import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Log uploads: byte for byte what the app wrote (DeviceServices, section 15).
struct LogUploadTests {
    private func list(_ client: SimulatedClient, _ console: TestConsole) async throws -> [[String: Any]] {
        let page = try await console.adminJSON("/_mock/devices/\(client.device)/logs")
        return page["items"] as? [[String: Any]] ?? []
    }

    private func text(_ client: SimulatedClient, _ console: TestConsole) async throws -> Data {
        let id = try #require(try await list(client, console).first?["id"] as? Int)
        let response = try await console.admin(.get, "/_mock/devices/\(client.device)/logs/\(id)")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
        return Data(buffer: response.body)
    }

    private func send(_ body: String, _ client: SimulatedClient, _ console: TestConsole) async throws -> ClientResponse
    {
        var request = try DeviceRoute.logging.request(client)
        request.body = Data(body.utf8)
        return try await console.send(request, as: client)
    }

    @Test(arguments: LogType.allCases, LogLevel.allCases)
    func `Every type and level is kept`(type: LogType, level: LogLevel) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.uploadLog("text", type: type, level: level)
            let log = try #require(try await list(client, console).first)
            #expect(log["type"] as? String == "\(type)")
            #expect(log["level"] as? String == "\(level)")
            #expect(log["appVersion"] as? String == "1.0.0")
            #expect(log["bundleId"] as? String == "com.example.demo")
            #expect(log["receivedAt"] as? String == console.clock.now.description)
            #expect(log["byteCount"] as? Int == 4)
        }
    }

    @Test(arguments: [
        "", " ", "line\nline\r\n\tindented", "quote \" backslash \\ slash / bell \u{7} nul \u{0} end",
        "ä ö € 😀 \u{2028}",
        "e\u{301} é", String(repeating: "\\\"", count: 500), "{\"LogData\":\"nested\"}",
    ])
    func `The text comes back as it was`(log: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.uploadLog(log)
            #expect(try await text(client, console) == Data(log.utf8))
            #expect(try await list(client, console).first?["byteCount"] as? Int == log.utf8.count)
        }
    }

    @Test func `Every escape JSON has is undone`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let body = """
                {"BundleId":"com.example.demo","LogData":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e4\\u20AC\\uD83D\\uDE00"}
                """
            #expect(try await send(body, client, console).status == 200)
            #expect(try await text(client, console) == Data("\"\\/\u{8}\u{c}\n\r\tAä€😀".utf8))
            let log = try #require(try await list(client, console).first)
            #expect(log["type"] as? String == "application")
            #expect(log["level"] as? String == "debug")
            #expect(log["appVersion"] as? String == "")
        }
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `Two megabytes go through the spool and come back byte for byte`(scheme: SimulatedClient.Scheme) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            let log = (0..<40_000).map { "\($0): a line with \"quotes\", ümläuts and 😀 to be escaped\n" }.joined()
            #expect(log.utf8.count > 2 << 20)
            try await client.uploadLog(log)
            #expect(try await text(client, console) == Data(log.utf8))
            #expect(console.spooledFiles().isEmpty)
        }
    }

    @Test(arguments: [65_535, 65_536, 65_537, 262_143, 262_144, 262_145])
    func `Nothing is lost where memory ends and where pieces end`(count: Int) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let log = String((0..<count).map { Character(UnicodeScalar(UInt8(33 + $0 % 90))) })
            try await client.uploadLog(log)
            #expect(try await text(client, console) == Data(log.utf8))
            #expect(console.spooledFiles().isEmpty)
        }
    }

    @Test func `A large log with a bad signature leaves nothing behind`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var request = try DeviceRoute.logging.request(client)
            let log = String(repeating: "x", count: 300_000)
            request.body = try LogUpload(
                header: LogUploadHeader(bundle: client.bundle, appVersion: "1"), text: log
            ).encoded()
            var signed = try console.signed(request, as: client)
            signed.body[150_000] ^= 1
            let before = try await console.contents()
            #expect(try await console.send(signed).status == 401)
            #expect(try await console.contents() == before)
            #expect(console.spooledFiles().isEmpty)
        }
    }

    @Test func `A log of another app is answered 404 and not kept`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let body = "{\"BundleId\":\"com.example.everything\",\"LogData\":\"x\"}"
            #expect(try await send(body, client, console).status == 404)
            #expect(try await list(client, console).isEmpty)
        }
    }

    @Test func `A log belongs to its device only`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let other = try await console.signedInDevice("ffff")
            try await client.uploadLog("mine")
            let id = try #require(try await list(client, console).first?["id"] as? Int)
            #expect(try await list(other, console).isEmpty)
            #expect(try await console.admin(.get, "/_mock/devices/ffff/logs/\(id)").status == .notFound)
        }
    }

    @Test func `However many logs there are, another one evicts none`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.uploadLog("the first")
            let id = try #require(try await list(client, console).first?["id"] as? Int)
            try await console.execute(
                """
                WITH RECURSIVE numbers (number) AS (VALUES (1) UNION ALL SELECT number + 1 FROM numbers LIMIT 10000)
                INSERT INTO deviceLog (receivedAt, groupId, deviceId, bundleId, appVersion, type, level, byteCount)
                SELECT log.receivedAt, log.groupId, log.deviceId, log.bundleId, '1', 1, 0, 0
                FROM deviceLog AS log, numbers
                """)
            try await client.uploadLog("the last")
            #expect(try await console.rowCounts()["deviceLog"] == 10_002)
            #expect(try await console.admin(.get, "/_mock/logs/\(id)/text").text == "the first")
            #expect(try await text(client, console) == Data("the last".utf8))
        }
    }
}
