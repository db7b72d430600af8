import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Terms of use on pages.
struct TermsOfUsePageTests {
    private static let path = "/console/terms-of-use"

    @Test func `A version is put into force, shown as text, and taken out of force`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let list = "\(Self.path)?group=demo"
            #expect(try await browser.page(list).words.contains("No terms of use"))
            let made = try await browser.submit(
                "\(Self.path)/new", on: list, ["group": "demo", "content": "<p>Be <i>kind</i>.</p>"])
            #expect(made.words.contains("Version 1 is in force."))
            let answer = try await console.adminJSON("/_mock/groups/demo/terms-of-use")
            let terms = try #require((answer["items"] as? [[String: Any]])?.first)
            #expect(terms["content"] as? String == "<p>Be <i>kind</i>.</p>")
            let page = "\(Self.path)/demo/\(try #require(terms["eulaContentId"] as? Int))"
            let shown = try await browser.page(page)
            #expect(shown.words.contains("<p>Be <i>kind</i>.</p>") && !shown.text.contains("<i>kind"))
            let uuid = try #require(terms["uuid"] as? String)
            let gone = try await browser.submit("\(Self.path)/demo/\(uuid)/delete", on: page)
            #expect(gone.words.contains("in force no more"))
        }
    }

    @Test func `Decisions of users are listed`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page("\(Self.path)/acceptances")
            #expect(page.text.contains("href=\"\(Self.path)/acceptances\" aria-current=\"page\""))
        }
    }

    @Test func `Who may only read puts nothing into force`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.reader(console)
            #expect(!(try await browser.page("\(Self.path)?group=demo")).text.contains("\(Self.path)/new"))
        }
    }
}
