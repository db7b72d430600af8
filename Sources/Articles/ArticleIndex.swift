/// The lists of the documentation: a line for each section of each article, which the search looks through, and a line
/// for each article.
package struct ArticleIndex {
    private let catalogue: ArticleCatalogue

    /// The index of a catalogue.
    package init(_ catalogue: ArticleCatalogue) { self.catalogue = catalogue }

    /// Lines of four fields, separated by tabs: address of the section, title of the article, heading (empty for what
    /// stands before the first), and text.
    package var text: String {
        catalogue.ordered.flatMap(lines).joined(separator: "\n")
    }

    /// Lines of four fields, separated by tabs: group of the article, its address, its title, and its first sentence.
    package var articles: String {
        catalogue.groups.flatMap { group in
            group.articles.map { article in
                [group.name, ArticleLinks.address(article.name), article.title, plain(article.abstract)]
                    .map(Self.line).joined(separator: "\t")
            }
        }.joined(separator: "\n")
    }

    private func lines(of article: Article) -> [String] {
        var lines: [String] = []
        var heading: Article.Heading?
        var text: [String] = []
        var headings = article.headings[...]
        func end() {
            let address = ArticleLinks.address(article.name, anchor: heading?.anchor)
            let fields = [address, article.title, heading?.text ?? "", text.joined(separator: " ")]
            if heading != nil || !text.isEmpty { lines.append(fields.map(Self.line).joined(separator: "\t")) }
            text = []
        }
        for block in article.blocks {
            if case .heading(let level, _) = block {
                if level > 1 { end() }
                let next = headings.popFirst()
                heading = level > 1 ? next : nil
            } else {
                text.append(plain(block))
            }
        }
        end()
        return lines
    }

    /// A text on one line, blanks between words only.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func plain(_ block: MarkdownBlock) -> String {
        switch block {
        case .heading(_, let pieces), .paragraph(let pieces): return plain(pieces)
        case .code(_, let text): return text
        case .list(let list): return list.items.flatMap { $0 }.map(plain).joined(separator: " ")
        case .quote(let blocks): return blocks.map(plain).joined(separator: " ")
        case .table(let table):
            let rows = [table.header] + table.rows
            // Cells follow each other like sentences.
            return rows.map { $0.map(plain).joined(separator: " · ") }.joined(separator: " ")
        case .rule: return ""
        }
    }

    private func plain(_ pieces: [MarkdownInline]) -> String {
        MarkdownInline.plain(pieces) { catalogue[$0]?.title ?? $0 }
    }
}
