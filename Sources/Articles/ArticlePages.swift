/// The pages of the documentation, as a browser gets them.
package struct ArticlePages {
    /// A page.
    package struct Page {
        /// Name of the article; `index` for the beginning of the documentation.
        package let name: String
        package let html: String
    }

    let catalogue: ArticleCatalogue

    /// Pages of a catalogue.
    package init(_ catalogue: ArticleCatalogue) { self.catalogue = catalogue }

    /// The beginning, and a page for each article.
    ///
    /// - Throws: ``ArticleProblem`` for a link that leads nowhere.
    package func all() throws -> [Page] {
        var pages = [Page(name: "index", html: try index())]
        for group in catalogue.groups {
            for article in group.articles {
                pages.append(Page(name: article.name, html: try page(article, in: group.name)))
            }
        }
        return pages
    }

    // MARK: The beginning

    private func index() throws -> String {
        let links = ArticleLinks(catalogue: catalogue, article: catalogue.overview)
        var html = "<header>\n<h1>Documentation</h1>\n</header>\n\(Self.search(isNarrow: false))"
        html += "<div class=\"article\">\n\(try ArticleHTML.blocks(catalogue.introduction, links))</div>\n"
        for group in catalogue.groups {
            let name = ArticleHTML.escaped(group.name)
            html += "<section>\n<h2>\(name)</h2>\n<dl class=\"articles\">\n"
            for article in group.articles {
                let own = ArticleLinks(catalogue: catalogue, article: article)
                html += "<div><dt>\(Self.link(article))</dt>"
                html += "<dd>\(ArticleHTML.escaped(Self.plain(article.abstract, own)))</dd></div>\n"
            }
            html += "</dl>\n</section>\n"
        }
        return Self.shell(title: "Documentation of MockUEM", trail: "", main: "<main class=\"wide\">", html)
    }

    // MARK: Articles

    private func page(_ article: Article, in group: String) throws -> String {
        let links = ArticleLinks(catalogue: catalogue, article: article)
        let contents = Self.contents(of: article)
        let hasContents = !contents.isEmpty
        var html = Self.search(isNarrow: true)
        html += "<div class=\"\(hasContents ? "columns" : "column")\">\n"
        if hasContents {
            html += "<nav class=\"contents beside\" aria-label=\"Contents\">\n<h2>Contents</h2>\n\(contents)</nav>\n"
        }
        html += "<article class=\"article\">\n"
        html += "<p class=\"hint\">\(ArticleHTML.escaped(group))</p>\n"
        var blocks = article.blocks[...]
        // The title comes first; the contents follow it where there is no room beside it.
        if case .heading(1, _)? = blocks.first {
            html += "<h1>\(ArticleHTML.escaped(article.title))</h1>\n"
            blocks = blocks.dropFirst()
        }
        if hasContents {
            html += "<details class=\"contents above\"><summary>Contents</summary>\n"
            html += "<nav aria-label=\"Contents\">\n\(contents)</nav></details>\n"
        }
        html += try ArticleHTML.blocks(blocks, links)
        html += "</article>\n</div>\n\(neighbours(of: article))"
        let trail = " · <a href=\"/docs\">Documentation</a>"
        return Self.shell(
            title: "\(article.title) · MockUEM", trail: trail, main: "<main class=\"wide\">", html)
    }

    /// Links to the headings of an article below its title; empty if there are fewer than three.
    private static func contents(of article: Article) -> String {
        let headings = article.headings.filter { $0.level == 2 || $0.level == 3 }
        guard headings.count > 2 else { return "" }
        var html = "<ul>\n"
        for heading in headings {
            let depth = heading.level == 3 ? " class=\"deeper\"" : ""
            html += "<li\(depth)><a href=\"#\(heading.anchor)\">\(ArticleHTML.escaped(heading.text))</a></li>\n"
        }
        return html + "</ul>\n"
    }

    /// Links to the articles before and after one.
    private func neighbours(of article: Article) -> String {
        let all = catalogue.ordered
        guard let index = all.firstIndex(where: { $0.name == article.name }) else { return "" }
        var html = "<nav class=\"neighbours\" aria-label=\"Neighbouring articles\">\n"
        if index > 0 { html += "<p>Before: \(Self.link(all[index - 1]))</p>\n" }
        if index + 1 < all.count { html += "<p>Next: \(Self.link(all[index + 1]))</p>\n" }
        return html + "</nav>\n"
    }

    // MARK: Parts

    private static func link(_ article: Article) -> String {
        "<a href=\"\(ArticleLinks.address(article.name))\">\(ArticleHTML.escaped(article.title))</a>"
    }

    private static func plain(_ pieces: [MarkdownInline], _ links: ArticleLinks) -> String {
        MarkdownInline.plain(pieces) { links.catalogue[$0]?.title ?? $0 }
    }

    /// The search, as pages of routes have it too.
    private static func search(isNarrow: Bool) -> String {
        """
        <form class="find\(isNarrow ? " small" : "")" role="search" method="get" action="/search">
        <label for="find">Search articles and routes</label>
        <input id="find" name="find" type="search" autocapitalize="none" spellcheck="false">
        <button type="submit">Search</button>
        </form>

        """
    }

    private static func shell(title: String, trail: String, main: String, _ html: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(ArticleHTML.escaped(title))</title>
        <link rel="stylesheet" href="/public/console.css">
        <link rel="icon" href="/public/icon.svg" type="image/svg+xml">
        </head>
        <body>
        \(main)
        <nav aria-label="Pages"><a href="/">Start page</a>\(trail) · <a href="/openapi">Routes</a></nav>
        \(html)</main>
        </body>
        </html>

        """
    }
}
