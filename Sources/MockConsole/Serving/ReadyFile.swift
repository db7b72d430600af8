import ConsolePlatform
import Foundation

/// What a start tells programs: a JSON object, one key a line.
package struct ReadyFile: Sendable {
    /// Base URLs and credentials, in the order they are written.
    let entries: [(key: String, value: String)]

    /// The contents for a console that listens.
    ///
    /// - Parameters:
    ///   - console: The console.
    ///   - host: The address it listens on.
    ///   - ports: The ports that were bound.
    package init(_ console: Console, host: String, ports: (http: Int, https: Int)) {
        let credentials = console.credentials
        let authority = Self.clientHost(host)
        entries = [
            ("http", "http://\(authority):\(ports.http)"),
            ("https", "https://\(authority):\(ports.https)"),
            ("ca", console.trustAnchorPath),
            ("groupId", credentials.groupId),
            ("user", credentials.user),
            ("password", credentials.password),
            ("bundleId", credentials.bundleId),
            ("emailDomains", credentials.emailDomains),
            ("adminUser", credentials.adminUser),
            ("adminPassword", credentials.adminPassword),
            ("tenantCode", credentials.tenantCode),
            ("adminToken", credentials.adminToken),
            ("oauthClientId", credentials.oauthClientId),
            ("oauthClientSecret", credentials.oauthClientSecret),
        ]
    }

    /// The host a client on this machine uses: the name for loopback and for all addresses.
    static func clientHost(_ host: String) -> String {
        switch host {
        case "127.0.0.1", "0.0.0.0", "::", "::1", "": "localhost"
        case _ where host.contains(":"): "[\(host)]"
        default: host
        }
    }

    /// The value of a key.
    subscript(key: String) -> String { entries.first { $0.key == key }?.value ?? "" }

    /// The file's text.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let lines = entries.compactMap { key, value in
            (try? encoder.encode(value)).map { "  \"\(key)\": \(String(decoding: $0, as: UTF8.self))" }
        }
        return "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }

    /// Writes the file, whole or not at all, readable by its owner only.
    package func write(to path: String) throws {
        try DataFolder.write(Data(text.utf8), to: path, permissions: 0o600)
    }
}
