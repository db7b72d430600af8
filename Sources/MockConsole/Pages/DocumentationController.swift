import ConsoleHTTP
import ConsolePlatform
import ConsoleResources
import HTTPTypes
import Hummingbird

/// The documentation and the search over it (Operations, "The documentation").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/docs` | the articles in their groups |
/// | GET | `/docs/{article}` | an article; with `.md` after its name, as Markdown |
/// | GET | `/search` | articles and routes that have the words of `find` |
struct DocumentationController {
    private let search: SearchShelf
    /// Pages that the build has made, by name.
    private let pages: [String: EmbeddedFile]
    /// The parts of pages, by name.
    private let articles: [String: EmbeddedFile]
    /// What was asked for already.
    private let shelf = AnswerShelf()

    /// The documentation of a console.
    init(search: SearchShelf) {
        self.search = search
        pages = Self.named(EmbeddedFile.below("docs/", ending: ".html"))
        articles = Self.named(EmbeddedFile.below("Sources/MockConsole/MockConsole.docc/", ending: ".md"))
    }

    private static func named(_ files: [EmbeddedFile]) -> [String: EmbeddedFile] {
        Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/docs") { [shelf] request, _ in
            try await shelf.answer("docs") { ConstantAnswer(page: try EmbeddedFile.required("docs/index.html").text) }
                .response(to: request)
        }
        router.get("/docs/{article}", use: article)
        router.get("/search") { request, _ in
            try await search.page().page(for: QueryParameters(request).value("find") ?? "")
        }
    }

    private func article(_ request: Request, context: PageContext) async throws -> Response {
        let name = try context.pathParameter("article")
        if let page = pages[name], name != "index" {
            return await shelf.answer("docs/\(name)") { ConstantAnswer(page: page.text) }.response(to: request)
        }
        if name.hasSuffix(".md"), let article = articles[String(name.dropLast(".md".count))] {
            return await shelf.answer("docs/\(name)") {
                ConstantAnswer(article.text, type: "text/markdown; charset=utf-8")
            }.response(to: request)
        }
        throw ConsoleError(.notFound, "There is no article \(name.prefix(80)); /docs lists them all.")
    }
}
