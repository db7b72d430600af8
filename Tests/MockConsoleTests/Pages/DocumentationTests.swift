import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleResources
@testable import ConsoleTestSupport
@testable import MockConsole

/// The documentation as pages.
struct DocumentationTests {
    private static var names: [String] {
        EmbeddedFile.below("Sources/MockConsole/MockConsole.docc/", ending: ".md").map(\.name)
            .filter { $0 != "MockConsole" }
    }

    /// Addresses of a page that lead somewhere in this console.
    private func links(_ html: String) -> Set<String> {
        Set(html.matches(of: /href="([\/#][^"]*)"/).map { String($0.1) })
    }

    @Test func `The beginning leads to every article, in the groups of the catalogue`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/docs")
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            for name in Self.names { #expect(answer.text.contains("href=\"/docs/\(name)\""), "\(name)") }
            for group in ["Using the console", "What it answers", "The protocol", "Inside", "Decisions"] {
                #expect(answer.text.contains("<h2>\(group)</h2>"), "\(group)")
            }
        }
    }

    @Test func `Every article is a page, and every link of it leads somewhere`() async throws {
        try await withConsole { console in
            var pages: [String: String] = [:]
            func page(_ path: String) async throws -> String {
                if let known = pages[path] { return known }
                let answer = try await console.send(.get, path, headers: ["Accept": "text/html"])
                #expect(answer.status == .ok, "\(path)")
                pages[path] = answer.text
                return answer.text
            }
            for name in Self.names {
                let html = try await page("/docs/\(name)")
                for link in links(html) {
                    let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                    let target = parts[0].isEmpty ? html : try await page(parts[0])
                    if parts.count > 1 { #expect(target.contains("id=\"\(parts[1])\""), "\(name): \(link)") }
                }
            }
        }
    }

    @Test func `Pages have headings with anchors, tables and contents instead of Markdown`() async throws {
        try await withConsole { console in
            let html = try await console.send(.get, "/docs/Operations").text
            #expect(
                html.contains(
                    "<h3 id=\"The-start-page\"><a class=\"self\" href=\"#The-start-page\">The start page</a></h3>"))
            #expect(html.contains("<th scope=\"col\">"))
            #expect(html.contains("<summary>Contents</summary>"))
            for name in Self.names {
                let page = try await console.send(.get, "/docs/\(name)").text
                let text = page.replacing(/(?s)<code>.*?<\/code>/, with: "")
                for mark in ["&lt;doc:", "```", "**", "\n## ", "\n| "] {
                    #expect(!text.contains(mark), "\(name): \(mark)")
                }
            }
        }
    }

    @Test func `Articles are there as Markdown, too`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/docs/Operations.md")
            #expect(answer.headers[.contentType] == "text/markdown; charset=utf-8")
            #expect(answer.text.hasPrefix("# "))
        }
    }

    @Test(arguments: [
        "/docs/operations", "/docs/index", "/docs/sections", "/docs/Nothing.md", "/docs/.md", "/docs/x/y",
    ])
    func `Other names are unknown articles`(path: String) async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, path)
            #expect(answer.status == .notFound)
        }
    }

    @Test func `The start page leads to six things`() async throws {
        try await withConsole { console in
            let page = try await console.send(.get, "/", headers: ["Accept": "text/html"]).text
            let places = page.matches(of: /<a href="([^"]*)"/).map { String($0.1) }
            #expect(places == ["/ca.pem", "/console/", "/docs/Operations", "/docs", "/openapi", "/readyz"])
            for place in places where place != "/readyz" {
                let answer = try await console.send(.get, place)
                // Whoever opens the console is asked to sign in.
                #expect(answer.status == (place == "/console/" ? .seeOther : .ok), "\(place)")
            }
            #expect(page.contains(#"role="search" method="get" action="/search""#))
        }
    }
}
