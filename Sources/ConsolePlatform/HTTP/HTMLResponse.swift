package import HTTPTypes
package import Hummingbird

extension Response {
    /// A page for browsers: not to be framed or guessed, and without scripts.
    ///
    /// - Parameters:
    ///   - html: The page.
    ///   - status: Its status.
    ///   - formActions: Where its forms may lead, as a content security policy says it.
    /// - Returns: The answer.
    package static func page(
        _ html: String, status: HTTPResponse.Status = .ok, formActions: String = "'self'"
    ) -> Response {
        var response = Response.text(html, type: "text/html; charset=utf-8", status: status)
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action \(formActions); base-uri 'none'; frame-ancestors 'none'"
        for (name, value) in [("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin")] {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }
}
