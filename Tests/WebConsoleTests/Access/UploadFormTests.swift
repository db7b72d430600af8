import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Forms with a file of any size, as browsers and the script of the console send them.
struct UploadFormTests {
    private static let page = "/console/parts"
    private static let path = "/console/parts/upload"

    private func body(_ browser: WebClient, _ file: ChosenFile, token: String? = nil) -> [UInt8] {
        ChosenFile.body(
            ["formToken": token ?? browser.formToken, "formPage": Self.page, "note": "typed"], file, as: "large")
    }

    private func send(
        _ browser: WebClient, _ data: [UInt8], _ headers: [String: String] = [:]
    ) async throws -> WebClient.Answer {
        try await browser.send(
            .post, Self.path, headers: ["Content-Type": ChosenFile.type].merging(headers) { $1 }, data: data)
    }

    @Test func `A file beyond the limit of messages arrives, and leads back with a message`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page(Self.page)
            #expect(page.text.contains("enctype=\"multipart/form-data\" data-upload"))
            let file = ChosenFile(name: "<b>.bin", data: [UInt8](repeating: 9, count: 3_000_000))
            let done = try await browser.submit(Self.path, on: Self.page, file: file, as: "large")
            #expect(done.words.contains("<b>.bin has 3000000 bytes.") && !done.text.contains("<b>.bin"))
        }
    }

    @Test func `A refusal stands beside the field, and what was typed is kept`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let refused = try await browser.submit(
                Self.path, on: Self.page, ["note": "typed"], file: nil, as: "large")
            #expect(refused.text.contains("role=\"alert\">Choose a file.</span>"))
            #expect(refused.text.contains("value=\"typed\""))
        }
    }

    @Test func `A script is told the page, which then says what came of it`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            _ = try await browser.page(Self.page)
            let file = ChosenFile(name: "a.bin", data: [1, 2, 3])
            let answer = try await send(browser, body(browser, file), ["X-Sent-By-Script": "upload"])
            let next = HTTPField.Name("x-next-page").flatMap { answer.headers[$0] }
            #expect(answer.status == 200 && next == Self.page && answer.headers[.location] == nil)
            #expect(try await browser.page(Self.page).words.contains("a.bin has 3 bytes."))
            let stranger = WebClient(console)
            let out = try await send(stranger, body(browser, file), ["X-Sent-By-Script": "upload"])
            #expect(HTTPField.Name("x-next-page").flatMap { out.headers[$0] }?.hasPrefix("/console/sign-in") == true)
        }
    }

    @Test func `Forms of others, and what is no form, are refused`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            _ = try await browser.page(Self.page)
            let file = ChosenFile(name: "a.bin", data: [1, 2, 3])
            #expect(try await send(browser, body(browser, file, token: "0")).status == 403)
            let foreign = try await send(browser, body(browser, file), ["Origin": "https://evil.example.test"])
            #expect(foreign.status == 403)
            #expect(
                try await send(WebClient(console), body(browser, file)).headers[.location]?.contains("sign-in") == true)
            let pairs = WebClient.encoded(["formToken": browser.formToken, "formPage": Self.page])
            #expect(try await browser.send(.post, Self.path, body: pairs).status == 400)
            #expect(try await send(browser, Array("no form".utf8)).status == 400)
            #expect(try await send(browser, []).status == 400)
            let cut = try await send(browser, Array(body(browser, file).dropLast(20)))
            #expect(cut.status == 303)
            #expect(try await browser.page(Self.page).words.contains("Not done. The form is cut off."))
        }
    }
}
