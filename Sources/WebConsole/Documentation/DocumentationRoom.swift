/// The articles in the order to read them in, and the search over them.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/documentation` | the page |
struct DocumentationRoom: ConsoleRoom {
    let shelf: ArticleShelf

    var places: [Place] {
        [
            Place(
                "Documentation", "/console/documentation", in: "Documentation", area: nil,
                keywords: ["Help", "Guide", "Articles", "Docs", "API", "Routes", "OpenAPI"])
        ]
    }

    func addPages(to door: PageDoor) {
        door.page("/console/documentation") { [shelf] _ in Self.page(shelf.articles) }
    }

    /// The page.
    private static func page(_ articles: [ArticleShelf.Article]) -> ConsolePage {
        var page = ConsolePage("Documentation")
        page.lead = "What this console does, in the order to read it in."
        page.actions = [.link("Routes", "/openapi")]
        var search = Form(
            "/search", button: "Search",
            fields: [Field("find", "Search articles and routes")])
        search.isSearch = true
        page.parts = [.form(search)]
        var groups: [String] = []
        for article in articles where !groups.contains(article.group) { groups.append(article.group) }
        page.parts += groups.map { group in
            section(group, articles.filter { $0.group == group })
        }
        return page
    }

    private static func section(_ group: String, _ articles: [ArticleShelf.Article]) -> Part {
        let table = Table(
            group, columns: ["Article"],
            rows: articles.map { Table.Row(cells: [.text($0.title).linked($0.address).with(detail: $0.abstract)]) },
            empty: EmptyState(title: "No articles"))
        let id = group.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return .section(Section(group, id: id, parts: [.table(table)]))
    }
}
