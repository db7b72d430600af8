/// The articles of the documentation, grouped as the page of the catalogue groups them.
package struct ArticleCatalogue: Sendable {
    /// Articles under one heading.
    struct Group: Sendable {
        let name: String
        let articles: [Article]
    }

    /// The page of the catalogue; the part before its topics begins the documentation.
    let overview: Article
    let groups: [Group]
    private let articles: [String: Article]

    /// Puts articles in groups.
    ///
    /// - Parameters:
    ///   - articles: All articles, the page of the catalogue among them.
    ///   - overview: Name of that page. Below its heading "Topics" each heading of the third level is a group, and the
    ///     list that follows says what is in it.
    /// - Throws: ``ArticleProblem`` if that page is missing, names an article that is not there, or leaves one out.
    package init(_ articles: [Article], overview: String) throws {
        let named = Dictionary(articles.map { ($0.name, $0) }) { first, _ in first }
        guard let page = named[overview] else {
            throw ArticleProblem(description: "\(overview).md is missing")
        }
        self.articles = named
        self.overview = page
        groups = try Self.topics(of: page).map { topic in
            Group(
                name: topic.name,
                articles: try topic.names.map { name in
                    guard let article = named[name] else {
                        throw ArticleProblem(description: "\(overview).md: <doc:\(name)> leads nowhere")
                    }
                    return article
                })
        }
        let listed = Set(groups.flatMap(\.articles).map(\.name)).union([overview])
        if let forgotten = articles.first(where: { !listed.contains($0.name) }) {
            throw ArticleProblem(description: "\(overview).md: \(forgotten.name) is missing below \"Topics\"")
        }
    }

    /// Articles in the order of their groups.
    var ordered: [Article] { groups.flatMap(\.articles) }

    /// An article by its name.
    subscript(name: String) -> Article? { articles[name] }

    /// Blocks of the page that stand before its topics, its title left out.
    var introduction: [MarkdownBlock] {
        let end = overview.blocks.firstIndex(where: Self.isTopics) ?? overview.blocks.count
        return overview.blocks[..<end].filter {
            if case .heading(1, _) = $0 { false } else { true }
        }
    }

    private static func isTopics(_ block: MarkdownBlock) -> Bool {
        guard case .heading(2, let pieces) = block else { return false }
        return MarkdownInline.plain(pieces) == "Topics"
    }

    private static func topics(of page: Article) -> [(name: String, names: [String])] {
        var topics: [(name: String, names: [String])] = []
        for block in page.blocks.drop(while: { !isTopics($0) }) {
            switch block {
            case .heading(3, let pieces): topics.append((MarkdownInline.plain(pieces), []))
            case .list(let list) where !topics.isEmpty:
                topics[topics.count - 1].names += list.items.flatMap { $0 }.compactMap { item in
                    guard case .paragraph(let pieces) = item, case .article(let name, _)? = pieces.first else {
                        return nil
                    }
                    return name
                }
            default: break
            }
        }
        return topics
    }
}
