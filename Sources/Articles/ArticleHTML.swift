/// Writes blocks of an article as HTML.
///
/// All texts of authors are escaped.
struct ArticleHTML {
    let links: ArticleLinks
    private var html = ""
    /// Headings that are still to come.
    private var headings: ArraySlice<Article.Heading>
    /// The heading of the current section, which names tables for people who do not see them.
    private var current: String

    private init(_ links: ArticleLinks) {
        self.links = links
        headings = links.article.headings[...]
        current = links.article.title
    }

    /// The HTML of blocks; headings among them are those of the article, in their order.
    ///
    /// - Throws: ``ArticleProblem`` for a link that leads nowhere.
    static func blocks(_ blocks: some Sequence<MarkdownBlock>, _ links: ArticleLinks) throws -> String {
        var writer = ArticleHTML(links)
        for block in blocks { try writer.write(block) }
        return writer.html
    }

    /// The HTML of pieces.
    ///
    /// - Throws: ``ArticleProblem`` for a link that leads nowhere.
    static func pieces(_ pieces: [MarkdownInline], _ links: ArticleLinks) throws -> String {
        try ArticleHTML(links).inline(pieces)
    }

    /// A text escaped for HTML, also for attributes.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }

    // MARK: Blocks

    private mutating func write(_ block: MarkdownBlock) throws {
        switch block {
        case .heading(let level, let pieces): try writeHeading(level, pieces)
        case .paragraph(let pieces): html += "<p>\(try inline(pieces))</p>\n"
        case .code(_, let text): html += "<pre tabindex=\"0\"><code>\(Self.escaped(text))</code></pre>\n"
        case .list(let list): try writeList(list)
        case .quote(let blocks):
            html += "<blockquote>\n"
            for block in blocks { try write(block) }
            html += "</blockquote>\n"
        case .table(let table): try writeTable(table)
        case .rule: html += "<hr>\n"
        }
    }

    private mutating func writeHeading(_ level: Int, _ pieces: [MarkdownInline]) throws {
        let plain = MarkdownInline.plain(pieces)
        let found = headings.firstIndex { $0.level == level && $0.text == plain }
        let text = try inline(pieces, isLinked: true)
        guard let found else { return html += "<h\(level)>\(text)</h\(level)>\n" }
        let anchor = headings[found].anchor
        headings = headings[(found + 1)...]
        current = plain
        html += "<h\(level) id=\"\(anchor)\"><a class=\"self\" href=\"#\(anchor)\">\(text)</a></h\(level)>\n"
    }

    private mutating func writeList(_ list: MarkdownList) throws {
        let tag = list.start == nil ? "ul" : "ol"
        let start = list.start.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? ""
        html += "<\(tag)\(start)>\n"
        for item in list.items {
            html += "<li>"
            for block in item {
                if list.isTight, case .paragraph(let pieces) = block {
                    html += try inline(pieces)
                } else {
                    if !html.hasSuffix("\n") { html += "\n" }
                    try write(block)
                }
            }
            html += "</li>\n"
        }
        html += "</\(tag)>\n"
    }

    private mutating func writeTable(_ table: MarkdownTable) throws {
        // Wide tables scroll sideways by themselves, with the keyboard too.
        let name = Self.escaped("Table: \(current)")
        html += "<div class=\"table\" role=\"region\" aria-label=\"\(name)\" tabindex=\"0\"><table>\n<thead><tr>"
        for (index, cell) in table.header.enumerated() {
            // A corner heads nothing.
            let tag = cell.isEmpty ? "td" : "th scope=\"col\""
            html += "<\(tag)\(alignment(table, index))>\(try inline(cell))</\(tag.prefix(2))>"
        }
        html += "</tr></thead>\n<tbody>\n"
        for row in table.rows {
            html += "<tr>"
            for (index, cell) in row.enumerated() { html += "<td\(alignment(table, index))>\(try inline(cell))</td>" }
            html += "</tr>\n"
        }
        html += "</tbody>\n</table></div>\n"
    }

    private func alignment(_ table: MarkdownTable, _ column: Int) -> String {
        switch table.alignments[column] {
        case .natural, .left: ""
        case .center: " class=\"center\""
        case .right: " class=\"right\""
        }
    }

    // MARK: Pieces

    /// The HTML of pieces, without links if they are inside a link, which can hold no other.
    private func inline(_ pieces: [MarkdownInline], isLinked: Bool = false) throws -> String {
        var result = ""
        var named: Article?
        for piece in pieces {
            if case .text(let text) = piece, let article = named, !isLinked {
                result += following(text, article)
            } else {
                result += try inline(piece, isLinked)
            }
            if case .article(let name, _) = piece { named = links.catalogue[name] } else { named = nil }
        }
        return result
    }

    private func inline(_ piece: MarkdownInline, _ isLinked: Bool) throws -> String {
        switch piece {
        case .text(let text): return Self.escaped(text)
        case .code(let code): return "<code>\(Self.escaped(code))</code>"
        case .emphasis(let inner): return "<em>\(try inline(inner, isLinked: isLinked))</em>"
        case .strong(let inner): return "<strong>\(try inline(inner, isLinked: isLinked))</strong>"
        case .lineBreak: return "<br>\n"
        case .article(let name, let anchor):
            let (article, address) = try links.target(name, anchor: anchor)
            return isLinked ? Self.escaped(article.title) : Self.link(address, Self.escaped(article.title))
        case .link(let destination, let inner):
            let address = try links.destination(destination)
            let text = try inline(inner, isLinked: true)
            return isLinked ? text : Self.link(address, text)
        case .symbol(let name):
            let code = "<code>\(Self.escaped(name))</code>"
            // Only articles have pages; other symbols are in the sources.
            guard !isLinked, links.catalogue[name] != nil else { return code }
            return Self.link(ArticleLinks.address(name), code)
        }
    }

    /// The text after a link to an article; the sections it names become links, too.
    private func following(_ text: String, _ article: Article) -> String {
        ArticleLinks.pieces(text, after: article).map { piece in
            let text = Self.escaped(piece.text)
            return piece.anchor.map { Self.link(ArticleLinks.address(article.name, anchor: $0), text) } ?? text
        }.joined()
    }

    private static func link(_ address: String, _ html: String) -> String {
        "<a href=\"\(escaped(address))\">\(html)</a>"
    }
}
