import Testing

@testable import Articles

/// Whole pages, and what the search looks through.
struct ArticlePagesTests {
    private static let long = """
        # Operating <it>

        How to `start` it.

        ## First

        Text of <doc:Other>.

        ### Deeper

        | A | B |
        |---|---|
        | one | two |

        ## Second

        * item
          > quoted

        ```
        let code\t= 1
        ```
        """

    private let catalogue: ArticleCatalogue

    init() throws {
        let topics = "# Top\n\nHello, *you*.\n\n## Overview\n\nMore.\n\n## Topics\n\n"
        catalogue = try ArticleCatalogue(
            [
                Article(name: "Top", markdown: topics + "### Use\n\n- <doc:Long>\n\n### Inside\n\n- <doc:Other>\n"),
                Article(name: "Long", markdown: Self.long), Article(name: "Other", markdown: "# Other\n\nShort.\n"),
            ], overview: "Top")
    }

    private func page(_ name: String) throws -> String {
        try #require(try ArticlePages(catalogue).all().first { $0.name == name }).html
    }

    @Test func `There is a page for the beginning and for each article`() throws {
        #expect(try ArticlePages(catalogue).all().map(\.name) == ["index", "Long", "Other"])
    }

    @Test func `The beginning has the groups of the catalogue, and what each article is about`() throws {
        let html = try page("index")
        #expect(html.contains("<p>Hello, <em>you</em>.</p>"))
        #expect(html.contains("<h2>Use</h2>"))
        #expect(html.contains(#"<dt><a href="/docs/Long">Operating &lt;it&gt;</a></dt><dd>How to start it.</dd>"#))
        let groups = html.ranges(of: "<section>")
        #expect(groups.count == 2)
    }

    @Test func `A page of an article has its title, its contents and its neighbours`() throws {
        let html = try page("Long")
        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(html.contains("<title>Operating &lt;it&gt; · MockUEM</title>"))
        #expect(html.contains("<h1>Operating &lt;it&gt;</h1>"))
        #expect(html.contains(##"<li class="deeper"><a href="#Deeper">Deeper</a></li>"##))
        #expect(html.contains("<details class=\"contents above\"><summary>Contents</summary>"))
        #expect(html.contains(#"<p>Next: <a href="/docs/Other">Other</a></p>"#))
        #expect(!html.contains("Before:"))
        #expect(try page("Other").contains(#"<p>Before: <a href="/docs/Long">"#))
    }

    @Test func `A short article has no contents`() throws {
        #expect(!(try page("Other").contains("Contents")))
    }

    @Test(arguments: ["index", "Long", "Other"])
    func `Pages have a search with a label, no scripts, no styles of their own, and each id once`(name: String) throws {
        let html = try page(name)
        #expect(html.contains(#"<label for="find">Search articles and routes</label>"#))
        #expect(html.contains(#"role="search" method="get" action="/search""#))
        for hazard in ["<script", "style=", "onclick", "<style"] { #expect(!html.contains(hazard)) }
        let ids = html.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
    }

    @Test func `The index has a line for each section: address, title, heading and text`() throws {
        let lines = ArticleIndex(catalogue).text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(lines.allSatisfy { $0.count == 4 })
        #expect(
            lines.map { $0[0] } == [
                "/docs/Long", "/docs/Long#First", "/docs/Long#Deeper", "/docs/Long#Second", "/docs/Other",
            ])
        #expect(lines[0][3] == "How to start it.")
        #expect(lines[1][3] == "Text of Other.")
        #expect(lines[2][3] == "A · B one · two")
        #expect(lines[3][2...] == ["Second", "item quoted let code = 1"])
    }

    @Test func `The list of articles has a line for each: group, address, title and abstract`() throws {
        let lines = ArticleIndex(catalogue).articles.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(lines.allSatisfy { $0.count == 4 })
        #expect(lines.map { $0[1] } == ["/docs/Long", "/docs/Other"])
        #expect(lines[0][3] == "How to start it.")
    }
}
