import ConsoleHTTP
import ConsolePlatform
import ConsoleResources
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The start page and the documentation (Operations, "The start page").
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
    /// Knows the ports.
    let readiness: Readiness
    /// Whether the console listens only to this machine, so that the demo password can be shown.
    let isLoopback: Bool
    private let articles: [String: EmbeddedFile]

    /// Pages of a console.
    init(credentials: ConsoleCredentials, configuration: ConsoleConfiguration, readiness: Readiness) throws {
        page = try StartPage()
        self.credentials = credentials
        self.readiness = readiness
        consoleVersion = configuration.consoleVersion
        publicURL = configuration.publicURL
        // Behind a proxy the listener is local and the reader is not.
        isLoopback = configuration.publicURL == nil && ["127.0.0.1", "::1", "localhost"].contains(configuration.host)
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
        let (server, plain) = origins(request)
        let shown = articles.values.filter { !$0.path.contains("/Decisions/") && $0.name != "MockConsole" }
            .sorted { $0.name < $1.name }
            .map { StartPage.Article(name: $0.name, title: Self.title(of: $0)) }
        return page.render(
            StartPage.Model(
                serverURL: server, plainURL: plain, version: MockUEMVersion.current, consoleVersion: consoleVersion,
                isSeeded: !credentials.groupId.isEmpty, groupId: credentials.groupId, user: credentials.user,
                password: credentials.password, bundleId: credentials.bundleId,
                emailDomains: credentials.emailDomains,
                showsSecrets: isLoopback && Self.namesThisMachine(request.head.authority),
                articles: shown))
    }

    /// Whether the browser was told this machine: another name may belong to somebody who leads it here.
    static func namesThisMachine(_ authority: String?) -> Bool {
        let host = host(of: authority ?? "localhost").lowercased()
        return host.hasSuffix(".localhost") || ["localhost", "127.0.0.1", "[::1]"].contains(host)
    }

    /// The host of an authority.
    private static func host(of authority: String) -> String {
        authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
    }

    /// The origins an app can use, by the host name the browser used.
    private func origins(_ request: Request) -> (server: String, plain: String) {
        if let publicURL { return (publicURL.absoluteString, "") }
        let authority = request.head.authority ?? "localhost"
        guard let ports = readiness.ports else { return ("http://\(authority)", "") }
        let host = Self.host(of: authority)
        return ("https://\(host):\(ports.https)", "http://\(host):\(ports.http)")
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
