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

    @Test func `Its search shows articles and routes within the console`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let page = try await browser.page("/console/documentation")
            #expect(page.text.contains("action=\"/console/documentation\" method=\"get\""))
            #expect(page.text.contains("name=\"find\""))
            let found = try await browser.page("/console/documentation?find=beacon")
            let all = try await browser.send(.get, "/search?find=beacon")
            let sentence = try #require(all.text.firstMatch(of: /role="status">(?<words>[^<]+)</)?.words)
            #expect(found.words.contains(sentence), "\(sentence)")
            for link in all.text.matches(of: /<li><a href="(?<path>[^"]+)">/).map(\.path) {
                #expect(found.text.contains("href=\"\(link)\""), "\(link)")
            }
            #expect(found.text.contains("value=\"beacon\"") && found.text.contains("aria-label=\"Console\""))
            let nothing = try await browser.page("/console/documentation?find=%3Cqzx%3E")
            #expect(nothing.words.contains("Nothing found for") && !nothing.text.contains("<qzx>"))
        }
    }
}
