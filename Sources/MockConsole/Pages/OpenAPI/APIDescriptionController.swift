import ConsoleHTTP
import ConsolePlatform
import Foundation
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
    /// Knows which names the certificate has.
    let access: ClientAccess

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/openapi.json") { request, _ in try await library.pages().document(request) }
        router.get("/openapi") { request, _ in
            // The search was here before there was one over everything.
            let query = QueryParameters(request)
            let pages = try await library.pages()
            if let address = query.value("route").flatMap({ pages.address(ofRoute: $0) }) {
                return Response.redirect(to: address)
            }
            let typed = query.value("find") ?? ""
            return typed.isEmpty ? pages.overview(request) : .redirect(to: SearchPage.address(of: typed))
        }
        router.get("/openapi/{family}", use: family)
    }

    private func family(_ request: Request, context: PageContext) async throws -> Response {
        let name = try context.pathParameter("family")
        // A proxy has a certificate of its own.
        let authority = origin.configured == nil ? "mockuem-ca.pem" : nil
        guard let page = try await library.pages().family(name, at: target(request), trusting: authority) else {
            throw ConsoleError(.notFound, "There is no family of routes \(name.prefix(80)).")
        }
        return page.response(to: request)
    }

    /// Where commands find the console: as the browser did, but under a name that the certificate has.
    private func target(_ request: Request) -> CurlTarget {
        let asked = origin.of(request)
        guard origin.configured == nil, let url = URL(string: asked), url.scheme == "https", let host = url.host()
        else { return CurlTarget(origin: asked) }
        return access.curlTarget(reachedAt: host, port: url.port ?? 443)
    }
}
