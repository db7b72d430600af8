import ConsolePlatform
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Requests as commands, run by a shell with something that takes the place of curl.
struct JournalCurlTests {
    private func entry(
        _ method: HTTPRequest.Method = .post, _ path: String = "/a", _ fields: HTTPFields = [:],
        _ body: CapturedBody = .none, scheme: String = "http"
    ) -> JournalEntry {
        var request = JournalRequest(
            head: HTTPRequest(method: method, scheme: nil, authority: "console:8080", path: path, headerFields: fields),
            body: body)
        JournalRedaction.redact(&request)
        let response = JournalResponse(head: HTTPResponse(status: .ok), body: .none)
        return JournalEntry(
            id: 1, arrivedAt: .init(milliseconds: 0), duration: 0, connection: JournalConnection(scheme: scheme),
            request: request, response: response, parties: JournalParties(), byteCount: 0)
    }

    /// The arguments that a shell gives to curl, and what it would read from its input, both as they are.
    private func run(
        _ entry: JournalEntry, _ variables: [String: String] = [:], at origin: String = "http://console:8080"
    ) async throws -> (arguments: [String], outcome: RunningProgram.Outcome) {
        let stand = #"curl() { for word in "$@"; do printf '%s\036' "$word"; done; case "$*" in *"@-"*) cat;; esac; }"#
        let script = "\(stand)\n\(JournalCurl.text(entry, at: origin))"
        let outcome = try await withTemporaryFolder { folder in
            // A file, because an argument cannot be as long as some of these.
            let file = "\(folder)/script"
            try Data(script.utf8).write(to: URL(filePath: file))
            let program = try RunningProgram(
                "/bin/bash", [file], environment: variables.merging(["PATH": "/usr/bin:/bin"]) { $1 },
                folder: folder)
            return try await program.outcome()
        }
        return (outcome.output.split(separator: "\u{1e}").map(String.init), outcome)
    }

    @Test func `A shell gives curl what was sent`() async throws {
        let fields: HTTPFields = [.contentType: "application/json", .accept: "", .contentLength: "3"]
        let body = #"{"a":"it's $HOME `date` \\n \"quoted\" ü"}"#
        let (arguments, _) = try await run(entry(.put, "/a%20b?c=[1]&d='e'", fields, JournalWorld.body(body)))
        #expect(
            arguments == [
                "--globoff", "--path-as-is", "--request", "PUT", "http://console:8080/a%20b?c=[1]&d='e'", "--header",
                "Content-Type: application/json", "--header", "Accept;", "--data-raw", body,
            ])
    }

    @Test func `What was left out are variables, and the shell asks for them`() async throws {
        let fields: HTTPFields = [.authorization: "Bearer abc", .contentType: "application/json", .cookie: "x=y"]
        let secret = entry(
            .post, "/a?token=t", fields, JournalWorld.body(#"{"password":"p","tokens":["q"]}"#))
        let text = JournalCurl.text(secret, at: "http://console:8080")
        #expect(!text.contains("[redacted]") && text.contains("# TOKEN is not in the journal"))
        let variables = ["TOKEN": "T 1", "FIELD_COOKIE": "c", "SECRET_1": "s1", "SECRET_2": "s'2", "SECRET_3": "s3"]
        let (arguments, _) = try await run(secret, variables)
        #expect(arguments.contains("Authorization: Bearer T 1") && arguments.contains("Cookie: x=c"))
        #expect(arguments.contains("http://console:8080/a?token=s1"))
        #expect(arguments.last == #"{"password":"s'2","tokens":["s3"]}"#)
        let (_, outcome) = try await run(secret, variables.filter { $0.key != "TOKEN" })
        #expect(outcome.errors.contains("TOKEN"))
    }

    @Test(arguments: [Data([0, 1, 0xff]), Data(String(repeating: "long ", count: 30_000).utf8), Data("a\0b".utf8)])
    func `Bytes and long texts come through a pipe`(bytes: Data) async throws {
        let body = CapturedBody(bytes: ByteBuffer(bytes: bytes), byteCount: bytes.count)
        let text = JournalCurl.text(entry(.post, "/a", [:], body), at: "http://console:8080")
        let lines = text.split(separator: "\n")
        #expect(lines.first == "base64 --decode <<'END' |")
        let end = try #require(lines.firstIndex(of: "END"))
        #expect(Data(base64Encoded: lines[1..<end].joined()) == bytes)
        let (arguments, _) = try await run(entry(.post, "/a", [:], body))
        #expect(arguments.contains("--data-binary") && arguments.contains("@-") && arguments.contains("Content-Type:"))
    }

    @Test func `What is peculiar to a request is said`() {
        let origin = "http://console:8080"
        #expect(JournalCurl.text(entry(.head), at: origin).contains("--head"))
        #expect(!JournalCurl.text(entry(.head), at: origin).contains("--request"))
        #expect(JournalCurl.text(entry(scheme: "https"), at: "https://console:8443").contains("--insecure"))
        let cut = CapturedBody(bytes: ByteBuffer(string: "abc"), byteCount: 900)
        #expect(JournalCurl.text(entry(.post, "/", [:], cut), at: origin).hasPrefix("# The body had 900 bytes"))
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", ["--header", "Host: console:8080", "http://127.0.0.1:8080/a"]),
        ("https://127.0.0.1:8443", ["--insecure", "--connect-to", "::127.0.0.1:8443", "https://console:8080/a"]),
        ("https://[::1]:8443", ["--insecure", "--connect-to", "::[::1]:8443", "https://console:8080/a"]),
        ("https://console.example", ["--insecure", "--connect-to", "::console.example:443", "https://console:8080/a"]),
        ("http://console:8080", ["http://console:8080/a"]),
    ])
    func `The command goes to where the console is reached, under the name of the request`(
        origin: String, words: [String]
    ) async throws {
        let (arguments, _) = try await run(entry(.get, "/a"), at: origin)
        #expect(arguments == ["--globoff", "--path-as-is", "--request", "GET"] + words)
    }

    @Test func `Each cookie is a variable of its own`() async throws {
        let cookies = entry(.get, "/a", [.cookie: "a=x; b=y"])
        let (arguments, _) = try await run(cookies, ["FIELD_COOKIE": "1", "FIELD_COOKIE_2": "2"])
        #expect(arguments.last == "Cookie: a=1; b=2")
    }

    @Test func `A command names the origin that the console was reached at`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/nowhere", headers: ["Host": "foo.example"])
            let id = try #require(try await console.journalItems("?pageSize=1").first?["id"] as? Int)
            let text = try await console.admin(.get, "/_mock/journal/\(id)/curl").text
            #expect(text.contains("'http://localhost/deviceservices/nowhere'"), "\(text)")
        }
    }
}
