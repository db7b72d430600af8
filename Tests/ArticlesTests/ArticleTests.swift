import Testing

@testable import Articles

/// Articles, their headings and the links between them.
struct ArticleTests {
    private static let operations = Article(
        name: "Operations",
        markdown: "# Operating\n\nHow to *start*.\n\n## Start\n\n### 4.2 The `page`\n\n## Start\n\n## Ümläut & more!\n")

    private func catalogue(_ articles: [Article] = [], topics: String = "* <doc:Operations>") throws -> ArticleCatalogue
    {
        let page = Article(name: "Top", markdown: "# ``Top``\n\nHello.\n\n## Topics\n\n### Using it\n\n\(topics)\n")
        return try ArticleCatalogue([page, Self.operations] + articles, overview: "Top")
    }

    private func html(_ markdown: String) throws -> String {
        let topics = "* <doc:Operations>\n* <doc:Other>"
        let article = Article(name: "Other", markdown: markdown)
        let links = ArticleLinks(catalogue: try catalogue([article], topics: topics), article: article)
        return try ArticleHTML.blocks(article.blocks, links)
    }

    // MARK: Headings

    @Test func `An article has a title, an abstract, and headings with anchors of their own`() {
        let article = Self.operations
        #expect(article.title == "Operating")
        #expect(MarkdownInline.plain(article.abstract) == "How to start.")
        #expect(article.headings.map(\.anchor) == ["Operating", "Start", "4.2-The-page", "Start-2", "ml-ut-more"])
        #expect(Article(name: "Untitled", markdown: "text").title == "Untitled")
    }

    @Test func `Headings are found by what they say or by their number`() {
        #expect(Self.operations.heading("start")?.anchor == "Start")
        #expect(Self.operations.heading("4.2  the\npage")?.anchor == "4.2-The-page")
        #expect(Self.operations.heading("4.2")?.anchor == "4.2-The-page")
        #expect(Self.operations.heading("4") == nil)
        #expect(Self.operations.heading("Stop") == nil)
    }

    // MARK: Groups

    @Test func `The catalogue has the groups of its page`() throws {
        let catalogue = try catalogue()
        #expect(catalogue.groups.map(\.name) == ["Using it"])
        #expect(catalogue.ordered.map(\.name) == ["Operations"])
        #expect(catalogue.introduction == [.paragraph([.text("Hello.")])])
    }

    @Test func `A page that is missing, or that misses an article, is a problem`() {
        let missing = #expect(throws: ArticleProblem.self) { try ArticleCatalogue([], overview: "Top") }
        #expect(missing?.description == "Top.md is missing")
        let unknown = #expect(throws: ArticleProblem.self) { try catalogue(topics: "* <doc:Nothing>") }
        #expect(unknown?.description == "Top.md: <doc:Nothing> leads nowhere")
        let forgotten = #expect(throws: ArticleProblem.self) { try catalogue(topics: "") }
        #expect(forgotten?.description == #"Top.md: Operations is missing below "Topics""#)
    }

    // MARK: Links

    @Test func `A link to an article has its title, and leads to a heading if it says so`() throws {
        #expect(try html("<doc:Operations>").contains(#"<a href="/docs/Operations">Operating</a>"#))
        #expect(try html("<doc:Operations#Start-2>").contains(#"<a href="/docs/Operations#Start-2">Operating</a>"#))
    }

