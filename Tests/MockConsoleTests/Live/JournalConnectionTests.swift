import Foundation
import Testing

@testable import ConsoleTestSupport

/// Connections in the journal: what was agreed on, and what came to nothing.
@Suite(.enabled(if: Program.isBuilt)) struct JournalConnectionTests {
    /// The entries a query finds.
    private func entries(_ served: ServedProgram, _ query: String) async throws -> [[String: Any]] {
        let answer = try await curl([
            "-H", "Authorization: Bearer \(served.ready["adminToken"] ?? "")", "\(served.http)/_mock/journal?\(query)",
        ])
        let page = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
        return try #require(page?["items"] as? [[String: Any]], "\(answer.output) \(answer.errors)")
    }

    @Test(arguments: [("--http1.1", "http/1.1", "HTTP/1.1"), ("--http2", "h2", "HTTP/2")])
    func `A request says what was agreed on for its connection`(option: String, alpn: String, version: String)
        async throws
    {
        try await withServedProgram { served in
            let target = "/deviceservices/tls"
            _ = try await curl([option, "--cacert", served.ca, served.https + target])
            _ = try await curl([served.http + target + "/plain"])
            let entry = try #require(try await entries(served, "path=\(target)&pageSize=5").last)
            let tls = try #require(entry["tls"] as? [String: Any], "\(entry)")
            #expect(tls["version"] as? String == "TLSv1.3" && tls["alpn"] as? String == alpn)
            #expect(tls["sni"] as? String == "localhost" && entry["httpVersion"] as? String == version)
            let plain = try #require(try await entries(served, "path=\(target)/plain").first)
            #expect(plain["tls"] == nil && plain["incident"] == nil)
        }
    }

    @Test func `A connection that comes to nothing is an entry with advice`() async throws {
        try await withServedProgram { served in
            let (plain, secure) = (served.http, served.https)
            #expect(try await curl([secure]).status == 60)
            _ = try await curl([secure.replacing("https:", with: "http:") + "/a?token=secret"])
            #expect(try await curl(["--cacert", served.ca, plain.replacing("http:", with: "https:")]).status != 0)
            let found = try await entries(served, "kind=connection")
            let incidents = found.compactMap { $0["incident"] as? [String: Any] }
            #expect(
                incidents.map { $0["kind"] as? String } == ["secureOnPlain", "plainOnSecure", "handshake"])
            let handshake = try #require(incidents.last)
            #expect(handshake["sni"] as? String == "localhost")
            #expect((handshake["advice"] as? String)?.contains(served.ca) == true, "\(handshake)")
            #expect(found.map { $0["status"] as? Int } == [0, 400, 0])
            #expect(found.allSatisfy { $0["method"] as? String == "-" && $0["url"] as? String == "" })
            #expect(try await entries(served, "kind=request").allSatisfy { $0["incident"] == nil })
        }
    }

    @Test(arguments: [
        "GET /a?token=secret HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", "\u{1}\u{2}\r\n\r\n",
        "GET /deviceservices HTTP/9.9\r\n\r\n",
    ])
    func `What is not HTTP is an entry with its first words`(sent: String) async throws {
        try await withServedProgram { served in
            let port = try #require(served.http.split(separator: ":").last)
            let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '%b' \"$1\" >&3; timeout 5 cat <&3"
            let escaped = sent.utf8.map { String(format: "\\x%02x", $0) }.joined()
            _ = try await run("/usr/bin/env", ["bash", "-c", script, "bash", escaped])
            let found = try await entries(served, "kind=connection")
            let incident = try #require(found.first?["incident"] as? [String: Any], "\(found)")
            #expect(incident["kind"] as? String == "unreadable" && incident["cause"] != nil)
            let id = try #require(found.first?["id"] as? Int)
            let whole = try await curl([
                "-H", "Authorization: Bearer \(served.ready["adminToken"] ?? "")", "\(served.http)/_mock/journal/\(id)",
            ]).output
            #expect(!whole.contains("secret"))
            if sent.hasPrefix("GET") { #expect(whole.contains(#""text":"GET"#), "\(whole)") }
        }
    }
}
