import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import WebConsole

/// The journal as pages.
struct JournalPagesTests {
    /// A console whose journal has a login, and a browser that has signed in.
    private func withJournal(
        _ name: String = "admin", _ password: String = "admin",
        _ body: @escaping @Sendable (TestConsole, WebClient) async throws -> Void
    ) async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = WebClient(console)
            try await browser.signIn(name, password)
            try await body(console, browser)
        }
    }

    /// Ids of the entries that a list of the API has.
    private func ids(_ console: TestConsole, _ query: String = "") async throws -> [Int] {
        try await console.items("/_mock/journal\(query)").compactMap { $0["id"] as? Int }
    }

    @Test func `The list has every request, and its filters are those of the address`() async throws {
        try await withJournal { console, browser in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let page = try await browser.page("/console/journal")
            #expect(page.words.contains("GET /deviceservices/nowhere"))
            #expect(page.text.contains("data-live=\"request connection\""))
            let udid = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
            #expect(page.text.contains("<code class=\"short\" title=\"\(udid)\">3f1c9a5d2be8…</code>"))
            let refused = try await browser.page("/console/journal?status=404&path=/deviceservices/**")
            #expect(refused.words.contains("/deviceservices/nowhere"))
            #expect(refused.text.contains("name=\"status\" type=\"text\" value=\"404\""))
            #expect(try await ids(console, "?status=404").count == 1)
            let none = try await browser.page("/console/journal?status=418")
            #expect(none.words.contains("No request is like that"))
        }
    }

    @Test func `A filter that cannot be says so beside its field`() async throws {
        try await withJournal { _, browser in
            let page = try await browser.page("/console/journal?status=often")
            #expect(page.text.contains("aria-invalid=\"true\""))
            #expect(page.words.contains("it has to be a status such as 404"))
        }
    }

    @Test func `A refused request says why on top`() async throws {
        try await withJournal { console, browser in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let id = try #require(try await ids(console, "?status=404").first)
            let page = try await browser.page("/console/journal/\(id)")
            let why = try #require(page.text.firstRange(of: "id=\"why\""))
            let facts = try #require(page.text.firstRange(of: "id=\"facts\""))
            #expect(why.lowerBound < facts.lowerBound)
            let explanation = try await console.adminJSON("/_mock/journal/\(id)/why")
            #expect(page.words.contains(try #require(explanation["summary"] as? String)))
        }
    }

    @Test func `An entry shows what was sent, what it changed, and a command`() async throws {
        try await withJournal { console, browser in
            let id = try #require(try await ids(console, "?method=POST").last)
            let page = try await browser.page("/console/journal/\(id)")
            for part in ["Facts", "What it changed", "Request", "Answer", "As curl", "As it was sent"] {
                #expect(page.words.contains(part), "\(part)")
            }
            #expect(page.text.contains("/console/devices/3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"))
            #expect(page.words.contains("curl --globoff") || page.words.contains("curl \\"))
            #expect(!page.text.contains("id=\"why\""))
        }
    }

    @Test func `A request is sent once more with a button`() async throws {
        try await withJournal { console, browser in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let id = try #require(try await ids(console, "?status=404").first)
            let page = try await browser.submit("/console/journal/\(id)/replay", on: "/console/journal/\(id)")
            #expect(page.words.contains("Sent once more. It was answered 404 then, 404 now."))
            #expect(page.words.contains("Entry \(id)"))
            #expect(try await ids(console, "?status=404").count == 2)
        }
    }

    @Test func `The journal is downloaded as its filters say`() async throws {
        try await withJournal { console, browser in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let archive = try await browser.send(.get, "/console/journal.har?status=404")
            #expect(archive.status == 200)
            #expect(archive.headers[.contentDisposition]?.contains("journal.har") ?? false)
            #expect(archive.text.contains("\"log\""))
            let lines = try await browser.send(.get, "/console/journal.ndjson?status=404")
            #expect(lines.text.split(separator: "\n").count == 1)
        }
    }

    @Test func `The journal is emptied, or what is found`() async throws {
        try await withJournal { console, browser in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let page = try await browser.page("/console/journal")
            #expect(page.text.contains("data-confirm=\"Delete all entries of the journal?\""))
            let one = try await browser.submit("/console/journal/empty?status=404", on: "/console/journal?status=404")
            #expect(one.words.contains("One entry was deleted."))
            #expect(try await !ids(console).isEmpty)
            let all = try await browser.submit("/console/journal/empty", on: "/console/journal")
            #expect(all.words.contains("No requests yet"))
            #expect(try await ids(console).isEmpty)
        }
    }

    @Test func `Who may only read is offered nothing that changes`() async throws {
        try await withConsole { console in
            _ = try await console.admin(
                .post, "/_mock/administrators",
                text: #"{"username": "ann", "password": "ann-secret", "role": "Read Only", "group": "global"}"#)
            _ = try await console.send(.get, "/deviceservices/nowhere")
            let browser = WebClient(console)
            try await browser.signIn("ann", "ann-secret")
            let id = try #require(try await ids(console, "?status=404").first)
            let list = try await browser.page("/console/journal")
            #expect(list.words.contains("/deviceservices/nowhere") && !list.text.contains("/console/journal/empty"))
            let entry = try await browser.page("/console/journal/\(id)")
            #expect(!entry.text.contains("/replay\""))
            let sent = try await browser.send(
                .post, "/console/journal/empty", body: WebClient.encoded(["formToken": browser.formToken]))
            #expect(sent.status == 303)
            #expect(try await !ids(console).isEmpty)
        }
    }

    @Test func `What was sent stays text`() async throws {
        try await withJournal { console, browser in
            _ = try await console.send(.post, "/deviceservices/nowhere", text: "<script>alert(1)</script>")
            let id = try #require(try await ids(console, "?status=404").first)
            for path in ["/console/journal", "/console/journal?text=%3Cscript%3E", "/console/journal/\(id)"] {
                #expect(try await !browser.page(path).text.contains("<script>"), "\(path)")
            }
        }
    }

    @Test func `An entry that is not there is no page`() async throws {
        try await withJournal { _, browser in
            let answer = try await browser.send(.get, "/console/journal/999999")
            #expect(answer.status == 404)
        }
    }
}

