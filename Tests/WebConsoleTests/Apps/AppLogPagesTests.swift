import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// App logs on pages: the list with its filters, a log read in place, deletion.
struct AppLogPagesTests {
    private static let path = "/console/app-logs"

    /// A console with one log of three lines.
    private func withLog(
        _ run: @escaping @Sendable (_ console: TestConsole, _ log: String) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            try await phone.uploadLog("10:20 INFO <script>started</script>\n10:21 ERROR lost the network\nno level")
            let logs = try await console.adminJSON("/_mock/logs")
            let log = try #require((logs["items"] as? [[String: Any]])?.first?["id"] as? Int)
            try await run(console, "\(Self.path)/\(log)")
        }
    }

    @Test func `Logs are listed, filtered, and named when nothing is like that`() async throws {
        try await withLog { console, log in
            let browser = try await DevicePageWorld.browser(console)
            let all = try await browser.page(Self.path)
            #expect(all.text.contains("href=\"\(log)\"") && all.words.contains("com.example.demo"))
            #expect(all.text.contains("data-live=\"request\""))
            let other = try await browser.page("\(Self.path)?bundleId=com.example.other")
            #expect(other.words.contains("No log is like that") && !other.text.contains("href=\"\(log)\""))
            let quota = try await browser.page("\(Self.path)?group=demo")
            #expect(quota.words.contains("of logs"))
            let refused = try await browser.page("\(Self.path)?from=yesterday-ish")
            #expect(refused.words.contains("from"))
        }
    }

    @Test func `A log is read in place, with numbers, levels and a search`() async throws {
        try await withLog { console, log in
            let browser = try await DevicePageWorld.browser(console)
            let whole = try await browser.page(log)
            #expect(whole.words.contains("3 lines.") && whole.words.contains("<script>started</script>"))
            #expect(!whole.text.contains("<script>started") && whole.text.contains("<table class=\"list lines\">"))
            #expect(whole.words.contains("Error 10:21 ERROR lost the network"))
            let found = try await browser.page("\(log)?find=NETWORK")
            #expect(found.words.contains("1 line found.") && !found.words.contains("started"))
            let errors = try await browser.page("\(log)?level=error")
            #expect(errors.words.contains("1 line found."))
            let none = try await browser.page("\(log)?find=nothing+of+the+kind")
            #expect(none.words.contains("No line is like that"))
            let text = try await browser.send(.get, "\(log)/text")
            #expect(text.text.contains("lost the network") && text.headers[.contentType]?.contains("html") != true)
        }
    }

    @Test func `Old logs are purged with a button`() async throws {
        try await withLog { console, _ in
            console.clock.advance(seconds: 3 * 86_400)
            let browser = try await DevicePageWorld.browser(console)
            let kept = try await browser.submit("\(Self.path)/purge", on: Self.path, ["olderThanDays": "5"])
            #expect(kept.words.contains("0 logs were deleted."))
            let wrong = try await browser.submit("\(Self.path)/purge", on: Self.path, ["olderThanDays": "-1"])
            #expect(wrong.words.contains("Not done.") && wrong.words.contains("olderThanDays"))
            let gone = try await browser.submit("\(Self.path)/purge", on: Self.path, ["olderThanDays": "2"])
            #expect(gone.words.contains("One log was deleted.") && gone.words.contains("No logs yet"))
        }
    }

    @Test func `Chosen and listed logs are deleted`() async throws {
        try await withLog { console, log in
            let browser = try await DevicePageWorld.browser(console)
            let nothing = try await browser.submit("\(Self.path)/chosen", on: Self.path, ["action": "delete"])
            #expect(nothing.words.contains("Choose at least one log."))
            let archive = try await browser.send(.get, "\(Self.path).tar")
            #expect(archive.status == 200)
            let key = try #require(log.split(separator: "/").last.map(String.init))
            let gone = try await browser.submit(
                "\(Self.path)/chosen", on: Self.path, ["action": "delete", "key": key])
            #expect(gone.words.contains("One log was deleted.") && gone.words.contains("No logs yet"))
        }
    }

    @Test func `Who may only read deletes nothing`() async throws {
        try await withLog { console, log in
            let browser = try await DevicePageWorld.reader(console)
            #expect(!(try await browser.page(log)).text.contains("\(log)/delete"))
            let answer = try await browser.send(
                .post, "\(log)/delete", body: WebClient.encoded(["formToken": browser.formToken, "formPage": log]))
            #expect(answer.status == 303)
            #expect(try await browser.page(log).words.contains("lacks devices.write"))
        }
    }

    @Test(arguments: [
        ("10:20 [warn] a", "warning"), ("Fatal: b", "error"), ("information c", "information"), ("plain", ""),
        ("informal", ""), ("DEBUG then ERROR", "debug"),
    ])
    func `The level of a line is the first word that names one`(_ text: String, _ level: String) {
        #expect(AppLogLine(number: 1, text: text).level == level)
    }
}
