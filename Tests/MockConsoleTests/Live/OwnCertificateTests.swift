import Foundation
import Testing

@testable import ConsoleTestSupport

/// A console with a certificate of the operator's own, made with openssl, that does not name this machine: the commands
/// it shows work as they are copied.
@Suite(.enabled(if: Program.isBuilt)) struct OwnCertificateTests {
    /// What a certificate is made for.
    struct Made: Sendable, CustomTestStringConvertible {
        /// What is special about it.
        let testDescription: String
        /// Its subject alternative names; nil for none.
        let names: String?
        /// Whether an authority signed it; itself otherwise.
        let hasAuthority: Bool
        /// The host that commands name.
        let host: String
    }

    private static let made = [
        Made(
            testDescription: "another name", names: "DNS:uem.example.test", hasAuthority: false,
            host: "uem.example.test"),
        Made(
            testDescription: "another name, of an authority", names: "DNS:uem.example.test,DNS:mdm.example.test",
            hasAuthority: true, host: "uem.example.test"),
        Made(
            testDescription: "a wildcard", names: "DNS:*.example.test", hasAuthority: true,
            host: "mockuem.example.test"),
        Made(testDescription: "an address", names: "IP:192.0.2.7", hasAuthority: false, host: "192.0.2.7"),
        Made(testDescription: "an IPv6 address", names: "IP:2001:db8::7", hasAuthority: false, host: "[2001:db8::7]"),
        Made(testDescription: "only a common name", names: nil, hasAuthority: false, host: "common.example.test"),
        Made(
            testDescription: "this machine", names: "DNS:uem.example.test,DNS:localhost", hasAuthority: true,
            host: "localhost"),
    ]

    private static func openssl(_ arguments: [String]) async throws {
        let result = try await run("/usr/bin/env", ["openssl"] + arguments)
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Makes certificate and key in a folder, whose name has a blank.
    ///
    /// - Returns: The configuration that shows them.
    private static func certificate(_ made: Made, in folder: String) async throws -> [String] {
        let (certificate, key, authority) = ("\(folder)/server.pem", "\(folder)/key.pem", "\(folder)/authority.pem")
        let new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        let names = made.names.map { ["-addext", "subjectAltName=\($0)"] } ?? []
        let subject = ["-subj", "/CN=common.example.test"]
        var settings = ["--set", "tls.certificate=\(certificate)", "--set", "tls.key=\(key)"]
        if made.hasAuthority {
            let authorityKey = "\(folder)/authority-key.pem"
            try await openssl(
                ["req", "-x509", "-keyout", authorityKey, "-out", authority, "-subj", "/CN=Authority"] + new)
            try await openssl(
                ["req", "-x509", "-CA", authority, "-CAkey", authorityKey, "-keyout", key, "-out", certificate]
                    + new + subject + names)
            settings += ["--set", "tls.ca=\(authority)"]
        } else {
            try await openssl(["req", "-x509", "-keyout", key, "-out", certificate] + new + subject + names)
        }
        return settings
    }

    /// Lends a console with a certificate.
    private static func withConsole(
        _ made: Made, _ more: [String] = [], _ body: (ServedProgram, _ folder: String) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { outer in
            let folder = "\(outer)/a folder"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let settings = try await certificate(made, in: folder)
            try await withServedProgram(["--ephemeral"] + settings + more, in: folder) { try await body($0, folder) }
        }
    }

    /// Runs a command as a shell does, and says which status it met.
    private static func status(of command: String, in folder: String) async throws -> String {
        let quiet = "curl --silent --show-error --max-time 30 --output /dev/null --write-out '%{http_code}'"
        let text = quiet + command.trimmingPrefix("curl")
        let program = try RunningProgram("/bin/sh", ["-c", text], environment: [:], folder: folder)
        let outcome = try await program.outcome()
        return "\(outcome.output) \(outcome.errors)".trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: made, [[], ["--set", "public.url=https://proxy.example.test"]])
    func `Every command of the banner works as copied`(made: Made, more: [String]) async throws {
        try await Self.withConsole(made, more + ["--set", "banner.secrets=always"]) { served, folder in
            let banner = served.program.outputSoFar
            let commands = banner.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { $0.hasPrefix("curl ") }
            #expect(commands.count == 3 && commands.allSatisfy { $0.contains("https://\(made.host):") }, "\(banner)")
            for command in commands {
                let met = try await Self.status(of: command, in: folder)
                #expect(met == "200", "\(command)")
            }
        }
    }

    @Test(arguments: made) func `The command of the start page works as copied`(made: Made) async throws {
        try await Self.withConsole(made) { served, folder in
            let authority = try await curl(["\(served.http)/ca.pem"]).output
            try Data(authority.utf8).write(to: URL(filePath: "\(folder)/mockuem-ca.pem"))
            let port = try #require(served.http.split(separator: ":").last)
            for origin in [served.http, "http://127.0.0.1:\(port)"] {
                let page = try await curl(["--header", "Accept: text/html", "\(origin)/"]).output
                let command = try #require(page.firstMatch(of: /<code>(curl .*?)<\/code>/)?.1)
                #expect(try await Self.status(of: unescaped(command), in: folder) == "200", "\(command)")
            }
        }
    }

    @Test(arguments: made) func `Commands of the pages about routes work as copied`(made: Made) async throws {
        try await Self.withConsole(made) { served, folder in
            let authority = try await curl(["\(served.http)/ca.pem"]).output
            try Data(authority.utf8).write(to: URL(filePath: "\(folder)/mockuem-ca.pem"))
            // A browser whose user went on past the warning.
            let page = try await curl(["--insecure", "\(served.https)/openapi/operations-and-pages"]).output
            let commands = page.matches(of: /(?s)<pre class="command">(.*?)<\/pre>/).map { unescaped($0.1) }
            let ready = try #require(commands.first { $0.contains("/readyz") && $0.hasPrefix("curl \"") }, "\(page)")
            #expect(ready.contains("https://\(made.host):") && ready.contains("--cacert mockuem-ca.pem"), "\(ready)")
            #expect(try await Self.status(of: ready, in: folder) == "200", "\(ready)")
        }
    }
}

/// A text of a page as its reader copies it.
private func unescaped(_ html: Substring) -> String {
    String(html).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
}
