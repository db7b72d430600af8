/// Where clients find the console, and where those find a sandbox that say no group.
package struct ConsoleOrigins: Sendable {
    let plain: String
    let secure: String
    private let host: String
    private let ports: (plain: String, secure: String)

    /// Made of its parts.
    ///
    /// - Parameters:
    ///   - host: Name or address under which a client has reached the console.
    ///   - plain: Port of HTTP with a colon before it, or nothing.
    ///   - secure: Port of HTTPS with a colon before it, or nothing.
    ///   - isSecureOnly: Whether there is a proxy in front that speaks HTTPS alone.
    package init(host: String, plain: String, secure: String, isSecureOnly: Bool = false) {
        self.host = host
        ports = (plain, secure)
        self.secure = "https://\(host)\(secure)"
        self.plain = isSecureOnly ? self.secure : "http://\(host)\(plain)"
    }

    /// The base URLs of a sandbox, which may have a port of its own for HTTP.
    func own(of label: String, port: Int?) -> (plain: String, secure: String) {
        let name = "\(label).\(Self.isName(host) ? host : "localhost")"
        let own = ConsoleOrigins(
            host: name, plain: ports.plain, secure: ports.secure, isSecureOnly: plain == secure)
        return (port.map { "http://\(host):\($0)" } ?? own.plain, own.secure)
    }

    /// Where a request of the journal can be sent again: the origin that speaks as its connection did.
    func address(of connection: JournalConnection) -> String {
        if let port = connection.port { return "http://\(host):\(port)" }
        // One port for both is that of a proxy, or of a test within the process.
        return connection.scheme == "https" && ports.plain != ports.secure ? secure : plain
    }

    /// Whether a host is a name, below which there may be others.
    private static func isName(_ host: String) -> Bool {
        !host.hasPrefix("[") && host.contains { $0.isLetter } && host.contains(".") && !host.hasSuffix(".localhost")
    }
}
