import Foundation
import Testing

@testable import ConsoleTestSupport

/// Certificates that are exchanged while the console serves: no handshake fails, and what is under way goes on.
@Suite(.enabled(if: Program.isBuilt)) struct CertificateExchangeTests {
    /// An authority in a folder, and certificates of it.
    private struct Authority {
        let folder: String
        var certificate: String { "\(folder)/server.pem" }
        var key: String { "\(folder)/server-key.pem" }
        var root: String { "\(folder)/root.pem" }
        /// What the console is started with.
        var settings: [String] {
            [
                "--ephemeral", "--set", "tls.certificate=\(certificate)", "--set", "tls.key=\(key)", "--set",
                "tls.ca=\(root)",
            ]
        }

        init(in folder: String) async throws {
            self.folder = folder
            try await openssl(
                ["-keyout", "\(folder)/root-key.pem", "-out", "\(folder)/root.pem", "-subj", "/CN=Authority"])
        }

        private func openssl(_ arguments: [String]) async throws {
            let new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
            let result = try await run("/usr/bin/env", ["openssl", "req", "-x509"] + new + arguments)
            try #require(result.status == 0, "\(result.errors)")
        }

        /// Makes a certificate with a serial number, beside the one that is shown.
        func make(_ number: Int) async throws {
            try await openssl([
                "-CA", root, "-CAkey", "\(folder)/root-key.pem", "-keyout", "\(folder)/\(number)-key.pem", "-out",
                "\(folder)/\(number).pem", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                "-set_serial", "\(number)",
            ])
        }

        /// Puts one in place as a program that renews certificates does: two files, one after the other.
        func install(_ number: Int, onlyCertificate: Bool = false) throws {
            try put("\(number).pem", certificate)
            if !onlyCertificate { try put("\(number)-key.pem", key) }
        }

        private func put(_ name: String, _ target: String) throws {
            let data = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
            try data.write(to: URL(filePath: target), options: .atomic)
        }
    }

    /// The serial number that a new connection is shown.
    private static func serial(_ served: ServedProgram, _ authority: Authority) async throws -> Int? {
        let port = try #require(served.https.split(separator: ":").last)
        let script =
            "openssl s_client -connect localhost:\(port) -CAfile '\(authority.root)' -verify_return_error "
            + "</dev/null 2>/dev/null | openssl x509 -noout -serial"
        let text = try await run("/usr/bin/env", ["sh", "-c", script]).output
        return text.split(separator: "=").last.flatMap {
            Int($0.trimmingCharacters(in: .whitespacesAndNewlines), radix: 16)
        }
    }

    private static func with(
        _ settings: [String], _ body: (ServedProgram, Authority) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let authority = try await Authority(in: folder)
            for number in 1...4 { try await authority.make(number) }
            try authority.install(1)
            try await withServedProgram(authority.settings + settings, in: folder) { served in
                #expect(try await serial(served, authority) == 1)
                try await body(served, authority)
            }
        }
    }

    @Test func `Exchanged under load, no request fails, and new connections see the new one`() async throws {
        try await Self.with(["--set", "tls.reloadInterval=1"]) { served, authority in
            let script = """
                end=$(($(date +%s) + 60)); n=0
                while [ ! -e stop ] && [ "$(date +%s)" -lt "$end" ]; do
                    curl -sS --max-time 20 --cacert root.pem $1 -o /dev/null "$0/livez" || exit 1; n=$((n + 1))
                done; echo $n
                """
            let load = try ["--http1.1", "--http2", "--tls-max 1.2"].map { option in
                try RunningProgram("/bin/sh", ["-c", script, served.https, option], folder: authority.folder)
            }
            for number in 2...4 {
                try authority.install(number)
                try await poll { try await Self.serial(served, authority) == number }
            }
            try Data().write(to: URL(filePath: "\(authority.folder)/stop"))
            for load in load {
                let outcome = try await load.outcome()
                let count = Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
                #expect(outcome.status == 0 && count > 3, "\(outcome.errors)")
            }
            served.program.signal(SIGTERM)
            let lines = try await served.program.outcome().errors.split(separator: "\n")
            #expect(lines.filter { $0.contains("notice The certificate of the HTTPS port was exchanged") }.count == 3)
            #expect(!lines.contains { $0.contains("handshake") })
        }
    }

    @Test func `A pair that does not fit keeps the one before, and is said once`() async throws {
        try await Self.with(["--set", "tls.reloadInterval=1"]) { served, authority in
            try authority.install(2, onlyCertificate: true)
            try await poll { served.program.errorsSoFar.contains("PEM certificate and its PEM key") }
            #expect(try await Self.serial(served, authority) == 1)
            try authority.install(2)
            try await poll { try await Self.serial(served, authority) == 2 }
            try FileManager.default.removeItem(atPath: authority.key)
            try await poll { served.program.errorsSoFar.contains("server-key.pem is missing") }
            #expect(try await Self.serial(served, authority) == 2)
            served.program.signal(SIGTERM)
            let lines = try await served.program.outcome().errors.split(separator: "\n")
            let refused = lines.filter { $0.contains("warning The new certificate of the HTTPS port cannot be used") }
            #expect(refused.count == 2, "\(refused)")
            #expect(refused.first?.contains("are not a PEM certificate and its PEM key") == true)
            #expect(refused.last?.contains("server-key.pem is missing") == true, "\(refused)")
        }
    }

    @Test func `SIGHUP is a reason to look at once, and ends nothing`() async throws {
        try await Self.with(["--set", "tls.reloadInterval=0"]) { served, authority in
            served.program.signal(SIGHUP)
            try await poll { served.program.errorsSoFar.contains("is still the same") }
            try authority.install(3)
            served.program.signal(SIGHUP)
            try await poll { try await Self.serial(served, authority) == 3 }
            try authority.install(2, onlyCertificate: true)
            served.program.signal(SIGHUP)
            try await poll { served.program.errorsSoFar.contains("cannot be used; the one before is still shown") }
            #expect(try await Self.serial(served, authority) == 3)
        }
    }

    @Test func `A connection under way keeps its certificate and goes on`() async throws {
        try await Self.with(["--set", "tls.reloadInterval=1"]) { served, authority in
            let port = try #require(served.https.split(separator: ":").last)
            // One request before the exchange and one after it, on the same connection.
            let script = """
                exec 3<>fifo
                openssl s_client -quiet -connect localhost:\(port) -CAfile root.pem -servername localhost <fifo
                """
            _ = try await run("/usr/bin/env", ["mkfifo", "\(authority.folder)/fifo"])
            let client = try RunningProgram("/bin/sh", ["-c", script], folder: authority.folder)
            let request = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let pipe = try #require(FileHandle(forWritingAtPath: "\(authority.folder)/fifo"))
            try pipe.write(contentsOf: Data(request.utf8))
            try await poll { client.outputSoFar.contains("ok\n") }
            try authority.install(2)
            try await poll { try await Self.serial(served, authority) == 2 }
            try pipe.write(contentsOf: Data(request.utf8))
            try await poll { client.outputSoFar.components(separatedBy: "HTTP/1.1 200 OK").count == 3 }
            client.end()
        }
    }
}
