import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// The description of the API, for programs and for people (Operations, "The description of the API").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/openapi.json` | the OpenAPI document |
/// | GET | `/openapi` | an overview of all routes, or of those that `find` names |
/// | GET | `/openapi/{family}` | the routes of a family with parameters, bodies and examples |
struct APIDescriptionController {
    /// Made when somebody asks for one: reading the document takes longer than all else a start does.
    private let pages = NIOLockedValueBox<APIPages?>(nil)
    /// Where the console is reached.
    let origin: PublicOrigin
    /// What completes the document.
    let routes: RouteList

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/openapi.json") { _, _ in
            let document = try readPages().description.text
            var response = Response.text(document, type: "application/json; charset=utf-8")
            response.headers[.accessControlAllowOrigin] = "*"
            return response
        }
        router.get("/openapi") { request, _ in
            try readPages().overview(APISearch(QueryParameters(request).value("find") ?? ""))
        }
        router.get("/openapi/{family}", use: family)
    }

    private func family(_ request: Request, context: PageContext) throws -> Response {
        let name = try context.pathParameter("family")
        // A proxy has a certificate of its own.
        let authority = origin.configured == nil ? "mockuem-ca.pem" : nil
        guard let page = try readPages().family(name, at: origin.of(request), trusting: authority) else {
            throw ConsoleError(.notFound, "There is no family of routes \(name.prefix(80)).")
        }
        return page
    }

    private func readPages() throws -> APIPages {
        try pages.withLockedValue { pages in
            if let pages { return pages }
            let made = try APIPages(APIDescription(of: routes))
            pages = made
            return made
        }
    }
}
