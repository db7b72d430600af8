import ConsolePlatform
import Foundation

/// The file that a start writes for programs: a JSON object, one key on each line.
package struct ReadyFile: Sendable {
    /// Base URLs and credentials, in the order they are written.
    let entries: [(key: String, value: String)]
    /// The host a client on this machine uses.
    let host: String
    /// The ports that were bound.
    let ports: (http: Int, https: Int)
    /// Origin of the listener for administrators, if there is one.
    let administration: String?
    /// Names and addresses the certificate of the HTTPS port is valid for.
    let certificateNames: [String]

    /// The contents for a console that listens.
    ///
    /// - Parameters:
    ///   - console: The console.
    ///   - host: The address it listens on.
    ///   - ports: The ports that were bound.
    ///   - administrators: The address of the listener for administrators if there is one: the port for plain HTTP is
    ///     that of it then.
    package init(
        _ console: Console, host: String, ports: (http: Int, https: Int), administrators: String? = nil
    ) {
        self.ports = ports
        certificateNames = console.tls.names
        let credentials = console.credentials
        let authority = Self.clientHost(host)
        self.host = authority
        let plain = "http://\(administrators.map(Self.clientHost) ?? authority):\(ports.http)"
        administration = administrators == nil ? nil : plain
        entries = [
            ("http", plain),
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

    /// All values by their keys.
    package var values: [String: String] { Dictionary(entries.map { ($0.key, $0.value) }) { $1 } }

    /// The file's text.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let lines = entries.compactMap { key, value in
            (try? encoder.encode(value)).map { "  \"\(key)\": \(String(decoding: $0, as: UTF8.self))" }
        }
        return "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }

    /// Name of the file in the data folder that says where a console runs, as long as it does.
    package static let running = "ready.json"

    /// The HTTP origin of the console that runs in a data folder; nil if none runs there, or is not ready yet.
    ///
    /// A killed console leaves its origin behind, where nothing answers.
    package static func origin(ofConsoleIn folder: String) -> String? { values(at: path(inFolder: folder))?["http"] }

    /// Where the console of a data folder says where it runs.
    package static func path(inFolder folder: String) -> String { "\(folder)/\(running)" }

    /// What a ready file says; nil if it cannot be read.
    package static func values(at path: String) -> [String: String]? {
        FileManager.default.contents(atPath: path).flatMap {
            try? JSONDecoder().decode([String: String].self, from: $0)
        }
    }

    /// Finds out before anything listens whether the file can be written.
    ///
    /// - Throws: ``ConsoleError`` with a sentence that says why not.
    package static func check(_ path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        if manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw ConsoleError(.unavailable, "The ready file \(path) is a folder.")
        }
        guard manager.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw ConsoleError(.unavailable, "The ready file \(path) cannot be written: its folder is missing.")
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw ConsoleError(
                .unavailable, "The ready file \(path) cannot be written: its folder is not writable for this user.")
        }
    }

    /// Writes the file, whole or not at all, readable by its owner only.
    package func write(to path: String) throws {
        try DataFolder.write(Data(text.utf8), to: path, permissions: 0o600)
    }
}
