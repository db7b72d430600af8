import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// The description of the API, for programs and for people (Operations, "The description of the API").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/openapi.json` | the OpenAPI document |
/// | GET | `/openapi` | an overview of all routes |
/// | GET | `/openapi/{family}` | the routes of a family with parameters, bodies and examples |
struct APIDescriptionController {
    let library: APILibrary
    /// Where the console is reached.
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/openapi.json") { _, _ in
            let document = try library.pages().description.text
            var response = Response.text(document, type: "application/json; charset=utf-8")
            response.headers[.accessControlAllowOrigin] = "*"
            return response
        }
        router.get("/openapi") { request, _ in
            // The search was here before there was one over everything.
            let typed = QueryParameters(request).value("find") ?? ""
            return try typed.isEmpty ? library.pages().overview : .redirect(to: SearchPage.address(of: typed))
        }
        router.get("/openapi/{family}", use: family)
    }

    private func family(_ request: Request, context: PageContext) throws -> Response {
        let name = try context.pathParameter("family")
        // A proxy has a certificate of its own.
        let authority = origin.configured == nil ? "mockuem-ca.pem" : nil
        guard let page = try library.pages().family(name, at: origin.of(request), trusting: authority) else {
            throw ConsoleError(.notFound, "There is no family of routes \(name.prefix(80)).")
        }
        return page
    }
}