    @Test func `Sections named after an article are links, too`() throws {
        let text = try html(#"See <doc:Operations>, "Start", sections 4.2 and 9, and "Nothing"."#)
        #expect(text.contains(#", &quot;<a href="/docs/Operations#Start">Start</a>&quot;, sections "#))
        #expect(
            text.contains(#"sections <a href="/docs/Operations#4.2-The-page">4.2</a> and 9, and &quot;Nothing&quot;."#))
        #expect(try html("<doc:Operations> 4.2").contains("</a> 4.2"))
    }

    @Test(arguments: [
        ("<doc:Nothing>", "<doc:Nothing> leads nowhere"),
        ("<doc:Operations#Stop>", "<doc:Operations#Stop> leads nowhere: the article has no such heading"),
        ("[a](#Stop)", "<doc:Other#Stop> leads nowhere: the article has no such heading"),
        (
            "[a](Operations.md)",
            "Operations.md is no address: http, https, mailto, a path of the console, or # and a heading"
        ),
        (
            "[a](javascript:alert)",
            "javascript:alert is no address: http, https, mailto, a path of the console, or # and a heading"
        ),
        (
            "[a](//evil.example)",
            "//evil.example is no address: http, https, mailto, a path of the console, or # and a heading"
        ),
    ])
    func `A link that leads nowhere is a problem that names its article`(markdown: String, problem: String) {
        let thrown = #expect(throws: ArticleProblem.self) { try html(markdown) }
        #expect(thrown?.description == "Other.md: \(problem)")
    }

    @Test func `Other addresses are links, and symbols are links to articles of their name`() throws {
        #expect(try html("# A\n\n[b](#A)").contains(##"<p><a href="#A">b</a></p>"##))
        #expect(try html("[b](/openapi)").contains(#"<a href="/openapi">b</a>"#))
        #expect(try html("<https://a.test/?b=1&c=2>").contains(#"<a href="https://a.test/?b=1&amp;c=2">"#))
        #expect(try html("``Operations``").contains(#"<a href="/docs/Operations"><code>Operations</code></a>"#))
        #expect(try html("``UserStore``") == "<p><code>UserStore</code></p>\n")
    }

    // MARK: HTML

    @Test(arguments: [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("`<b>`", "<p><code>&lt;b&gt;</code></p>\n"),
        ("```\n</pre><script>\n```", "<pre tabindex=\"0\"><code>&lt;/pre&gt;&lt;script&gt;</code></pre>\n"),
        ("# <img src=x>", "<h1 id=\"img-src-x\"><a class=\"self\" href=\"#img-src-x\">&lt;img src=x&gt;</a></h1>\n"),
        ("[\"><b>](/x\"y)", "<p><a href=\"/x&quot;y\">&quot;&gt;&lt;b&gt;</a></p>\n"),
        ("a & b's", "<p>a &amp; b&#39;s</p>\n"),
    ])
    func `Everything an author writes is escaped`(markdown: String, html expected: String) throws {
        #expect(try html(markdown) == expected)
    }

    @Test func `Headings lead to themselves, and links in them are text`() throws {
        let text = try html("## With <doc:Operations>\n")
        #expect(
            text == "<h2 id=\"With-Operations\"><a class=\"self\" href=\"#With-Operations\">With Operating</a></h2>\n")
        #expect(try html("> ## Quoted\n\n## Quoted").contains("<h2>Quoted</h2>"))
    }

    @Test func `Lists, quotes, rules, emphasis and ends of lines`() throws {
        #expect(try html("* a\n* b") == "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n")
        #expect(try html("3. a\n   * b").hasPrefix("<ol start=\"3\">\n<li>a\n<ul>\n<li>b</li>"))
        #expect(try html("* a\n\n* b").contains("<li>\n<p>a</p>\n</li>"))
        #expect(try html("> a") == "<blockquote>\n<p>a</p>\n</blockquote>\n")
        #expect(try html("---") == "<hr>\n")
        #expect(try html("*a* **b**\\\nc") == "<p><em>a</em> <strong>b</strong><br>\nc</p>\n")
    }

    @Test func `Tables have heads, and are regions with a name that can be moved with the keyboard`() throws {
        let text = try html("# Top\n\n| | A | B |\n|---|--:|:-:|\n| `x` | 1 | |")
        #expect(text.contains(#"<div class="table" role="region" aria-label="Table: Top" tabindex="0"><table>"#))
        #expect(
            text.contains(#"<tr><td></td><th scope="col" class="right">A</th><th scope="col" class="center">B</th>"#))
        #expect(text.contains(#"<tr><td><code>x</code></td><td class="right">1</td><td class="center"></td></tr>"#))
    }
}
