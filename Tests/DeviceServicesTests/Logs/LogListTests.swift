import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices

/// Logs are listed, filtered, read and deleted (AdminAPI, "Logs").
struct LogListTests {
    private static let one = "1111", other = "2222"

    /// Two devices, three logs each, a minute apart.
    private static func seed(_ console: TestConsole) async throws {
        let first = try await console.signedInDevice(one)
        let second = try await console.signedInDevice(other, bundle: "com.example.everything")
        for (number, level) in [LogLevel.debug, .information, .error].enumerated() {
            try await first.uploadLog("first \(number)", type: .application, level: level)
            try await second.uploadLog("Second \(number) \u{e4}", type: number == 2 ? .crash : .device, level: .off)
            console.clock.advance(seconds: 60)
        }
    }

    @Test(arguments: [
        ("", 6), ("?device=1111", 3), ("?bundleId=com.example.everything", 3), ("?bundleId=COM.example.DEMO", 3),
        ("?type=crash", 1), ("?type=Device", 2), ("?type=none", 0), ("?level=off", 3), ("?level=error", 1),
        ("?minimumLevel=off", 6), ("?minimumLevel=debug", 3), ("?minimumLevel=information", 2),
        ("?MINIMUMLEVEL=warning", 1), ("?appVersion=1.0.0", 6), ("?appVersion=1.0", 0), ("?verified=true", 6),
        ("?verified=false", 0), ("?claimedDevice=1111", 0), ("?text=FIRST", 3), ("?text=second%202", 1),
        ("?text=%C3%A4", 3), ("?text=%25", 0), ("?text=_", 0), ("?type=device&text=second&device=2222", 2),
        ("?user=demo&group=global", 6), ("?group=appreview", 0), ("?from=2026-03-05T10:21:30Z", 4), ("?ids=1,6", 2),
    ])
    func `A filter leaves what it says`(query: String, count: Int) async throws {
        try await withConsole { console in
            try await Self.seed(console)
            #expect(try await console.adminJSON("/_mock/logs\(query)")["total"] as? Int == count)
        }
    }

    @Test(arguments: [
        ("type=4", "none, application, crash, device"), ("level=info", "off, debug, information, warning, error"),
        ("minimumLevel=-2", "minimumLevel"), ("verified=maybe", "true or false"),
        ("kind=crash", "kind is no parameter"),
        ("text=" + String(repeating: "x", count: 4097), "4096"),
    ])
    func `A filter that cannot be is refused with the reason`(query: String, reason: String) async throws {
        try await withConsole { console in
            for path in ["", "/download"] {
                let response = try await console.admin(.get, "/_mock/logs\(path)?\(query)")
                #expect(response.status == .badRequest)
                let message = try response.json()["message"] as? String ?? ""
                #expect(message.contains(reason), "\(message)")
            }
            #expect(try await console.admin(.delete, "/_mock/logs?\(query)").status == .badRequest)
        }
    }

    @Test func `A log says where it came from, and its text is read by its id alone`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let latest = try #require(try await console.logs("?pageSize=1").first)
            #expect(latest["device"] as? String == Self.other)
            #expect(latest["bundleId"] as? String == "com.example.everything")
            #expect(latest["user"] as? String == "demo" && latest["group"] as? String == "demo")
            #expect(latest["type"] as? String == "crash" && latest["verified"] as? Bool == true)
            #expect(latest["claimedDevice"] == nil)
            #expect(try await console.adminJSON("/_mock/logs/6")["byteCount"] as? Int == 11)
            let text = try await console.admin(.get, "/_mock/logs/6/text")
            #expect(text.text == "Second 2 \u{e4}")
            #expect(text.headers[.contentType] == "text/plain; charset=utf-8")
            for path in ["99", "99/text", "x", "x/text"] {
                #expect(try await console.admin(.get, "/_mock/logs/\(path)").status == .notFound, "\(path)")
            }
        }
    }

    @Test func `Logs are deleted selected, listed, one by one, with their texts`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            #expect(try await console.admin(.delete, "/_mock/logs").status == .badRequest)
            #expect(try await console.admin(.delete, "/_mock/logs/1").status == .noContent)
            #expect(try await console.admin(.delete, "/_mock/logs/1").status == .notFound)
            let selected = try await console.admin(.delete, "/_mock/logs?ids=2,3")
            #expect(selected.deletedCount == 2)
            let listed = try await console.admin(.delete, "/_mock/logs?text=second%201")
            #expect(listed.deletedCount == 1)
            let counts = try await console.rowCounts()
            #expect(counts["deviceLog"] == 2 && counts["deviceLogPiece"] == 2)
            #expect(try await console.actions("log.") == ["log.deleted", "log.deleted", "log.deleted"])
            #expect(try await console.countersAreRight())
        }
    }

    @Test func `An administrator sees, saves, purges and deletes only what is below their group`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let headers = try await console.administrator(of: "appreview")
            func send(_ method: HTTPRequest.Method, _ path: String) async throws -> TestResponse {
                try await console.send(method, "/_mock/logs\(path)", headers: headers)
            }
            let page = try await send(.get, "")
            #expect(try page.json()["total"] as? Int == 0)
            for path in ["/1", "/1/text"] { #expect(try await send(.get, path).status == .notFound) }
            #expect(try await send(.delete, "/1").status == .notFound)
            #expect(try await send(.get, "/download").body.readableBytes == 1024)
            let all = try await send(.delete, "?all=true")
            #expect(all.deletedCount == 0)
            let purged = try await send(.post, "/purge?olderThanDays=0")
            #expect(try purged.json()["deleted"] as? Int == 0)
            #expect(try await send(.post, "/purge?group=demo").status == .notFound)
            let quota = try await console.send(.get, "/_mock/groups/demo/log-quota", headers: headers)
            #expect(quota.status == .notFound)
            #expect(try await console.logs().count == 6)
        }
    }
}

/// A text is found wherever it stands in a log, also across the pieces a log is kept in.
struct LogSearchTests {
    private static let size = LogStore.pieceSize

    /// A log of three pieces with a text around a position.
    private static func log(_ text: String, endingAt position: Int) -> String {
        let before = String(repeating: "x", count: position - text.utf8.count)
        return before + text + String(repeating: "y", count: 2 * size + 100 - position)
    }

    private static func isFound(_ text: String, _ console: TestConsole) async throws -> Bool {
        let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await console.logs("?text=\(query)").count == 1
    }

    @Test(arguments: [-1, 0, 1, 2, 5, 10, 11])
    func `Where two pieces meet`(behind: Int) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.uploadLog(Self.log("Needle \u{e4} \u{1F600}", endingAt: Self.size + behind))
            for text in ["Needle \u{e4} \u{1F600}", "nEEDLE", "\u{e4} \u{1F600}y", "x", "xN", "\u{1F600}"] {
                #expect(try await Self.isFound(text, console), "\(text)")
            }
            for text in ["Needle\u{e4}", "yx", "\u{1F601}", "\u{c4}"] {
                #expect(try await !Self.isFound(text, console), "\(text)")
            }
        }
    }

    @Test func `With special characters, of the longest length, and not across logs`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let long = String(repeating: "abcd", count: 1024)
            try await client.uploadLog(Self.log(long + "\u{0}%_'\"\\", endingAt: Self.size + 2000))
            try await client.uploadLog("begin")
            for text in [long, "\u{0}%", "%_'\"\\", "\\y"] { #expect(try await Self.isFound(text, console)) }
            #expect(try await !Self.isFound("ybegin", console))
            #expect(try await !Self.isFound("%y%", console))
        }
    }
}
