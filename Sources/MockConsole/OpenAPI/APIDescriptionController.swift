import HTTPTypes
import Hummingbird
import NIOCore

/// The description of the API, for programs and for people (Operations, "The description of the API").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/openapi.json` | the OpenAPI document |
/// | GET | `/openapi` | an overview of all routes |
/// | GET | `/openapi/{family}` | the routes of a family with parameters, bodies and examples |
struct APIDescriptionController {
    private let pages: APIPages
    private let document: ByteBuffer

    /// Routes about a description.
    init(_ description: APIDescription) throws {
        pages = try APIPages(description)
        document = ByteBuffer(string: description.text)
    }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/openapi.json") { [document] _, _ in
            var response = Response.bytes(document, type: "application/json; charset=utf-8")
            response.headers[.accessControlAllowOrigin] = "*"
            return response
        }
        router.get("/openapi") { [pages] _, _ in pages.overview() }
        router.get("/openapi/{family}", use: family)
    }

    private func family(_ request: Request, context: PageContext) throws -> Response {
        let name = try context.pathParameter("family")
        guard let page = pages.family(name) else {
            throw ConsoleError(.notFound, "There is no family of routes \(name.prefix(80)).")
        }
        return page
    }
}
