import Foundation
import Hummingbird

/// Where clients find this console: for links in answers.
struct PublicOrigin: Sendable {
    /// `public.url`, for consoles behind a proxy.
    let configured: URL?

    /// Scheme, host and port, without a trailing slash: the configured ones, else those the request was sent to.
    func of(_ request: Request) -> String {
        configured?.absoluteString ?? "\(request.head.scheme ?? "http")://\(request.head.authority ?? "localhost")"
    }

    /// The address a request was sent to, with its query: the link of a page to itself.
    func link(to request: Request) -> String { of(request) + (request.head.path ?? "/") }
}
