package import Foundation
package import Hummingbird

/// Where clients find this console: for links in answers.
package struct PublicOrigin: Sendable {
    /// `public.url`, for consoles behind a proxy.
    package let configured: URL?
    /// The hosts that links may name.
    package let hosts: KnownHosts

    /// Made of its parts.
    package init(configured: URL?, hosts: KnownHosts) {
        self.configured = configured
        self.hosts = hosts
    }

    /// Scheme, host and port, without a trailing slash: the configured ones, else those the request was sent to, with a
    /// host under which the console is known.
    package func of(_ request: Request) -> String {
        configured?.absoluteString ?? "\(request.head.scheme ?? "http")://\(hosts.known(request.head.authority))"
    }

    /// The address a request was sent to, with its query: the link of a page to itself.
    package func link(to request: Request) -> String { of(request) + (request.head.path ?? "/") }

    /// Whether a request says that a page made a browser send it; programs say nothing of the kind.
    package func isOfPage(_ request: Request) -> Bool {
        request.headers[.fetchSite] != nil || request.headers[.origin] != nil
    }

    /// Whether a page of another site made a browser send a request.
    ///
    /// Browsers send `Sec-Fetch-Site` if the connection is secure or goes to this machine, and `Origin` with everything
    /// but simple requests; other clients send neither.
    package func isForeign(_ request: Request) -> Bool {
        // A name that is none of ours may lead here for a while, after it has led to the other site.
        let authority = request.head.authority
        let isOurs = hosts.contains(authority) || KnownHosts.isAddress(authority ?? "")
        if let site = request.headers[.fetchSite]?.lowercased() {
            guard site == "same-origin" || site == "none" else { return true }
            // Over TLS the other site would need our certificate; else browsers say so to this machine alone.
            if isOurs || request.head.scheme == "https" { return false }
        }
        guard let sent = request.headers[.origin] else { return false }
        let host = sent.firstRange(of: "://").map { String(sent[$0.upperBound...]) }
        return sent != of(request) && (host == nil || host != authority || !isOurs)
    }
}
