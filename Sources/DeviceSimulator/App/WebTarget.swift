import Foundation

/// A URL within a web page or a redirect, resolved.
struct WebTarget: Sendable {
    /// Scheme of the URL; nil for one on the same host.
    let scheme: String?
    /// Host and port; nil for the same host.
    let authority: String?
    /// Path and query.
    let target: String

    /// Resolves a URL; nil if it is none.
    ///
    /// - Parameters:
    ///   - url: As it is written.
    ///   - current: Path and query of the page it stands on.
    init?(_ url: String, from current: String) {
        guard let base = URL(string: "http://page.invalid\(current)"),
            let resolved = URL(string: url, relativeTo: base)?.absoluteURL,
            let parts = URLComponents(url: resolved, resolvingAgainstBaseURL: true)
        else { return nil }
        let isHere = parts.host == "page.invalid"
        scheme = isHere ? nil : parts.scheme?.lowercased()
        authority = isHere ? nil : parts.host.map { host in host + (parts.port.map { ":\($0)" } ?? "") }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        target = path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    /// Whether it is on a host, as far as the port is known.
    func isSameHost(as other: String) -> Bool {
        guard let authority else { return true }
        return authority.lowercased() == other.lowercased()
            || authority.lowercased() == other.lowercased().prefix { $0 != ":" }
    }
}
