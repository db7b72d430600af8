import ConsolePlatform

/// The articles in the order to read them in, and the search over them.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/documentation` | the page |
struct DocumentationRoom: ConsoleRoom {
    let shelf: ArticleShelf
    let search: DocumentationSearch

    var places: [Place] {
        [
            Place(
                "Documentation", "/console/documentation", in: "Documentation", area: nil,
                keywords: ["Help", "Guide", "Articles", "Docs", "API", "Routes", "OpenAPI"])
        ]
    }

    func addPages(to door: PageDoor) {
        door.page("/console/documentation") { [shelf, search] visit in
            let typed = visit.query.text("find") ?? ""
            return try Self.page(shelf.articles, typed, typed.isEmpty ? nil : await search(typed))
        }
    }

    /// The page.
    private static func page(
        _ articles: [ArticleShelf.Article], _ typed: String, _ found: DocumentationFinding?
    ) -> ConsolePage {
        var page = ConsolePage("Documentation")
        page.lead = "What this console does, in the order to read it in."
        page.actions = [.link("Routes", "/openapi")]
        var search = Form(
            "/console/documentation", button: "Search",
            fields: [Field("find", "Search articles and routes", value: typed)])
        search.isSearch = true
        page.parts = [.form(search)]
        if let found, !found.summary.isEmpty {
            page.actions.append(.link("All articles", "/console/documentation"))
            page.parts += [.text(found.summary)] + hits("Articles", found.sections) + hits("Routes", found.routes)
            return page
        }
        var groups: [String] = []
        for article in articles where !groups.contains(article.group) { groups.append(article.group) }
        page.parts += groups.map { group in
            section(group, articles.filter { $0.group == group })
        }
        return page
    }

    private static func hits(_ title: String, _ hits: [DocumentationFinding.Hit]) -> [Part] {
        guard !hits.isEmpty else { return [] }
        let table = Table(
            title, columns: [title],
            rows: hits.map { Table.Row(cells: [.text($0.title).linked($0.address).with(detail: $0.text)]) },
            empty: EmptyState(title: "Nothing"))
        return [.section(Section(title, id: title.lowercased(), parts: [.table(table)]))]
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
