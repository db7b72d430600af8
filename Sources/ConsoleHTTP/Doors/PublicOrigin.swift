package import Foundation
package import Hummingbird

/// Where clients find this console: for links in answers.
package struct PublicOrigin: Sendable {
    /// `public.url`, for consoles behind a proxy.
    package let configured: URL?

    /// Made of its parts.
    package init(configured: URL?) {
        self.configured = configured
    }

    /// Scheme, host and port, without a trailing slash: the configured ones, else those the request was sent to.
    package func of(_ request: Request) -> String {
        configured?.absoluteString ?? "\(request.head.scheme ?? "http")://\(request.head.authority ?? "localhost")"
    }

    /// The address a request was sent to, with its query: the link of a page to itself.
    package func link(to request: Request) -> String { of(request) + (request.head.path ?? "/") }

    /// Whether a page of another site made a browser send a request.
    ///
    /// Browsers send `Sec-Fetch-Site` if the connection is secure or goes to this machine, and `Origin` with everything
    /// but simple requests; other clients send neither.
    package func isForeign(_ request: Request) -> Bool {
        if let site = request.headers[.fetchSite]?.lowercased() { return site != "same-origin" && site != "none" }
        guard let sent = request.headers[.origin] else { return false }
        let host = sent.firstRange(of: "://").map { String(sent[$0.upperBound...]) }
        return sent != of(request) && (host == nil || host != request.head.authority)
    }
}
