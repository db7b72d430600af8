import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

/// What only a real socket shows: TLS, both versions of HTTP, bodies too large, connections kept.
@Suite(.enabled(if: Program.isBuilt)) struct TransportTests {
    /// How curl speaks, and what it calls it.
    static let versions = [("--http1.1", "1.1"), ("--http2", "2")]
    private static let login = "/deviceservices/AuthenticationEndpoint.aws"

    @Test(arguments: versions)
    func `curl reaches the console over HTTPS with its authority`(version: String, name: String) async throws {
        try await withServedProgram { served in
            let result = try await curl([
                version, "--cacert", served.ca, "--include", "--write-out", "\n%{http_version} %{http_code}",
                served.https + Self.login,
            ])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.hasSuffix("\n\(name) 200"))
            #expect(result.output.contains("\r\nx-aw-version: 24.10.0.0\r\n"))
            #expect(result.output.contains("\r\n\r\n{}"))
        }
    }

    @Test func `curl refuses without the authority, and under another name`() async throws {
        try await withServedProgram { served in
            let port = try #require(served.https.split(separator: ":").last)
            #expect(try await curl([served.https]).status == 60)
            let other = ["--cacert", served.ca, "--resolve", "uem.example.test:\(port):127.0.0.1"]
            #expect(try await curl(other + ["https://uem.example.test:\(port)/"]).status == 60)
            #expect(try await curl(["--cacert", served.ca, "https://127.0.0.1:\(port)/livez"]).output == "ok\n")
        }
    }

    @Test func `A client that does not trust, or speaks to the wrong port, leaves a line at level info`() async throws {
        try await withServedProgram { served in
            let (plain, secure) = (served.http, served.https)
            #expect(try await curl([secure]).status == 60)
            let refused = try await curl(["--include", secure.replacing("https:", with: "http:")])
            #expect(refused.output.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(refused.output.hasSuffix("This port speaks HTTPS: begin the URL with https://\n"))
            #expect(try await curl(["--cacert", served.ca, plain.replacing("http:", with: "https:")]).status != 0)
            #expect(try await curl(["--cacert", served.ca, "\(secure)/livez"]).output == "ok\n")
            // A port that is only looked at is no failure.
            let port = try #require(secure.split(separator: ":").last)
            _ = try await run("/usr/bin/env", ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/\(port)"])
            served.program.signal(SIGTERM)
            let lines = try await served.program.outcome().errors.split(separator: "\n").map(String.init)
            for sentence in [
                "it has to trust \(served.ca)", "speaks plain HTTP to the HTTPS port",
                "speaks TLS to the port for plain HTTP",
            ] {
                let telling = lines.filter { $0.contains(sentence) }
                #expect(telling.count == 1, "\(sentence): \(lines)")
                #expect(telling.allSatisfy { $0.contains(" info A client ") && $0.contains(" client=127.0.0.1") })
            }
            #expect(lines.filter { $0.contains(" info A client ") || $0.contains("handshake failed") }.count == 3)
        }
    }

    @Test func `openssl verifies the chain, and the certificate has the names of this machine`() async throws {
        try await withServedProgram { served in
            let server = URL(filePath: served.ca).deletingLastPathComponent().appending(path: "server.pem").path()
            let env = "/usr/bin/env"
            for name in [["-verify_hostname", "localhost"], ["-verify_ip", "127.0.0.1"], ["-verify_ip", "::1"]] {
                let result = try await run(
                    env,
                    ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", served.ca] + name + [
                        server
                    ])
                #expect(result.status == 0, "\(name) \(result.errors)")
            }
            let names = try await run(env, ["openssl", "x509", "-noout", "-ext", "subjectAltName", "-in", server])
                .output
            for name in ["DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1"] {
                #expect(names.contains(name), "\(names)")
            }
        }
    }

    @Test(arguments: versions, [[], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"]])
    func `An oversize body is answered 413 and the next request is served`(version: (String, String), more: [String])
        async throws
    {
        try await withServedProgram { served in
            try await withTemporaryFolder { folder in
                let file = "\(folder)/large"
                try Data(repeating: UInt8(ascii: "x"), count: 3 << 20).write(to: URL(filePath: file))
                let common = [version.0, "--cacert", served.ca, "--output", "/dev/null", "--write-out", "%{http_code}"]
                let large = more + ["--data-binary", "@\(file)", served.https + Self.login]
                // curl ends such an HTTP/2 stream short of its Content-Length, which must not cost it the answer.
                let refused = try await curl(common + large)
                #expect(refused.output == "413", "\(refused.errors)")
                #expect(refused.status == 0, "\(refused.errors)")
                #expect(try await curl(common + [served.https + "/livez"]).output == "200")
            }
        }
    }

    @Test(arguments: versions)
    func `A client that asks before it sends a body may go on, or refused at once`(version: String, name: String)
        async throws
    {
        try await withServedProgram { served in
            let ask = [version, "--cacert", served.ca, "--include", "-H", "Expect: 100-continue", "--data", "{}"]
            let taken = try await curl(ask + [served.https + Self.login])
            #expect(taken.output.hasPrefix("HTTP/\(name) 100"), "\(taken.output)")
            #expect(taken.output.contains("\r\nHTTP/\(name) "))
            let refused = try await curl(ask + [served.https + "/deviceservices/AirWatchBeacon.svc/checkin"])
            #expect(refused.output.hasPrefix("HTTP/\(name) 401"), "\(refused.output)")
        }
    }

    @Test(arguments: versions)
    func `The admin API tells a client that waits to send its body, or refuses it unsent`(
        version: String, name: String
    ) async throws {
        try await withServedProgram { served in
            let ask = [version, "--cacert", served.ca, "--include", "-H", "Expect: 100-continue"]
            let known = ["-H", "Authorization: Bearer \(served.ready["adminToken"] ?? "")"]
            let tag = ["--data", #"{"TagName":"waited"}"#, served.https + "/api/mdm/tags/addtag"]
            let taken = try await curl(ask + known + tag)
            #expect(taken.output.hasPrefix("HTTP/\(name) 100"), "\(taken.output)")
            #expect(taken.output.contains("\r\nHTTP/\(name) 200"), "\(taken.output)")
            #expect(!taken.output.contains("\r\nHTTP/\(name) 100"), "It is told twice: \(taken.output)")
            let refused = try await curl(ask + tag)
            #expect(refused.output.hasPrefix("HTTP/\(name) 401"), "\(refused.output)")
        }
    }

    @Test(arguments: ["/deviceservices/awmdmsdk/v3/processor", "/deviceservices/nothing", "/_mock/devices", "/nothing"])
    func `A HEAD request that is refused does not break the connection`(path: String) async throws {
        try await withServedProgram { served in
            let one = ["--head", served.http + path]
            let result = try await curl(
                one + ["--next", "--silent", "--write-out", " connects %{num_connects}", served.http + "/livez"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.hasSuffix("ok\n connects 0"), "\(result.output)")
        }
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer], [true, false])
    func `A client signs for the host and port it was told`(scheme: SimulatedClient.Scheme, isSecure: Bool) async throws
    {
        try await withServedProgram { served in
            let origin = isSecure ? served.https : served.http
            let profile = try await NetworkTransport.with(origin: origin, trustAnchor: served.ca) { transport in
                var client = SimulatedClient(
                    device: try #require(DeviceIdentifier("ab")),
                    bundle: try #require(BundleIdentifier("com.example.demo")),
                    authority: String(origin.drop { $0 != "/" }.dropFirst(2)), scheme: scheme, transport: transport)
                let profile = try await client.firstLaunch(
                    username: served.ready["user"] ?? "", password: served.ready["password"] ?? "",
                    organizationGroup: served.ready["groupId"] ?? "")
                try await client.uploadLog(String(repeating: "a line\n", count: 100_000))
                return profile
            }
            #expect(profile.displayName == "Review")
        }
    }

    @Test func `It is ready while it listens`() async throws {
        try await withServedProgram { served in
            #expect(try await curl([served.http + "/readyz"]).output == "ready\n")
            let health = try await Program.run(["healthcheck", "--url", served.http], in: "/")
            #expect(health.status == 0)
            #expect(health.output == "ready\n")
        }
    }
}
