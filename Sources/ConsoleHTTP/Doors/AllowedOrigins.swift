import HTTPTypes
import Hummingbird

/// Sites whose pages may call the routes of administrators from a browser (Configuration, "http.origins").
///
/// A browser asks before it sends such a request, and lets a page read an answer only if that says so (Fetch, "CORS
/// protocol"). Nothing is said of credentials a browser remembers: a page has to send its own.
package struct AllowedOrigins: Sendable {
    /// Seconds for which a browser remembers what it may send.
    private static let memory = 600

    /// Scheme, host and port of each, in lower case.
    private let origins: Set<String>

    /// Some sites.
    package init(_ origins: [String] = []) { self.origins = Set(origins.map { $0.lowercased() }) }

    /// The site whose page sends a request, if it may call what the request is for.
    func site(of request: Request) -> String? {
        guard !origins.isEmpty, let origin = request.headers[.origin], origins.contains(origin.lowercased()) else {
            return nil
        }
        return ConsoleSurface(of: request).isForAdministrators ? origin : nil
    }

    /// The answer to a browser that asks what its page may send; nil for any other request.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, request.headers[.accessControlRequestMethod] != nil,
            let site = site(of: request)
        else { return nil }
        var response = Response(status: .noContent)
        allow(site, &response)
        response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PUT, PATCH, DELETE"
        response.headers[.accessControlAllowHeaders] =
            request.headers[.accessControlRequestHeaders] ?? "authorization, content-type, aw-tenant-code"
        response.headers[.accessControlMaxAge] = "\(Self.memory)"
        return response
    }

    /// Says that the page of a site may read an answer.
    func allow(_ site: String, _ response: inout Response) {
        response.headers[.accessControlAllowOrigin] = site
        response.headers[.vary] = "Origin"
        response.headers[.accessControlExposeHeaders] = "*"
    }

    /// Whether a text is scheme, host and port, as browsers send it.
    package static func isOrigin(_ text: String) -> Bool {
        let parts = text.lowercased().split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && ["http:", "https:"].contains(parts[0]) && parts[1].isEmpty && !parts[2].isEmpty
            && parts[2].utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#@*\\".utf8.contains($0) }
    }
}
