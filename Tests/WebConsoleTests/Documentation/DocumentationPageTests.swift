import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The place of the articles in the navigation.
struct DocumentationPageTests {
    @Test func `Articles are listed in their groups, each with what it says`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let page = try await browser.page("/console/documentation")
            #expect(page.text.contains("<a href=\"/console/documentation\" aria-current=\"page\">Documentation</a>"))
            #expect(page.text.contains("<a href=\"/docs/Stream\">Stream</a>"))
            #expect(page.words.contains("What happens, as it happens: requests with their answers"))
            let links = page.text.matches(of: /<a href="(?<path>\/docs\/[A-Za-z0-9]+)">/).map { String($0.path) }
            let index = try await browser.send(.get, "/docs")
            let listed = index.text.matches(of: /<dt><a href="(?<path>[^"]+)">/).map { String($0.path) }
            #expect(!listed.isEmpty && links == listed)
            #expect(try await browser.send(.get, links[0]).status == 200)
        }
    }

    @Test func `Its search leads to the search of the documentation`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let page = try await browser.page("/console/documentation")
            #expect(page.text.contains("action=\"/search\" method=\"get\"") && page.text.contains("name=\"find\""))
            #expect(try await browser.send(.get, "/search?find=beacon").words.contains("beacon"))
        }
    }
}