/// Bodies as the journal's pages decode them.
struct JournalBodyTests {
    private func body(_ text: String, type: String = "") throws -> JournalBody {
        let json = JSON(
            .object([
                .init(name: "bytes", value: .number("\(text.utf8.count)")), .init(name: "text", value: .string(text)),
            ]))
        return try #require(JournalBody(json, type: type))
    }

    @Test func `JSON stands on lines, and what needs no decoding is shown once`() throws {
        #expect(try body(#"{"a":1}"#).decoded?.text == "{\n  \"a\": 1\n}")
        #expect(try body("{\n  \"a\": 1\n}").decoded == nil)
        #expect(try body("17").decoded == nil)
    }

    @Test func `Property lists, XML and forms are decoded`() throws {
        let list = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>A</key><true/></dict></plist>"
        #expect(try body(list).decoded?.form == "Property list")
        #expect(try body("<a><b>1</b></a>").decoded?.form == "XML")
        let form = try body("a=1+2&b=%C3%A9", type: "application/x-www-form-urlencoded; charset=utf-8")
        #expect(form.decoded?.text == "a = 1 2\nb = é")
    }

    @Test func `Bytes that are no text are written in hexadecimal`() throws {
        #expect(JournalBody.dump(Data([0, 0x41, 0xFF])).hasPrefix("000000  00 41 ff "))
        #expect(JournalBody.dump(Data([0, 0x41, 0xFF])).hasSuffix(".A."))
        #expect(JournalBody.dump(Data(count: 5000)).hasSuffix("… 904 more bytes"))
        #expect(JournalBody(.none, type: "") == nil)
    }
}
