import ConsoleHTTP
import ConsolePlatform
import Foundation
import Hummingbird
import MockControl

/// Where clients find a console, and which certificate they meet there.
struct ClientAccess: Sendable {
    /// The origin of a proxy in front; nil if clients come directly.
    let publicURL: URL?
    /// Whether the certificate comes from files of the operator's own.
    let hasOwnCertificate: Bool
    /// Names and addresses the certificate of the HTTPS port is valid for; empty if that is not known.
    let names: [String]
    /// The host to show to people whose request has none.
    let host: String
    /// Whether clients are served over TLS only.
    private let isSecureOnly: Bool

    /// The access that follows from a configuration and a certificate.
    init(_ configuration: ConsoleConfiguration, names: [String]) {
        publicURL = configuration.publicURL
        isSecureOnly = configuration.hasAdminListener
        hasOwnCertificate = configuration.certificateFiles != nil
        self.names = names
        let listening = ReadyFile.clientHost(configuration.host)
        let isOpen = !Exposure.isLoopback(configuration.host)
        if hasOwnCertificate {
            host = Self.host(listening, among: names)
        } else {
            // A name somebody added is one that other machines use.
            host = isOpen ? configuration.serverNames.first.map(Self.bracketed) ?? listening : listening
        }
    }

    /// The origin to give to an app, and the one without TLS, which is empty behind a proxy and in the public profile.
    ///
    /// - Parameters:
    ///   - ports: The ports that were bound.
    ///   - asked: The host a client used, if one did.
    /// - Returns: Both origins.
    func origins(ports: (http: Int, https: Int), asked: String? = nil) -> (server: String, plain: String) {
        if let publicURL { return (publicURL.absoluteString, "") }
        let known = asked ?? host
        let secure = hasOwnCertificate ? Self.host(known, among: names) : known
        return ("https://\(secure):\(ports.https)", isSecureOnly ? "" : "http://\(known):\(ports.http)")
    }

    /// Where a curl command finds the HTTPS port, under a name that its certificate has.
    ///
    /// - Parameters:
    ///   - reached: A host at which whoever runs the command reaches the console.
    ///   - port: The port.
    /// - Returns: Address and way.
    func curlTarget(reachedAt reached: String, port: Int) -> CurlTarget {
        var name = hasOwnCertificate ? Self.host(reached, among: names) : reached
        if hasOwnCertificate, !Self.isNamed(name, among: names), let wildcard = names.first(where: Self.isWildcard) {
            // The name need not exist, because curl gets the address to connect to.
            name = "mockuem" + wildcard.dropFirst()
        }
        return CurlTarget(name: name, reachedAt: reached, port: port)
    }

    /// The line of the banner about certificate and authority.
    ///
    /// - Parameter authority: Path of the certificate a client has to trust.
    /// - Returns: Text for one line.
    func certificateText(authority: String) -> String {
        let valid = names.isEmpty ? "" : "     valid for \(names.joined(separator: ", "))"
        guard let publicURL, publicURL.scheme == "https" else { return authority + valid }
        return "that of the proxy at \(publicURL.absoluteString); behind it \(authority)\(valid)"
    }

    /// A host if a certificate has it, else the first name the certificate has.
    private static func host(_ host: String, among names: [String]) -> String {
        isNamed(host, among: names) ? host : names.first { !isWildcard($0) }.map(bracketed) ?? host
    }

    /// Whether a certificate has a host.
    private static func isNamed(_ host: String, among names: [String]) -> Bool {
        let plain = host.lowercased().trimmingPrefix("[")
        let wanted = plain.hasSuffix("]") ? String(plain.dropLast()) : String(plain)
        let parent = wanted.split(separator: ".", maxSplits: 1).last.map { "*.\($0)" }
        return names.contains(wanted) || names.contains { $0 == parent }
    }

    private static func isWildcard(_ name: String) -> Bool { name.hasPrefix("*.") }

    /// An IPv6 address as it stands in a URL.
    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }
}

extension ClientAccess {
    /// Where whoever sent a request finds the console, for the base URLs of sandboxes.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - publicURL: The origin of a proxy in front.
    ///   - ports: The ports that were bound; nil if nothing listens.
    ///   - hosts: The hosts under which the console is known.
    /// - Returns: The origins.
    static func sandboxOrigins(
        of request: Request, publicURL: URL?, ports: (http: Int, https: Int)?, hosts: KnownHosts
    ) -> ConsoleOrigins {
        if let publicURL {
            let port = publicURL.port.map { ":\($0)" } ?? ""
            return ConsoleOrigins(
                host: publicURL.host().map(bracketed) ?? "localhost", plain: port, secure: port,
                isSecureOnly: publicURL.scheme == "https")
        }
        let authority = hosts.known(request.head.authority)
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : nil
        let colon = authority[(end ?? authority.startIndex)...].firstIndex(of: ":") ?? authority.endIndex
        let (host, port) = (String(authority[..<colon]), String(authority[colon...]))
        guard let ports else { return ConsoleOrigins(host: host, plain: port, secure: port) }
        return ConsoleOrigins(host: host, plain: ":\(ports.http)", secure: ":\(ports.https)")
    }
}
