import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird
import Logging

/// What stands in place of a page that is refused, or is not there: whoever reads it has the navigation, and a way on.
struct RefusedPage: Sendable {
    /// Why.
    let error: ConsoleError
    /// What was asked for.
    let request: Request
    /// The first page, with what it is called.
    let home: (path: String, title: String)
    /// Who asks, in a sentence; empty if it does not matter.
    var person = ""

    /// The page.
    var page: ConsolePage {
        let words = words
        let state = EmptyState(
            title: error.message, advice: words.advice, link: words.link.path, linkText: words.link.title)
        return ConsolePage(words.title, parts: [.empty(state)] + error.details.map { .text($0) })
    }

    private var words: (title: String, advice: String, link: (path: String, title: String)) {
        switch error.code {
        case .notFound: ("Not found", "It may have been deleted, or belong to somebody else.", home)
        case .methodNotAllowed: ("No page", "Forms are sent there from the page that they stand on.", home)
        case .forbidden: ("Not allowed", person, home)
        case .tooManyRequests, .unavailable: ("Not now", "Wait a moment, and load the page again.", home)
        case .badRequest where request.uri.query != nil:
            ("Not possible", "What the address asks for does not fit.", (request.uri.path, "Show the page without it"))
        default: ("Not possible", "Go back and try something else.", home)
        }
    }

    /// The answer that a door has made of the page, as a refusal; and a line in the log.
    func answer(_ made: Response, logger: Logger) -> Response {
        var response = made
        response.status = PageErrorRenderer.status(of: error)
        var metadata: Logger.Metadata = [
            "path": "\(request.uri.path.prefix(200))", "status": "\(response.status.code)",
            "reason": "\(error.message)",
        ]
        if let cause = error.cause { metadata["cause"] = "\(cause)" }
        logger.info("A page was refused", metadata: metadata)
        for (name, value) in error.headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    /// The refusal of an address that no page has.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - methods: What the address takes instead; none if there is nothing.
    /// - Returns: The refusal.
    static func missing(_ request: Request, takes methods: [HTTPRequest.Method] = []) -> ConsoleError {
        let path = request.uri.path.prefix(200)
        guard !methods.isEmpty else { return ConsoleError(.notFound, "There is no page \(path).") }
        let allowed = methods.map(\.rawValue).sorted().joined(separator: ", ")
        return ConsoleError(
            .methodNotAllowed, "\(path) takes forms, and has no page of its own.", headers: ["Allow": allowed])
    }
}
