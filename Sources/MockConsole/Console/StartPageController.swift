import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The start page and the documentation (Console).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/` | the start page, for browsers |
/// | GET | `/docs/{article}` | an article of the documentation as text |
struct StartPageController {
    let page: StartPage
    let credentials: ConsoleCredentials
    let consoleVersion: String
    let publicURL: URL?
    /// Whether the console listens only to this machine, so that the demo password can be shown.
    let isLoopback: Bool
    private let articles: [String: EmbeddedFile]

    /// Pages of a console.
    init(credentials: ConsoleCredentials, configuration: ConsoleConfiguration) throws {
        page = try StartPage()
        self.credentials = credentials
        consoleVersion = configuration.consoleVersion
        publicURL = configuration.publicURL
        isLoopback = ["127.0.0.1", "::1", "localhost"].contains(configuration.host)
        articles = Dictionary(
            EmbeddedFile.below("Sources/MockConsole/MockConsole.docc/", ending: ".md").map { ($0.name, $0) }
        ) { first, _ in first }
    }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/", use: start)
        router.get("/docs/{article}", use: article)
    }

    private func start(_ request: Request, context: PageContext) -> Response {
        let authority = request.head.authority ?? "localhost"
        let origin = publicURL?.absoluteString ?? "\(request.head.scheme ?? "http")://\(authority)"
        let shown = articles.values.sorted { $0.name < $1.name }
            .map { StartPage.Article(name: $0.name, title: Self.title(of: $0)) }
        return page.render(
            StartPage.Model(
                serverURL: origin, version: MockUEMVersion.current, consoleVersion: consoleVersion,
                isSeeded: !credentials.groupId.isEmpty, groupId: credentials.groupId, user: credentials.user,
                password: credentials.password, bundleId: credentials.bundleId, showsSecrets: isLoopback,
                host: authority, articles: shown))
    }

    private func article(_ request: Request, context: PageContext) throws -> Response {
        let name = try context.pathParameter("article")
        guard let article = articles[name] else {
            throw ConsoleError(.notFound, "There is no article \(name.prefix(80)).")
        }
        return .text(article.text)
    }

    /// The first heading.
    private static func title(of article: EmbeddedFile) -> String {
        let heading = article.text.split(separator: "\n").first { $0.hasPrefix("# ") }
        return heading.map { String($0.dropFirst(2)) } ?? article.name
    }
}
